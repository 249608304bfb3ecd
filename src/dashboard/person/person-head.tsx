/** The head of a person's screen, the same for contacts and leads. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { dateOf, daysSince, dayText, plural } from '../part/format.ts';
import { Faults } from '../part/panel.tsx';

export interface PersonHeadProps {
  readonly kind: 'Contact' | 'Lead';
  readonly name: string | null;
  readonly facts: readonly (string | null)[];
  readonly email: string | null;
  readonly phone: string | null;
  readonly owner: string | null;
  readonly lastCall: {
    readonly startedAt: string | null;
    readonly call: { readonly upstreamId: string; readonly title: string | null } | null;
  } | null;
  readonly paths: readonly string[];
  readonly children: ReactNode;
}

export function PersonHead(props: PersonHeadProps) {
  const { kind, name, facts, email, phone, owner, lastCall, paths, children } = props;
  const { faults } = useMeta();
  const own = paths.flatMap((path) => faultsAt(faults, path));
  const at = lastCall?.startedAt == null ? null : dateOf(lastCall.startedAt);
  return (
    <header className="person-head">
      <h1>
        {name ?? 'Without a name'} <span className="badge">{kind}</span>
      </h1>
      <p className="muted">{facts.filter((fact) => fact !== null && fact !== '').join(' · ')}</p>
      {own.length > 0 && <Faults faults={own} />}
      <dl className="facts in-text">
        <div>
          <dt>Last call</dt>
          <dd>
            {at === null ? (
              lastCall === null ? (
                'Not known'
              ) : (
                'None is known'
              )
            ) : (
              <>
                {lastCall?.call == null ? (
                  'A call that is gone'
                ) : (
                  <Link href={`/call/${lastCall.call.upstreamId}`}>
                    {lastCall.call.title ?? 'A call'}
                  </Link>
                )}
                <span className="sub">
                  {dayText(at)}, {plural(daysSince(at), 'day')} ago
                </span>
              </>
            )}
          </dd>
        </div>
        {children}
        {email !== null && (
          <div>
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {phone !== null && (
          <div>
            <dt>Telephone</dt>
            <dd>{phone}</dd>
          </div>
        )}
        {owner !== null && (
          <div>
            <dt>Looked after by</dt>
            <dd>{owner}</dd>
          </div>
        )}
      </dl>
    </header>
  );
}
