/** Records of every CRM object are cached between requests alike, whichever entity of the wire leads to them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statement, tally } from '../../support/truth.ts';
import { model, openWorld, schema, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ cache: true });
});
afterAll(() => world.close());

/** The root list of each object that has one, by the node type of its connection. */
const lists = Object.values(schema.getQueryType()!.getFields()).flatMap((field) => {
  const object = model.objects.find(
    ({ typeName }) => `${typeName}Connection!` === String(field.type).replace(/!?$/, '!'),
  );
  return object === undefined ? [] : [{ list: field.name, object }];
});

describe('records of', () => {
  it('the objects that have a root list: both ways of reading one are among them', () => {
    expect(lists.length).toBeGreaterThan(15);
    const entities = lists.map(({ object }) => object.entity.entity);
    expect(entities).toContain('query');
    expect(entities).toContain('accounts');
  });

  it.each(lists)('$list are not asked for again', async ({ list }) => {
    const question = `{ ${list}(first: 3) { nodes { id } } }`;
    const first = await world.ask(question);
    expect(first.errors).toBeUndefined();
    expect(first.calls).toHaveLength(1);
    const again = await world.ask(question);
    expect(again.data).toEqual(first.data);
    expect(again.calls).toEqual([]);
    for (const { id } of first.data[list].nodes) {
      const one = await world.ask(`{ node(id: "${id}") { id } }`);
      expect(one.data.node).toEqual({ id });
      expect(one.calls).toEqual([]);
    }
  });
});

describe('free statements', () => {
  it('are sent each time, whatever is cached of the records', async () => {
    const question = `{ soql(query: "SELECT Id FROM Profile ORDER BY Id LIMIT 2") { nodes { values } } }`;
    for (const _time of [1, 2]) {
      const { errors, calls } = await world.ask(question);
      expect(errors).toBeUndefined();
      expect(tally(calls)).toEqual({ 'query list': 1 });
      expect(statement(calls[0]!)).toContain('FROM Profile');
    }
  });
});
