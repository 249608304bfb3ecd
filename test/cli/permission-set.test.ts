/** `doctor --permission-set`: what it grants is what is used, and it grants reading alone. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiSchemas } from 'jsforce/lib/api/metadata/schema.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { permissionSet } from '../../src/cli/doctor/permission-set.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { runHere } from '../support/here.ts';

const fieldsIn = (xml: string): string[] =>
  [...xml.matchAll(/<field>(.*?)<\/field>/g)].map(([, field]) => field!);
const objectsIn = (xml: string): string[] =>
  [...xml.matchAll(/<object>(.*?)<\/object>/g)].map(([, object]) => object!);

it('reads what the screens, the showcase and the saved questions use, and writes nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permission-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  vi.stubEnv('SALESFORCE_CLIENT_ID', 'app');
  vi.stubEnv('TOKEN_KEY', 'k'.repeat(32));
  const file = join(folder, 'Switchboard.permissionset-meta.xml');
  const { code, output } = await runHere(['doctor', '--permission-set', file]);
  expect(code).toBe(0);
  expect(output).toContain('permission set');
  const xml = readFileSync(file, 'utf8');
  expect(fieldsIn(xml)).toEqual(
    expect.arrayContaining([
      ...['Account.AnnualRevenue', 'Account.BillingAddress', 'Contact.Email', 'Contact.Title'],
      ...['Opportunity.NextStep', 'Case.Priority', 'Lead.Email', 'Campaign.StartDate'],
    ]),
  );
  // Required and system fields can't be deployed; parts of addresses have no permission of their own.
  for (const field of [
    'Account.Name',
    'Opportunity.StageName',
    'Account.BillingCity',
    'Lead.Company',
  ])
    expect(fieldsIn(xml)).not.toContain(field);
  // Nothing uses these.
  for (const field of ['Account.Fax', 'Contact.Birthdate', 'Opportunity.Probability'])
    expect(fieldsIn(xml)).not.toContain(field);
  expect(objectsIn(xml)).toEqual([
    ...['Account', 'Campaign', 'Case', 'Contact', 'Lead', 'Opportunity', 'Product2'],
  ]);
  expect(xml).toContain('<name>ActivitiesAccess</name>');
  expect(xml).not.toMatch(
    /<(editable|allowCreate|allowEdit|allowDelete|viewAllRecords|modifyAllRecords)>true/,
  );
});

it('grants of a used object what it depends on, and its custom fields unless they are required', () => {
  const model = buildCrmModel(
    parseCustomSchema({
      objects: {
        Contact: {
          fields: {
            Nickname__c: { type: 'string', length: 40 },
            Badge__c: { type: 'string', length: 40, required: true },
          },
        },
      },
    }),
  );
  const used = { object: model.object('Contact')!, by: new Set(['a']), fields: new Map() };
  const xml = permissionSet([used], model);
  expect(objectsIn(xml)).toEqual(['Account', 'Contact']);
  expect(fieldsIn(xml)).toEqual(['Contact.Nickname__c']);
  expect(xml).not.toContain('ActivitiesAccess');
  expect(fieldsIn(permissionSet([], model))).toEqual(['Contact.Nickname__c']);
});

const setOf = (objects: object): string =>
  permissionSet([], buildCrmModel(parseCustomSchema({ objects })));

it('grants a person account’s fields as the contact’s, which alone have a permission', () => {
  const standard = (type: string) => ({ type, standard: true });
  const xml = setOf({
    Account: {
      fields: {
        Loyalty__pc: { type: 'string' },
        acme__Tier__pc: { type: 'string' },
        PersonEmail: standard('email'),
        PersonMailingCity: standard('string'),
        PersonMailingCountryCode: standard('string'),
        // These have no permission in the CRM.
        IsPersonAccount: { ...standard('boolean'), required: true },
        PersonContactId: { ...standard('reference'), to: 'Contact' },
        RecordTypeId: { ...standard('reference'), to: 'RecordType' },
      },
    },
  });
  expect(fieldsIn(xml)).toEqual([
    'Contact.Email',
    'Contact.Loyalty__c',
    'Contact.MailingAddress',
    'Contact.acme__Tier__c',
  ]);
  expect(objectsIn(xml)).toEqual(['Account', 'Contact']);
});

it('grants a compound field once for all of its parts', () => {
  const parts = ['Street', 'City', 'PostalCode', 'CountryCode', 'StateCode', 'GeocodeAccuracy'];
  const xml = setOf({
    Account: {
      fields: {
        Seat__Latitude__s: { type: 'double' },
        Seat__Longitude__s: { type: 'double' },
        ...Object.fromEntries(parts.map((name) => [`acme__Plant__${name}__s`, { type: 'string' }])),
      },
    },
  });
  expect(fieldsIn(xml)).toEqual(['Account.Seat__c', 'Account.acme__Plant__c']);
  const model = buildCrmModel();
  const address = [
    'BillingCity',
    'BillingCountryCode',
    'BillingLatitude',
    'BillingGeocodeAccuracy',
  ];
  const used = {
    object: model.object('Account')!,
    by: new Set(['a']),
    fields: new Map(address.map((name) => [name, new Set(['a'])])),
  };
  expect(fieldsIn(permissionSet([used], model))).toEqual(['Account.BillingAddress']);
});

it('grants checkboxes, which are never null, but nothing that is required', () => {
  const required = { required: true };
  const xml = setOf({
    Opportunity: {
      fields: {
        IsStrategic__c: { type: 'boolean', ...required },
        Code__c: { type: 'string', ...required },
        Plant__Latitude__s: { type: 'double', ...required },
      },
    },
  });
  expect(fieldsIn(xml)).toEqual(['Opportunity.IsStrategic__c']);
});

it('grants the objects that the CRM demands of who reads another: masters, and those of contracts and assets', () => {
  const text = { fields: { Note__c: { type: 'string' } } };
  expect(objectsIn(setOf({ Contract: text }))).toEqual(['Account', 'Contract']);
  expect(objectsIn(setOf({ Asset: text }))).toEqual(['Account', 'Asset', 'Contact']);
  expect(objectsIn(setOf({ ContentVersion: text, Task: text }))).toEqual([]);
  const to = (target: string) => ({ type: 'reference', to: target, required: true });
  const detail = {
    Line__c: { keyPrefix: 'a01', fields: { Deal__c: to('Opportunity'), Twin__c: to('Line__c') } },
  };
  expect(objectsIn(setOf(detail))).toEqual(['Account', 'Line__c', 'Opportunity']);
});

it.each([
  ['OpportunityContactRole', ['Account', 'Contact', 'Opportunity']],
  ['OpportunityHistory', ['Account', 'Opportunity']],
  ['OpportunityLineItem', ['Account', 'Opportunity', 'Product2']],
  ['PricebookEntry', ['Pricebook2', 'Product2']],
  ['CampaignMember', ['Account', 'Campaign', 'Contact', 'Lead']],
  ['CampaignMemberStatus', ['Campaign']],
  ['CaseComment', ['Account', 'Case', 'Contact']],
])(
  'grants the records that a %s is read by, which has no permission of its own',
  (name, readable) => {
    const model = buildCrmModel();
    const used = { object: model.object(name)!, by: new Set(['a']), fields: new Map() };
    expect(objectsIn(permissionSet([used], model))).toEqual(readable);
  },
);

it('names no required or system field, and no object without a permission, whatever is used of the standard model', () => {
  const model = buildCrmModel();
  const all = model.objects.map((object) => ({
    object,
    by: new Set(['a']),
    fields: new Map(object.fields.map(({ name }) => [name, new Set(['a'])])),
  }));
  const xml = permissionSet(all, model);
  const named = fieldsIn(xml);
  expect(named.length).toBeGreaterThan(60);
  expect(named).toEqual([...new Set(named)].sort());
  const system =
    /\.(?:Id|Name|OwnerId|CreatedDate|CreatedById|LastModifiedDate|LastModifiedById|SystemModstamp|IsDeleted|RecordTypeId|Last(?:Activity|Viewed|Referenced)Date)$/;
  expect(named.filter((field) => system.test(field))).toEqual([]);
  // Those that the CRM demands of each record, beside those that the model calls required.
  const required =
    'Contact.LastName Lead.LastName Lead.Company Lead.Status Opportunity.StageName Opportunity.CloseDate Case.Status';
  for (const field of required.split(' ')) expect(named).not.toContain(field);
  // A field is of an object that is granted; each has a permission of its own.
  const granted = objectsIn(xml);
  expect(named.filter((field) => !granted.includes(field.split('.')[0]!))).toEqual([]);
  const own = 'Account Asset Campaign Case Contact Contract Lead Opportunity Pricebook2 Product2';
  expect(granted).toEqual(own.split(' '));
});

it('is well-formed, with the elements of the published schema in their order, each field and object once', () => {
  const xml = setOf({
    Account: { fields: { Loyalty__pc: { type: 'string' } } },
    Contact: { fields: { Loyalty__c: { type: 'string' } } },
    Task: { fields: { Mood__c: { type: 'string' } } },
  });
  expect(fieldsIn(xml)).toEqual(['Contact.Loyalty__c', 'Task.Mood__c']);
  const [root, ...others] = elementsOf(xml);
  expect([root?.name, others]).toEqual(['PermissionSet', []]);
  expectInOrder(root!, 'PermissionSet');
});

interface XmlElement {
  readonly name: string;
  readonly children: XmlElement[];
}

/** @throws Error where an element is not closed, or text is not escaped. */
function elementsOf(xml: string): readonly XmlElement[] {
  const open: XmlElement[] = [{ name: '', children: [] }];
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const token = /<(\w+)(?: xmlns="[^"<&]*")?>|<\/(\w+)>|[^<&]+|(.)/gs;
  for (const [, opened, closed, wrong] of body.matchAll(token)) {
    if (wrong !== undefined) throw new Error(`Expected escaped text; got ${wrong}`);
    if (opened !== undefined) {
      const element = { name: opened, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    } else if (closed !== undefined) {
      const last = open.pop();
      if (last?.name !== closed) throw new Error(`Expected </${last?.name}>; got </${closed}>`);
    }
  }
  expect(open).toHaveLength(1);
  return open[0]!.children;
}

type Schemas = Readonly<Record<string, { readonly props: Readonly<Record<string, unknown>> }>>;

/** Elements of a sequence come in the order of its declaration, and those of a list together. */
function expectInOrder({ children }: XmlElement, type: string): void {
  const { props } = (ApiSchemas as Schemas)[type]!;
  const places = children.map(({ name }) => Object.keys(props).indexOf(name));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const [name, kind] of Object.entries(props)) {
    const found = children.filter((child) => child.name === name);
    if (Array.isArray(kind)) for (const child of found) expectInOrder(child, String(kind[0]));
    else expect(found.length).toBeLessThanOrEqual(1);
    if (typeof kind === 'string' && !kind.startsWith('?')) expect(found).toHaveLength(1);
  }
}
