/** Every operation of schema/operations that takes a cursor, walked to its end: what each page holds and asks stands in a file. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

const operations = join(import.meta.dirname, '../../schema/operations');
const textOf = (name: string): string => readFileSync(join(operations, `${name}.graphql`), 'utf8');
const names = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => file.replace('.graphql', ''))
  .filter((name) => textOf(name).includes('$after: String'));

const update = process.env.UPDATE_GOLDEN === '1';

interface Window {
  readonly edges: readonly { readonly node: Readonly<Record<string, unknown>> }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

describe('showcase operations that take a cursor', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  async function read(name: string, variables: object) {
    const { data, errors, calls } = await world.ask(textOf(name), { ...variables });
    expect(errors).toBeUndefined();
    const window = Object.values(data as Readonly<Record<string, Window>>)[0]!;
    return { window, calls };
  }

  it('are of each paging style', () => {
    expect(names).toEqual(['campaign-response', 'free-soql', 'recent-calls']);
  });

  it.each(names)('%s gives each node once, page by page, with the recorded calls', async (name) => {
    const pages: object[] = [];
    const walked: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const { window, calls } = await read(name, { after });
      walked.push(...window.edges);
      pages.push({
        nodes: window.edges.map(({ node }) => node.title ?? node.name ?? node.values),
        calls: calls.map(({ entity, action, rows }) => `${entity} ${action}: ${rows}`).sort(),
      });
      if (!window.pageInfo.hasNextPage) break;
      after = window.pageInfo.endCursor;
    }
    const { window } = await read(name, { first: 100 });
    expect(window.pageInfo.hasNextPage).toBe(false);
    expect(walked).toEqual(window.edges);
    const file = join(import.meta.dirname, 'walk', `${name}.json`);
    if (update || !existsSync(file)) writeFileSync(file, `${JSON.stringify(pages, null, 1)}\n`);
    expect(pages).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  });
});
