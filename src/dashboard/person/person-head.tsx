/** The head of a person's screen, the same for contacts and leads. */

import type { ReactNode } from 'react';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { Breakable } from '../shared/breakable.tsx';
import { callsHref } from '../shared/calls-link.ts';
import { Fact } from '../shared/fact.tsx';
import { detailText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { mailHref } from '../shared/outside-link.ts';
import { Faults, isOfPanel } from '../shared/panel.tsx';
import { PersonCalls, type PersonCallsFields } from './person-calls.tsx';

export interface PersonHeadProps {
  readonly kind: 'Contact' | 'Lead';
  readonly name: string | null;
  readonly facts: readonly (string | null)[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly owner: string | null;
  readonly calls: PersonCallsFields;
  readonly paths: readonly string[];
  readonly children: ReactNode;
}

export function PersonHead(props: PersonHeadProps) {
  const { kind, name, facts, email, phone, owner, calls, paths, children } = props;
  const { faults } = useMeta();
  const ownFaults = paths.flatMap((path) => faultsAt(faults, path)).filter(isOfPanel);
  return (
    <header className="person-head">
      <h1>
        {name ?? 'Without a name'} <span className="badge">{kind}</span>
      </h1>
      <p className="muted">{detailText(facts)}</p>
      {ownFaults.length > 0 && <Faults faults={ownFaults} />}
      <dl className="facts in-text">
        <PersonCalls calls={calls} />
        {children}
        <Fact name="E-mail">
          {email && (
            <>
              <a href={mailHref(email)}>
                <Breakable text={email} />
              </a>{' '}
              <Link href={callsHref({ with: email })}>calls with this address</Link>
            </>
          )}
        </Fact>
        <Fact name="Telephone">{phone}</Fact>
        <Fact name="Looked after by">{owner}</Fact>
      </dl>
    </header>
  );
}
