/** Pending calls of a list: those that the platform announces while it still analyses them are not yet there, rather than missing. */

import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { Connection } from '../../fetch/connection.ts';
import type { Shortfall } from '../../fetch/incomplete-list.ts';
import type { Page } from '../../fetch/page.ts';
import type { TokenList, TokenRequest } from '../../fetch/token-list.ts';
import { analysisMs } from '../../participants/coverage.ts';
import { AllowanceSpentError } from '../../upstream/request-allowance.ts';
import { thisMinute, timeOfRequest } from '../request-time.ts';

/** A window of calls, and how many of the list are pending where it is the last; null where that is not known. */
export interface WithPending<T> extends Connection<T> {
  readonly pending: number | null;
}

interface CountedList {
  readonly list: TokenList<Row>;
  /** The same list up to an instant. */
  readonly until: (to: number) => Pick<TokenList<Row>, 'fetch'>;
  readonly period: { readonly from: Date | null; readonly to: Date | null };
  /** Whether the window is the list's first. */
  readonly isFirst: boolean;
}

/** Calls that a reading brings, young ones by their keys: pages may hold one twice. */
class YoungCalls {
  readonly #keys = new Set<string>();
  readonly #since: number;
  #hasOlder = false;

  constructor(since: number) {
    this.#since = since;
  }

  add({ key, order }: TokenList<Row>, rows: readonly Row[]): void {
    for (const row of rows) {
      const at = order?.(row) ?? null;
      if (typeof at === 'number' && at >= this.#since) this.#keys.add(key(row) ?? '');
      else this.#hasOlder = true;
    }
  }

  /** Their number; null where the reading may have begun among them. */
  count(isFirst: boolean): number | null {
    return isFirst || this.#hasOlder ? this.#keys.size : null;
  }
}

/**
 * Reads a window, and takes calls that are announced and young enough to be still analysed out of its
 * shortfall. That costs a call or two beyond the estimate, at the end of a list that came short alone;
 * where they can't be had, the list is incomplete.
 */
export async function withPending(
  context: GraphContext,
  counted: CountedList,
  read: (list: TokenList<Row>) => Promise<Connection<Row>>,
): Promise<WithPending<Row>> {
  const { list, isFirst } = counted;
  // An answer without a shortfall is made of no time; of one with, `thisMinute` says so.
  const since = startOfSecond(timeOfRequest(context) - analysisMs);
  const young = new YoungCalls(since);
  const watched: TokenList<Row> = {
    ...list,
    async fetch(request) {
      const page = await list.fetch(request);
      young.add(list, page.rows);
      return page;
    },
  };
  const connection = await read(watched);
  const lack = connection.shortfall ?? null;
  const isEnd = !connection.pageInfo.hasNextPage;
  if (lack === null || lack.expected === null || lack.received === null)
    return settled(connection, lack, isEnd && lack === null ? 0 : null);
  const missing = lack.expected - lack.received;
  const lost = await lostOf(counted, since, lack.received, () => young.count(isFirst)).catch(
    (error: unknown) => {
      if (error instanceof AllowanceSpentError) return null;
      throw error;
    },
  );
  const pending = lost === null ? 0 : Math.max(0, missing - lost);
  if (pending === 0) return settled(connection, lack, null);
  // Kept answers would hold them back once they come.
  thisMinute(context);
  const lasting = pending < missing ? { ...lack, expected: lack.expected - pending } : null;
  return settled(connection, lasting, pending);
}

const startOfSecond = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** How many announced calls are too old to come; null where all are, or the platform does not say. */
async function lostOf(
  { list, until, period: { from, to } }: CountedList,
  since: number,
  received: number,
  youngRead: () => number | null,
): Promise<number | null> {
  if (from !== null && from.getTime() >= since) return 0;
  if (to !== null && to.getTime() <= since) return null;
  const { page } = await until(since).fetch({ ...first, from: null });
  if (page.total === null) return null;
  const young = youngRead() ?? (await countFrom(list, since));
  return young === null ? null : Math.max(0, page.total - (received - young));
}

const first: Omit<TokenRequest, 'from'> = { token: null, fresh: true, isBeyond: true };

/** Most pages of young calls that are counted: a day of a very large company. */
const mostPages = 20;

async function countFrom(list: TokenList<Row>, since: number): Promise<number | null> {
  const young = new YoungCalls(since);
  let token: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer: Page<Row> = await list.fetch({ ...first, token, from: since });
    young.add(list, answer.rows);
    token = answer.page.cursor;
    if (token === null) return young.count(true);
  }
  return null;
}

const settled = (
  connection: Connection<Row>,
  shortfall: Shortfall | null,
  pending: number | null,
): WithPending<Row> => ({
  nodes: connection.nodes,
  pageInfo: connection.pageInfo,
  shortfall,
  pending,
  get edges() {
    return connection.edges;
  },
  totalCount: () => connection.totalCount(),
  // What is pending is counted by the total.
  lacksOf: (total) => connection.lacksOf?.(total - (pending ?? 0)) ?? null,
});
