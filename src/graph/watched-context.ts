/**
 * A context that notes how long what was read through it stays fresh. Everything a resolver can learn
 * comes through its context, so an answer is as good as new for as long as the shortest-lived of it.
 */

import { AllowanceSpentError } from '../connector/allowance.ts';
import type { UpstreamConnector } from '../connector/compose.ts';
import type { EntityStore } from '../connector/entity-store.ts';
import type { EntitySpec } from '../records/catalog.ts';
import type { GraphContext } from './context.ts';

export interface WatchedContext {
  readonly context: GraphContext;
  /** Milliseconds for which another execution would read the same; 0 where nobody can say. */
  freshMs(): number;
}

/** @param monotonic the connector's clock. */
export function watchContext(context: GraphContext, monotonic: () => number): WatchedContext {
  let until = Number.POSITIVE_INFINITY;
  const note = (end: number): void => {
    until = Math.min(until, end);
  };
  /** For what moves by itself: the index, the clock, addresses that expire. */
  const never = (): void => note(0);
  return {
    context: {
      ...context,
      connector: watchConnector(context.connector, monotonic, note),
      get participants() {
        never();
        return context.participants;
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
    freshMs: () => Math.max(0, until - monotonic()),
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
