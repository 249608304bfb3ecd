/** Fields of the CRM itself that not every organisation has: record types, person accounts, states and countries from a list. */

import { expect, it } from 'vitest';
import { type DiscoveringGateway, openDiscovering } from '../support/discovering.ts';

const standard = (type: string, more: object = {}) => ({ type, standard: true, ...more });
const countries = ['DE', 'JP', 'US'];
const organisation = {
  objects: {
    Account: {
      fields: {
        RecordTypeId: standard('reference', { to: 'RecordType' }),
        IsPersonAccount: standard('boolean', { required: true }),
        PersonEmail: standard('email'),
        PersonMailingCity: standard('string'),
        PersonMailingCountryCode: standard('picklist', { values: countries }),
        PersonMailingAddress: standard('address'),
        PersonContactId: standard('reference', { to: 'Contact' }),
        Loyalty__pc: { type: 'picklist', values: ['Gold', 'Silver'] },
        Loyalty__c: { type: 'double' },
        Seat__Latitude__s: { type: 'double' },
        Type__c: { type: 'string', graphName: 'x' },
        Calls__c: { type: 'int', graphName: 'y' },
        acme__Tier__c: { type: 'string' },
      },
    },
    Contact: {
      fields: { MailingCountryCode: standard('picklist', { values: countries }) },
    },
  },
};

it('are in the graph of an organisation that has them, with their picklists', async () => {
  const gateway = await openDiscovering(organisation);
  await showsFields(gateway);
  await tellsPicklists(gateway);
});

async function showsFields(gateway: DiscoveringGateway): Promise<void> {
  const { data, errors } = await gateway.ask(`{
    accounts(first: 100, filter: { recordType: { developerName: { eq: "Partner" } } }) {
      totalCount
      nodes {
        recordType { name developerName }
        isPersonAccount
        personEmail
        personMailingCity
        personMailingCountryCode
        personMailingAddress { city countryCode }
        personContact { id }
        loyaltyPc
        loyalty
        seatLatitude
        typeCustom
        callsCustom
        acmeTier
      }
    }
    contacts(first: 50, filter: { mailingCountryCode: { in: ["DE", "JP"] } }) {
      nodes { mailingCountryCode mailingAddress { countryCode } }
    }
  }`);
  expect(errors).toBeUndefined();
  const { accounts, contacts } = data as Record<
    'accounts' | 'contacts',
    { nodes: Record<string, unknown>[] }
  >;
  expect(accounts.nodes.length).toBeGreaterThan(0);
  const partner = { name: 'Partner', developerName: 'Partner' };
  for (const { recordType, isPersonAccount, ...row } of accounts.nodes) {
    expect([recordType, typeof isPersonAccount]).toEqual([partner, 'boolean']);
    expect(row.personMailingAddress).toEqual(
      row.personMailingCity === null && row.personMailingCountryCode === null
        ? null
        : { city: row.personMailingCity, countryCode: row.personMailingCountryCode },
    );
  }
  // Each is filled somewhere, so that none is null because nobody asks for it.
  const filled = new Set(
    accounts.nodes.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)),
  );
  expect([...filled].sort()).toEqual(Object.keys(accounts.nodes[0]!).sort());
  for (const { mailingCountryCode, mailingAddress } of contacts.nodes) {
    expect(['DE', 'JP']).toContain(mailingCountryCode);
    expect(mailingAddress).toEqual({ countryCode: mailingCountryCode });
  }
  // What bears another name than its own is counted at the start.
  expect(gateway.said).toMatch(/; 2 notes on what is left out or renamed/);
}

/** Labels, defaults, and what a record type allows. */
async function tellsPicklists(gateway: DiscoveringGateway): Promise<void> {
  gateway.asked();
  const { data, errors } = await gateway.ask(`{
    account: crmObject(name: "account") {
      name typeName label
      fields(names: ["Industry", "PersonMailingCountryCode", "Calls__c", "Nothing__c"]) {
        name graphName label type isCustom isNillable
        picklistValues { value label isActive isDefault }
      }
      recordTypes { name developerName isActive isAvailable isDefault isMaster picklists(fields: ["PersonMailingCountryCode"]) { field values { value label isDefault } } }
    }
    lead: crmObject(name: "Lead") { fields(names: ["Status"]) { picklistValues { value isDefault } } recordTypes { developerName } }
    accounts(first: 3, filter: { recordType: { developerName: { eq: "Partner" } } }) {
      nodes { recordType { developerName picklists(fields: ["Loyalty__pc"]) { field values { value } } } }
    }
  }`);
  expect(errors).toBeUndefined();
  const labels = { DE: 'Germany', JP: 'Japan', US: 'United States' };
  const value = (code: keyof typeof labels) => ({
    value: code,
    label: labels[code],
    isDefault: false,
  });
  const all = [value('DE'), value('JP'), value('US')];
  const type = (name: string, values: readonly object[], more: object = {}) => ({
    name,
    developerName: name,
    ...{ isActive: true, isAvailable: true, isDefault: false, isMaster: false },
    ...more,
    picklists: [{ field: 'PersonMailingCountryCode', values }],
  });
  expect(data).toMatchObject({
    account: {
      ...{ name: 'Account', typeName: 'Account', label: 'Account' },
      recordTypes: [
        type('Business', all, { isDefault: true }),
        type('Partner', all.slice(0, -1)),
        type('Master', all, { isMaster: true }),
      ],
    },
    lead: {
      fields: [
        { picklistValues: expect.arrayContaining([expect.objectContaining({ isDefault: true })]) },
      ],
      recordTypes: [{ developerName: 'Master' }],
    },
    accounts: {
      nodes: Array.from({ length: 3 }, () => ({
        recordType: {
          developerName: 'Partner',
          picklists: [{ field: 'Loyalty__pc', values: [{ value: 'Gold' }] }],
        },
      })),
    },
  });
  const { fields } = (data as { account: { fields: Record<string, unknown>[] } }).account;
  expect(Object.fromEntries(fields.map(({ name, ...field }) => [name, field]))).toEqual({
    Industry: expect.objectContaining({ graphName: 'industry', type: 'picklist', isCustom: false }),
    PersonMailingCountryCode: {
      ...{ graphName: 'personMailingCountryCode', label: 'PersonMailingCountryCode' },
      ...{ type: 'picklist', isCustom: false, isNillable: true },
      picklistValues: all.map((one) => ({ ...one, isActive: true })),
    },
    Calls__c: {
      ...{
        graphName: 'callsCustom',
        label: 'Calls',
        type: 'int',
        isCustom: true,
        isNillable: true,
      },
      picklistValues: null,
    },
  });
  // One description for each object, one answer for each record type, however often they are asked for.
  const paths = gateway.asked().map((path) => path.replace(/^\/services\/data\/v\d+\.0\//, ''));
  const described = paths.filter((path) => !path.startsWith('query'));
  expect(described.sort()).toEqual([
    'sobjects/Account/describe',
    'sobjects/Lead/describe',
    ...['Business', 'Partner', 'Master'].map(() =>
      expect.stringMatching(/^ui-api\/object-info\/Account\/picklist-values\/012/),
    ),
  ]);
}
