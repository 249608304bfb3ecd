/** Names that the graph gives by itself: an organisation's own objects and fields take none of them, and have another. */

import { isInputObjectType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { CustomSchemaError, parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { describedSchema } from '../../src/contract/crm/described-schema.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';

const model = buildCrmModel();
const schema = buildSchema(model);
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The places that a custom schema is refused at. */
function refused(objects: object): ReadonlySet<string> {
  try {
    buildCrmModel(parseCustomSchema({ objects }));
    return new Set();
  } catch (error) {
    if (!(error instanceof CustomSchemaError)) throw error;
    return new Set(error.issues.map(({ path }) => path.split('.').slice(1, 4).join('.')));
  }
}

/** Key prefixes that no object has. */
const prefixOf = (index: number): string => `z${index.toString(36).padStart(2, '0')}`;

it('of types and root fields are taken, those that it makes for an object among them', () => {
  const types = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('_'));
  const roots = Object.keys(schema.getQueryType()!.getFields()).filter(
    (name) => !name.startsWith('_'),
  );
  const names = [...new Set([...types, ...roots.map(capital)])];
  const objects = Object.fromEntries(
    names.map((typeName, index) => [
      `O${index}__c`,
      { keyPrefix: prefixOf(index), typeName, fields: {} },
    ]),
  );
  const places = refused(objects);
  const free = names.filter((_, index) => !places.has(`O${index}__c.typeName`));
  expect(
    free,
    'Name these in src/contract/crm/naming.ts, so that no custom object takes them.',
  ).toEqual([]);
});

it('of members are taken, on each object that has them', () => {
  const free: string[] = [];
  for (const object of model.objects) {
    const typesOf = [schema.getType(object.typeName), schema.getType(`${object.typeName}Filter`)];
    const members = typesOf.flatMap((type) =>
      isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [],
    );
    const fields = Object.fromEntries(
      [...new Set(members)].map((graphName, index) => [
        `F${index}__c`,
        { type: 'string', graphName },
      ]),
    );
    const places = refused({ [object.name]: { fields } });
    for (const [name, { graphName }] of Object.entries(fields))
      if (!places.has(`${object.name}.fields.${name}`)) free.push(`${object.name}.${graphName}`);
  }
  expect(
    free,
    'The graph adds these members itself: name them in src/contract/crm/naming.ts (`ofObject`), so that no custom field takes them.',
  ).toEqual([]);
});

const field = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  label: name,
  custom: true,
  nillable: true,
  ...more,
});
const lookup = (name: string, to: string) =>
  field(`${name}__c`, { type: 'reference', referenceTo: [to], relationshipName: `${name}__r` });

it('are left to it by what is discovered, which has another name and is listed', () => {
  const described = (name: string, fields: readonly object[], keyPrefix: string) => ({
    name,
    keyPrefix,
    custom: name.endsWith('__c'),
    queryable: true,
    fields,
    childRelationships: [],
  });
  const { schema: config, notes } = describedSchema([
    described(
      'Account',
      [
        ...['Last_Call', 'Call_Count', 'Contacts', 'Tasks', 'Not', 'Record_Name', 'Id', 'Type'],
        ...['Peoples_Spoken_With', 'acme__ARR', 'ARR', 'Related_Calls', 'Files', 'User', 'True'],
      ].map((name) => field(`${name}__c`)),
      '001',
    ),
    described('Opportunity', [lookup('Contact', 'Contact'), lookup('Owner', 'User')], '006'),
    described('Contact', [lookup('Account', 'Account')], '003'),
    described('User', [], '005'),
    ...['Interaction', 'Activity', 'Address', 'Accounts', 'Account_Filter', 'Key', 'Call'].map(
      (name, index) => described(`${name}__c`, [], prefixOf(index)),
    ),
    described('acme__Interaction__c', [], prefixOf(9)),
  ]);
  const discovered = buildCrmModel(parseCustomSchema(config));
  const built = buildSchema(discovered);
  // What the graph itself has there stays what it was.
  for (const name of ['Account', 'Opportunity', 'Contact']) {
    const [before, after] = [schema.getType(name), built.getType(name)];
    if (!isObjectType(before) || !isObjectType(after)) throw new TypeError('Expected object types');
    const members = Object.values(before.getFields());
    expect(
      members.map((member) => [member.name, String(after.getFields()[member.name]?.type)]),
    ).toEqual(members.map((member) => [member.name, String(member.type)]));
  }
  const own = (object: string) =>
    discovered
      .object(object)!
      .fields.flatMap(({ name, graphName }) => (name.endsWith('__c') ? [graphName] : []));
  expect(own('Account')).toEqual([
    ...['lastCallCustom', 'callCountCustom', 'contactsCustom', 'tasksCustom', 'notCustom'],
    ...['recordNameCustom', 'idCustom', 'typeCustom', 'peoplesSpokenWith', 'acmeARR', 'arr'],
    ...['relatedCallsCustom', 'filesCustom', 'userCustom', 'trueCustom'],
  ]);
  const records = discovered
    .object('Opportunity')!
    .relationships.flatMap(({ name, graphName }) => (name.endsWith('__r') ? [graphName] : []));
  expect(records).toEqual(['contactCustom', 'ownerCustom']);
  expect(own('Opportunity')).toEqual(['contactCustomId', 'ownerCustomId']);
  const typeNames = discovered.objects.flatMap((object) =>
    object.custom ? [object.typeName] : [],
  );
  expect(typeNames).toEqual([
    ...['InteractionCustom', 'ActivityCustom', 'AddressCustom', 'AccountsCustom'],
    ...['AccountFilterCustom', 'KeyCustom', 'CallCustom', 'AcmeInteraction'],
  ]);
  const renamed = [...own('Account'), ...records, ...typeNames].filter((name) =>
    name.endsWith('Custom'),
  );
  for (const name of renamed) expect(notes.join('\n')).toContain(` ${name}: `);
});
