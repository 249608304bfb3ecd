/** Fills the CRM's tables: standard objects from the company's plan, custom ones from their declarations. */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmModel } from '../../contract/crm/model.ts';
import type { World } from '../company/company-plan.ts';
import { amountsByTalk } from '../company/opportunity.ts';
import { purpose, Random } from '../company/random.ts';
import { createCrmIndexes, createCrmTables } from '../database/crm-table.ts';
import { createFileTable } from '../file/stored-file.ts';
import { createSearchIndex } from '../sosl/full-text-index.ts';
import { writeEvents, writeTasks } from './activity.ts';
import { assignCurrencies, writeOrganisation } from './currency.ts';
import { writeAccounts, writeContacts, writeLeads } from './customer.ts';
import { writeDeals, writePriceBook } from './deal.ts';
import { writeAttachments, writeFiles } from './file.ts';
import { writeCampaigns } from './marketing.ts';
import { writeRecordTeams } from './record-team.ts';
import { writeCases, writeNotes } from './support.ts';
import { writeUsers } from './user.ts';
import { type CrmPlan, CrmWriter, integrationUser, stampsOf } from './writer.ts';

/** What the CRM has from the calls. */
interface Talk extends Pick<CrmPlan, 'phoned' | 'met'> {
  /** Number of calls about a deal, by its id. */
  readonly callsOf: ReadonlyMap<string, number>;
}

/**
 * @param phoned and met: calls the CRM logged, as tasks and as events.
 * @param report receives how much is done, 0 to 1.
 */
export function buildCrm(
  db: DatabaseSync,
  model: CrmModel,
  planned: World,
  { phoned, met, callsOf }: Talk,
  report: (share: number) => void = () => {},
): void {
  const world = { ...planned, deals: amountsByTalk(planned.seed, planned.deals, callsOf) };
  createCrmTables(db, model.objects);
  createFileTable(db);
  const { volume, calendar, seed } = world;
  const custom = model.objects.filter((object) => object.custom);
  const counts = new Map<string, number>([
    ['User', world.colleagues.length],
    ['Account', volume.accounts],
    ['Contact', volume.contacts],
    ['Lead', volume.leads],
    ['Opportunity', volume.opportunities],
    ['Campaign', volume.campaigns],
    ['Case', volume.cases],
    ...custom.map((object) => [object.name, customCount(volume.usages, object)] as const),
  ]);
  const writer = new CrmWriter(db, model, seed, calendar.horizon, counts);
  const plan: CrmPlan = { world, writer, phoned, met };
  for (const [index, write] of writers.entries()) {
    write(plan, db);
    report(((index + 1) / writers.length) * recordsWritten);
  }
  for (const object of custom) writeCustom(plan, object.name, counts.get(object.name) ?? 0);
  writeOrganisation(db, model);
  createCrmIndexes(db, model.objects);
  foldActivities(db, calendar.day);
  assignCurrencies(db, model, seed);
  createSearchIndex(db, model);
}

/** In the order of their records' references. */
const writers: readonly ((plan: CrmPlan, db: DatabaseSync) => void)[] = [
  writeUsers,
  writeAccounts,
  writeContacts,
  writeLeads,
  writePriceBook,
  writeDeals,
  writeRecordTeams,
  writeCampaigns,
  writeCases,
  writeTasks,
  writeEvents,
  writeNotes,
  writeFiles,
  writeAttachments,
];
/** Share of the time after which all but indexes and sums is there. */
const recordsWritten = 0.6;

/** Number of records: many for a child object, a few for an object without a parent. */
function customCount(usages: number, object: CrmModel['objects'][number]): number {
  const hangs = object.fields.some(({ spec }) => spec.custom && spec.required && spec.reference);
  return hangs ? usages : Math.max(8, Math.floor(usages / 25));
}

function writeCustom(plan: CrmPlan, name: string, count: number): void {
  const { world, writer } = plan;
  for (let index = 0; index < count; index += 1) {
    const random = new Random(world.seed, purpose.custom, index, name.length);
    const owner = random.pick(world.colleagues).crmId ?? integrationUser(plan);
    writer.add(name, () => stampsOf(world.calendar, random, owner, 540), {
      Name: `${name.replace(/__c$/, '').replaceAll('_', ' ')} ${String(index + 1).padStart(5, '0')}`,
      OwnerId: owner,
    });
  }
}

/** Activity summary of a record as the CRM stores it: date of the latest past activity, open and overdue tasks. */
function foldActivities(db: DatabaseSync, day: string): void {
  const latest = (column: string): string =>
    `(SELECT max(date) FROM (
       SELECT max(ActivityDate) AS date FROM Task WHERE ${column} = target.Id AND ActivityDate <= ?1
       UNION ALL SELECT max(ActivityDate) FROM Event WHERE ${column} = target.Id AND ActivityDate <= ?1))`;
  for (const [object, column] of [
    ['Account', 'AccountId'],
    ['Contact', 'WhoId'],
    ['Lead', 'WhoId'],
    ['Opportunity', 'WhatId'],
    ['Campaign', 'WhatId'],
  ] as const)
    db.prepare(`UPDATE ${object} AS target SET LastActivityDate = ${latest(column)}`).run(day);
  db.prepare(
    `UPDATE Opportunity AS target SET
       HasOpenActivity = EXISTS (SELECT 1 FROM Task WHERE WhatId = target.Id AND IsClosed = 0)
         OR EXISTS (SELECT 1 FROM Event WHERE WhatId = target.Id AND ActivityDate >= ?1),
       HasOverdueTask = EXISTS (SELECT 1 FROM Task WHERE WhatId = target.Id AND IsClosed = 0 AND ActivityDate < ?1)`,
  ).run(day);
  db.exec(
    `UPDATE Campaign AS target SET
       NumberOfOpportunities = (SELECT count(*) FROM Opportunity WHERE CampaignId = target.Id),
       NumberOfWonOpportunities = (SELECT count(*) FROM Opportunity WHERE CampaignId = target.Id AND IsWon = 1),
       AmountAllOpportunities = (SELECT total(Amount) FROM Opportunity WHERE CampaignId = target.Id),
       AmountWonOpportunities = (SELECT total(Amount) FROM Opportunity WHERE CampaignId = target.Id AND IsWon = 1)`,
  );
}
