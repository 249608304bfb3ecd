/** What the graph's search finds for the command palette: asked once the typing rests, and of the last term alone. */

import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { documentOf } from '../data/document.ts';
import { faultsOf, notReadYet } from '../data/screen.tsx';
import { type FragmentType, readFragment } from '../graphql/index.ts';
import { callHitsFragment } from '../search/call-hits.tsx';
import { detailOf, hrefOf, nameOf, type RecordsRef, readRecords } from '../search/found-record.ts';
import { searchQuestion } from '../search/search-question.ts';
import { dateOf } from '../shared/day.ts';
import { faultText } from '../shared/error-message.ts';
import { dayText, detailText } from '../shared/format.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The CRM refuses shorter words. */
export const shortest = 2;
/** Of each kind. */
const most = 5;
/** Typing rests. */
const restMs = 150;

const groups: Readonly<Record<string, string>> = {
  Account: 'Accounts',
  Contact: 'Contacts',
  Lead: 'Leads',
  Opportunity: 'Deals',
};

export interface SearchHits {
  readonly entries: readonly PaletteEntry[];
  readonly isSearching: boolean;
  /** Sentences on what could not be searched. */
  readonly lacks: readonly string[];
}

export function useSearchHits(term: string): SearchHits {
  const rested = useRested(term);
  const isAsked = term.length >= shortest;
  // An answer to an older term is dropped, and its request aborted.
  const [{ data, error, extensions, fetching }] = useQuery({
    query: documentOf(searchQuestion.document),
    variables: {
      term: rested,
      after: null,
      hits: most,
      said: [],
      asksSaid: false,
      saidAfter: null,
    },
    pause: !isAsked || rested !== term,
  });
  if (!isAsked) return { entries: [], isSearching: false, lacks: [] };
  if (rested !== term || fetching || (data === undefined && error === undefined))
    return { entries: [], isSearching: true, lacks: [] };
  const faults = faultsOf(error, extensions);
  return {
    entries: data == null ? [] : [...recordEntries(data), ...callEntries(data)],
    isSearching: false,
    lacks: [
      ...new Set(
        faults.map(({ code, service }) =>
          code === notReadYet ? 'Not all calls are read yet.' : faultText(code, service),
        ),
      ),
    ],
  };
}

type Answer = RecordsRef & FragmentType<typeof callHitsFragment>;

const recordEntries = (data: Answer): readonly PaletteEntry[] =>
  (readRecords(data).search ?? []).flatMap((record) => {
    const group = record === null ? undefined : groups[record.__typename];
    const leads = record === null ? null : hrefOf(record);
    if (record === null || group === undefined || leads === null) return [];
    const key = `${group} ${record.upstreamId}`;
    return [{ key, group, title: nameOf(record), detail: detailOf(record), leads }];
  });

const callEntries = (data: Answer): readonly PaletteEntry[] =>
  (readFragment(callHitsFragment, data).calls?.nodes ?? []).flatMap((call, at) =>
    call === null || at >= most
      ? []
      : [
          {
            key: `call ${call.upstreamId}`,
            group: 'Calls by title, the newest first',
            title: call.title ?? 'A call without a title',
            detail: detailText([
              call.startedAt === null ? null : dayText(dateOf(call.startedAt)),
              call.primaryUser?.name,
            ]),
            leads: `/call/${call.upstreamId}`,
          },
        ],
  );

/** The term, once it has stayed the same for a while. */
function useRested(term: string): string {
  const [rested, setRested] = useState(term);
  useEffect(() => {
    const timer = setTimeout(() => setRested(term), restMs);
    return () => clearTimeout(timer);
  }, [term]);
  return rested;
}
