import { isInterfaceType, isObjectType, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '../../src/connector-service/log.ts';
import { type Permission, permissions } from '../../src/contract/permission.ts';
import { guardOf } from '../../src/engine/field-permission.ts';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { model, openWorld, schema, type World } from '../support/world.ts';

/** Every guarded field of the schema. */
const guards = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) => {
      const guard = guardOf(field);
      return guard === undefined
        ? []
        : [{ type, field, guard, name: `${type.name}.${field.name}` }];
    }),
  );

interface Question {
  /** With \`$guarded\` where the guarded field stands. */
  readonly document: string;
  /** The guarded field as it is asked for. */
  readonly field: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const call = 'query ($first: Int = 2) { calls(first: $first) { nodes { id url $guarded } } }';
/** Where nothing could be had if the field were looked at: arguments that can't be, selections that cost. */
const questions: Readonly<Record<string, readonly Question[]>> = {
  'Query.soql': [
    {
      document: '{ accounts(first: 2) { nodes { name } } $guarded }',
      field: 'soql(query: "SELECT Id FROM Account") { nodes { record { id } } }',
    },
    {
      document: '{ accounts(first: 2) { nodes { name } } $guarded }',
      field: 'soql(query: "SELECT", first: -1) { nodes { values } }',
    },
    {
      document:
        'query ($q: String = "x") { accounts(first: 2, filter: { name: { ne: $q } }) { nodes { name } } $guarded }',
      field: 'soql(query: $q) { totalCount }',
      // An argument that may not be null.
      variables: { q: null },
    },
  ],
  'Call.transcript': [
    {
      document: call,
      field:
        'transcript { monologues { speaker { name contact { name account { name } } user { firstName } } } }',
    },
  ],
  'Call.moments': [{ document: call, field: 'moments(said: [], first: -1) { sentence }' }],
  'Call.media': [
    { document: call, field: 'media { audioUrl videoUrl }' },
    {
      document: '{ users(first: 2) { nodes { calls(first: 3) { nodes { id $guarded } } } } }',
      field: 'media { hasAudio }',
    },
  ],
  ...Object.fromEntries(
    model.objects
      .filter(({ entity }) => entity.operations.download !== undefined)
      .map((object) => [
        `${object.typeName}.downloadUrl`,
        [
          {
            document: `{ ${pluralName(object)}(first: 3) { nodes { id $guarded } } }`,
            field: 'downloadUrl',
          },
        ],
      ]),
  ),
};

describe('a guarded field', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('is found here, and never behind an interface, which says nothing of guards', () => {
    expect(Object.keys(questions).sort()).toEqual(guards.map(({ name }) => name).sort());
    for (const { type, field } of guards)
      for (const shared of type.getInterfaces())
        expect(Object.keys(shared.getFields())).not.toContain(field.name);
    expect(Object.values(schema.getTypeMap()).filter(isInterfaceType).length).toBeGreaterThan(0);
  });

  const spellings = [
    (field: string) => field,
    (field: string) => `alias: ${field}`,
    (field: string) => `... { ...on ${'$type'} { ${field} } }`,
  ];
  for (const { name, guard, type, field: guardedField } of guards)
    it.each(questions[name]!)(
      `${name} is refused before it costs anything: $field`,
      async ({ document, field, variables }) => {
        const rights = permissions.filter((one) => one !== guard.permission);
        const without = await world.ask(document.replace('$guarded', ''), variables, rights);
        expect(without.errors).toBeUndefined();
        expect(without.calls.length).toBeGreaterThan(0);
        for (const spell of spellings) {
          const spelled = spell(field).replace('$type', type.name);
          const query = document.replace('$guarded', spelled);
          parse(query);
          // From its second time on a document runs from a plan.
          for (let time = 0; time < 3; time += 1) {
            const answer = await world.ask(query, variables, rights);
            const key = spelled.startsWith('alias') ? 'alias' : guardedField.name;
            for (const error of answer.errors!) {
              expect(error.extensions.code).toBe('FORBIDDEN');
              expect(error.message).toContain(`"${guard.permission}"`);
              // Variables give no right where clients have keys.
              expect(error.message).not.toContain('=shown');
              expect(error.path!.at(-1)).toBe(key);
            }
            expect(strip(answer.data, key)).toEqual(without.data);
            expect(answer.calls.map(asked)).toEqual(without.calls.map(asked));
            expect(requested(answer)).toBe(requested(without));
          }
        }
        // The same document for somebody with the right is another matter.
        const rightful: readonly Permission[] = [...rights, guard.permission];
        const query = document.replace('$guarded', field);
        for (let time = 0; time < 3; time += 1) {
          const { errors = [] } = await world.ask(query, variables, rightful);
          for (const error of errors) expect(error.extensions.code).not.toBe('FORBIDDEN');
        }
        const refusedAgain = await world.ask(query, variables, rights);
        expect(refusedAgain.errors![0]!.extensions.code).toBe('FORBIDDEN');
      },
    );
});

const requested = ({ extensions }: { readonly extensions?: object }): unknown =>
  (extensions as { cost: { requested: unknown } }).cost.requested;

const asked = ({ entity, action, params }: LogEntry) => ({ entity, action, params });

/** The data without the refused fields, all of which are null. */
function strip(data: unknown, key: string): unknown {
  if (Array.isArray(data)) return data.map((one) => strip(one, key));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (name !== key) return [[name, strip(value, key)]];
      expect(value).toBeNull();
      return [];
    }),
  );
}
