/** Replaces a screen whose address has the id of something else: redirects to its screen, or names the expected ids. */

import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { Link } from './link.tsx';
import { addressOf, type RecordName } from './record-id.ts';

/** Each thing that has a screen of its own, and the ids it is named by. */
const forms = {
  deal: 'a deal: the CRM’s, 15 or 18 letters and digits that begin with 006',
  account: 'an account: the CRM’s, 15 or 18 letters and digits that begin with 001',
  person:
    'a contact or lead: the CRM’s, 15 or 18 letters and digits that begin with 003 or 00Q; or an e-mail address',
  call: 'a call: the call platform’s, a number of up to 20 digits',
  meeting:
    'an account or a deal: the CRM’s, 15 or 18 letters and digits that begin with 001 or 006',
} as const;

const words: Readonly<Record<keyof typeof forms, string>> = {
  deal: 'a deal',
  account: 'an account',
  person: 'a contact or lead',
  call: 'a call',
  meeting: 'an account or a deal',
};

export interface OtherRecordProps {
  readonly name: RecordName;
  readonly expected: keyof typeof forms;
}

export function OtherRecord({ name, expected }: OtherRecordProps) {
  const address = addressOf(name);
  const beginning = [...name.id].slice(0, 60).join('');
  useEffect(() => {
    if (address === null) document.title = 'No such id · Switchboard';
  }, [address]);
  if (address !== null) return <Redirect to={address} replace />;
  return (
    <main id="main" tabIndex={-1}>
      <h1>This is not the id of {words[expected]}</h1>
      <p>
        Expected the id of {forms[expected]}; or a global id of the graph. Got “{beginning}”.
      </p>
      <p className="in-text">
        {beginning.trim().length > 1 && (
          <>
            <Link href={`/search?q=${encodeURIComponent(beginning)}`}>
              Search for “{beginning}”
            </Link>{' '}
            or{' '}
          </>
        )}
        <Link href="/browse">browse calls, accounts and people</Link>
      </p>
    </main>
  );
}
