/** The company as its raw tables, and questions whose answers are held against them. */

import { expect } from 'vitest';
import { table } from '../../support/table.ts';
import { type TruthRow, tally } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';
import { type Everything, Join, readCompany, readEverything } from '../links/everything.ts';
import { rawCalls } from '../links/raw-call.ts';

const tables: Readonly<Record<string, string>> = {
  Account:
    'Name, Owner.Name, Industry, Segment__c, AnnualRevenue, NumberOfEmployees, OwnerId, Owner.Manager.Name, Owner.ManagerId, Territory__c',
  Contact: 'Name, Email, Title, AccountId',
  Lead: 'Name, Email, Company, Status',
  Opportunity:
    'Name, Type, Amount, IsClosed, IsWon, StageName, CloseDate, AccountId, OwnerId, ForecastCategoryName, NextStep',
  OpportunityLineItem: 'OpportunityId, Quantity, Product2.Name',
  OpportunityHistory:
    'OpportunityId, CreatedDate, StageName, Amount, CloseDate, ForecastCategory, PrevAmount, PrevCloseDate',
  OpportunityContactRole: 'OpportunityId, ContactId, Role, IsPrimary',
  Task: 'Subject, IsClosed, WhoId, WhatId, OwnerId',
  User: 'Name, Email, ManagerId',
  Group: 'Name',
  Case: 'AccountId, IsClosed, Priority, Subject, OwnerId, CreatedDate, Severity__c, Product_Usage__c, ContactId',
  Campaign: 'Name, StartDate',
  CampaignMember: 'CampaignId, ContactId, LeadId, Status, HasResponded, FirstRespondedDate',
  Territory__c: 'Name, Region__c',
  Product_Usage__c: 'Account__c, Product__c, Month__c, Adoption__c, Storage_GB__c',
};

export interface Asked {
  readonly data: TruthRow;
  /** How often each operation was called. */
  readonly calls: Readonly<Record<string, number>>;
}

export class RawCompany {
  readonly world: World;
  readonly all: Everything;
  readonly join: Join;
  readonly #rows: ReadonlyMap<string, readonly TruthRow[]>;

  constructor(world: World, all: Everything, rows: ReadonlyMap<string, readonly TruthRow[]>) {
    this.world = world;
    this.all = all;
    this.join = new Join(all);
    this.#rows = rows;
  }

  of = (object: string): readonly TruthRow[] => this.#rows.get(object)!;

  byId = (object: string, id: string | null): TruthRow | null =>
    id === null ? null : (this.of(object).find(({ Id }) => Id === id) ?? null);

  children = (object: string, field: string, id: string): readonly TruthRow[] =>
    this.of(object).filter((row) => row[field] === id);

  /** As a selection of its name shows it; deals may have none. */
  accountOf = ({ AccountId }: TruthRow): TruthRow => {
    const account = this.byId('Account', AccountId);
    return account && { name: account.Name };
  };

  async ask(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Asked> {
    const { data, errors, calls } = await this.world.ask(query, variables);
    expect(errors).toBeUndefined();
    return { data, calls: tally(calls) };
  }
}

/**
 * @param content read calls with what was said in them, too, and index that.
 * @param timeZone of the company, whose days relative periods of calls count in.
 */
export async function openRawCompany(content = false, timeZone = 'UTC'): Promise<RawCompany> {
  const world = await openWorld({ trackers: content, context: { timeZone } });
  const rows = new Map<string, readonly TruthRow[]>();
  for (const [object, fields] of Object.entries(tables))
    rows.set(object, await table(world, object, fields));
  if (!content) return new RawCompany(world, await readCompany(world), rows);
  const all = await readEverything(world, 'no calls');
  return new RawCompany(
    world,
    { ...all, calls: (await rawCalls(world)) as Everything['calls'] },
    rows,
  );
}

/** By these keys, each a value or null; null goes last; ids break ties. */
export function sorted(
  list: readonly TruthRow[],
  value: (row: TruthRow) => string | number | null,
  direction: 1 | -1,
  nulls: 'first' | 'last' = 'last',
): readonly TruthRow[] {
  const end = nulls === 'last' ? 1 : -1;
  return list.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === y) return a.Id < b.Id ? -1 : 1;
    if (x === null || y === null) return x === null ? end : -end;
    return (x < y ? -1 : 1) * direction;
  });
}
