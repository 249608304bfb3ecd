/** The vendors' API of the service, asked by a client of the CRM that others wrote: jsforce. */

import jsforce from 'jsforce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FacadeClient, openFacade } from '../support/facade.ts';

let client: FacadeClient;
let connection: InstanceType<typeof jsforce.Connection>;

beforeAll(async () => {
  client = await openFacade();
  const { accounts, url } = client.facade;
  connection = new jsforce.Connection({
    oauth2: {
      clientId: accounts.crmApp.clientId,
      clientSecret: accounts.crmApp.clientSecret,
      loginUrl: url,
    },
    version: '65.0',
  });
  await connection.authorize({ grant_type: 'client_credentials' });
});
afterAll(() => client.close());

/** 18 characters of an id that has 15: the case of each as five bits. */
function checksummed(id: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const blocks = [0, 5, 10].map((at) => id.slice(at, at + 5));
  const digits = blocks.map((block) => {
    const bits = [...block].map((character, at) => (/[A-Z]/.test(character) ? 1 << at : 0));
    return alphabet[bits.reduce((sum, bit) => sum + bit, 0)];
  });
  return id.slice(0, 15) + digits.join('');
}

it('is connected as a user of the organisation, whose ids are whole and the same everywhere', async () => {
  const identity = await connection.identity();
  expect(identity.organization_id).toBe(checksummed(identity.organization_id));
  expect(identity.user_id).toBe(checksummed(identity.user_id));
  const { records } = await connection.query(
    `SELECT Id, Username FROM User WHERE Id = '${identity.user_id}'`,
  );
  expect(records).toMatchObject([{ Id: identity.user_id, Username: identity.username }]);
  const organisation = await connection.query('SELECT Id FROM Organization');
  expect(organisation.records).toMatchObject([{ Id: identity.organization_id }]);
  expect(connection.userInfo).toMatchObject({
    id: identity.user_id,
    organizationId: identity.organization_id,
  });
});

it('describes all objects and each of them', async () => {
  const { sobjects } = await connection.describeGlobal();
  const names = sobjects.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Account', 'Task', 'Opportunity']));
  const account = await connection.describe('Account');
  const owner = account.fields.find(({ name }) => name === 'OwnerId');
  expect(owner).toMatchObject({
    type: 'reference',
    referenceTo: ['User'],
    relationshipName: 'Owner',
  });
  expect(account.childRelationships).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        childSObject: 'Contact',
        field: 'AccountId',
        relationshipName: 'Contacts',
      }),
    ]),
  );
  // What a description names can be read.
  for (const name of ['Account', 'Task', 'Opportunity']) {
    const { fields } = await connection.describe(name);
    const soql = `SELECT ${fields.map((field) => field.name).join(', ')} FROM ${name} LIMIT 1`;
    expect((await connection.query(soql)).records).toHaveLength(1);
  }
  await expect(connection.describe('Nonsense')).rejects.toMatchObject({ errorCode: 'NOT_FOUND' });
});

it('reads queries in batches, archived and deleted records, searches and single records', async () => {
  const ids: unknown[] = [];
  let batch = await connection.query('SELECT Id FROM Contact ORDER BY Id');
  const { totalSize } = batch;
  ids.push(...batch.records.map(({ Id }) => Id));
  while (!batch.done && batch.nextRecordsUrl !== undefined) {
    batch = await connection.queryMore(batch.nextRecordsUrl);
    ids.push(...batch.records.map(({ Id }) => Id));
  }
  expect(new Set(ids).size).toBe(totalSize);
  const soql = 'SELECT Id, IsDeleted, IsArchived FROM Task';
  const current = await connection.query(soql);
  const all = await connection.query(soql, { scanAll: true });
  expect(current.records.every(({ IsDeleted, IsArchived }) => !IsDeleted && !IsArchived)).toBe(
    true,
  );
  expect(all.totalSize).toBeGreaterThan(current.totalSize);
  const [account] = (await connection.query('SELECT Id, Name FROM Account LIMIT 1')).records;
  const [word] = /\w{4,}/.exec(String(account?.Name)) ?? [];
  const { searchRecords } = await connection.search(
    `FIND {${word}} IN ALL FIELDS RETURNING Account(Id)`,
  );
  expect(searchRecords.map(({ Id }) => Id)).toContain(account?.Id);
  const [id] = ids as string[];
  expect(await connection.sobject('Contact').retrieve(id!)).toMatchObject({ Id: id });
});

it('tells limits, versions and resources, explains statements and composes reads', async () => {
  expect(await connection.limits()).toMatchObject({
    DailyApiRequests: { Max: 100_000, Remaining: expect.any(Number) },
  });
  const versions = await connection.request<readonly { version: string }[]>('/services/data');
  expect(versions.map(({ version }) => version)).toContain('65.0');
  expect(await connection.request('/')).toMatchObject({
    sobjects: '/services/data/v65.0/sobjects',
  });
  const { plans } = await connection.query('SELECT Id FROM Account').explain();
  expect(plans[0]).toMatchObject({ sobjectType: 'Account', relativeCost: expect.any(Number) });
  const answer = await connection.requestPost('/composite', {
    compositeRequest: [
      { method: 'GET', url: '/services/data/v65.0/limits', referenceId: 'limits' },
      { method: 'GET', url: '/services/data/v65.0/sobjects/Account/nonsense', referenceId: 'none' },
    ],
  });
  expect(answer).toMatchObject({
    compositeResponse: [
      { referenceId: 'limits', httpStatusCode: 200 },
      { referenceId: 'none', httpStatusCode: 400, body: [{ errorCode: 'MALFORMED_ID' }] },
    ],
  });
});

it.each([
  ['SELECT Id FROM Cases', 'INVALID_TYPE'],
  ['SELECT Id, (SELECT Id FROM Nothings) FROM Account', 'INVALID_TYPE'],
  ['SELECT Nonsense FROM Account', 'INVALID_FIELD'],
  ['SELECT Id FROM', 'MALFORMED_QUERY'],
])('refuses %s as the CRM does', async (soql, errorCode) => {
  await expect(connection.query(soql)).rejects.toMatchObject({ errorCode });
});
