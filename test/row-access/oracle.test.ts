/** The loops that say what a person may see, against a company small enough to say it by hand. */

import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { type Level, Oracle } from '../support/row-access/oracle.ts';

const tables: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>> = {
  User: [
    { Id: 'boss', Email: 'Boss@x.example', IsActive: 1 },
    { Id: 'lead', Email: 'lead@x.example', IsActive: 0, ManagerId: 'boss' },
    { Id: 'rep', Email: 'rep@alias.example', IsActive: 1, ManagerId: 'lead' },
    { Id: 'crmOnly', Email: 'crm@x.example', IsActive: 1, ManagerId: 'crmOnly' },
    { Id: 'twin', Email: 'twin@x.example', IsActive: 1 },
    { Id: 'twin2', Email: 'twin@x.example', IsActive: 1 },
  ],
  Account: [
    { Id: 'a-rep', OwnerId: 'rep' },
    { Id: 'a-boss', OwnerId: 'boss' },
    { Id: 'a-above', OwnerId: 'crmOnly' },
    { Id: 'a-team', OwnerId: 'crmOnly' },
    { Id: 'a-left', OwnerId: 'crmOnly' },
  ],
  AccountTeamMember: [
    { Id: 'm1', AccountId: 'a-team', UserId: 'rep' },
    { Id: 'm2', AccountId: 'a-left', UserId: 'rep', IsDeleted: 1 },
  ],
  Opportunity: [
    { Id: 'd-owned', OwnerId: 'rep', AccountId: 'a-above' },
    { Id: 'd-of-account', OwnerId: 'boss', AccountId: 'a-rep' },
    { Id: 'd-of-team', OwnerId: 'boss', AccountId: 'a-team' },
    { Id: 'd-beside', OwnerId: 'boss', AccountId: 'a-above' },
  ],
  Contact: [
    { Id: 'c-of-account', OwnerId: 'boss', AccountId: 'a-rep' },
    { Id: 'c-above', OwnerId: 'boss', AccountId: 'a-above' },
    { Id: 'c-owned', OwnerId: 'rep', AccountId: 'a-boss' },
  ],
  Lead: [
    { Id: 'l-owned', OwnerId: 'rep' },
    { Id: 'l-queue', OwnerId: '00Gq', ConvertedAccountId: 'a-rep' },
  ],
  Case: [
    { Id: 's-queue', OwnerId: '00Gq', AccountId: 'a-rep' },
    { Id: 's-of-account', OwnerId: 'boss', AccountId: 'a-rep' },
  ],
  CaseComment: [
    { Id: 'cc-1', ParentId: 's-queue' },
    { Id: 'cc-2', ParentId: 's-of-account' },
  ],
  CampaignMember: [
    { Id: 'cm-1', ContactId: 'c-owned' },
    { Id: 'cm-2', ContactId: 'c-above' },
  ],
  ContentDocumentLink: [
    { Id: 'k-1', ContentDocumentId: 'f-1', LinkedEntityId: 'd-owned' },
    { Id: 'k-2', ContentDocumentId: 'f-1', LinkedEntityId: 'a-boss' },
    { Id: 'k-3', ContentDocumentId: 'f-2', LinkedEntityId: 'a-above' },
  ],
  ContentDocument: [{ Id: 'f-1' }, { Id: 'f-2' }],
  ContentVersion: [{ Id: 'v-1', ContentDocumentId: 'f-1' }],
  call: [
    { id: 'hosted', host: 'p-rep', parties: '[]', context: '[]' },
    ...[['EMAIL', ' REP@alias.example '] as const, ['OTHER', 'else@x.example'] as const].map(
      ([id, emailAddress]) => ({
        ...{ id, host: 'p-boss', context: '[]' },
        parties: JSON.stringify([{ emailAddress, methods: ['Invitee'] }]),
      }),
    ),
    { id: 'linked', host: 'p-boss', parties: '[]', context: '[["Opportunity","d-owned"]]' },
    { id: 'above', host: 'p-boss', parties: '[]', context: '[["Account","a-above"]]' },
  ],
  answered_scorecard: [
    { id: 'r-1', call: 'hosted', reviewed: 'p-rep' },
    { id: 'r-2', call: 'linked', reviewed: 'p-boss' },
  ],
};

const users = [
  { id: 'p-boss', emailAddress: 'boss@x.example' },
  {
    id: 'p-rep',
    emailAddress: 'rep@x.example',
    emailAliases: ['rep@alias.example'],
    managerId: 'p-boss',
  },
  { id: 'p-alone', emailAddress: 'alone@x.example' },
];

function oracle(): Oracle {
  const db = new DatabaseSync(':memory:');
  for (const [name, rows] of Object.entries(tables)) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    db.exec(`CREATE TABLE "${name}" (${columns.join()})`);
    const insert = db.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join()})`);
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
  }
  return new Oracle({ db, users, objects: [] });
}

function seen(level: Level, person: string) {
  const { rows, calls, reviews, persons } = oracle().visible({ level, person });
  const ids = [...rows.values()].flatMap((set) => [...set]);
  return {
    people: [...persons.crm, ...persons.platform],
    records: ids.sort().join(' '),
    calls: [...calls].sort().join(' '),
    reviews: [...reviews].join(' '),
  };
}

it('a representative sees what is owned, what refers to it, and the account above', () => {
  expect(seen('own', 'rep@x.example')).toEqual({
    people: ['rep', 'p-rep'],
    records:
      'a-above a-boss a-rep a-team c-of-account c-owned cc-2 cm-1 d-of-account d-of-team d-owned f-1 k-1 l-owned m1 s-of-account v-1',
    calls: 'EMAIL hosted linked',
    reviews: 'r-1',
  });
});

it('a manager of managers sees below an inactive one, and team and own differ in the people alone', () => {
  expect(seen('team', 'boss@x.example')).toMatchObject({
    people: ['boss', 'lead', 'rep', 'p-boss', 'p-rep'],
    calls: 'EMAIL OTHER above hosted linked',
    reviews: 'r-1 r-2',
  });
  expect(seen('own', 'boss@x.example')).toMatchObject({
    people: ['boss', 'p-boss'],
    reviews: 'r-2',
  });
});

it('whoever is in one system alone sees nothing of the other', () => {
  expect(seen('team', 'crm@x.example')).toMatchObject({ people: ['crmOnly'], calls: '' });
  expect(seen('team', 'crm@x.example').records).toContain('a-above');
  expect(seen('own', 'alone@x.example')).toMatchObject({ people: ['p-alone'], records: '' });
});

it('nobody is found by an address that two have, that of an inactive user, or that nobody has', () => {
  for (const person of ['twin@x.example', 'lead@x.example', 'who@x.example'])
    expect(seen('own', person)).toEqual({ people: [], records: '', calls: '', reviews: '' });
});
