/** What every name, description and deprecation of the schema keeps to. */

import { getNamedType, isEnumType, isInputObjectType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { model } from '../support/world.ts';
import { fields, types } from './schema-place.ts';

describe('descriptions', () => {
  it('stand on every type, field, argument, enum value and input field', () => {
    const bare: string[] = [];
    const check = (path: string, { description }: { description?: string | null | undefined }) => {
      if (!description?.trim()) bare.push(path);
    };
    for (const type of types) {
      if (isSpecifiedScalarType(type)) continue;
      check(type.name, type);
      if (isEnumType(type))
        for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
      if (isInputObjectType(type))
        for (const field of Object.values(type.getFields()))
          check(`${type.name}.${field.name}`, field);
    }
    for (const { path, field } of fields) {
      check(path, field);
      for (const arg of field.args) check(`${path}(${arg.name})`, arg);
    }
    expect(bare).toEqual([]);
  });

  it('say of every filter whether the upstream evaluates it or Switchboard', () => {
    const silent = types
      .filter(
        (type) =>
          isInputObjectType(type) &&
          /^(?!String|ID|Int|Float|Boolean|Date|Multi)\w+Filter$/.test(type.name),
      )
      .flatMap((type) => {
        const said = /Evaluated by|Filtered by|filtered by/;
        if (said.test(type.description ?? '')) return [];
        return Object.values((isInputObjectType(type) && type.getFields()) || {})
          .filter((field) => !said.test(field.description ?? ''))
          .map((field) => `${type.name}.${field.name}`);
      });
    expect(silent).toEqual([]);
  });
});

describe('names', () => {
  it('are written as GraphQL writes them', () => {
    const odd = [
      ...types.filter(({ name }) => !/^[A-Z][A-Za-z0-9]*$/.test(name)).map(({ name }) => name),
      ...fields
        .filter(({ field }) => !/^[a-z][A-Za-z0-9]*$/.test(field.name))
        .map(({ path }) => path),
      ...fields.flatMap(({ path, field }) =>
        field.args
          .filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))
          .map(({ name }) => `${path}(${name})`),
      ),
      ...types.filter(isEnumType).flatMap((type) =>
        type
          .getValues()
          .filter(({ name }) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))
          .map(({ name }) => `${type.name}.${name}`),
      ),
    ];
    expect(odd).toEqual([]);
  });

  it('begin with no verb of fetching', () => {
    const verbs = /^(get|fetch|load|find|query|retrieve)[A-Z]/;
    expect(fields.filter(({ field }) => verbs.test(field.name)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it("do not repeat the type's name, but where the CRM's own name does", () => {
    const repeated = fields.filter(({ owner, field }) => {
      const object = model.objectOfType(owner.name);
      const own = [
        ...(object?.fields ?? []),
        ...(object?.relationships ?? []),
        ...(object?.children ?? []),
      ];
      if (own.some(({ graphName }) => graphName === field.name)) return false;
      const prefix = owner.name.charAt(0).toLowerCase() + owner.name.slice(1);
      return field.name.startsWith(prefix) && /^[A-Z]/.test(field.name.slice(prefix.length));
    });
    expect(repeated.map(({ path }) => path)).toEqual([]);
  });

  it('carry the unit of times, sizes and shares of time', () => {
    const timeless = /(duration|Duration|talkTime|monologue|Monologue|patience|interval)$/;
    const unitless = fields.filter(({ field }) => {
      const type = getNamedType(field.type).name;
      return (type === 'Int' || type === 'Float') && timeless.test(field.name);
    });
    expect(unitless.map(({ path }) => path)).toEqual([]);
  });
});

describe('change', () => {
  it('is announced by deprecations with a date and a reason', () => {
    const deprecated = [
      ...fields.map(({ path, field }) => [path, field.deprecationReason] as const),
      ...types
        .filter(isEnumType)
        .flatMap((type) => type.getValues())
        .map(({ name, deprecationReason }) => [name, deprecationReason] as const),
    ].filter(([, reason]) => reason != null);
    for (const [path, reason] of deprecated) {
      expect(reason, path).toMatch(/^Since \d{4}-\d{2}-\d{2}: .{10,}/);
    }
  });
});
