/**
 * Windows by relevance: the database ranks each turn that meets a condition of `said`, and the ranks of a call are
 * added up. A rank may depend on all that is indexed, so calls are ranked anew for each window, and a window begins
 * at the call that its position names, wherever it has come to stand.
 */

import { UserInputError } from '../../errors.ts';
import type {
  CallPosition,
  CallWindow,
  FilteredQuery,
  IndexFilter,
  MatchedCall,
  Period,
  SaidFilter,
} from '../call-query.ts';
import { originalId, sortableId } from '../indexed-call.ts';
import type { Database } from './database.ts';
import { forever } from './query-parameter.ts';
import { entryColumns, entryValues, isTurnOf } from './said-condition.ts';
import { callOfDocument, isOfTime } from './transcript-document.ts';

/** Most turns that are ranked, two microseconds each in SQLite; by what more turns say calls are hardly told apart. */
const mostTurns = 200_000;

type ReadWindows<A> = (
  database: Database,
  tenant: number,
  queries: readonly A[],
) => Promise<readonly CallWindow[]>;

/**
 * Reads windows, those by relevance from all calls that pass.
 * @param read reads windows in the order of time, of filters that may be put differently than they were asked
 */
export const inRankOrder =
  <A extends FilteredQuery>(read: ReadWindows<A>) =>
  async (
    database: Database,
    tenant: number,
    queries: readonly A[],
    asked: readonly A[],
  ): Promise<readonly CallWindow[]> => {
    const isRanked = ({ order }: A): boolean => order === 'relevance';
    if (!queries.some(isRanked)) return read(database, tenant, queries);
    const ranked = queries.filter(isRanked);
    const ranks = ranksOf(database, tenant);
    const ranksOfAll = await Promise.all(
      asked.filter(isRanked).map(({ filter = {} }) => ranks(filter)),
    );
    // No call has less than one of the turns that were counted.
    const whole = {
      order: 'newest',
      first: mostTurns,
      last: undefined,
      after: null,
      before: null,
    } as const;
    const all = await read(
      database,
      tenant,
      ranked.map((query) => ({ ...query, ...whole })),
    );
    const windows = ranked.map((query, at) =>
      windowOf(query, inOrder(all[at]?.calls ?? [], ranksOfAll[at] ?? new Map())),
    );
    const others = queries.filter((query) => !isRanked(query));
    const timed = others.length === 0 ? [] : [...(await read(database, tenant, others))];
    return queries.map((query) => (isRanked(query) ? windows : timed).shift() as CallWindow);
  };

type Ranks = ReadonlyMap<string, number>;

/** Ranks of calls by the conditions of a filter; queries of one level nearly always share theirs. */
function ranksOf(database: Database, tenant: number): (filter: IndexFilter) => Promise<Ranks> {
  const read = new Map<string, Promise<Ranks>>();
  const ofEntry = (entry: SaidFilter, period: Period): Promise<Ranks> => {
    const name = JSON.stringify([entry, period]);
    const ranks = read.get(name) ?? rankEntry(database, tenant, entry, period);
    read.set(name, ranks);
    return ranks;
  };
  return async ({ said, from, to }) => {
    const sums = new Map<string, number>();
    for (const ranks of await Promise.all(
      (said ?? []).map((entry) => ofEntry(entry, { from, to })),
    ))
      for (const [call, rank] of ranks) sums.set(call, (sums.get(call) ?? 0) + rank);
    return sums;
  };
}

/** @throws UserInputError for words of too many turns */
async function rankEntry(
  database: Database,
  tenant: number,
  entry: SaidFilter,
  { from, to }: Period,
): Promise<Ranks> {
  const { dialect } = database;
  const { tables, where, document, rank } = dialect.turnsWith('$1');
  const params = [dialect.wordsWanted(entry.words, entry.phrase), from ?? -forever, to ?? forever];
  const turns = `FROM ${tables} WHERE ${where}
    AND ${isOfTime(document, 'CAST($2 AS bigint)', 'CAST($3 AS bigint)')}`;
  const [[count = 0] = []] = await database.read(
    `SELECT count(*) FROM (SELECT 1 ${turns} LIMIT ${mostTurns + 1}) f`,
    params,
  );
  if (Number(count) > mostTurns)
    throw new UserInputError(
      `Expected order RELEVANCE for words of at most ${mostTurns} turns in the time asked for, got words of more. Ask for a shorter time, rarer words, or the order NEWEST.`,
    );
  const rows = await database.read(
    `WITH found AS MATERIALIZED (SELECT ${document} AS doc, ${rank} AS rank ${turns}),
        entry AS MATERIALIZED (SELECT * FROM ${dialect.rows(5, entryColumns)} r LIMIT 1)
      SELECT t.call, sum(f.rank) FROM entry h CROSS JOIN found f CROSS JOIN turn d CROSS JOIN transcript t
      WHERE d.doc = f.doc AND t.no = ${callOfDocument('f.doc')} AND t.tenant = $4 AND ${isTurnOf(dialect)}
      GROUP BY t.call`,
    [...params, tenant, JSON.stringify([entryValues(dialect, entry)])],
  );
  // Cut to what is the same in whatever order ranks were added up.
  return new Map(rows.map(([call, sum]) => [originalId(String(call)), Math.fround(Number(sum))]));
}

type RankedCall = MatchedCall & { readonly rank: number };

function inOrder(calls: readonly MatchedCall[], ranks: Ranks): readonly RankedCall[] {
  return calls
    .map((call): RankedCall => ({ ...call, rank: ranks.get(call.callId) ?? 0 }))
    .sort(byRank);
}

function byRank(a: CallPosition, b: CallPosition): number {
  return (
    (b.rank ?? 0) - (a.rank ?? 0) ||
    b.startedAt - a.startedAt ||
    (sortableId(a.callId) < sortableId(b.callId) ? 1 : -1)
  );
}

/** The window of all calls in their order. */
function windowOf(
  { first, last, after, before }: FilteredQuery,
  all: readonly RankedCall[],
): CallWindow {
  /** Place of a call, and of the one behind it; both are where it would be if it is no more. */
  const placeOf = (position: CallPosition): readonly [number, number] => {
    const at = all.findIndex(({ callId }) => callId === position.callId);
    if (at >= 0) return [at, at + 1];
    const behind = all.findIndex((call) => byRank(call, position) > 0);
    return behind < 0 ? [all.length, all.length] : [behind, behind];
  };
  const from = after ? placeOf(after)[1] : 0;
  const to = before ? placeOf(before)[0] : all.length;
  const between = all.slice(from, Math.max(from, to));
  const isMore = between.length > (last ?? first ?? 0);
  return last === undefined
    ? { calls: between.slice(0, first), hasNext: isMore, hasPrevious: from > 0 }
    : { calls: between.slice(-last), hasNext: to < all.length, hasPrevious: isMore };
}
