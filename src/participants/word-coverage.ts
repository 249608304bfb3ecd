/** Coverage of words: an answer to a question about what was said knows less of the time than the walks do. */

import { memberAt } from '../contract/member-at.ts';
import type { Coverage, IndexFilter } from './call-query.ts';
import { nothingCovered } from './coverage.ts';
import type { Database } from './store/database.ts';
import { countFiltered } from './store/filtered-query.ts';
import { forever } from './store/query-parameter.ts';
import { countUnread, unreadCalls, wordsKnownFrom } from './store/transcript-queue.ts';

interface Store {
  readonly database: Database;
  readonly tenant: number;
}

/** Coverages of queries as the walks have them, cut to the time of which words are known where a query asks for words. */
export async function coverageOfWords(
  store: Store,
  queries: readonly { readonly filter?: IndexFilter | undefined }[],
  walked: readonly Coverage[],
): Promise<readonly Coverage[]> {
  const asksForWords = ({ said, unsaid }: IndexFilter): boolean =>
    (said ?? unsaid ?? null) !== null;
  if (!queries.some(({ filter = {} }) => asksForWords(filter))) return walked;
  const knownFrom = await wordsKnownFrom(store.database, store.tenant);
  // Queries of one level nearly always share their conditions.
  const covered = new Map<string, Promise<Coverage>>();
  return Promise.all(
    queries.map(({ filter = {} }, at) => {
      const coverage = memberAt(walked, at);
      if (!asksForWords(filter)) return coverage;
      const name = JSON.stringify([filter, coverage]);
      const cut = covered.get(name) ?? cutToWords(store, filter, coverage, knownFrom);
      covered.set(name, cut);
      return cut;
    }),
  );
}

/** Most unread calls that are compared with a filter. */
const mostCompared = 20_000;

async function cutToWords(
  { database, tenant }: Store,
  filter: IndexFilter,
  coverage: Coverage,
  knownFrom: number | null,
): Promise<Coverage> {
  const { completeFrom, completeTo } = coverage;
  if (knownFrom === null || completeFrom === null || completeTo === null) return nothingCovered;
  const cut = { ...coverage, completeFrom: Math.max(completeFrom, knownFrom) };
  const from = Math.max(cut.completeFrom, filter.from ?? -forever);
  const to = Math.min(completeTo, filter.to ?? forever);
  if (from >= to) return nothingCovered;
  const unread = await unreadCalls(database, tenant, { from, to }, mostCompared);
  if (unread?.length === 0) return cut;
  if (unread === null)
    return {
      ...cut,
      unread: filter.visibleBy ? null : await countUnread(database, tenant, { from, to }),
    };
  const named = filter.calls && new Set(filter.calls);
  const calls = named ? unread.filter((id) => named.has(id)) : unread;
  const others = { ...filter, from, to, calls, said: null, unsaid: null };
  const count = await countFiltered(database, tenant, others);
  return count > 0 ? { ...cut, unread: count } : cut;
}
