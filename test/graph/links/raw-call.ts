/** Calls with all that the index keeps of them, straight from the service, and what an analyst reads off one. */

import type { TruthRow } from '../../support/truth.ts';
import type { World } from '../../support/world.ts';

/** Every call with all that the index keeps of it, straight from the service. */
export async function rawCalls({ service }: Pick<World, 'service'>): Promise<TruthRow[]> {
  const rows: TruthRow[] = [];
  for (let cursor: string | undefined; ; ) {
    const params = {
      filter: {},
      contentSelector: {
        context: 'Extended',
        contextTiming: ['Now', 'TimeOfCall'],
        exposedFields: {
          parties: true,
          content: { trackers: true, topics: true, callOutcome: true },
          interaction: { personInteractionStats: true },
        },
      },
      ...(cursor === undefined ? {} : { cursor }),
    };
    const path = `api/v1/connectors/instances/${service.instances.callAnalytics}/execute`;
    const response = await fetch(new URL(path, service.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${service.token}` },
      body: JSON.stringify({ entity: 'calls_extensive', action: 'list', params }),
    });
    const { result, connector_metadata: metadata } = (await response.json()) as TruthRow;
    rows.push(...result);
    cursor = metadata?.pagination?.cursor ?? metadata?.cursor;
    if (cursor === undefined) return rows;
  }
}

export const objects = (call: TruthRow, type: string, timing: string): TruthRow[] =>
  (call.context ?? [])
    .flatMap(({ objects: linked }: TruthRow) => linked)
    .filter((one: TruthRow) => one.objectType === type && one.timing === timing);
export const field = (record: TruthRow, name: string): unknown =>
  record.fields.find((one: TruthRow) => one.name === name)?.value ?? null;
export const stagesOf = (call: TruthRow): unknown[] => [
  ...new Set(objects(call, 'Opportunity', 'TimeOfCall').map((deal) => field(deal, 'StageName'))),
];
export const accountsOf = (call: TruthRow): string[] =>
  objects(call, 'Account', 'Now').map(({ objectId }) => objectId);
export const heard = (call: TruthRow, name: string): number =>
  call.content.trackers.find((one: TruthRow) => one.name === name)?.count ?? 0;
export const startedAt = (call: TruthRow): number => Date.parse(call.metaData.started);

/** Numbers of calls under each of their keys. */
export function counted(
  chosen: readonly TruthRow[],
  keysOf: (call: TruthRow) => readonly unknown[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of chosen) {
    const keys = new Set(keysOf(call).map(String));
    for (const key of keys.size === 0 ? ['null'] : keys) counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
