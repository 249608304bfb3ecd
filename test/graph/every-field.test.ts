/** Every field, reference, child list, order and group of every CRM object is really answered: no name is there that the CRM refuses. */

import { getNamedType, isEnumType, isLeafType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { sample } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import { model, openWorld, schema, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  const roomy = { ...roomyLimits, cost: 100_000, aliases: 1_000, fields: 10_000, tokens: 40_000 };
  world = await openWorld({ index: false, server: { limits: roomy } });
});
afterAll(() => world.close());

const objects = model.objects.map((object, at) => [object.typeName, object, at] as const);

const enumNames = (name: string): readonly string[] => {
  const type = schema.getType(name);
  return isEnumType(type) ? type.getValues().map((value) => value.name) : [];
};

const scalarsOf = (name: string): readonly string[] => {
  const type = schema.getType(name);
  return isObjectType(type)
    ? Object.values(type.getFields())
        .filter((field) => isLeafType(getNamedType(field.type)) && field.name !== 'downloadUrl')
        .map((field) => field.name)
    : [];
};

describe('of every object', () => {
  it.each(sample(objects, 2))(
    '%s: all fields come by a list and by id, and are the same',
    async (name, object) => {
      const fields = scalarsOf(name).join(' ');
      const { data, errors } = await world.ask(
        `{ list: ${pluralName(object)}(first: 2) { nodes { ${fields} } } }`,
      );
      expect(errors).toBeUndefined();
      const [first] = data.list.nodes;
      if (first === undefined) return;
      const one = name.charAt(0).toLowerCase() + name.slice(1);
      const again = await world.ask(`{ one: ${one}(by: {id: "${first.id}"}) { ${fields} } }`);
      expect(again.errors).toBeUndefined();
      expect(again.data.one).toEqual(first);
    },
  );

  it.each(sample(objects, 2, 1))(
    '%s: all references and child lists lead somewhere',
    async (_name, object) => {
      const references = object.relationships.map(
        ({ graphName }) => `${graphName} { __typename id ... on CrmRecord { recordName } }`,
      );
      const children = object.children.map(
        ({ graphName }) => `${graphName}(first: 1) { totalCount nodes { recordName } }`,
      );
      const { errors } = await world.ask(
        `{ list: ${pluralName(object)}(first: 2) { nodes { id ${[...references, ...children].join(' ')} } } }`,
      );
      expect(errors).toBeUndefined();
    },
  );

  it.each(sample(objects, 2))(
    '%s: all orders are taken, and gone on with',
    async (name, object, at) => {
      const fields = sample(enumNames(`${name}OrderField`), 4, at >> 1);
      expect(fields.length).toBeGreaterThan(0);
      const page = '{ nodes { id } edges { cursor } }';
      const list = (field: string, after = '') =>
        `${field}: ${pluralName(object)}(first: 1, orderBy: [{field: ${field}, direction: DESC, nulls: LAST}]${after}) ${page}`;
      const { data, errors } = await world.ask(
        `{ ${fields.map((field) => list(field)).join(' ')} }`,
      );
      expect(errors).toBeUndefined();
      const going = fields.filter((field) => data[field].edges.length > 0);
      if (going.length === 0) return;
      const next = await world.ask(
        `{ ${going.map((field) => list(field, `, after: "${data[field].edges[0].cursor}"`)).join(' ')} }`,
      );
      expect(next.errors).toBeUndefined();
      for (const field of going) {
        expect(next.data[field].nodes[0]?.id, field).not.toBe(data[field].nodes[0].id);
      }
    },
  );

  it.each(sample(objects, 2, 1))(
    '%s: all groups and measures are reckoned',
    async (name, object, at) => {
      const timed = new Set(
        object.fields
          .filter(({ spec }) => spec.type === 'datetime')
          .map(({ graphName }) => graphName.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()),
      );
      const measures = ['sum', 'avg', 'min', 'max', 'countDistinct'].flatMap((measure) => {
        const type = schema.getType(`${name}Group`);
        const field = isObjectType(type) ? type.getFields()[measure] : undefined;
        return field === undefined
          ? []
          : [`${measure} { ${scalarsOf(getNamedType(field.type).name).join(' ')} }`];
      });
      const groups = sample(enumNames(`${name}GroupField`), 4, at >> 1).map(
        (field) =>
          `${field}: ${pluralName(object)}Aggregate(first: 1, groupBy: [{field: ${field}${timed.has(field) ? ', by: YEAR' : ''}}]) { count keys { value } }`,
      );
      const { errors } = await world.ask(
        `{ all: ${pluralName(object)}Aggregate { count ${measures.join(' ')} } ${groups.join(' ')} }`,
      );
      expect(errors).toBeUndefined();
    },
  );
});

describe('of every searchable type', () => {
  it.each(enumNames('SearchType'))('%s: a search is answered', async (type) => {
    const { errors } = await world.ask(
      `{ search(term: "Renewal", types: [${type}], first: 2) { id recordName } }`,
    );
    expect(errors).toBeUndefined();
  });

  it('all together are one search', async () => {
    const { errors, calls } = await world.ask(
      `{ search(term: "Renewal", types: [${enumNames('SearchType').join()}], first: 2) { id recordName } }`,
    );
    expect(errors).toBeUndefined();
    expect(calls).toHaveLength(1);
  });
});
