/** What the CRM found, a panel for each kind of record. */

import { useAddress } from '../data/url-state.ts';
import { HitList } from '../shared/hit-list.tsx';
import { MoreRows } from '../shared/more-rows.tsx';
import { detailOf, hrefOf, nameOf, type RecordsRef, readRecords } from './found-record.ts';
import { mostHits, usualHits } from './search-question.ts';

const groups = [
  ['Account', 'Accounts'],
  ['Contact', 'Contacts'],
  ['Lead', 'Leads'],
  ['Opportunity', 'Deals'],
  ['Case', 'Cases'],
  ['Task', 'Tasks'],
] as const;

export interface RecordHitsProps {
  readonly query: RecordsRef;
  /** Page size of each kind. */
  readonly hits: number;
}

export function RecordHits({ query, hits }: RecordHitsProps) {
  const { search } = readRecords(query);
  const records = (search ?? []).flatMap((record) => record ?? []);
  // The search is one field: its failure or emptiness is shown once.
  if (records.length === 0)
    return (
      <HitList
        title="CRM"
        paths={['search']}
        isKnown={search != null}
        note={search != null ? searched : null}
        hits={[]}
      />
    );
  const present = groups.filter(([type]) => records.some(({ __typename }) => __typename === type));
  return present.map(([type, title], at) => {
    const ofType = records.filter(({ __typename }) => __typename === type);
    return (
      <HitList
        key={type}
        title={title}
        paths={at === 0 ? ['search'] : []}
        isKnown
        isCut={ofType.length === hits}
        note={noteOf(ofType.length, hits)}
        hits={ofType.map((record) => ({
          id: record.upstreamId,
          name: nameOf(record),
          detail: detailOf(record),
          href: hrefOf(record),
        }))}
      >
        {ofType.length === usualHits && hits === usualHits && <MoreHits />}
      </HitList>
    );
  });
}

const searched =
  'Searched: all text of accounts, contacts, leads, deals, cases and tasks, for words that begin so.';

const noteOf = (listed: number, hits: number): string | null =>
  listed < hits
    ? null
    : `The first ${hits}, those that fit best; there may be more. More words find fewer.`;

function MoreHits() {
  const { get, set } = useAddress();
  return (
    <MoreRows onMore={() => set({ hits: String(mostHits), after: get('after') })}>More</MoreRows>
  );
}
