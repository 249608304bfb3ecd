/** Watched context: records how long the rows that are read through it stay fresh, and of which moment each record is. */

import type { Answer } from '../contract/wire/execute.ts';
import { IncompleteLists } from '../fetch/incomplete-list.ts';
import { thenMaybe } from '../fetch/maybe-promise.ts';
import { readThrough, type ViewerParticipants } from '../participants/viewer-participant.ts';
import type { RowAccess } from '../row-access/row-access.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { EntityStore } from '../upstream/entity-store.ts';
import { AllowanceSpentError } from '../upstream/request-allowance.ts';
import type { FileRef, GraphContext } from './context.ts';
import { type ChangedRecords, RecordMoments } from './record-moment.ts';

/** For how long another execution would read the same. */
export interface AnswerFreshness {
  /** Milliseconds; 0 where the freshness is unknown. */
  readonly ms: number;
  /** The participant index as it was read; null where it was not. */
  readonly indexVersion: number | null;
}

/** Longest freshness of an index answer, even if the index did not change: new calls come near now. */
const indexFreshMs = 60_000;

/**
 * Notes how long what was read through it stays fresh. Everything a resolver can learn comes through its
 * context, so an answer is as good as new for as long as the shortest-lived of it.
 * A class, because each object literal with accessors would have a hidden class of its own.
 */
export class WatchedContext implements GraphContext {
  readonly model;
  readonly pageLimits;
  readonly tenant;
  readonly viewer;
  readonly connector;
  readonly rowAccess;
  readonly allowance;
  readonly notes;
  readonly incomplete;
  readonly sizes;
  readonly cursors;
  readonly signal;
  readonly deadline;
  readonly timeZone;
  readonly namedTrackers;
  /** Its own: what is memoized reads through this context. */
  readonly memos = new Map<unknown, unknown>();
  /** The records that were read through it. */
  readonly moments: RecordMoments;
  readonly #plain: GraphContext;
  readonly #monotonic: () => number;
  readonly #startedAt: number;
  #until = Number.POSITIVE_INFINITY;
  #indexVersion: number | null = null;
  #participants: ViewerParticipants | null = null;

  /**
   * @param monotonic the connector's clock.
   * @param past records of two moments in an earlier execution, which this one reads anew
   */
  constructor(context: GraphContext, monotonic: () => number, past: ChangedRecords | null = null) {
    this.#plain = context;
    this.#monotonic = monotonic;
    this.#startedAt = monotonic();
    this.moments = new RecordMoments(this.#startedAt, context.connector.entities.changes, past);
    this.model = context.model;
    this.pageLimits = context.pageLimits;
    this.tenant = context.tenant;
    this.viewer = context.viewer;
    this.connector = watchConnector(context.connector, this.moments, monotonic, (end) =>
      this.#note(end),
    );
    this.rowAccess = watchAccess(context.rowAccess, (end) => this.#note(end));
    this.allowance = context.allowance;
    this.notes = context.notes;
    this.incomplete = past === null ? context.incomplete : new IncompleteLists();
    this.sizes = context.sizes;
    this.cursors = context.cursors;
    this.signal = context.signal;
    this.deadline = context.deadline;
    this.timeZone = context.timeZone;
    this.namedTrackers = context.namedTrackers;
  }

  get participants(): ViewerParticipants {
    const { tenant } = this.#plain;
    this.#participants ??= this.#watchedParticipants();
    // As it stood before the first question: what has changed since may not be in the answer.
    this.#indexVersion ??= this.#participants.version(tenant);
    this.#note(this.#indexVersion === null ? 0 : this.#monotonic() + indexFreshMs);
    return this.#participants;
  }

  #watchedParticipants(): ViewerParticipants {
    const participants = readThrough(this.#plain.participants, this.rowAccess);
    return {
      ...participants,
      status: (of) => {
        this.#never();
        return participants.status(of);
      },
    };
  }

  fileUrl(file: FileRef): string {
    this.#never();
    return this.#plain.fileUrl(file);
  }

  get now(): Date {
    this.#never();
    return this.#plain.now;
  }

  nowUntil(endOf: (now: number) => number): number {
    const now = this.#plain.now.getTime();
    this.#note(this.#startedAt + endOf(now) - now);
    return now;
  }

  freshness(): AnswerFreshness {
    return { ms: Math.max(0, this.#until - this.#monotonic()), indexVersion: this.#indexVersion };
  }

  #note(end: number): void {
    this.#until = Math.min(this.#until, end);
  }

  /** For what moves by itself: the clock, addresses that expire, the state of the index. */
  #never(): void {
    this.#note(0);
  }
}

function watchConnector(
  connector: UpstreamConnector,
  moments: RecordMoments,
  monotonic: () => number,
  note: (end: number) => void,
): UpstreamConnector {
  /** When an answer came. */
  const timeOf = ({ cached }: Answer): number => monotonic() - (cached?.ageMs ?? 0);
  const executeMaybe: UpstreamConnector['executeMaybe'] = (entity, action, params, options) => {
    const noted = (answer: Answer): Answer => {
      // The age of an answer that is not in the local cache is unknown: it may be another gateway's.
      const { cached } = answer;
      note(cached === undefined ? 0 : monotonic() - cached.ageMs + entity.freshness.freshMs);
      // Hits of a search are decoded by whoever searched.
      if (action !== 'search') moments.add(entity, answer.rows, timeOf(answer));
      return answer;
    };
    const current = (answer: Answer): Answer | Promise<Answer> => {
      if (answer.cached === undefined || !moments.isPast(entity, answer.rows, timeOf(answer)))
        return noted(answer);
      const reloading = { ...options, cache: 'reload' } as const;
      const reloaded = connector.execute(entity, action, params, reloading);
      return reloaded.then(noted, () => noted(answer));
    };
    const failed = (error: unknown): never => {
      // Rows left out because the call allowance was spent may come next time.
      if (error instanceof AllowanceSpentError) note(0);
      throw error;
    };
    const answer = connector.executeMaybe(entity, action, params, options);
    return answer instanceof Promise ? answer.then(current, failed) : current(answer);
  };
  return {
    ...connector,
    entities: watchStore(connector.entities, moments, monotonic, note),
    execute: (...call) => Promise.resolve(executeMaybe(...call)),
    executeMaybe,
    download(entity, params, options) {
      note(0);
      return connector.download(entity, params, options);
    },
  };
}

/** What is left out of an answer by it may be another's tomorrow. */
function watchAccess(access: RowAccess | null, note: (end: number) => void): RowAccess | null {
  if (access === null) return null;
  const noted = <T>(part: 'people' | 'anchors', value: T): T => {
    note(access.freshUntil(part));
    return value;
  };
  return {
    ...access,
    people: () => thenMaybe(access.people(), (people) => noted('people', people)),
    anchors: () => thenMaybe(access.anchors(), (anchors) => noted('anchors', anchors)),
  };
}

function watchStore(
  store: EntityStore,
  moments: RecordMoments,
  monotonic: () => number,
  note: (end: number) => void,
): EntityStore {
  return {
    ...store,
    peek(entity, id, fields, windows) {
      const stored = store.peek(entity, id, fields, windows);
      if (stored === undefined) return undefined;
      const { row, storedAt } = stored;
      if (row !== null) {
        const rows = [row];
        if (moments.isPast(entity, rows, storedAt)) return undefined;
        moments.add(entity, rows, storedAt);
      }
      note(monotonic() + store.freshFor(entity, stored));
      return stored;
    },
  };
}
