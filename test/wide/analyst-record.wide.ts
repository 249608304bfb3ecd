/** Questions of docs/ask/ about lists of records, run as they stand there and held against plain loops over the raw tables. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  Analyst,
  at,
  byAmount,
  dayMs,
  daysAgo,
  documents,
  midnight,
  shown,
  startedAt,
  sumOf,
} from '../graph/analyst/document.ts';
import { openRawCompany, sorted } from '../graph/analyst/raw-company.ts';
import { type TruthRow, truth } from '../support/truth.ts';

let analyst: Analyst;
beforeAll(async () => {
  analyst = new Analyst(await openRawCompany(true));
});
afterAll(() => analyst.raw.world.close());

const trackerOf = ({ trackersOverTime }: TruthRow, name: string) => {
  const found = trackersOverTime.trackers.find(({ tracker }: TruthRow) => tracker?.name === name);
  return { count: found?.count ?? 0, calls: found?.calls ?? 0 };
};

describe('questions of docs/ask/ about records', () => {
  it('are eighteen with those about calls, each with a document', () => {
    expect([...documents.keys()]).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
  });

  it('1: large open deals that went quiet', async () => {
    const { opportunities } = await analyst.ask(1);
    const quiet = analyst
      .open()
      .filter(({ Amount }) => Amount > 50_000)
      .filter((deal) => (analyst.dealCalls(deal)[0]?.startedAt ?? 0) < daysAgo(30));
    expect(quiet.length).toBeGreaterThan(5);
    expect(
      opportunities.nodes.map((node: TruthRow) => [
        ...[node.name, node.amount, node.owner?.recordName ?? null, node.lastCall.startedAt],
        trackerOf(node, 'Competitors'),
      ]),
    ).toEqual(
      byAmount(quiet).map((deal) => [
        deal.Name,
        deal.Amount,
        analyst.nameOf('User', deal.OwnerId) ?? analyst.nameOf('Group', deal.OwnerId),
        startedAt(analyst.dealCalls(deal)[0]),
        analyst.hits(
          analyst.dealCalls(deal).filter((call) => call.startedAt >= at('2026-01-01T00:00:00Z')),
          'Competitors',
        ),
      ]),
    );
  });

  it('2: accounts by their first won deal', async () => {
    const { opportunitiesAggregate } = await analyst.ask(2);
    const won = analyst.raw.of('Opportunity').filter(({ IsWon }) => IsWon);
    const expected = [...Map.groupBy(won, ({ AccountId }) => AccountId)].map(([id, deals]) => [
      analyst.nameOf('Account', id),
      analyst.raw.byId('Account', id)?.AnnualRevenue ?? null,
      deals.length,
      deals.map(({ CloseDate }) => CloseDate).sort()[0],
      sumOf(deals),
    ]);
    expect(
      opportunitiesAggregate
        .map(({ keys: [{ record }], count, min, sum }: TruthRow) => [
          record?.recordName ?? null,
          record?.annualRevenue ?? null,
          ...[count, min.closeDate, sum.amount ?? 0],
        ])
        .toSorted(),
    ).toEqual(expected.toSorted());
  });

  it('3: calls a week of each account', async () => {
    const { accounts } = await analyst.ask(3);
    expect(accounts.nodes).toHaveLength(100);
    let total = 0;
    for (const { upstreamId, callsPerPeriod } of accounts.nodes) {
      const calls = analyst.accountCalls({ Id: upstreamId });
      const inYear = calls.filter(
        (call) =>
          call.startedAt >= at('2025-11-03T00:00:00Z') &&
          call.startedAt < at('2026-11-02T00:00:00Z'),
      );
      for (const { startsAt, calls: count } of callsPerPeriod.periods) {
        const from = at(startsAt);
        expect(new Date(from).getUTCDay()).toBe(1);
        expect(count).toBe(
          inYear.filter((call) => call.startedAt >= from && call.startedAt < from + 7 * dayMs)
            .length,
        );
        total += count;
      }
      expect(
        callsPerPeriod.periods.reduce((sum: number, one: TruthRow) => sum + one.calls, 0),
      ).toBe(inYear.length);
    }
    expect(total).toBeGreaterThan(100);
  });

  it('4: people from outside on the calls of open deals', async () => {
    const { opportunities } = await analyst.ask(4);
    const outside = (parties: readonly TruthRow[]): string[] =>
      parties
        .filter(({ affiliation, emailAddress }) => affiliation === 'External' && emailAddress)
        .map(({ emailAddress }) => emailAddress.trim().toLowerCase());
    const expected = byAmount(analyst.open())
      .slice(0, 20)
      .map((deal) => {
        const calls = analyst.dealCalls(deal);
        const parties = calls.slice(0, 20).flatMap(({ call }) => call.parties ?? []);
        return [deal.Id, calls.length, new Set(outside(parties)).size];
      });
    expect(
      opportunities.nodes.map(({ upstreamId, relatedCalls }: TruthRow) => [
        upstreamId,
        relatedCalls.totalCount,
        new Set(outside(relatedCalls.nodes.flatMap(({ parties }: TruthRow) => parties ?? []))).size,
      ]),
    ).toEqual(expected);
    expect(new Set(expected.map(([, , people]) => people)).size).toBeGreaterThan(3);
  });

  it('5: what those who answered a campaign spoke about', async () => {
    const { campaigns } = await analyst.ask(5);
    let calls = 0;
    const chosen = sorted(analyst.raw.of('Campaign'), ({ StartDate }) => StartDate, -1).slice(0, 2);
    expect(campaigns.nodes.map(({ name }: TruthRow) => name)).toEqual(
      chosen.map(({ Name }) => Name),
    );
    for (const [index, { campaignMembers }] of campaigns.nodes.entries()) {
      const members = analyst.raw
        .children('CampaignMember', 'CampaignId', chosen[index]!.Id)
        .filter(({ HasResponded }) => HasResponded)
        .slice(0, 20);
      expect(
        campaignMembers.nodes.map(({ contact }: TruthRow) => contact?.upstreamId ?? null),
      ).toEqual(members.map(({ ContactId }) => ContactId));
      for (const { contact } of campaignMembers.nodes) {
        if (contact === null) continue;
        const person = analyst.raw.byId('Contact', contact.upstreamId);
        const own = analyst.raw.join
          .callsOf(analyst.raw.join.contact(person as never), {
            from: daysAgo(60),
            to: midnight + dayMs,
          })
          .slice(0, 3);
        calls += own.length;
        expect(contact.relatedCalls.nodes).toEqual(
          own.map(({ id, call }) => {
            const { topics, callOutcome } = analyst.call(id).content;
            return {
              title: call.metaData.title ?? null,
              content: {
                topics: topics.map(({ name, duration }: TruthRow) => ({
                  name,
                  durationSeconds: duration,
                })),
                outcome: callOutcome ? { name: callOutcome.name } : null,
              },
            };
          }),
        );
      }
    }
    expect(calls).toBeGreaterThan(0);
  });

  it('6: deals lost last quarter and competitors', async () => {
    const { opportunities } = await analyst.ask(6);
    const lost = analyst.raw
      .of('Opportunity')
      .filter(
        ({ IsClosed, IsWon, CloseDate }) =>
          IsClosed && !IsWon && CloseDate >= '2026-07-01' && CloseDate < '2026-10-01',
      );
    expect(
      opportunities.nodes.map((node: TruthRow) => [
        node.upstreamId,
        trackerOf(node, 'Competitors'),
      ]),
    ).toEqual(
      lost.map((deal) => [
        deal.Id,
        analyst.hits(
          analyst.dealCalls(deal).filter((call) => call.startedAt >= at('2025-11-03T00:00:00Z')),
          'Competitors',
        ),
      ]),
    );
    expect(JSON.stringify(opportunities)).toContain('"Competitors"');
  });

  it('7: urgent cases of accounts nobody has called', async () => {
    const { accounts } = await analyst.ask(7);
    const urgent = (account: TruthRow) =>
      analyst.raw
        .children('Case', 'AccountId', account.Id)
        .filter(({ Priority, IsClosed }) => Priority === 'High' && !IsClosed);
    const expected = analyst.raw
      .of('Account')
      .filter((account) => urgent(account).length > 0)
      .filter((account) => (analyst.accountCalls(account)[0]?.startedAt ?? 0) < daysAgo(45));
    expect(expected.length).toBeGreaterThan(0);
    expect(accounts.nodes).toEqual(
      sorted(expected, ({ Name }) => Name.toLowerCase(), 1).map((account) => ({
        name: account.Name,
        cases: { nodes: urgent(account).map(({ Subject }) => ({ subject: Subject })) },
      })),
    );
  });

  it('8: each colleague’s calls beside the pipeline', async () => {
    const { users, opportunitiesAggregate } = await analyst.ask(8);
    expect(users.nodes.map(({ relatedCalls }: TruthRow) => relatedCalls.totalCount)).toEqual(
      analyst.raw.all.users.map(
        ({ id }) =>
          analyst.raw.join.callsOf({ userIds: [id] }, { role: ['HOST'], from: daysAgo(30) }).length,
      ),
    );
    expect(shown(opportunitiesAggregate, ({ count, sum }) => [count, sum.amount ?? 0])).toEqual(
      Object.fromEntries(
        [...Map.groupBy(analyst.open(), ({ OwnerId }) => OwnerId)].map(([owner, deals]) => [
          `|${owner}`,
          [deals.length, sumOf(deals)],
        ]),
      ),
    );
    const owners = new Set(analyst.open().map(({ OwnerId }) => OwnerId));
    const met = users.nodes.filter(({ crmUsers }: TruthRow) =>
      crmUsers.some(({ upstreamId }: TruthRow) => owners.has(upstreamId)),
    );
    expect(met.length).toBeGreaterThan(5);
  });

  it('9: pipeline by quarter', async () => {
    const { opportunitiesAggregate } = await analyst.ask(9);
    const quarterOf = ({ CloseDate }: TruthRow): string =>
      `${CloseDate.slice(0, 4)} ${Math.ceil(Number(CloseDate.slice(5, 7)) / 3)}`;
    const expected = [...Map.groupBy(analyst.open(), quarterOf)].map(([key, deals]) => [
      ...[key, deals.length, sumOf(deals)],
    ]);
    expect(
      opportunitiesAggregate
        .map(({ keys, count, sum }: TruthRow) => [
          keys.map(({ number }: TruthRow) => number).join(' '),
          ...[count, sum.amount ?? 0],
        ])
        .toSorted(),
    ).toEqual(expected.toSorted());
  });

  it('11: leaders nobody has spoken with', async () => {
    const { contacts } = await analyst.ask(11);
    const last = (contact: TruthRow) =>
      analyst.raw.join.callsOf(analyst.raw.join.contact(contact as never))[0];
    const expected = analyst.raw
      .of('Contact')
      .filter(({ Title }) => Title !== null && /vp/i.test(Title))
      .filter((contact) => (last(contact)?.startedAt ?? 0) < at('2026-09-01T00:00:00Z'));
    expect(expected.length).toBeGreaterThan(5);
    expect(
      contacts.nodes.map(({ name, title, lastCall }: TruthRow) => [
        name,
        title,
        lastCall.startedAt,
      ]),
    ).toEqual(
      sorted(expected, ({ Name }) => Name.toLowerCase(), 1)
        .slice(0, 100)
        .map((contact) => [contact.Name, contact.Title, startedAt(last(contact))]),
    );
  });

  it('12: the reviews of a deal’s owner', async () => {
    const { opportunities } = await analyst.ask(12);
    const reviews = await truth(analyst.raw.world, 'stats_activity_scorecards', { filter: {} });
    expect(opportunities.nodes.map(({ name }: TruthRow) => name)).toEqual(
      byAmount(analyst.open())
        .slice(0, 30)
        .map(({ Name }) => Name),
    );
    let scores = 0;
    for (const { owner } of opportunities.nodes)
      for (const { upstreamId, scorecardsReceived } of owner?.users ?? []) {
        const own = reviews.filter(
          ({ reviewedUserId, reviewTime }) =>
            String(reviewedUserId) === upstreamId && at(reviewTime) >= at('2026-08-01T00:00:00Z'),
        );
        scores += own.length;
        expect(scorecardsReceived.nodes).toHaveLength(own.length);
      }
    expect(scores).toBeGreaterThan(0);
  });
});
