/** What the upstream itself says, asked without the graph: tests hold answers against it. */

import type { LogEntry } from '../../src/connector-service/log.ts';
import type { World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
export type TruthRow = any;

/** All rows of a call-analytics list, over all its pages. */
export async function truth(
  { service }: Pick<World, 'service'>,
  entity: string,
  params: object = {},
): Promise<readonly TruthRow[]> {
  const rows: TruthRow[] = [];
  let cursor: string | undefined;
  do {
    const response = await fetch(
      `${service.url}/api/v1/connectors/instances/${service.instances.callAnalytics}/execute`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          entity,
          action: 'list',
          params: { ...params, ...(cursor === undefined ? {} : { cursor }) },
        }),
      },
    );
    const body = (await response.json()) as TruthRow;
    if (response.status !== 200) throw new Error(`${entity}: ${JSON.stringify(body)}`);
    rows.push(...body.result);
    cursor = body.connector_metadata?.pagination?.cursor;
  } while (cursor !== undefined);
  return rows;
}

/** How often each operation was called: `{ 'users list': 1 }`. */
export function tally(calls: readonly LogEntry[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { entity, action } of calls) {
    const name = `${entity} ${action}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The params of the calls of one entity, in order. */
export function paramsOf(
  calls: readonly LogEntry[],
  entity: string,
): readonly Readonly<Record<string, TruthRow>>[] {
  return calls
    .filter((call) => call.entity === entity)
    .map((call) => (call.params ?? {}) as Readonly<Record<string, TruthRow>>);
}

/** The SOQL or SOSL of a CRM call. */
export const statement = ({ params }: LogEntry): string => (params as { q: string }).q;
