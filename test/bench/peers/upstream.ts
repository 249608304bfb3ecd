/** The execute endpoint as a team's own small client would ask it, over kept connections. */

import { Pool } from 'undici';

// biome-ignore lint/suspicious/noExplicitAny: rows are whatever the upstream sends.
export type Row = any;

export interface Page {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly total: number | null;
}

const { UPSTREAM_URL, UPSTREAM_TOKEN, CALLS_INSTANCE, CRM_INSTANCE } = process.env;
const pool = new Pool(UPSTREAM_URL!, { connections: 25 });

export async function list(
  system: 'calls' | 'crm',
  entity: string,
  params: object,
  action = 'list',
): Promise<Page> {
  const response = await pool.request({
    method: 'POST',
    path: `/api/v1/connectors/instances/${system === 'crm' ? CRM_INSTANCE : CALLS_INSTANCE}/execute`,
    headers: { authorization: `Bearer ${UPSTREAM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ entity, action, params }),
  });
  const answer = (await response.body.json()) as Row;
  // The call platform answers so where a filter matches nothing.
  if (response.statusCode === 404 && system === 'calls')
    return { rows: [], cursor: null, total: 0 };
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

/** Calls of a page by their scheduled time, as the graph shows them; a page has an order of its own. */
export function byScheduled(
  rows: readonly Row[],
  metaOf: (row: Row) => Row = (row) => row,
): readonly Row[] {
  return rows.toSorted((left, right) => {
    const [a, b] = [metaOf(left), metaOf(right)];
    return (
      Date.parse(a.scheduled) - Date.parse(b.scheduled) ||
      a.id.length - b.id.length ||
      (a.id < b.id ? -1 : 1)
    );
  });
}
