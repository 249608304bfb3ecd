import { describe, expect, it } from 'vitest';
import { parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { describedSchema, isGraphObject } from '../../../src/contract/crm/described-schema.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';

type Json = Readonly<Record<string, unknown>>;

/** A custom field as the CRM describes it. */
const field = (name: string, type = 'string', more: Json = {}): Json => ({
  name,
  type,
  label: name,
  length: type === 'string' ? 80 : 0,
  custom: true,
  nillable: true,
  picklistValues: [],
  referenceTo: [],
  relationshipName: null,
  ...more,
});
const reference = (name: string, to: readonly string[], relationshipName: string | null): Json =>
  field(name, 'reference', { referenceTo: to, relationshipName, length: 18 });
const object = (name: string, fields: readonly Json[], more: Json = {}): Json => ({
  name,
  label: name,
  custom: name.endsWith('__c'),
  queryable: true,
  keyPrefix: name.endsWith('__c') ? `a${name.slice(0, 2)}` : '001',
  fields,
  childRelationships: [],
  ...more,
});

/** The schema of a description, which a model can be built of. */
function discovered(...descriptions: readonly Json[]) {
  const { schema, notes } = describedSchema(descriptions);
  return { model: buildCrmModel(parseCustomSchema(schema)), objects: schema.objects, notes };
}

describe('a field', () => {
  it.each([
    [field('A__c', 'encryptedstring'), { type: 'string' }],
    [field('A__c', 'long'), { type: 'int' }],
    [field('A__c', 'boolean'), { type: 'boolean', required: true }],
    [field('A__c', 'percent', { nillable: false }), { type: 'percent', required: true }],
    [field('A__c', 'textarea', { length: 131_072 }), { type: 'textarea', length: 131_072 }],
    [field('A__c', 'textarea', { length: 0 }), { type: 'textarea' }],
    [
      field('A__c', 'picklist', {
        picklistValues: [
          { value: 'a', active: true },
          { value: 'b', active: false },
        ],
      }),
      { type: 'picklist', values: ['a'] },
    ],
    [field('A__c', 'multipicklist'), { type: 'multipicklist' }],
    [
      field('A__c', 'email', { inlineHelpText: 'Where bills go. ' }),
      { type: 'email', description: 'Where bills go.' },
    ],
    [field('ns__A__c', 'date'), { type: 'date' }],
  ])('%j', (described, config) => {
    const { objects, notes } = discovered(object('Account', [described]));
    const name = String(described.name);
    expect(objects.Account?.fields).toEqual({ [name]: { label: name, ...config } });
    expect(notes).toEqual([]);
  });

  it('of a type that the graph does not have is left out and said', () => {
    const { objects, notes } = discovered(
      object('Account', [field('Place__c', 'location'), field('Any__c', 'anyType')]),
    );
    expect(objects).toEqual({});
    expect(notes).toEqual([
      'Account.Place__c is left out: the graph has no field of type location',
      'Account.Any__c is left out: the graph has no field of type anyType',
    ]);
  });

  it('of the CRM itself, or hidden, is none of the organisation', () => {
    const { objects } = discovered(
      object('Account', [
        field('Name', 'string', { custom: false }),
        field('Old__c', 'string', { deprecatedAndHidden: true }),
      ]),
    );
    expect(objects).toEqual({});
  });
});

describe('a reference', () => {
  const usage = object('Usage__c', [reference('Account__c', ['Account'], 'Account__r')]);

  it('bears the names that both objects give it', () => {
    const account = object('Account', [], {
      childRelationships: [
        { childSObject: 'Usage__c', field: 'Account__c', relationshipName: 'Usages__r' },
      ],
    });
    const { objects, model } = discovered(account, usage);
    expect(objects.Usage__c?.fields.Account__c).toMatchObject({
      type: 'reference',
      to: 'Account',
      relationship: 'Account__r',
      childRelationship: 'Usages__r',
    });
    expect(model.child('Account', 'Usages__r')?.object).toBe('Usage__c');
  });

  it('without a list at its parent gives it none', () => {
    const { objects } = discovered(object('Account', []), usage);
    expect(objects.Usage__c?.fields.Account__c?.childRelationship).toBeNull();
  });

  it('to several objects, or to one that is not described, is the id alone', () => {
    const { objects, notes } = discovered(
      object('Account', [
        reference('Any__c', ['Account', 'Contact'], 'Any__r'),
        reference('Group__c', ['Group'], 'Group__r'),
      ]),
    );
    expect(objects.Account?.fields.Any__c).toMatchObject({ type: 'string', length: 18 });
    expect(objects.Account?.fields.Group__c).toMatchObject({ type: 'string', length: 18 });
    expect(notes).toHaveLength(2);
  });
});

describe('a name that is taken', () => {
  it.each([
    ['by a standard field', ['Industry__c'], { Industry__c: 'industryCustom' }],
    ['by the graph', ['Related_Calls__c', 'Id__c'], { Related_Calls__c: 'relatedCallsCustom' }],
    ['by another custom field', ['Health_Score__c', 'healthScore__c'], {}],
    ['by several, again and again', ['Owner__c', 'owner_custom__c', 'OwnerCustom__c'], {}],
    ['and no name of GraphQL', ['X1__c', 'Ns__2nd__c', 'a__b__c'], {}],
  ])('%s', (_by, names, renames: Json) => {
    const { model, objects, notes } = discovered(
      object(
        'Account',
        names.map((name) => field(name)),
      ),
    );
    const graphNames = model.object('Account')!.fields.map(({ graphName }) => graphName);
    expect(new Set(graphNames).size).toBe(graphNames.length);
    expect(objects.Account!.fields).toMatchObject(
      Object.fromEntries(Object.entries(renames).map(([name, graphName]) => [name, { graphName }])),
    );
    // Whatever is not there by its own name is said.
    for (const name of names)
      if (!Object.hasOwn(objects.Account!.fields, name))
        expect(notes.join('\n')).toContain(`Account.${name} is left out`);
    const renamed = Object.values(objects.Account!.fields).filter(({ graphName }) => graphName);
    for (const { graphName } of renamed) expect(notes.join('\n')).toContain(String(graphName));
  });

  it('of a type is another, of an object without room for it left out', () => {
    const { model, notes } = discovered(object('Account__c', []), object('Call__c', []));
    expect(model.object('Account__c')?.typeName).toBe('AccountCustom');
    expect(model.object('Call__c')?.typeName).toBe('CallCustom');
    expect(notes).toHaveLength(2);
  });
});

it.each([
  [{ name: 'Account', queryable: true }, true],
  [{ name: 'Usage__c', queryable: true, custom: true, keyPrefix: 'a01' }, true],
  [{ name: 'Order', queryable: true, custom: false, keyPrefix: '801' }, false],
  [{ name: 'Set__c', queryable: true, custom: true, customSetting: true, keyPrefix: 'a02' }, false],
  [{ name: 'Fact__x', queryable: true, custom: true, keyPrefix: 'x01' }, false],
  [{ name: 'Usage__c', queryable: false, custom: true, keyPrefix: 'a01' }, false],
  [{ name: 'Note__mdt', queryable: true, custom: true, keyPrefix: 'm01' }, false],
])('an object: %j', (head, isIn) => {
  expect(isGraphObject(head)).toBe(isIn);
});

it('nine hundred fields of one object are one model, whatever their names', () => {
  const many = Array.from({ length: 900 }, (_, n) =>
    field(`${n % 3 === 0 ? 'Field_' : 'field'}${Math.floor(n / 2)}__c`),
  );
  const { objects, notes } = discovered(object('Account', many));
  const kept = Object.keys(objects.Account!.fields).length;
  expect(kept + notes.filter((note) => note.includes('left out')).length).toBeGreaterThanOrEqual(
    new Set(many.map(({ name }) => name)).size,
  );
});
