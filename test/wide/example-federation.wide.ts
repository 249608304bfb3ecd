/** The example of two subgraphs, run as its README says: both gateways give one answer. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleOf } from '../support/example.ts';
import { openWorld, type World } from '../support/world.ts';

const { commands, run } = exampleOf('federation');
let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
});
afterAll(() => world.close());

it('asks a question over both subgraphs through each gateway', async () => {
  const { data } = await world.ask(`{
    accounts(first: 3, orderBy: [{ field: NAME }]) {
      nodes { name owner { name } relatedCalls(first: 1) { edges { node { title } } } }
    }
  }`);
  const nodes = data.accounts.nodes.map((node: object) => ({
    ...node,
    renewal: { month: expect.any(Number), isAtRisk: expect.any(Boolean) },
  }));
  const before = world.service.calls().length;
  const texts: string[] = [];
  for (const number of commands.keys()) {
    const env = { SWITCHBOARD_URL: new URL('/graphql', world.url).href };
    const { code, stdout, stderr } = await run(number, {}, env);
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ data: { accounts: { nodes } } });
    texts.push(stdout);
  }
  expect(texts).toHaveLength(2);
  expect(JSON.parse(texts[1]!)).toEqual(JSON.parse(texts[0]!));
  // Neither gateway asks row by row: the accounts with their owners, and their calls, of each question.
  expect(world.service.calls().length - before).toBe(4);
});
