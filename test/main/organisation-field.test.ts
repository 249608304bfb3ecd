/** Fields of the CRM itself that not every organisation has: record types, person accounts, states and countries from a list. */

import { expect, it } from 'vitest';
import { openDiscovering } from '../support/discovering.ts';

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

it('are in the graph of an organisation that has them, each under its own name', async () => {
  const gateway = await openDiscovering(organisation);
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
});
