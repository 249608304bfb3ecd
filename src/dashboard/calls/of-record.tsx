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

const reasonOfPeople =
  'those that people with a role in it were on or invited to, or that were linked to them; the platform did not link them to the deal.';

export interface OfRecordProps {
  readonly record: RelatedRecord;
  readonly isOfPeople: boolean;
}

export function OfRecord({ record: { upstreamId, name }, isOfPeople }: OfRecordProps) {
  const { set } = useAddress();
  const recordName = readRecordName(upstreamId);
  const link = <Link href={addressOf(recordName) ?? ''}>{name ?? upstreamId}</Link>;
  return (
    <p className="note">
      Calls of {isOfPeople && 'the people of '}
      {link}: {isOfPeople ? reasonOfPeople : recordName.kind !== null && reasons[recordName.kind]}{' '}
      <button type="button" onClick={() => set({ related: null, 'people-of': null })}>
        Calls of everybody
      </button>
    </p>
  );
}
