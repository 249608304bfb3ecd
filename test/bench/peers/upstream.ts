/** The execute endpoint as a team's own small client would ask it: kept connections, and answers kept for half a minute. */

import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';

export interface Page {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly total: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: rows are whatever the upstream sends.
export type Row = any;

const { UPSTREAM_URL, UPSTREAM_TOKEN, CALLS_INSTANCE, CRM_INSTANCE, CACHE } = process.env;
const pool = new Pool(UPSTREAM_URL!, { connections: 25 });
/** The promise is kept, not the value: whoever asks meanwhile waits for the same call. */
const kept = new LRUCache<string, Promise<Page>>({ max: 5_000, ttl: 30_000 });

export function list(
  system: 'calls' | 'crm',
  entity: string,
  params: object,
  action = 'list',
): Promise<Page> {
  const body = JSON.stringify({ entity, action, params });
  if (CACHE !== 'on') return send(system, body);
  let page = kept.get(body);
  if (page === undefined) {
    page = send(system, body);
    kept.set(body, page);
    page.catch(() => kept.delete(body));
  }
  return page;
}

async function send(system: 'calls' | 'crm', body: string): Promise<Page> {
  const response = await pool.request({
    method: 'POST',
    path: `/api/v1/connectors/instances/${system === 'crm' ? CRM_INSTANCE : CALLS_INSTANCE}/execute`,
    headers: { authorization: `Bearer ${UPSTREAM_TOKEN}`, 'content-type': 'application/json' },
    body,
  });
  const answer = (await response.body.json()) as Row;
  if (response.statusCode !== 200) throw new Error(`Upstream answered ${response.statusCode}`);
  const { result, connector_metadata: mark } = answer;
  return {
    rows: Array.isArray(result) ? result : (result.records ?? [result]),
    cursor: mark?.pagination?.cursor ?? null,
    total: mark?.pagination?.totalRecords ?? null,
  };
}

/** Rows of one SOQL query. */
export async function soql(entity: string, q: string): Promise<readonly Row[]> {
  return (await list('crm', entity, { q })).rows;
}

export const quoted = (values: readonly string[]): string =>
  values.map((value) => `'${value.replace(/[\\']/g, '\\$&')}'`).join();

/** So many ids at most stand in one query. */
export function chunks<T>(values: readonly T[], size = 400): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}

const sorted = new WeakMap<readonly Row[], readonly Row[]>();

/** Calls of a page by their scheduled time, as the graph shows them; a page has an order of its own. */
export function byScheduled(rows: readonly Row[]): readonly Row[] {
  let known = sorted.get(rows);
  if (known === undefined) {
    known = rows.toSorted(
      ({ metaData: a }, { metaData: b }) =>
        Date.parse(a.scheduled) - Date.parse(b.scheduled) ||
        a.id.length - b.id.length ||
        (a.id < b.id ? -1 : 1),
    );
    sorted.set(rows, known);
  }
  return known;
}
