import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CustomSchemaError, parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';

/** The faults of a configuration, each as `path: message`. */
function faultsOf(input: unknown): string[] {
  try {
    buildCrmModel(parseCustomSchema(input));
    return [];
  } catch (error) {
    if (!(error instanceof CustomSchemaError)) throw error;
    return error.issues.map(({ path, message }) => `${path}: ${message}`);
  }
}

const account = (fields: unknown) => ({ objects: { Account: { fields } } });

/** A custom object that is right but for what the test changes. */
const usage = (changes: object, fields: object = {}) => ({
  objects: { Product_Usage__c: { keyPrefix: 'a01', fields, ...changes } },
});

describe('the custom schema that is shipped', () => {
  const path = join(import.meta.dirname, '../../../schema/custom.example.json');
  const model = buildCrmModel(parseCustomSchema(JSON.parse(readFileSync(path, 'utf8'))));

  it('adds fields of many types and two objects that lead to each other', () => {
    expect(model.field('Account', 'ARR__c')?.spec.type).toBe('currency');
    expect(model.field('Contact', 'Interests__c')?.spec.type).toBe('multipicklist');
    expect(model.objects.filter(({ custom }) => custom).map(({ typeName }) => typeName)).toEqual([
      'ProductUsage',
      'Territory',
    ]);
    expect(model.child('Territory__c', 'Accounts__r')?.object).toBe('Account');
  });

  it('describes all it adds', () => {
    const silent = model.objects
      .flatMap(({ fields, children }) => [
        ...fields.map(({ name, spec }) => [name, spec.description] as const),
        ...children.map(({ name, description }) => [name, description] as const),
      ])
      .filter(([, description]) => !/^[A-Z].*\.$/s.test(description));
    expect(silent).toEqual([]);
  });
});

describe('a custom schema', () => {
  it('may be empty', () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ objects: {} })).toEqual([]);
  });

  it.each([
    ['nothing', undefined, '(root): expected an object, nothing came'],
    ['a list', [], '(root): expected an object, a list of 0 came'],
    ['another key', { fields: {} }, 'fields: unknown key; expected only objects'],
    ['objects as a list', { objects: [1] }, 'objects: expected an object, a list of 1 came'],
    [
      'an unknown object',
      { objects: { account: { fields: {} } } },
      'objects.account: expected a standard object that Switchboard declares (case counts) or a name that ends in __c',
    ],
    [
      'no fields',
      { objects: { Account: {} } },
      'objects.Account.fields: Invalid input: expected record, received undefined; nothing came',
    ],
    [
      'a key prefix for a standard object',
      { objects: { Account: { keyPrefix: '001', fields: {} } } },
      'objects.Account: Unrecognized key: "keyPrefix"',
    ],
    [
      'a field without the suffix',
      account({ ARR: { type: 'currency' } }),
      'objects.Account.fields.ARR: expected a field name that ends in __c; a field of the CRM itself has "standard": true',
    ],
    [
      'a field name that would end a statement',
      account({ "A' OR 1=1 --__c": { type: 'int' } }),
      'objects.Account.fields.A\' OR 1=1 --__c: expected a field name that ends in __c; a field of the CRM itself has "standard": true',
    ],
    [
      'an unknown option',
      account({ ARR__c: { type: 'currency', precision: 2 } }),
      'objects.Account.fields.ARR__c: Unrecognized key: "precision"',
    ],
    [
      'an option of another type',
      account({ ARR__c: { type: 'currency', values: ['a'] } }),
      'objects.Account.fields.ARR__c.values: goes with picklist, multipicklist only, and the type is currency',
    ],
    [
      'a reference to nowhere',
      account({ Plan__c: { type: 'reference' } }),
      'objects.Account.fields.Plan__c.to: expected the object that the reference points to, and nothing came',
    ],
    [
      'a reference to an object nobody declared',
      account({ Plan__c: { type: 'reference', to: 'Plan__c', childRelationship: null } }),
      'objects.Account.fields.Plan__c.to: expected a declared object, Plan__c came',
    ],
    [
      'a relationship without its suffix',
      account({ Plan__c: { type: 'reference', to: 'User', relationship: 'Plan' } }),
      'objects.Account.fields.Plan__c.relationship: expected a relationship name that ends in __r; "Plan" came',
    ],
    [
      'a key prefix of a standard kind',
      usage({ keyPrefix: '001' }),
      'objects.Product_Usage__c.keyPrefix: expected three characters, the first a small letter: a01; "001" came',
    ],
    [
      'a name field that is none',
      usage({ nameField: 'Title__c' }),
      'objects.Product_Usage__c.nameField: expected a field of the object, Title__c came',
    ],
    [
      'a type name of the call side',
      { objects: { Call__c: { keyPrefix: 'a01', fields: {} } } },
      'objects.Call__c.typeName: type name Call is taken by the graph; state another',
    ],
    [
      'a type name of a standard object',
      usage({ typeName: 'Account' }),
      'objects.Product_Usage__c.typeName: type name Account belongs to Account already',
    ],
    [
      'a custom field that would hide a standard one',
      account({ Annual_Revenue__c: { type: 'currency' } }),
      'objects.Account.fields.Annual_Revenue__c: field Annual_Revenue__c would be annualRevenue in the graph, as field AnnualRevenue is',
    ],
    [
      'a custom field that would hide a member of the graph',
      account({ ID__c: { type: 'string' } }),
      'objects.Account.fields.ID__c: field ID__c would be id in the graph, as a member that the graph adds is',
    ],
    [
      'two fields that differ in case alone',
      account({ ARR__c: { type: 'currency' }, Arr__c: { type: 'currency', graphName: 'other' } }),
      'objects.Account.fields.Arr__c: Account has a field of this name but for case',
    ],
    [
      'a reference whose record would hide a standard one',
      account({ Owner__c: { type: 'reference', to: 'User', graphName: 'secondOwner' } }),
      'objects.Account.fields.Owner__c: relationship Owner__r would be owner in the graph, as relationship Owner is',
    ],
    [
      'two references with one child relationship',
      usage(
        {},
        { A__c: { type: 'reference', to: 'Account' }, B__c: { type: 'reference', to: 'Account' } },
      ),
      'objects.Product_Usage__c.fields.B__c.childRelationship: Account has a child relationship Product_Usages__r already; state another',
    ],
    [
      'a child relationship that would hide a standard one',
      usage({}, { A__c: { type: 'reference', to: 'Account', childRelationship: 'Contacts__r' } }),
      'objects.Product_Usage__c.fields.A__c.childRelationship: child relationship Contacts__r of Account would be contacts in the graph, as child relationship Contacts of Account is',
    ],
  ])('is refused for %s', (_, input, fault) => {
    expect(faultsOf(input)).toEqual([fault]);
  });

  it('is told how to name a field whose usual name the graph has, the currency of records among them', () => {
    const twice = account({ CurrencyIsoCode__c: { type: 'string' } });
    expect(() => buildCrmModel(parseCustomSchema(twice))).toThrow(
      'objects.Account.fields.CurrencyIsoCode__c: field CurrencyIsoCode__c would be currencyIsoCode in the graph, as field CurrencyIsoCode is; state another name with "graphName"',
    );
    const named = account({ CurrencyIsoCode__c: { type: 'string', graphName: 'ownCurrency' } });
    const { fields } = buildCrmModel(parseCustomSchema(named)).object('Account')!;
    const currencies = fields.filter(({ name }) => name.startsWith('CurrencyIsoCode'));
    expect(currencies.map(({ graphName }) => graphName).sort()).toEqual([
      'currencyIsoCode',
      'ownCurrency',
    ]);
  });

  it('may not share a key prefix between its objects', () => {
    const objects = {
      A__c: { keyPrefix: 'a01', fields: {} },
      B__c: { keyPrefix: 'a01', fields: {} },
    };
    expect(faultsOf({ objects })).toEqual([
      'objects.B__c.keyPrefix: key prefix a01 belongs to A__c already',
    ]);
  });

  it('has all its faults listed at once, those inside a faulty object too', () => {
    const issues = faultsOf({
      objects: {
        Account: { fields: { A__c: { type: 'money' }, B__c: 5 } },
        Thing__c: { keyPrefix: 'A1', fields: { X: {}, Y__c: { type: 'string', length: 0 } } },
      },
    });
    expect(issues.map((fault) => fault.split(': ')[0])).toEqual([
      'objects.Account.fields.A__c.type',
      'objects.Account.fields.B__c',
      'objects.Thing__c.keyPrefix',
      'objects.Thing__c.fields.X',
      'objects.Thing__c.fields.Y__c.length',
    ]);
    expect(issues[0]).toMatch(/expected one of .*; "money" came$/);
  });

  it('cannot reach an object’s prototype', () => {
    const evil = JSON.parse(
      '{"objects": {"__proto__": {"fields": {}}, "Account": {"fields": {"__proto__": {"type": "int"}, "constructor": {"type": "int"}}}}}',
    );
    expect(faultsOf(evil)).toEqual([
      'objects.__proto__: expected a standard object that Switchboard declares (case counts) or a name that ends in __c',
      'objects.Account.fields.__proto__: expected a field name that ends in __c; a field of the CRM itself has "standard": true',
      'objects.Account.fields.constructor: expected a field name that ends in __c; a field of the CRM itself has "standard": true',
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('does not show a long value in an error', () => {
    const [fault] = faultsOf(account({ A__c: { type: 'x'.repeat(5000) } }));
    expect(fault).toMatch(/; a text of 5002 characters came$/);
  });
});

describe('a standard field that not every organisation has', () => {
  it.each([
    [
      'that every one has',
      { Industry: { type: 'picklist', standard: true } },
      ['objects.Account.fields.Industry: the graph has this field already; leave it out'],
    ],
    [
      'with a suffix',
      { ARR__c: { type: 'double', standard: true } },
      ['objects.Account.fields.ARR__c: expected the name of a standard field: no underscore'],
    ],
    [
      'whose name would hide another',
      { TYPE1: { type: 'string', standard: true, graphName: 'type' } },
      ['objects.Account.fields.TYPE1: field TYPE1 would be type in the graph, as field Type is'],
    ],
    [
      'with its relationship',
      { RecordTypeId: { type: 'reference', to: 'RecordType', standard: true } },
      [],
    ],
    [
      'of a type that custom fields do not have',
      { Seat__c: { type: 'address' } },
      ['objects.Account.fields.Seat__c.type: address is a type of standard fields alone'],
    ],
  ])('%s', (_, fields, faults) => {
    expect(faultsOf(account(fields))).toEqual(faults);
  });
});
