/** Whose calls are listed, and why these are. */

import { Link } from 'wouter';
import { useAddress } from '../data/url-state.ts';
import { addressOf, type RecordKind, readRecordName } from '../shared/record-id.ts';
import type { RelatedRecord } from './call-page.ts';

const people = 'those it was linked to by the platform, and those with their e-mail address.';

const reasons: Partial<Record<RecordKind, string>> = {
  Account: 'those the platform linked to it, and those of its contacts.',
  Contact: people,
  Lead: people,
  Opportunity: 'those the platform linked to it.',
};

export function OfRecord({ record: { upstreamId, name } }: { record: RelatedRecord }) {
  const { set } = useAddress();
  const recordName = readRecordName(upstreamId);
  return (
    <p className="note">
      Calls of <Link href={addressOf(recordName) ?? ''}>{name ?? upstreamId}</Link>:{' '}
      {recordName.kind !== null && reasons[recordName.kind]}{' '}
      <button type="button" onClick={() => set({ related: null })}>
        Calls of everybody
      </button>
    </p>
  );
}
