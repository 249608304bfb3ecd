import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRequest } from '../../../src/connector-service/vendor/crm/archived-row.ts';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { openVendorCompany, type VendorCompany } from '../../support/vendor.ts';

describe('the resource of a statement', () => {
  it.each([
    ['SELECT Id, Name FROM Account', null],
    ['SELECT Id FROM Event_Log__c', null],
    ['SELECT IsDeleted FROM Account', null],
    ["SELECT Id FROM Contact WHERE LastName = 'Task' AND Account.IsDeleted = FALSE", null],
    ['SELECT Id FROM Task LIMIT', null],
    ['SELECT Id FROM Task', 'SELECT Id FROM Task WHERE IsDeleted = FALSE'],
    ['SELECT COUNT() FROM event', 'SELECT COUNT() FROM event WHERE IsDeleted = FALSE'],
    [
      "SELECT Id FROM Task t WHERE t.Subject = 'a' OR t.Subject = 'b' ORDER BY Id LIMIT 5",
      "SELECT Id FROM Task t WHERE (t.Subject = 'a' OR t.Subject = 'b') AND IsDeleted = FALSE ORDER BY Id ASC LIMIT 5",
    ],
    [
      'SELECT Id, (SELECT Id FROM Tasks), (SELECT Id FROM Contacts WHERE IsDeleted = TRUE) FROM Account',
      'SELECT Id, (SELECT Id FROM Tasks WHERE IsDeleted = FALSE), (SELECT Id FROM Contacts WHERE IsDeleted = TRUE) FROM Account WHERE IsDeleted = FALSE',
    ],
    [
      'SELECT Id, (SELECT Id FROM Tasks) FROM User',
      'SELECT Id, (SELECT Id FROM Tasks WHERE IsDeleted = FALSE) FROM User',
    ],
    [
      "SELECT Id FROM Event WHERE WhatId IN (SELECT Id FROM Opportunity WHERE Name = 'x')",
      "SELECT Id FROM Event WHERE WhatId IN (SELECT Id FROM Opportunity WHERE Name = 'x' AND IsDeleted = FALSE) AND IsDeleted = FALSE",
    ],
    [
      'SELECT Id FROM Account WHERE IsDeleted = TRUE',
      'SELECT Id FROM Account WHERE IsDeleted = TRUE',
    ],
    [
      'SELECT Status, COUNT(Id) FROM Task GROUP BY Status HAVING COUNT(Id) > 1',
      'SELECT Status, COUNT(Id) FROM Task WHERE IsDeleted = FALSE GROUP BY Status HAVING COUNT(Id) > 1',
    ],
  ])('%s', (q, all) => {
    const expected = all === null ? { resource: 'query', q } : { resource: 'queryAll', q: all };
    expect(queryRequest(q)).toEqual(expected);
  });
});

describe('over the vendor', () => {
  let both: VendorCompany;
  beforeAll(async () => {
    both = await openVendorCompany();
  });
  afterAll(() => both.close());

  /** The same company's instance without the vendor's API between. */
  const synthetic = () => both.company.service.instances.crm;
  const idsOf = async (instance: string, entity: string, q: string) =>
    (await both.company.rows(instance, entity, { q })).map(({ Id }) => Id);
  /** What the vendor's own resource answers, in one batch. */
  const directly = async (resource: string, q: string): Promise<readonly Row[]> => {
    const path = `/services/data/v65.0/${resource}?q=${encodeURIComponent(q)}`;
    return ((await (await both.client.crm(path)).json()) as { records: Row[] }).records;
  };

  it.each([
    ['tasks', 'Task'],
    ['events', 'Event'],
  ])('%s that the CRM archived are in lists, and deleted ones are not', async (entity, object) => {
    const q = `SELECT Id FROM ${object} ORDER BY Id LIMIT 2000`;
    const whole = await idsOf(synthetic(), entity, q);
    const unarchived = await directly('query', q);
    expect(unarchived.length).toBeGreaterThan(0);
    expect(unarchived.length).toBeLessThan(whole.length);
    expect(await idsOf(both.instances.crm, entity, q)).toEqual(whole);
  });

  it('archived children come in the rows of their parents', async () => {
    const q = 'SELECT Id, (SELECT Id FROM Tasks ORDER BY Id) FROM Account ORDER BY Id LIMIT 50';
    const tasksOf = (rows: readonly Row[]) =>
      rows.map(({ Id, Tasks }) => [
        Id,
        ((Tasks as { records: Row[] } | null)?.records ?? []).map((task) => task.Id),
      ]);
    const whole = await both.company.rows(synthetic(), 'accounts', { q });
    expect(tasksOf(await directly('query', q))).not.toEqual(tasksOf(whole));
    expect(tasksOf(await both.company.rows(both.instances.crm, 'accounts', { q }))).toEqual(
      tasksOf(whole),
    );
  });

  it('whoever asks for deleted records gets them', async () => {
    const q = 'SELECT Id FROM Task WHERE IsDeleted = TRUE ORDER BY Id LIMIT 2000';
    const deleted = await idsOf(both.instances.crm, 'tasks', q);
    expect(deleted.length).toBeGreaterThan(0);
    expect(deleted).toEqual((await directly('queryAll', q)).map(({ Id }) => Id));
    expect(await directly('query', q)).toEqual([]);
  });
});
