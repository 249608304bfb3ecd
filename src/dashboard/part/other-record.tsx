/** In the place of a screen whose address holds the id of something else: leads there, or says what was expected. */

import { useEffect } from 'react';
import { Link, Redirect } from 'wouter';
import { addressOf, type RecordName } from './record-id.ts';

export interface OtherRecordProps {
  readonly name: RecordName;
  /** `an account` */
  readonly expected: string;
}

export function OtherRecord({ name, expected }: OtherRecordProps) {
  const address = addressOf(name);
  useEffect(() => {
    if (address === null) document.title = 'No such id · Switchboard';
  }, [address]);
  if (address !== null) return <Redirect to={address} replace />;
  return (
    <main id="main" tabIndex={-1}>
      <h1>This is not the id of {expected}</h1>
      <p>
        Expected the id of {expected}: 15 or 18 letters and digits as the CRM writes it, or a global
        id of the graph. Got “{name.id.slice(0, 60)}”.
      </p>
      <p>
        <Link href={`/search?q=${encodeURIComponent(name.id.slice(0, 60))}`}>Search for it</Link>
      </p>
    </main>
  );
}
