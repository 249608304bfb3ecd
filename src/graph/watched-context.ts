/**
 * A context that notes how long what was read through it stays fresh. Everything a resolver can learn
 * comes through its context, so an answer is as good as new for as long as the shortest-lived of it.
 */

import type { EntitySpec } from '../contract/catalog.ts';
import { AllowanceSpentError } from '../upstream/call.ts';
import type { UpstreamConnector } from '../upstream/connector.ts';
import type { EntityStore } from '../upstream/entity-store.ts';
import type { GraphContext } from './context.ts';

export interface WatchedContext {
  readonly context: GraphContext;
  /** For how long another execution would read the same. */
  freshness(): {
    /** Milliseconds; 0 where nobody can say. */
    readonly ms: number;
    /** The participant index as it was read; null where it was not. */
    readonly indexVersion: number | null;
  };
}

/** The index is asked again after so long, even if it did not change: a question near now has it read on. */
const indexFreshMs = 60_000;

/** @param monotonic the connector's clock. */
export function watchContext(context: GraphContext, monotonic: () => number): WatchedContext {
  let until = Number.POSITIVE_INFINITY;
  const note = (end: number): void => {
    until = Math.min(until, end);
  };
  /** For what moves by itself: the clock, addresses that expire, the state of the index. */
  const never = (): void => note(0);
  let indexVersion: number | null = null;
  return {
    context: {
      ...context,
      connector: watchConnector(context.connector, monotonic, note),
      get participants() {
        const { participants } = context;
        // As it stood before the first question: what has changed since may not be in the answer.
        indexVersion ??= participants.version(context.tenant);
        note(indexVersion === null ? 0 : monotonic() + indexFreshMs);
        return {
          ...participants,
          status(tenant: string) {
            never();
            return participants.status(tenant);
          },
        };
      },
      fileUrl(file) {
        never();
        return context.fileUrl(file);
      },
      get now() {
        never();
        return context.now;
      },
    },
    freshness: () => ({ ms: Math.max(0, until - monotonic()), indexVersion }),
  };
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
