/** Whose calls are listed, and why these are. */

import { useAddress } from '../data/url-state.ts';
import { Link } from '../shared/link.tsx';
import { addressOf, type RecordKind, readRecordName } from '../shared/record-id.ts';
import type { RelatedRecord } from './call-page.ts';

const withPerson = 'Calls with ';
const ofPerson = 'those with their e-mail address, and those linked to them.';

/** What stands before the record's name, and what behind it. */
const reasons: Partial<Record<RecordKind, readonly [string, string]>> = {
  Account: ['Calls of ', 'those linked to it, and other calls with its contacts.'],
  Contact: [withPerson, ofPerson],
  Lead: [withPerson, ofPerson],
  Opportunity: ['Calls about ', 'those linked to it.'],
};

const reasonOfPeople = [
  'Other calls with the contacts of ',
  'people with a role in it were on these or invited, or linked to them; none was linked to the deal.',
] as const;

export interface OfRecordProps {
  readonly record: RelatedRecord;
  readonly isOfPeople: boolean;
}

export function OfRecord({ record: { upstreamId, name }, isOfPeople }: OfRecordProps) {
  const { set } = useAddress();
  const recordName = readRecordName(upstreamId);
  const [before, behind] = isOfPeople
    ? reasonOfPeople
    : ((recordName.kind === null ? null : reasons[recordName.kind]) ?? ['Calls of ', '']);
  return (
    <p className="note">
      {before}
      <Link href={addressOf(recordName) ?? ''}>{name ?? upstreamId}</Link>
      {behind !== '' && `: ${behind}`}{' '}
      <button type="button" onClick={() => set({ related: null, 'people-of': null })}>
        Calls of everybody
      </button>
    </p>
  );
}
