/** Runs cells of the matrix: one list under one fault, at one window size, seed and way of keeping answers. */

import { systemClock } from '../../../src/upstream/clock.ts';
import { createConnector, type UpstreamConnector } from '../../../src/upstream/connector.ts';
import { createResources } from '../../../src/upstream/shared-resource.ts';
import { roomyLimits } from '../small-server.ts';
import { openWorld, type World } from '../world.ts';
import { placeholders } from './call-list.ts';
import { exportList } from './export.ts';
import type { MatrixFault } from './fault.ts';
import { nodeVariables } from './link-list.ts';
import { truths } from './list.ts';
import { RawTables } from './raw-table.ts';
import type { MatrixList } from './row.ts';
import { type Ask, type GraphAnswer, type Verdict, walkList } from './walk.ts';

/**
 * How answers are kept: not at all; through the walk; or through a walk under the fault and one
 * after it, which is judged: what the fault left behind must not be taken for whole.
 */
export type Keeping = 'off' | 'on' | 'after';

export interface Cell {
  readonly list: MatrixList;
  readonly fault: MatrixFault;
  readonly size: number | null;
  /** Windows one after the other, or the export of all of them. */
  readonly way: 'forward' | 'backward' | 'export';
  readonly seed: number;
  readonly keeping: Keeping;
}

export interface Matrix {
  run(cell: Cell): Promise<Verdict>;
  close(): Promise<void>;
}

const wayNames = { forward: 'first', backward: 'last', export: 'exported by' } as const;

export const nameOf = ({ list, fault, size, way, seed, keeping }: Cell): string =>
  `${list.name} under ${fault.name}, ${wayNames[way]} ${size}, seed ${seed}, kept ${keeping}`;

/** A company that stays as it is, and another whose rows move. */
export async function openMatrix(): Promise<Matrix> {
  const still = await openBench();
  let moving: Bench | null = null;
  return {
    async run(cell) {
      if (cell.fault.moves !== true) return still.run(cell);
      moving ??= await openBench();
      return moving.run(cell);
    },
    async close() {
      await still.close();
      await moving?.close();
    },
  };
}

/** Types whose objects are looked up in lists without an announced size. */
const unannounced = new Set(['LibraryFolder', 'Scorecard', 'Tracker', 'Workspace']);

interface Bench {
  run(cell: Cell): Promise<Verdict>;
  close(): Promise<void>;
}

/** A cell's answers are kept for it alone, and no attempt waits before it is made again. */
const runtime = { clock: systemClock, random: () => 0 };
const limits = { attemptMs: 400, answerBytes: 2 ** 22, requestMs: 10_000 };

async function openBench(): Promise<Bench> {
  let keeping: Keeping = 'off';
  let seed = 1;
  let connector: UpstreamConnector | null = null;
  const used: UpstreamConnector[] = [];
  const world: World = await openWorld({
    trackers: true,
    context: {
      get connector() {
        if (keeping === 'off' || connector === null) connector = connect();
        return connector;
      },
    },
    server: {
      limits: { ...roomyLimits, cost: 100_000 },
      answers: {
        maxBytes: 2 ** 24,
        monotonic: systemClock.monotonic,
        indexVersion: () => null,
      },
    },
  });
  const { service } = world;
  const connect = (): UpstreamConnector => {
    const made = createConnector({
      baseUrl: service.url,
      credential: { kind: 'token', token: service.token },
      limits,
      instances: {
        'call-analytics': {
          id: service.instances.callAnalytics,
          budget: { perSecond: null, perDay: null },
        },
        crm: { id: service.instances.crm },
      },
      resources: createResources({ runtime }),
    });
    used.push(made);
    return made;
  };
  const raw = new RawTables(world);
  const named = await placeholders(raw);
  const variables = await nodeVariables(raw);
  const known = truths(world);
  let cells = 0;

  const ask: Ask = async (query, own = {}) => {
    const text = query.replaceAll(/"(WORKSPACE|MANAGER)"/g, (_all, name) => `"${named[name]}"`);
    // Whole answers are kept by their text: one of another cell must not be found again.
    if (keeping === 'off') cells += 1;
    const unique = text.replace('query M', `query M${cells}`);
    const response = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: unique, variables: { ...variables, ...own } }),
    });
    return (await response.json()) as GraphAnswer;
  };

  const reshape = (wrapper: 'older' | 'newer'): void => {
    service.admin.instances.reshape(service.instances.crm, { wrapper });
    service.admin.instances.reshape(service.instances.callAnalytics, { wrapper });
  };

  return {
    async run(cell) {
      const { list, fault } = cell;
      ({ keeping, seed } = cell);
      cells += 1;
      connector = null;
      const before = fault.moves === true ? await truths(world)(list) : await known(list);
      if (before.length === 0) return { kind: 'complete' };
      const calmTruth = () => {
        service.admin.faults.clear();
        return truths(world)(list);
      };
      const options = {
        size: cell.size,
        way: cell.way === 'backward' ? ('backward' as const) : ('forward' as const),
        invents: fault.invents === true || list.sums === true,
        variesTotal: fault.variesTotal === true,
        losesParents: fault.needsTotal === true && unannounced.has(list.host),
        after: fault.moves === true ? calmTruth : null,
      };
      const walkOrExport = cell.way === 'export' ? exportList : walkList;
      const walk = () => walkOrExport(ask, list, before, options);
      reshape('older');
      service.admin.faults.clear();
      service.admin.faults.reseed(seed);
      service.admin.faults.add(...fault.faults);
      let verdict = await walk();
      service.admin.faults.clear();
      if (keeping === 'after' && verdict.kind !== 'silent') verdict = await walk();
      for (const one of used.splice(0)) await one.close();
      return verdict;
    },
    close: () => world.close(),
  };
}
