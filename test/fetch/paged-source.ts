/** A list in memory that pages as the call platform does, and tells what it was asked. */

import { defineEntity, freshness } from '../../src/contract/entity-spec.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import type { Connector } from '../../src/upstream/connector.ts';
import type { Params } from '../../src/upstream/request-key.ts';

const filter = { type: 'object', fields: { parents: { type: 'strings' } } } as const;

/** Rows of parents, with cursors that are taken back. */
export const notes = defineEntity({
  system: 'call-analytics',
  entity: 'notes',
  key: 'id',
  operations: {
    list: { answer: 'cursor-page', params: { filter, cursor: { type: 'string' } } },
  },
  freshness: freshness.none,
});

/** The same, of an operation that has no cursor parameter. */
export const sums = defineEntity({
  ...notes,
  entity: 'sums',
  key: null,
  operations: { list: { answer: 'cursor-page', params: { filter } } },
});

export interface PagedSource {
  readonly connector: Connector;
  readonly asked: Params[];
}

export interface PagedOptions {
  readonly pageSize?: number;
  /** The service does not know the filter and answers with everything. */
  readonly deaf?: boolean;
  /** What happens instead of an answer. */
  readonly fault?: (params: Params, call: number) => Error | null;
  /** The cursor handed out after a page, for upstreams that go wrong. */
  readonly cursor?: (next: number) => string;
}

export function pagedSource(rows: readonly Row[], options: PagedOptions = {}): PagedSource {
  const { pageSize = 10, deaf = false, fault, cursor = String } = options;
  const asked: Params[] = [];
  return {
    asked,
    connector: {
      async execute(_entity, _action, params) {
        asked.push(params);
        const failure = fault?.(params, asked.length);
        if (failure) throw failure;
        const parents = (params.filter as { parents?: string[] } | undefined)?.parents;
        const all = rows.filter((row) => deaf || !parents || parents.includes(String(row.parent)));
        const from = params.cursor === undefined ? 0 : Number(params.cursor);
        const next = from + pageSize;
        return {
          rows: all.slice(from, next),
          page: {
            cursor: next < all.length ? cursor(next) : null,
            nextRecordsUrl: null,
            done: next >= all.length,
            total: all.length,
            pageNumber: from / pageSize,
          },
        };
      },
      download: () => Promise.reject(new Error('No files here.')),
      close: async () => {},
    },
  };
}
