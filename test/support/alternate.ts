/** Walks of lists whose windows come from either of two gateways, turn by turn or by chance. */

import type { Fault } from '../../src/demo/fault/fault.ts';
import { seeded } from '../../src/demo/fault/random-source.ts';
import type { Gateway } from '../../src/main/gateway.ts';
import { askAs, type Companies } from './gateway-pair.ts';
import { placeholders } from './matrix/call-list.ts';
import { matrixLists, truths } from './matrix/list.ts';
import { RawTables } from './matrix/raw-table.ts';
import type { MatrixList } from './matrix/row.ts';
import { type Verdict, walkList } from './matrix/walk.ts';

/** Lists with windows; those of the index are one gateway's own, and off here. */
export const windowedLists: readonly MatrixList[] = matrixLists.filter(
  ({ windows, kind, example }) => windows !== 'none' && example && kind !== 'related calls',
);

export interface Alternation {
  readonly list: MatrixList;
  readonly faults: readonly Fault[];
  readonly size: number;
  readonly way: 'forward' | 'backward';
  readonly seed: number;
}

/** @returns what walks one list from both gateways. */
export async function alternating(
  { services: [service] }: Companies,
  gateways: readonly [Gateway, Gateway],
): Promise<(one: Alternation) => Promise<Verdict>> {
  const named = await placeholders(new RawTables({ service }));
  const known = truths({ service });
  return async ({ list, faults, size, way, seed }) => {
    const owners = await known(list);
    const random = seeded(seed);
    service.admin.faults.clear();
    service.admin.faults.reseed(seed);
    service.admin.faults.add(...faults);
    let turn = 0;
    const ask = (query: string) => {
      turn += random() < 0.8 ? 1 : 0;
      const text = query.replaceAll(/"(WORKSPACE|MANAGER)"/g, (_all, name) => `"${named[name]}"`);
      return askAs(gateways[turn % 2]!, 'full', text);
    };
    try {
      return await walkList(ask, list, owners, { size, way, invents: false, after: null });
    } finally {
      service.admin.faults.clear();
    }
  };
}
