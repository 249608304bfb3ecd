/** Platform source of the index: calls with their parties and CRM links, and users' addresses. */

import { callsExtensive } from '../../contract/calls/call.ts';
import type { callTranscripts } from '../../contract/calls/transcript.ts';
import { users } from '../../contract/calls/user.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import { SwitchboardError } from '../../errors.ts';
import { listSite, type Shortfall } from '../../fetch/incomplete-list.ts';
import type { TokenList } from '../../fetch/token-list.ts';
import { readTokenList } from '../../fetch/token-list-reader.ts';
import { type Clock, wait } from '../../upstream/clock.ts';
import type { Connector } from '../../upstream/connector.ts';
import type { Params } from '../../upstream/request-key.ts';
import type { ExecuteOptions } from '../../upstream/upstream-request.ts';
import { extractCall, type IndexedCall, rowId, rowWindowAt } from '../indexed-call.ts';
import { normaliseUserId } from '../match-key.ts';
import type { MadeWalk } from '../need.ts';
import type { Alias } from '../store/tenant-number.ts';
import type { Range } from '../store/time-range.ts';

export interface SyncSource {
  readonly connector: Connector;
  readonly clock: Clock;
  readonly walk: MadeWalk;
  /** Options of every execute request. */
  readonly execute: ExecuteOptions;
  /** Waits before each call while somebody looks at answers. Default: does not. */
  readonly giveWay?: (() => Promise<void>) | undefined;
  /**
   * Retries of a call that may succeed later, and the longest wait for one. A query has no
   * patience: it answers with the rows that are there.
   */
  readonly patience?:
    | {
        readonly attempts: number;
        readonly longestMs: number;
        /** Called after every attempt, with its error or null. */
        readonly onTry?: (error: unknown) => Promise<void>;
      }
    | undefined;
}

interface CallPage {
  readonly rows: readonly Row[];
  /** Number of calls in the whole range, where the platform reports it. */
  readonly total: number | null;
  /** On the last page: how many announced calls never came. */
  readonly missing: number;
}

/**
 * Calls of a stretch of window time, page by page, each call once. A shortfall against the
 * announced number is no error here, since services that hide private calls count them; it is told with the last page.
 * @throws UpstreamError
 */
export async function* callPages(source: SyncSource, range: Range): AsyncGenerator<CallPage> {
  let total: number | null = null;
  const list: TokenList<Row> = {
    ...callList,
    order: rowWindowAt,
    roundDown: startOfSecond,
    fetch({ token, from }) {
      const start = Math.max(from ?? range.from, range.from);
      const filter = { fromDateTime: isoSecond(start), toDateTime: isoSecond(range.to) };
      return listCallsPage(source, { filter, ...selectors[source.walk], ...cursor(token) });
    },
  };
  for await (const batch of readTokenList(list)) {
    total ??= batch.total;
    yield {
      rows: batch.rows.map(({ row }) => row),
      total,
      missing: missingRows(batch.shortfall),
    };
  }
}

/** Number of calls that the platform announces for a range; null where it does not say. @throws UpstreamError */
export async function announcedCalls(
  source: SyncSource,
  { from, to }: Range,
): Promise<number | null> {
  const filter = { fromDateTime: isoSecond(from), toDateTime: isoSecond(to) };
  const { page } = await listCallsPage(source, { filter });
  return page.total;
}

export const missingRows = (shortfall: Shortfall | null): number =>
  shortfall === null ? 0 : Math.max(1, (shortfall.expected ?? 0) - (shortfall.received ?? 0));

const callList = { site: listSite(callsExtensive), pageRows, key: rowId };

const startOfSecond = (at: number): number => Math.floor(at / 1_000) * 1_000;

/** Calls fetched by id. */
interface FoundCalls {
  readonly calls: readonly IndexedCall[];
  /** Rows that could not be read: any call that is not among `calls` may be one of them, and so still there. */
  readonly unreadable: number;
  /** How many announced calls never came: dropped on the way, or hidden. */
  readonly missing: number;
}

/** Fetches calls by id; those that the platform no longer shows are absent. @throws UpstreamError */
export async function callsById(source: SyncSource, ids: readonly string[]): Promise<FoundCalls> {
  const requested = new Set(ids);
  const list: TokenList<Row> = {
    ...callList,
    fetch: ({ token }) =>
      listCallsPage(source, {
        filter: { callIds: ids },
        ...selectors[source.walk],
        ...cursor(token),
      }),
  };
  const calls: IndexedCall[] = [];
  let unreadable = 0;
  let missing = 0;
  for await (const { rows, shortfall } of readTokenList(list)) {
    missing += missingRows(shortfall);
    for (const { row } of rows) {
      const id = rowId(row);
      // Filters the rows again: a service that does not know the filter answers with all calls.
      if (id !== null && !requested.has(id)) continue;
      const call = extractCall(row);
      if (call === null) unreadable += 1;
      else calls.push(call);
    }
  }
  return { calls, unreadable, missing };
}

/** Aliases: users' other addresses. Of two users with one alias, the one with the smaller id has it. @throws UpstreamError */
export async function readAliases(source: SyncSource): Promise<Alias[]> {
  const people: { id: string; main: string; others: string[] }[] = [];
  const list: TokenList<Row> = {
    site: listSite(users),
    pageRows,
    key: (row) => normaliseUserId(row.id),
    fetch: ({ token }) => listPage(source, users, cursor(token)),
  };
  for await (const { rows } of readTokenList(list))
    for (const { row } of rows) {
      const main = normaliseEmail(row.emailAddress);
      const aliases = Array.isArray(row.emailAliases) ? (row.emailAliases as unknown[]) : [];
      const others = [...aliases, row.trustedEmailAddress].map(normaliseEmail).filter(isText);
      if (main !== null && others.length > 0)
        people.push({ id: normaliseUserId(row.id) ?? '', main, others });
    }
  return joinAliases(people);
}

function joinAliases(
  people: readonly { id: string; main: string; others: readonly string[] }[],
): Alias[] {
  const inOrder = [...people].sort(
    (a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  const mains = new Set(inOrder.map((person) => person.main));
  const mainOf = new Map<string, string>();
  // A main address is never an alias of another user.
  for (const { main, others } of inOrder)
    for (const alias of others)
      if (!mains.has(alias) && !mainOf.has(alias)) mainOf.set(alias, main);
  return [...mainOf].map(([alias, main]) => ({ alias, main }));
}

const isText = (value: string | null): value is string => value !== null;

/** What each walk requests. */
const selectors: Readonly<Record<MadeWalk, Params>> = {
  people: { contentSelector: { context: 'Extended', exposedFields: { parties: true } } },
  contents: {
    contentSelector: {
      context: 'Extended',
      contextTiming: ['Now', 'TimeOfCall'],
      exposedFields: {
        parties: true,
        content: { trackers: true, topics: true, callOutcome: true },
        interaction: { personInteractionStats: true },
      },
    },
  },
};

export const cursor = (token: string | null): Params => (token === null ? {} : { cursor: token });

/** Formats an instant in whole seconds, as the platform documents its bounds; ranges are made of whole seconds. */
function isoSecond(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

const listCallsPage = (source: SyncSource, params: Params): Promise<Answer> =>
  listPage(source, callsExtensive, params);

/** A page of a list, with the source's patience. @throws UpstreamError */
export const listPage = (
  source: Omit<SyncSource, 'walk'>,
  entity: typeof callsExtensive | typeof callTranscripts | typeof users,
  params: Params,
): Promise<Answer> => patiently(source, () => execute(source, entity, params));

/** Executes past the cache: a walk compares with the current state, and reads every page once. */
function execute(
  { connector, execute: options }: Omit<SyncSource, 'walk'>,
  entity: Parameters<typeof listPage>[1],
  params: Params,
): Promise<Answer> {
  return connector.execute(entity, 'list', params, { cache: 'off', ...options });
}

const firstBackoffMs = 1_000;

async function patiently<T>(
  source: Omit<SyncSource, 'walk'>,
  attempt: () => Promise<T>,
): Promise<T> {
  const { clock, patience } = source;
  const { signal } = source.execute;
  for (let tried = 1; ; tried++) {
    await source.giveWay?.();
    try {
      const value = await attempt();
      await patience?.onTry?.(null);
      return value;
    } catch (error) {
      if (!signal?.aborted) await patience?.onTry?.(error);
      const ms = error instanceof SwitchboardError ? patienceFor(error, tried) : null;
      if (patience === undefined || ms === null) throw error;
      if (tried >= patience.attempts || ms > patience.longestMs || signal?.aborted) throw error;
      await wait(clock, ms, signal);
      if (signal?.aborted) throw error;
    }
  }
}

function patienceFor(error: SwitchboardError, tried: number): number | null {
  return error.retryable ? (error.retryAfterMs ?? firstBackoffMs * 2 ** (tried - 1)) : null;
}
