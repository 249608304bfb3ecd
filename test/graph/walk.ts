/** Walks through lists of a graph whose upstream pages end early, whose tokens die and whose rows change. */

import fc from 'fast-check';
import { expect } from 'vitest';
import type { Backend } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import { type Cut, shortPages } from '../support/short-page.ts';
import { roomyLimits } from '../support/small-server.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

/** Both ways of a CRM with locators: they can be handed back, under this parameter, or can't. */
export const locatorParams = [
  ['taken back', 'next_records_url'],
  ['not taken back', null],
] as const;

export interface Edge {
  readonly cursor: string;
  readonly node: { readonly id: string; readonly upstreamId: string; readonly at?: string };
}

export interface Page {
  readonly edges: readonly Edge[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

export const page =
  '{ edges { cursor node { id upstreamId } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';

/** Sizes of windows, one after another. */
export const sizes = fc.array(fc.integer({ min: 1, max: 17 }), { minLength: 1, maxLength: 4 });
/** After how many rows pages end. */
export const early = fc.constantFrom(null, null, 1, 4, 9);

interface Parts {
  readonly world: World;
  readonly cut: Cut;
  readonly company: Backend;
  readonly locatorParam: string | null;
  readonly clock: { now: number };
}

export class Walk {
  readonly world: World;
  readonly cut: Cut;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.world = parts.world;
    this.cut = parts.cut;
  }

  /** Pages are whole and nothing fails. */
  calm(): void {
    this.world.service.admin.faults.clear();
    Object.assign(this.cut, { rows: null, children: null });
  }

  /** Tokens and locators live for a minute. */
  pass(ms: number): void {
    this.#parts.clock.now += ms;
  }

  wrap(wrapper: 'older' | 'newer'): void {
    const { admin, instances } = this.world.service;
    admin.instances.reshape(instances.crm, { wrapper, locatorParam: this.#parts.locatorParam });
    admin.instances.reshape(instances.callAnalytics, { wrapper });
  }

  /** Ids as the company itself gives them for a statement. */
  async ids(q: string, field = 'Id'): Promise<readonly string[]> {
    const answer = await this.#parts.company.execute({
      system: 'crm',
      entity: 'query',
      action: 'list',
      params: { q: `${q} LIMIT 2000` },
      page: null,
    });
    return answer.kind === 'soql-page' ? answer.records.map((row: Row) => String(row[field])) : [];
  }

  async read(query: string): Promise<Record<string, Page>> {
    const { data, errors } = await this.world.ask(query);
    expect(errors).toBeUndefined();
    return data;
  }

  /** Every edge of a list, window by window. */
  async edges(
    ask: (window: string) => Promise<Page>,
    windows: readonly number[],
    between: () => void = () => {},
  ): Promise<readonly Edge[]> {
    const edges: Edge[] = [];
    let after: string | null = null;
    for (let n = 0; n < 500; n += 1) {
      const first = windows[n % windows.length]!;
      const got: Page = await ask(`first: ${first}${after === null ? '' : `, after: "${after}"`}`);
      edges.push(...got.edges);
      expect(got.edges.length).toBeLessThanOrEqual(first);
      expect(got.pageInfo.hasPreviousPage).toBe(after !== null);
      if (!got.pageInfo.hasNextPage) return edges;
      expect(got.edges).toHaveLength(first);
      after = got.pageInfo.endCursor;
      between();
    }
    throw new Error('The walk does not end.');
  }

  async close(): Promise<void> {
    await this.world.close();
  }
}

export async function openWalk(locatorParam: string | null): Promise<Walk> {
  const cut: Cut = { rows: null, children: null };
  const clock = { now: today.getTime() };
  const company = openSynthetic({ now: () => today, customSchema });
  const world = await openWorld({
    index: false,
    backend: shortPages(company, cut),
    service: {
      clock: () => clock.now,
      cursorLifeMs: 60_000,
      locatorLifeMs: 60_000,
      crm: { locatorParam },
    },
    crm: locatorParam === null ? {} : { locatorParam },
    server: { limits: { ...roomyLimits, cost: 100_000 } },
    // Windows are whole, however early pages end.
    reserve: () => 10_000,
  });
  return new Walk({ world, cut, company, locatorParam, clock });
}
