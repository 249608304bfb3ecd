/** Calls with all that the index keeps of them, straight from the service, and what an analyst reads off one. */

import { readOnce } from '../../support/read-once.ts';
import { type TruthRow, truth } from '../../support/truth.ts';
import type { World } from '../../support/world.ts';

const content = {
  contentSelector: {
    context: 'Extended',
    contextTiming: ['Now', 'TimeOfCall'],
    exposedFields: {
      parties: true,
      content: { trackers: true, topics: true, callOutcome: true },
      interaction: { personInteractionStats: true },
    },
  },
};

export const readCalls = (world: Pick<World, 'service'>): Promise<readonly TruthRow[]> =>
  truth(world, 'calls_extensive', { filter: {}, ...content });

/** For worlds whose calls are those of the tests' company: a run reads them once. */
export const rawCalls = (world: Pick<World, 'service'>): Promise<readonly TruthRow[]> =>
  readOnce('raw-calls', () => readCalls(world));

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

/** Calls by the text of their keys; one that has no value of a key is under null. */
export function groupsOf(
  chosen: readonly TruthRow[],
  ...keys: readonly ((call: TruthRow) => readonly unknown[])[]
): ReadonlyMap<string, readonly TruthRow[]> {
  const groups = new Map<string, TruthRow[]>();
  for (const call of chosen) {
    let combined: string[] = [''];
    for (const key of keys) {
      const values = [...new Set(key(call).map(String))];
      const own = values.length === 0 ? ['null'] : values;
      combined = combined.flatMap((before) => own.map((value) => `${before}|${value}`));
    }
    for (const key of combined) groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return groups;
}
