/** People with several addresses, standard and custom: each of them leads to the person's calls and back. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';
import { buildSchema } from '../../../src/graph/schema.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { openWorld, today, type World } from '../../support/world.ts';

const example = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../schema/custom.example.json'), 'utf8'),
);
const Second_Email__c = { type: 'email', description: 'Private address.', ofPerson: true };
const Billing_Email__c = { type: 'email', description: 'Where bills go.' };
const customSchema = parseCustomSchema({
  objects: { ...example.objects, Contact: { fields: { Second_Email__c, Billing_Email__c } } },
});
const model = buildCrmModel(customSchema);

let world: World;
/** A guest's address, and a contact who has it as a second one. */
let address: string;
let contact: { readonly Id: string; readonly AccountId: string };

beforeAll(async () => {
  const backend = openSynthetic({ now: () => today, customSchema });
  world = await openWorld({
    backend,
    index: 'copied',
    context: { model },
    server: { schema: buildSchema(model) },
  });
  const { data } = await world.ask(
    '{ calls(first: 20) { nodes { parties { emailAddress affiliation } } } }',
  );
  address = data.calls.nodes
    .flatMap(({ parties }: { parties: object[] }) => parties)
    .find(
      (one: { affiliation: string; emailAddress: string | null }) =>
        one.affiliation === 'External' && one.emailAddress !== null,
    ).emailAddress;
  const found = await world.ask(
    '{ contacts(first: 1, filter: { accountId: { ne: null } }) { nodes { upstreamId accountId } } }',
  );
  const { upstreamId, accountId } = found.data.contacts.nodes[0];
  const Id = backend.changes.copyRecord('Contact', upstreamId, {
    Email: 'first@nowhere.example',
    Second_Email__c: address.toUpperCase(),
    Billing_Email__c: 'bills@nowhere.example',
  });
  contact = { Id, AccountId: accountId };
});
afterAll(() => world.close());

const text = (value: string): string => JSON.stringify(value);

describe('an address of a person that configuration declares', () => {
  it('leads from a party to the person, in one statement over all addresses', async () => {
    const answer = await world.ask(
      `{ contact(by: { upstreamId: ${text(contact.Id)} }) { relatedCalls(first: 1) { nodes { parties {
          emailAddress contactMatches { matchedBy record { upstreamId } } } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    const [call] = answer.data.contact.relatedCalls.nodes;
    const party = call.parties.find(
      (one: { emailAddress: string }) => one.emailAddress === address,
    );
    expect(party.contactMatches).toContainEqual({
      matchedBy: ['EMAIL'],
      record: { upstreamId: contact.Id },
    });
    const lookups = answer.calls.flatMap(({ entity, params }) => {
      const q = String((params as { q?: string } | undefined)?.q);
      return entity === 'contacts' && q.includes('Email IN (') ? [q] : [];
    });
    expect(lookups).toHaveLength(1);
    const [q] = lookups;
    expect(q).toContain('Second_Email__c IN (');
    expect(q).not.toContain('Billing_Email__c');
  });

  it("is the person's in lists by the last call, and the account's", async () => {
    const since = new Date(today.getTime() - 1_000 * 86_400_000).toISOString();
    const answer = await world.ask(
      `{ contacts(first: 100, filter: { and: [
            { email: { eq: "first@nowhere.example" } }, { lastCall: { after: ${text(since)} } }] }) { nodes { upstreamId } }
         account(by: { upstreamId: ${text(contact.AccountId)} }) {
           relatedCalls(first: 100) { nodes { parties { emailAddress } } } } }`,
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.contacts.nodes).toEqual([{ upstreamId: contact.Id }]);
    const addresses = answer.data.account.relatedCalls.nodes.flatMap(
      ({ parties }: { parties: { emailAddress: string }[] }) =>
        parties.map(({ emailAddress }) => emailAddress),
    );
    expect(addresses).toContain(address);
  });

  it('has to be of the type email', () => {
    const wrong = { type: 'string', ofPerson: true };
    expect(() =>
      parseCustomSchema({ objects: { Contact: { fields: { Second_Email__c: wrong } } } }),
    ).toThrow('objects.Contact.fields.Second_Email__c.ofPerson: goes with email only');
  });
});
