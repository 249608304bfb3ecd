/** Root lists of calls over a platform that counts calls which it still analyses: they are not yet there, rather than missing. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/connector-service/backend.ts';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../../support/world.ts';

const hourMs = 3_600_000;
/** A Friday evening: the tests' company has calls before it. */
const now = new Date('2026-10-30T20:00:00Z');
const ago = (hours: number): string => new Date(now.getTime() - hours * hourMs).toISOString();
const hidden = new Set<string>();

const idOf = (row: Row): string =>
  String((row.metaData as { id?: unknown } | undefined)?.id ?? row.id);

/** Counts calls that it does not hand out. */
function hiding(backend: Backend): Backend {
  return {
    ...backend,
    async execute(operation) {
      const answer = await backend.execute(operation);
      const isList = operation.entity.startsWith('calls') && operation.action === 'list';
      if (!isList || answer.kind !== 'cursor-page') return answer;
      return { ...answer, rows: answer.rows.filter((row) => !hidden.has(idOf(row))) };
    },
  };
}

let world: World;
let young: readonly string[];
let old: readonly string[];
beforeAll(async () => {
  const backend = hiding(openSynthetic({ now: () => today, customSchema }));
  world = await openWorld({ backend, index: 'off', context: { now } });
  young = await idsSince(20);
  old = (await idsSince(72)).filter((id) => !young.includes(id)).slice(0, 2);
});
afterAll(() => world.close());
beforeEach(() => hidden.clear());

const list = (hours: number, size = 100, fields = 'upstreamId') => `query ($after: String) {
  calls(first: ${size}, after: $after, filter: { from: "${ago(hours)}", to: "${ago(0)}" }) {
    pending totalCount nodes { ${fields} } pageInfo { hasNextPage endCursor }
  }
}`;

async function idsSince(hours: number): Promise<string[]> {
  const { data } = await world.ask(list(hours));
  expect(data.calls).toMatchObject({ pending: 0, pageInfo: { hasNextPage: false } });
  return data.calls.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId);
}

const hide = (...ids: readonly (string | undefined)[]): void => {
  for (const id of ids) if (id !== undefined) hidden.add(id);
};

describe('calls that are announced and not handed out', () => {
  it.each(['upstreamId', 'upstreamId content { brief }'])(
    'are pending while they are young, and in the list once they come (%s)',
    async (fields) => {
      hide(young[0], young[1]);
      const query = list(72, 100, fields);
      const { data, errors, extensions, calls } = await world.ask(query);
      expect(errors).toBeUndefined();
      expect(data.calls.pending).toBe(2);
      expect(extensions).not.toHaveProperty('incomplete');
      // The list, its end once more, and how many are old.
      expect(calls).toHaveLength(3);
      hidden.clear();
      const later = await world.ask(query);
      expect(later.data.calls.pending).toBe(0);
      expect(later.data.calls.nodes).toHaveLength(data.calls.nodes.length + 2);
      expect(later.calls).toHaveLength(1);
    },
  );

  it('are missing where they are old, beside young ones that are pending', async () => {
    hide(young[0], ...old);
    const { data, extensions } = await world.ask(list(72));
    expect(data.calls.pending).toBe(1);
    const { length } = data.calls.nodes;
    expect(extensions?.incomplete).toMatchObject([
      { expected: length + old.length, received: length },
    ]);
  });

  it('are missing where all are old, and pending where the list is of the last hours', async () => {
    hide(young[0], ...old);
    const past = list(72).replace(`to: "${ago(0)}"`, `to: "${ago(25)}"`);
    const missing = await world.ask(past);
    expect(missing.data.calls.pending).toBe(null);
    expect(missing.extensions?.incomplete).toHaveLength(1);
    const recent = await world.ask(list(20));
    expect(recent.data.calls.pending).toBe(1);
    expect(recent.extensions).not.toHaveProperty('incomplete');
    expect(recent.calls).toHaveLength(2);
  });

  it('are told by the last window of a walk alone', async () => {
    hide(young[0], young.at(-1));
    const told: (number | null)[] = [];
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const { data, extensions } = await world.ask(list(72, 7), { after });
      expect(extensions).not.toHaveProperty('incomplete');
      told.push(data.calls.pending);
      ids.push(...data.calls.nodes.map(({ upstreamId }: { upstreamId: string }) => upstreamId));
      after = data.calls.pageInfo.hasNextPage ? data.calls.pageInfo.endCursor : null;
    } while (after !== null);
    expect(told.length).toBeGreaterThan(2);
    expect(told).toEqual([...told.slice(1).map(() => null), 2]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are no hindrance to conditions that the platform lacks', async () => {
    hide(young[0]);
    const query = list(72).replace('filter: {', 'filter: { minDurationSeconds: 1,');
    const { data, extensions } = await world.ask(query);
    expect(data.calls.pending).toBe(1);
    expect(extensions).not.toHaveProperty('incomplete');
  });
});
