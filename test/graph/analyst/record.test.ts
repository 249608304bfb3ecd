/** Questions an analyst asks about records, answered from the raw tables by plain loops, with the least calls. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TruthRow } from '../../support/truth.ts';
import { openRawCompany, type RawCompany, sorted } from './raw-company.ts';

let raw: RawCompany;
beforeAll(async () => {
  raw = await openRawCompany();
});
afterAll(() => raw.world.close());

describe('an analyst of the CRM asks', () => {
  it('which products the greatest open deals of each territory hold', async () => {
    const { data, calls } = await raw.ask(`{
      territories(first: 8, orderBy: [{field: NAME}]) { nodes { name region accounts(first: 6) { nodes { name
        opportunities(first: 2, filter: {isClosed: {eq: false}}, orderBy: [{field: AMOUNT, direction: DESC, nulls: LAST}]) {
          nodes { name amount opportunityLineItems(first: 3) { nodes { quantity product2 { name } } } }
        } } } } }
    }`);
    const expected = sorted(raw.of('Territory__c'), ({ Name }) => Name.toLowerCase(), 1)
      .slice(0, 8)
      .map((territory) => ({
        name: territory.Name,
        region: territory.Region__c,
        accounts: {
          nodes: raw
            .children('Account', 'Territory__c', territory.Id)
            .slice(0, 6)
            .map((account) => ({
              name: account.Name,
              opportunities: {
                nodes: sorted(
                  raw
                    .children('Opportunity', 'AccountId', account.Id)
                    .filter(({ IsClosed }) => !IsClosed),
                  ({ Amount }) => Amount,
                  -1,
                )
                  .slice(0, 2)
                  .map((deal) => ({
                    name: deal.Name,
                    amount: deal.Amount,
                    opportunityLineItems: {
                      nodes: raw
                        .children('OpportunityLineItem', 'OpportunityId', deal.Id)
                        .slice(0, 3)
                        .map((item) => ({
                          quantity: item.Quantity,
                          product2: { name: item.Product2.Name },
                        })),
                    },
                  })),
              },
            })),
        },
      }));
    expect(data.territories.nodes).toEqual(expected);
    expect(JSON.stringify(expected)).toContain('"quantity"');
    // Children of children need their parents' ids: a statement for each level but the first two.
    expect(calls).toEqual({ 'query list': 1, 'accounts list': 1, 'opportunities list': 1 });
  });

  it('whom open tasks are about, through fragments on the interface and under two names', async () => {
    const { data, calls } = await raw.ask(
      `
      query ($open: TaskFilter!) {
        tasks(first: 60, filter: $open) { nodes { subject who { ...Who } what { ...What } owner { recordName } } }
        again: tasks(filter: {and: [$open]}, first: 20) { nodes { who { ... on CrmRecord { upstreamId } } what { ... on Account { industry } } } }
      }
      fragment Who on CrmRecord { recordName ... on Contact { title account { name owner { manager { name } } } } ...L }
      fragment L on Lead { company status }
      fragment What on CrmRecord { recordName objectName ... on Account { territory { name } } ... on Opportunity { stageName account { name } } }
    `,
      { open: { isClosed: { eq: false } } },
    );
    const name = (id: string | null, ...objects: string[]) =>
      objects.map((object) => raw.byId(object, id)).find((row) => row !== null)?.Name;
    const open = raw.of('Task').filter(({ IsClosed }) => !IsClosed);
    const seen = new Set<string>();
    for (const [at, task] of open.slice(0, 60).entries()) {
      const shown = data.tasks.nodes[at];
      expect(shown.subject).toBe(task.Subject);
      expect(shown.owner.recordName).toBe(name(task.OwnerId, 'User', 'Group'));
      const contact = raw.byId('Contact', task.WhoId);
      const lead = raw.byId('Lead', task.WhoId);
      const account = contact === null ? null : raw.byId('Account', contact.AccountId);
      if (contact !== null)
        expect(shown.who).toEqual({
          recordName: contact.Name,
          title: contact.Title,
          account: account && {
            name: account.Name,
            owner: { manager: account.Owner.Manager && { name: account.Owner.Manager.Name } },
          },
        });
      else if (lead !== null)
        expect(shown.who).toEqual({
          recordName: lead.Name,
          company: lead.Company,
          status: lead.Status,
        });
      else expect(shown.who).toBeNull();
      const deal = raw.byId('Opportunity', task.WhatId);
      const about = raw.byId('Account', task.WhatId);
      if (deal !== null)
        expect(shown.what).toEqual({
          recordName: deal.Name,
          objectName: 'Opportunity',
          stageName: deal.StageName,
          account: raw.accountOf(deal),
        });
      else if (about !== null)
        expect(shown.what.territory).toEqual(
          about.Territory__c && { name: raw.byId('Territory__c', about.Territory__c)!.Name },
        );
      for (const [kind, row] of Object.entries({ contact, lead, deal, about }))
        if (row !== null) seen.add(kind);
      if (at >= 20) continue;
      expect(data.again.nodes[at].who).toEqual(task.WhoId && { upstreamId: task.WhoId });
      if (about !== null) expect(data.again.nodes[at].what).toEqual({ industry: about.Industry });
    }
    expect([...seen].sort()).toEqual(['about', 'contact', 'deal', 'lead']);
    // A list for each name, since they select other things, and at most one statement a name for each object
    // that is led to: one in all where both lists come at once. Owners are users and queues.
    expect(calls['tasks list']).toBe(2);
    for (const entity of ['contacts', 'leads', 'accounts', 'opportunities'])
      expect([1, 2]).toContain(calls[`${entity} list`]);
  });

  it('who sells much in a quarter to large customers', async () => {
    const { data, calls } = await raw.ask(`{
      opportunitiesAggregate(
        groupBy: [{field: OWNER_ID}, {field: CLOSE_DATE, by: QUARTER}]
        filter: {account: {segment: {in: ["Enterprise", "Strategic"]}}, amount: {isNull: false}}
        having: {count: {gt: 1}, sum: [{field: AMOUNT, value: {gt: 50000}}]}
      ) { keys { value number record { ... on CrmUser { name } } } count sum { amount } avg { amount } max { closeDate } }
    }`);
    const large = new Set(
      raw
        .of('Account')
        .filter((one) => ['Enterprise', 'Strategic'].includes(one.Segment__c))
        .map(({ Id }) => Id),
    );
    const deals = raw
      .of('Opportunity')
      .filter((one) => large.has(one.AccountId) && one.Amount !== null);
    const quarter = ({ CloseDate }: TruthRow) => Math.ceil(Number(CloseDate.slice(5, 7)) / 3);
    const groups = [...Map.groupBy(deals, (one) => `${one.OwnerId} ${quarter(one)}`)].flatMap(
      ([key, own]) => {
        const [ownerId, number] = key.split(' ');
        const sum = own.reduce((total, { Amount }) => total + Amount, 0);
        if (own.length < 2 || sum <= 50_000) return [];
        return {
          owner: raw.byId('User', ownerId!)!.Name,
          number: Number(number),
          count: own.length,
          sum,
          avg: sum / own.length,
          max: own
            .map(({ CloseDate }) => CloseDate)
            .toSorted()
            .at(-1),
        };
      },
    );
    const shown = data.opportunitiesAggregate.map(({ keys, count, sum, avg, max }: TruthRow) => ({
      owner: keys[0].record.name,
      number: keys[1].number,
      count,
      sum: sum.amount,
      avg: avg.amount,
      max: max.closeDate,
    }));
    const order = (list: readonly TruthRow[]) =>
      list.toSorted((a, b) => (`${a.owner}${a.number}` < `${b.owner}${b.number}` ? -1 : 1));
    expect(groups.length).toBeGreaterThan(5);
    expect(order(shown).map((one) => ({ ...one, avg: Math.round(one.avg) }))).toEqual(
      order(groups).map((one) => ({ ...one, avg: Math.round(one.avg) })),
    );
    const counts = shown.map(({ count }: TruthRow) => count);
    expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
    expect(calls).toEqual({ 'opportunities list': 1, 'query list': 1 });
  });

  it('which accounts fit a thicket of conditions on parents, children and themselves', async () => {
    const { data, calls } = await raw.ask(`{
      accounts(first: 100, orderBy: [{field: ANNUAL_REVENUE, direction: DESC, nulls: LAST}], filter: {
        contacts: {some: {email: {endsWith: ".org"}, or: [{title: {contains: "e"}}, {title: {isNull: true}}]}}
        opportunities: {none: {isClosed: {eq: false}, amount: {gte: 10000}}}
        or: [{segment: {eq: "Enterprise"}}, {not: {numberOfEmployees: {lte: 500}}}, {owner: {manager: {name: {startsWith: "A"}}}}]
        not: {industry: {in: ["Retail", "Energy"]}}
      }) { totalCount nodes { upstreamId annualRevenue } }
    }`);
    const fits = (account: TruthRow): boolean =>
      raw
        .children('Contact', 'AccountId', account.Id)
        .some(
          ({ Email, Title }) => Email?.endsWith('.org') && (Title === null || /e/i.test(Title)),
        ) &&
      !raw
        .children('Opportunity', 'AccountId', account.Id)
        .some(({ IsClosed, Amount }) => !IsClosed && Amount !== null && Amount >= 10_000) &&
      (account.Segment__c === 'Enterprise' ||
        !(account.NumberOfEmployees !== null && account.NumberOfEmployees <= 500) ||
        /^a/i.test(account.Owner.Manager?.Name ?? '')) &&
      !['Retail', 'Energy'].includes(account.Industry);
    const expected = sorted(
      raw.of('Account').filter(fits),
      ({ AnnualRevenue }) => AnnualRevenue,
      -1,
    );
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.length).toBeLessThan(100);
    expect(data.accounts.nodes.map(({ upstreamId }: TruthRow) => upstreamId)).toEqual(
      expected.map(({ Id }) => Id),
    );
    expect(data.accounts.totalCount).toBe(expected.length);
    expect(calls).toEqual({ 'accounts list': 1 });
  });
});
