/** Hostile text in every string and id the schema takes: a statement keeps its shape, and what is no id asks nobody. */

import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { sample } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import { statement } from '../support/truth.ts';
import { model, openWorld, schema, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ server: { limits: { ...roomyLimits, cost: 1e6, aliases: 1_000 } } });
});
afterAll(() => world.close());

const nasty = [
  "x' OR Name LIKE '%",
  'ends in a backslash\\',
  "\\' OR Id != null OR Name = \\'",
  '%_\\%',
];

/** The statement without what stands in its quotes. */
const shape = (q: string): string => q.replace(/'(?:[^'\\]|\\.)*'/gs, '?');

/** Comparators that take text. */
const comparators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith', 'endsWith'];

/** The conditions of an object's filter that hold this text in every place that takes text. */
function everywhere(typeName: string, text: string): readonly object[] {
  const filter = schema.getType(`${typeName}Filter`);
  if (!isInputObjectType(filter)) throw new Error(`${typeName} has no filter.`);
  return Object.values(filter.getFields()).flatMap((field): readonly object[] => {
    // Refused without a statement: the company has one currency.
    if (field.name === 'currencyIsoCode') return [];
    switch (getNamedType(field.type).name) {
      case 'StringFilter':
        return [
          ...comparators.map((name) => ({ [field.name]: { [name]: text } })),
          { [field.name]: { in: [text, 'other'], nin: [text] } },
        ];
      case 'MultiPicklistFilter':
        return [{ [field.name]: { includes: [text], excludes: [text], includesAll: [text, 'b'] } }];
      default:
        return [];
    }
  });
}

describe('hostile text', () => {
  it.each(model.objects.map((object, at) => [object.typeName, object, at] as const))(
    'in every text of the filter of %s stays in its quotes',
    async (typeName, object, at) => {
      const ask = async (text: string) => {
        const all = everywhere(typeName, text);
        const shapes: string[] = [];
        // As many at a time as a statement holds.
        for (let from = 0; from < all.length; from += 60) {
          const { errors, calls } = await world.ask(
            `query ($f: [${typeName}Filter!]) {
              ${pluralName(object)}(first: 1, filter: {and: $f}) { nodes { id } }
              ${pluralName(object)}Aggregate(filter: {or: $f}) { count }
            }`,
            { f: all.slice(from, from + 60) },
          );
          expect(errors).toBeUndefined();
          expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
          shapes.push(...calls.map(statement).map(shape).sort());
        }
        return shapes;
      };
      const plain = await ask('plain');
      for (const text of sample(nasty, nasty.length, at))
        expect(await ask(text), text).toEqual(plain);
    },
  );
});

interface FieldPlace {
  /** `calls(filter: {workspace: …})`. */
  readonly name: string;
  readonly query: string;
}

/** Every place outside the filters of records that takes an id, and a question with `$v` in it. */
function idPlaces(): readonly FieldPlace[] {
  const places: FieldPlace[] = [];
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    if (field.name.startsWith('_')) continue;
    const required = field.args.filter(
      ({ type, defaultValue }) => String(type).endsWith('!') && defaultValue === undefined,
    );
    const add = (path: string, written: string, own: string): void => {
      const others = required.filter(({ name }) => name !== own).map(({ name }) => `${name}: $v`);
      places.push({
        name: `${field.name}(${path})`,
        query: `query ($v: ID!) { ${field.name}(${[written, ...others].join(', ')}) { __typename } }`,
      });
    };
    for (const { name, type } of field.args) {
      const named = getNamedType(type);
      if (named.name === 'ID') add(name, `${name}: ${listed(type)}`, name);
      if (!isInputObjectType(named) || named.getFields().and !== undefined) continue;
      for (const member of Object.values(named.getFields()))
        if (getNamedType(member.type).name === 'ID')
          add(`${name}.${member.name}`, `${name}: {${member.name}: ${listed(member.type)}}`, name);
    }
  }
  return places;
}

const listed = (type: GraphQLInputType): string =>
  isListType(getNullableType(type)) ? '[$v]' : '$v';

describe('what is no id', () => {
  const places = idPlaces();

  it('is tried wherever an id is taken', () => {
    expect(places.length).toBeGreaterThan(80);
  });

  const noIds = [...nasty, '', '../x', '1;2', '1 OR 1', '__proto__', '0'.repeat(5_000)];
  it.each(places.map(({ name, query }, at) => [name, query, at] as const))(
    'is refused in %s, and asks nobody',
    async (_name, query, at) => {
      for (const v of sample(noIds, 4, at)) {
        const { errors, calls } = await world.ask(query, { v });
        expect(errors?.[0]?.extensions.code, v.slice(0, 40)).toBe('BAD_USER_INPUT');
        expect(calls, v.slice(0, 40)).toEqual([]);
      }
    },
  );
});
