/**
 * A context that notes how long what was read through it stays fresh. Everything a resolver can learn
 * comes through its context, so an answer is as good as new for as long as the shortest-lived of it.
 */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Participants } from '../participants/question.ts';
import { AllowanceSpentError } from '../upstream/call.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { EntityStore } from '../upstream/entity-store.ts';
import type { FileRef, GraphContext } from './context.ts';

/** The index is asked again after so long, even if it did not change: a question near now has it read on. */
const indexFreshMs = 60_000;

/** A class, because each object literal with accessors would have a hidden class of its own. */
export class WatchedContext implements GraphContext {
  readonly model;
  readonly pageLimits;
  readonly tenant;
  readonly viewer;
  readonly connector;
  readonly allowance;
  readonly incomplete;
  readonly sizes;
  readonly cursors;
  readonly signal;
  readonly deadline;
  readonly timeZone;
  readonly #plain: GraphContext;
  readonly #monotonic: () => number;
  #until = Number.POSITIVE_INFINITY;
  #indexVersion: number | null = null;

  /** @param monotonic the connector's clock. */
  constructor(context: GraphContext, monotonic: () => number) {
    this.#plain = context;
    this.#monotonic = monotonic;
    this.model = context.model;
    this.pageLimits = context.pageLimits;
    this.tenant = context.tenant;
    this.viewer = context.viewer;
    this.connector = watchConnector(context.connector, monotonic, (end) => this.#note(end));
    this.allowance = context.allowance;
    this.incomplete = context.incomplete;
    this.sizes = context.sizes;
    this.cursors = context.cursors;
    this.signal = context.signal;
    this.deadline = context.deadline;
    this.timeZone = context.timeZone;
  }

  get participants(): Participants {
    const { participants, tenant } = this.#plain;
    // As it stood before the first question: what has changed since may not be in the answer.
    this.#indexVersion ??= participants.version(tenant);
    this.#note(this.#indexVersion === null ? 0 : this.#monotonic() + indexFreshMs);
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

  /** For how long another execution would read the same. */
  freshness(): {
    /** Milliseconds; 0 where nobody can say. */
    readonly ms: number;
    /** The participant index as it was read; null where it was not. */
    readonly indexVersion: number | null;
  } {
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
  monotonic: () => number,
  note: (end: number) => void,
): UpstreamConnector {
  return {
    ...connector,
    entities: watchStore(connector.entities, monotonic, note),
    async execute(entity, action, params, options) {
      const answer = await connector.execute(entity, action, params, options).catch((error) => {
        // What was left out for want of calls may be there next time.
        if (error instanceof AllowanceSpentError) note(0);
        throw error;
      });
      // How old an answer is that was not kept here is not known: it may be another gateway's.
      const { cached } = answer;
      note(cached === undefined ? 0 : monotonic() - cached.ageMs + entity.freshness.freshMs);
      return answer;
    },
    download(entity, params, options) {
      note(0);
      return connector.download(entity, params, options);
    },
  };
}

function watchStore(
  store: EntityStore,
  monotonic: () => number,
  note: (end: number) => void,
): EntityStore {
  const peek: EntityStore['peek'] = (entity, id, fields) => {
    const kept = store.peek(entity, id, fields);
    if (kept !== undefined) note(monotonic() + store.freshFor(entity, kept));
    return kept;
  };
  return {
    ...store,
    peek,
    get(entity: EntitySpec, ids, fields) {
      const known = store.get(entity, ids, fields);
      for (const id of known.rows.keys()) peek(entity, id, fields);
      return known;
    },
  };
}
