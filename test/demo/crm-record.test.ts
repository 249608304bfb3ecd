import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { noCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { exampleCustomSchema } from '../../src/contract/crm/example-schema.ts';
import { normalizeCrmId } from '../../src/contract/crm/id.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { isStored } from '../../src/demo/database/crm-table.ts';
import { asker, makeCompany, openCompany, today } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
const db = new DatabaseSync(backend.file, { readOnly: true });
afterAll(() => {
  db.close();
  backend.close();
});

const model = buildCrmModel(exampleCustomSchema(), { hasCurrencies: false });
const all = (sql: string) => db.prepare(sql).all();
const none = (sql: string) => expect(all(sql)).toEqual([]);

describe('CRM records', () => {
  it('have ids of their object, with the right checksum', () => {
    for (const object of model.objects)
      for (const { Id } of all(`SELECT Id FROM "${object.name}" LIMIT 200`)) {
        expect(String(Id).slice(0, 3)).toBe(object.keyPrefix);
        expect(normalizeCrmId(String(Id).slice(0, 15))).toBe(Id);
      }
  });

  it('name records that are there, of an object the reference allows', () => {
    for (const object of model.objects)
      for (const { name, spec } of object.fields) {
        const targets = (spec.reference?.to ?? []).filter((target) => model.object(target));
        if (targets.length === 0 || !isStored(spec)) continue;
        const exists = targets.map(
          (target) => `EXISTS (SELECT 1 FROM "${target}" WHERE Id = child."${name}")`,
        );
        const strays = all(
          `SELECT Id, "${name}" AS target FROM "${object.name}" AS child WHERE "${name}" IS NOT NULL AND NOT (${exists.join(' OR ')}) LIMIT 3`,
        );
        expect(strays, `${object.name}.${name}`).toEqual([]);
      }
  });

  it('hold something in every field that is never null', () => {
    for (const object of model.objects)
      for (const { name, spec } of object.fields)
        if (spec.required && isStored(spec))
          expect(
            all(`SELECT Id FROM "${object.name}" WHERE "${name}" IS NULL LIMIT 3`),
            `${object.name}.${name}`,
          ).toEqual([]);
  });

  it('tell of the past nothing that is still to come', () => {
    const past =
      /^(Created|LastModified|LastActivity|LastLogin|FirstResponded|Closed|Converted|Completed).*Date/;
    for (const object of model.objects)
      for (const { name, spec } of object.fields)
        if (past.test(name) && isStored(spec))
          expect(
            all(
              `SELECT Id, "${name}" FROM "${object.name}" WHERE substr("${name}", 1, 10) > '${today}' LIMIT 3`,
            ),
            `${object.name}.${name}`,
          ).toEqual([]);
  });

  it('keep to the lengths of their fields', () => {
    for (const object of model.objects)
      for (const { name, spec } of object.fields)
        if (spec.length !== undefined && isStored(spec))
          expect(
            all(`SELECT Id FROM "${object.name}" WHERE length("${name}") > ${spec.length} LIMIT 3`),
            `${object.name}.${name}`,
          ).toEqual([]);
  });

  it('were not changed before they were made, nor after today', () => {
    for (const object of model.objects)
      if (model.field(object.name, 'LastModifiedDate') && model.field(object.name, 'CreatedDate'))
        expect(
          all(
            `SELECT Id FROM "${object.name}" WHERE LastModifiedDate < CreatedDate OR LastModifiedDate > '${today}T00:00:00.000Z' LIMIT 3`,
          ),
          object.name,
        ).toEqual([]);
  });
});

describe('deals', () => {
  it('stand where their history ends', () => {
    none(`SELECT Id FROM Opportunity AS deal WHERE (StageName, ifnull(Amount, -1), CloseDate) <> (
      SELECT StageName, ifnull(Amount, -1), CloseDate FROM OpportunityHistory
      WHERE OpportunityId = deal.Id ORDER BY CreatedDate DESC, Id DESC LIMIT 1)`);
    none(
      `SELECT Id FROM Opportunity WHERE IsClosed <> (StageName LIKE 'Closed%') OR IsWon <> (StageName = 'Closed Won')`,
    );
    none(`SELECT Id FROM Opportunity WHERE ExpectedRevenue <> Amount * Probability / 100`);
  });

  it('have at most one primary contact, an own one of the account', () => {
    none(
      'SELECT OpportunityId FROM OpportunityContactRole WHERE IsPrimary GROUP BY 1 HAVING count(*) > 1',
    );
    none(`SELECT r.Id FROM OpportunityContactRole r JOIN Opportunity o ON o.Id = r.OpportunityId JOIN Contact c ON c.Id = r.ContactId
      WHERE c.AccountId <> o.AccountId`);
  });
});

describe('campaigns', () => {
  it('count their members and deals right', () => {
    none(`SELECT Id FROM Campaign AS c WHERE NumberOfContacts <> (SELECT count(*) FROM CampaignMember WHERE CampaignId = c.Id AND ContactId IS NOT NULL)
      OR NumberOfLeads <> (SELECT count(*) FROM CampaignMember WHERE CampaignId = c.Id AND LeadId IS NOT NULL)
      OR NumberOfResponses <> (SELECT count(*) FROM CampaignMember WHERE CampaignId = c.Id AND HasResponded)
      OR NumberOfOpportunities <> (SELECT count(*) FROM Opportunity WHERE CampaignId = c.Id)`);
  });
});

describe('activities', () => {
  it('log calls the call platform knows', async () => {
    const tasks = await ask.soql(
      'SELECT CallObject, CallDurationInSeconds, WhoId FROM Task WHERE CallObject != null',
    );
    expect(tasks.length).toBeGreaterThan(50);
    for (const task of tasks.slice(0, 20))
      expect(await ask.row('calls get', { id: task.CallObject })).toMatchObject({
        duration: task.CallDurationInSeconds,
      });
  });

  it('leave their latest date on the records they concern', () => {
    const late =
      all(`SELECT Id FROM Contact AS c WHERE LastActivityDate IS NOT (SELECT max(d) FROM (
      SELECT max(ActivityDate) AS d FROM Task WHERE WhoId = c.Id AND ActivityDate <= '${today}'
      UNION ALL SELECT max(ActivityDate) FROM Event WHERE WhoId = c.Id AND ActivityDate <= '${today}')) LIMIT 3`);
    expect(late).toEqual([]);
    expect(all('SELECT 1 FROM Contact WHERE LastActivityDate IS NOT NULL LIMIT 1')).toHaveLength(1);
  });
});

describe('some records', () => {
  it('are in the recycle bin, and lists leave them out', async () => {
    const [deleted] = all('SELECT count(*) AS n FROM Task WHERE IsDeleted = 1');
    expect(Number(deleted!.n)).toBeGreaterThan(0);
    const [{ n }] = (await ask.soql('SELECT COUNT(Id) n FROM Task')) as unknown as [{ n: number }];
    expect(n).toBe(900 - Number(deleted!.n));
  });

  it('have texts as long as their field, and with everything that needs escaping', async () => {
    expect(Number(all('SELECT max(length(Description)) AS n FROM Account')[0]!.n)).toBeGreaterThan(
      30_000,
    );
    for (const needle of [
      "O'Brien & Sons",
      '"Quoted" Industries',
      'Müller \\ Partner GmbH',
      '100% Cotton_Works',
      '東京精密工業',
      'شركة النور',
    ])
      expect(db.prepare('SELECT 1 FROM Account WHERE Name = ?').get(needle), needle).toBeTruthy();
  });
});

describe('without custom fields', () => {
  it('the company is made all the same', async () => {
    const plain = makeCompany({ customSchema: noCustomSchema });
    expect(await asker(plain).soql('SELECT COUNT(Id) n FROM Account')).toMatchObject([{ n: 150 }]);
    await expect(asker(plain).soql('SELECT ARR__c FROM Account')).rejects.toMatchObject({
      status: 400,
    });
    plain.close();
  });
});
