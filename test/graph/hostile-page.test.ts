/** Lists behind tokens over a service that cuts, withholds and forgets pages: complete, or said. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { sample } from '../support/cases.ts';
import { openWorld, type World } from '../support/world.ts';

const lists = {
  calls: '(first: $n, after: $after, filter: { from: "2026-09-25T00:00:00Z" })',
  answeredScorecards: '(first: $n, after: $after, filter: { from: "2026-05-01T00:00:00Z" })',
  users: '(first: $n, after: $after)',
} as const;
type List = keyof typeof lists;

interface Walked {
  readonly ids: string[];
  /** What the answers said of missing rows, in errors and extensions. */
  readonly said: unknown[];
}

/** Walks a list by windows of `size`, each asked of the next of these gateways. */
async function walk(worlds: readonly World[], list: List, size: number): Promise<Walked> {
  const query = `query ($n: Int, $after: String) { list: ${list}${lists[list]} {
    edges { node { upstreamId } } pageInfo { hasNextPage endCursor } } }`;
  const ids: string[] = [];
  for (let i = 0, after: string | null = null; ; i += 1) {
    expect(i).toBeLessThan(1_000);
    const answer = await worlds[i % worlds.length]!.ask(query, { n: size, after });
    if (answer.errors !== undefined) return { ids, said: [...answer.errors] };
    const { edges, pageInfo } = answer.data.list;
    for (const { node } of edges) ids.push(node.upstreamId);
    if (!pageInfo.hasNextPage) {
      return { ids, said: (answer.extensions?.incomplete as unknown[] | undefined) ?? [] };
    }
    after = pageInfo.endCursor;
  }
}

const faults: readonly Fault[] = [
  { kind: 'early-end', rows: 7, share: 0.3 },
  { kind: 'early-end', rows: 30, share: 0.1 },
  { kind: 'early-end', rows: 40 },
  { kind: 'rows', change: 'reordered' },
  { kind: 'rows', change: 'duplicated' },
  { kind: 'cursor', change: 'withheld' },
  { kind: 'cursor', change: 'withheld', share: 0.5 },
  { kind: 'cursor', change: 'expired', share: 0.5 },
  { kind: 'metadata', form: 'null' },
  { kind: 'metadata', form: 'missing' },
];

describe('lists behind tokens', () => {
  /** One that keeps nothing, and two that keep pages, each its own. */
  let plain: World;
  let gateways: World[];
  const truth = new Map<List, string[]>();
  beforeAll(async () => {
    plain = await openWorld();
    const { service } = plain;
    const kept = await Promise.all([1, 2].map(() => openWorld({ cache: true, shared: service })));
    gateways = kept;
    for (const list of Object.keys(lists) as List[]) {
      truth.set(list, (await walk([plain], list, 100)).ids.sort());
    }
  });
  afterAll(() => Promise.all([plain, ...gateways].map((world) => world.close())));

  it('have more than a page', () => {
    expect(truth.get('calls')!.length).toBeGreaterThan(200);
    expect(truth.get('answeredScorecards')!.length).toBeGreaterThan(100);
  });

  const cells = faults.flatMap((fault, seed) =>
    (Object.keys(lists) as List[]).map((list) => [list, fault, seed] as const),
  );

  it.each(sample(cells, 4))(
    '%s under %j are complete or say that they aren’t',
    async (list, fault, seed) => {
      const { faults: plan } = plain.service.admin;
      for (const [size, worlds] of [
        [70, [plain]],
        [13, gateways],
      ] as const) {
        plan.reseed(seed + 1);
        plan.add({ ...fault, system: 'call-analytics' });
        const { ids, said } = await walk(worlds, list, size);
        plan.clear();
        expect(new Set(ids).size).toBe(ids.length);
        const whole = truth.get(list)!;
        if (said.length === 0) expect([...ids].sort()).toEqual(whole);
        else expect(ids.every((id) => whole.includes(id))).toBe(true);
        // Calls can always be asked for again from a time on; that nothing is missing only their size tells.
        if (list === 'calls' && fault.kind !== 'metadata') expect(said).toEqual([]);
        if (list === 'calls') expect([...ids].sort()).toEqual(whole);
      }
    },
  );
});

describe('lists of the CRM', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const query = `query ($after: String) {
    list: accounts(first: 40, after: $after, orderBy: [{ field: NAME, direction: ASC }]) {
      nodes { upstreamId contacts(first: 3) { nodes { upstreamId } pageInfo { hasNextPage } } }
      pageInfo { hasNextPage endCursor } } }`;

  /** Accounts with their first contacts; what was said of missing rows. */
  async function read() {
    const rows: { upstreamId: string; contacts: { nodes: { upstreamId: string }[] } }[] = [];
    let said = 0;
    for (let after: string | null = null, more = true; more; ) {
      const { data, errors, extensions } = await world.ask(query, { after });
      said += errors?.length ?? 0;
      said += (extensions?.incomplete as unknown[] | undefined)?.length ?? 0;
      if (data?.list === undefined || data.list === null) return { rows, said };
      rows.push(...data.list.nodes);
      more = data.list.pageInfo.hasNextPage;
      after = data.list.pageInfo.endCursor;
    }
    return { rows, said };
  }

  it.each<Fault>([
    { kind: 'rows', change: 'short' },
    { kind: 'rows', change: 'short', share: 0.4 },
    { kind: 'rows', change: 'empty', share: 0.4 },
    { kind: 'rows', change: 'reordered' },
    { kind: 'rows', change: 'duplicated' },
    { kind: 'early-end', rows: 15 },
    { kind: 'early-end', children: 1 },
  ])('under %j are complete or say that they aren’t', async (fault) => {
    const whole = await read();
    expect(whole.said).toBe(0);
    world.service.admin.faults.add({ ...fault, system: 'crm' });
    const { rows, said } = await read();
    world.service.admin.faults.clear();
    const ids = rows.map(({ upstreamId }) => upstreamId);
    if (said === 0) expect(rows).toEqual(whole.rows);
    else expect(ids.length).toBeGreaterThan(0);
    if (said === 0) expect(new Set(ids).size).toBe(ids.length);
  });
});
