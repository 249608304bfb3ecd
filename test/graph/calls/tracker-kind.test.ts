/** Trackers of competitors and objections: by their names, and by those that the access file names. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NamedTrackers } from '../../../src/contract/calls/tracker-kind.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let named: NamedTrackers | undefined;
beforeAll(async () => {
  world = await openWorld({
    index: 'off',
    context: {
      get namedTrackers() {
        return named;
      },
    },
  });
});
afterAll(() => world.close());

/** Kinds by name, and the calls upstream that they took. */
async function kinds() {
  const { data, errors, calls } = await world.ask(
    '{ calls(first: 5) { nodes { content { trackers { name kind } } } } }',
  );
  expect(errors).toBeUndefined();
  const hits: TruthRow[] = data.calls.nodes.flatMap(({ content }: TruthRow) => content.trackers);
  const byName = Object.fromEntries(
    hits.filter(({ kind }) => kind !== null).map(({ name, kind }) => [name, kind]),
  );
  return { byName, calls: calls.length };
}

it('have the word in their name, unless the tenant names others, and cost no call', async () => {
  const { data } = await world.ask('{ trackers(first: 100) { nodes { name } } }');
  const names: string[] = data.trackers.nodes.map(({ name }: TruthRow) => name);
  expect(names).toContain('Price objection');
  const other = names.find((name) => !/competit|objection/i.test(name))!;
  named = undefined;
  const plain = await kinds();
  expect(plain).toEqual({
    byName: { Competitors: 'COMPETITOR', 'Price objection': 'OBJECTION' },
    calls: 1,
  });
  named = { competitor: [other.toUpperCase()] };
  // Objections still go by their word.
  expect((await kinds()).byName).toEqual({ [other]: 'COMPETITOR', 'Price objection': 'OBJECTION' });
  named = { competitor: [], objection: ['Competitors'] };
  expect((await kinds()).byName).toEqual({ Competitors: 'OBJECTION' });
});
