/** All rows of a list that comes in pages, for questions only the whole can answer. */

import type { Connector, ExecuteOptions } from '../connector/connector.ts';
import { UpstreamError } from '../errors.ts';
import type { EntitySpec } from '../records/catalog.ts';
import type { Row } from '../wire/answer.ts';
import { eachOnce, keyOf } from './filter-list.ts';

export interface WholeListRequest {
  readonly connector: Connector;
  readonly entity: EntitySpec;
  /** A list with more pages is SCAN_LIMIT. */
  readonly maxPages: number;
  readonly options?: ExecuteOptions | undefined;
}

export interface WholeList {
  /** Each once: a list that grows during the walk shows rows twice. Rows without a key stay. */
  readonly rows: readonly Row[];
  /** Age of the oldest page, in milliseconds: 0 unless one came from a cache. */
  readonly ageMs: number;
}

/** @throws UpstreamError as the source does; SCAN_LIMIT; PAGINATION_LOOP. */
export async function readWholeList(request: WholeListRequest): Promise<WholeList> {
  const { connector, entity, maxPages, options } = request;
  const site = { service: entity.system, entity: entity.entity, action: 'list' } as const;
  const rows: Row[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  let ageMs = 0;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const params = cursor === null ? {} : { cursor };
    const answer = await connector.execute(entity, 'list', params, options);
    rows.push(...answer.rows);
    cursor = answer.page.cursor;
    ageMs = Math.max(ageMs, answer.cached?.ageMs ?? 0);
    if (cursor === null) {
      return { rows: eachOnce(rows, (row) => keyOf(entity, row)), ageMs };
    }
    if (seen.has(cursor)) {
      const message = `${entity.entity} handed out the same cursor twice.`;
      throw new UpstreamError('PAGINATION_LOOP', message, site);
    }
    seen.add(cursor);
  }
  throw new UpstreamError(
    'SCAN_LIMIT',
    `Read ${maxPages} pages of ${entity.entity} and there are more; this question needs all of them.`,
    site,
  );
}
