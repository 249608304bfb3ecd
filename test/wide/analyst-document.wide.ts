/** The eighteen documents of docs/analysts.md, run as they stand there and held against plain loops over the raw tables. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRows } from '../../src/cli/export/export-rows.ts';
import { openRawCompany, type RawCompany, sorted } from '../graph/analyst/raw-company.ts';
import {
  accountsOf,
  groupsOf,
  heard,
  stagesOf,
  startedAt as startOf,
} from '../graph/links/raw-call.ts';
import { type TruthRow, truth } from '../support/truth.ts';

const documents = new Map(
  [
    ...readFileSync('docs/analysts.md', 'utf8').matchAll(
      /^### (\d+)\. [^\n]+\n(?:(?!```|### )[^\n]*\n)*```graphql\n([\s\S]*?)```/gm,
    ),
  ].map(([, number, text]) => [Number(number), text!]),
);

let raw: RawCompany;
let said: readonly TruthRow[];
beforeAll(async () => {
  raw = await openRawCompany(true);
  said = raw.all.calls;
});
afterAll(() => raw.world.close());

const ask = async (number: number, variables: object = {}): Promise<TruthRow> =>
  (await raw.ask(documents.get(number)!, { ...variables })).data;

const dayMs = 86_400_000;
const midnight = Date.parse('2026-11-02T00:00:00Z');
const daysAgo = (days: number): number => midnight - days * dayMs;
const at = (text: string): number => Date.parse(text);
const open = (): readonly TruthRow[] => raw.of('Opportunity').filter(({ IsClosed }) => !IsClosed);
const byAmount = (deals: readonly TruthRow[]) => sorted(deals, ({ Amount }) => Amount, -1);
const startedAt = (call: { readonly startedAt: number } | undefined): string | null =>
  call === undefined ? null : new Date(call.startedAt).toISOString();
const nameOf = (object: string, id: string | null): string | null =>
  raw.byId(object, id)?.Name ?? null;
const dealCalls = (deal: TruthRow) => raw.join.callsOf(raw.join.deal(deal as never));
const accountCalls = (account: TruthRow) => raw.join.callsOf(raw.join.account(account as never));
const saidBy = (): ReadonlyMap<string, TruthRow> =>
  new Map(said.map((call) => [call.metaData.id, call]));
const sumOf = (deals: readonly TruthRow[]): number =>
  deals.reduce((sum, { Amount }) => sum + (Amount ?? 0), 0);
const rounded = (value: number): number => Math.round(1e6 * value) / 1e6;
/** Groups by the text of their keys. */
const shown = (groups: readonly TruthRow[], value: (group: TruthRow) => unknown) =>
  Object.fromEntries(
    groups.map((group) => [
      group.keys.map((key: TruthRow) => `|${key.value}`).join(''),
      value(group),
    ]),
  );
const counted = (groups: ReadonlyMap<string, readonly unknown[]>) =>
  Object.fromEntries([...groups].map(([key, own]) => [key, own.length]));

/** How often a tracker was heard in these calls, and in how many. */
function hits(calls: readonly { readonly id: string }[], name: string) {
  const known = saidBy();
  const counts = calls.map(({ id }) => heard(known.get(id), name)).filter((count) => count > 0);
  return { count: counts.reduce((sum, count) => sum + count, 0), calls: counts.length };
}
const trackerOf = ({ trackersOverTime }: TruthRow, name: string) => {
  const found = trackersOverTime.trackers.find(({ tracker }: TruthRow) => tracker?.name === name);
  return { count: found?.count ?? 0, calls: found?.calls ?? 0 };
};

/** Of September, by the user's id. */
async function talkRatios(): Promise<(id: string) => number | null> {
  const filter = { fromDate: '2026-09-01', toDate: '2026-10-01' };
  const spoken = await truth(raw.world, 'stats_interaction', { filter });
  return (id) =>
    spoken
      .find(({ userId }) => userId === id)
      ?.personInteractionStats.find(({ name }: TruthRow) => name === 'Talk Ratio')?.value ?? null;
}

describe('the questions of docs/analysts.md', () => {
  it('are eighteen, each with a document', () => {
    expect([...documents.keys()]).toEqual(Array.from({ length: 18 }, (_, index) => index + 1));
  });

  it('1: large open deals that went quiet', async () => {
    const { opportunities } = await ask(1);
    const quiet = open()
      .filter(({ Amount }) => Amount > 50_000)
      .filter((deal) => (dealCalls(deal)[0]?.startedAt ?? 0) < daysAgo(30));
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
        nameOf('User', deal.OwnerId) ?? nameOf('Group', deal.OwnerId),
        startedAt(dealCalls(deal)[0]),
        hits(
          dealCalls(deal).filter((call) => call.startedAt >= at('2026-01-01T00:00:00Z')),
          'Competitors',
        ),
      ]),
    );
  });

  it('2: accounts by their first won deal', async () => {
    const { opportunitiesAggregate } = await ask(2);
    const won = raw.of('Opportunity').filter(({ IsWon }) => IsWon);
    const expected = [...Map.groupBy(won, ({ AccountId }) => AccountId)].map(([id, deals]) => [
      nameOf('Account', id),
      raw.byId('Account', id)?.AnnualRevenue ?? null,
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
    const { accounts } = await ask(3);
    expect(accounts.nodes).toHaveLength(100);
    let total = 0;
    for (const { upstreamId, callsPerPeriod } of accounts.nodes) {
      const calls = accountCalls({ Id: upstreamId });
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
    const { opportunities } = await ask(4);
    const outside = (parties: readonly TruthRow[]): string[] =>
      parties
        .filter(({ affiliation, emailAddress }) => affiliation === 'External' && emailAddress)
        .map(({ emailAddress }) => emailAddress.trim().toLowerCase());
    const expected = byAmount(open())
      .slice(0, 20)
      .map((deal) => {
        const calls = dealCalls(deal);
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
    expect(expected.some(([, , people]) => Number(people) < 2)).toBe(true);
  });

  it('5: what those who answered a campaign spoke about', async () => {
    const { campaigns } = await ask(5);
    const known = saidBy();
    let calls = 0;
    const chosen = sorted(raw.of('Campaign'), ({ StartDate }) => StartDate, -1).slice(0, 2);
    expect(campaigns.nodes.map(({ name }: TruthRow) => name)).toEqual(
      chosen.map(({ Name }) => Name),
    );
    for (const [index, { campaignMembers }] of campaigns.nodes.entries()) {
      const members = raw
        .children('CampaignMember', 'CampaignId', chosen[index]!.Id)
        .filter(({ HasResponded }) => HasResponded)
        .slice(0, 20);
      expect(
        campaignMembers.nodes.map(({ contact }: TruthRow) => contact?.upstreamId ?? null),
      ).toEqual(members.map(({ ContactId }) => ContactId));
      for (const { contact } of campaignMembers.nodes) {
        if (contact === null) continue;
        const person = raw.byId('Contact', contact.upstreamId);
        const own = raw.join
          .callsOf(raw.join.contact(person as never), { from: daysAgo(60), to: midnight + dayMs })
          .slice(0, 3);
        calls += own.length;
        expect(contact.relatedCalls.nodes).toEqual(
          own.map(({ id, call }) => {
            const { topics, callOutcome } = known.get(id).content;
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
    const { opportunities } = await ask(6);
    const lost = raw
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
        hits(
          dealCalls(deal).filter((call) => call.startedAt >= at('2025-11-03T00:00:00Z')),
          'Competitors',
        ),
      ]),
    );
    expect(JSON.stringify(opportunities)).toContain('"Competitors"');
  });

  it('7: urgent cases of accounts nobody has called', async () => {
    const { accounts } = await ask(7);
    const urgent = (account: TruthRow) =>
      raw
        .children('Case', 'AccountId', account.Id)
        .filter(({ Priority, IsClosed }) => Priority === 'High' && !IsClosed);
    const expected = raw
      .of('Account')
      .filter((account) => urgent(account).length > 0)
      .filter((account) => (accountCalls(account)[0]?.startedAt ?? 0) < daysAgo(45));
    expect(expected.length).toBeGreaterThan(0);
    expect(accounts.nodes).toEqual(
      sorted(expected, ({ Name }) => Name.toLowerCase(), 1).map((account) => ({
        name: account.Name,
        cases: { nodes: urgent(account).map(({ Subject }) => ({ subject: Subject })) },
      })),
    );
  });

  it('8: each colleague’s calls beside the pipeline', async () => {
    const { users, opportunitiesAggregate } = await ask(8);
    expect(users.nodes.map(({ relatedCalls }: TruthRow) => relatedCalls.totalCount)).toEqual(
      raw.all.users.map(
        ({ id }) =>
          raw.join.callsOf({ userIds: [id] }, { role: ['HOST'], from: daysAgo(30) }).length,
      ),
    );
    expect(shown(opportunitiesAggregate, ({ count, sum }) => [count, sum.amount ?? 0])).toEqual(
      Object.fromEntries(
        [...Map.groupBy(open(), ({ OwnerId }) => OwnerId)].map(([owner, deals]) => [
          `|${owner}`,
          [deals.length, sumOf(deals)],
        ]),
      ),
    );
    const owners = new Set(open().map(({ OwnerId }) => OwnerId));
    const met = users.nodes.filter(({ crmUsers }: TruthRow) =>
      crmUsers.some(({ upstreamId }: TruthRow) => owners.has(upstreamId)),
    );
    expect(met.length).toBeGreaterThan(5);
  });

  it('9: pipeline by quarter', async () => {
    const { opportunitiesAggregate } = await ask(9);
    const quarterOf = ({ CloseDate }: TruthRow): string =>
      `${CloseDate.slice(0, 4)} ${Math.ceil(Number(CloseDate.slice(5, 7)) / 3)}`;
    const expected = [...Map.groupBy(open(), quarterOf)].map(([key, deals]) => [
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

  it('10: every person on every call of a quarter, as a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'switchboard-quarter-'));
    const out = join(directory, 'parties.ndjson');
    const client = {
      execute: (query: string, variables: object) =>
        raw.world.ask(query, { ...variables }) as never,
      close: async () => {},
    };
    const { records, incomplete } = await exportRows(client, {
      ...{ query: documents.get(10)!, variables: {}, selection: null, unnest: ['parties'], out },
      ...{ format: 'ndjson', isGzipped: false, restart: false, force: false, log: () => {} },
    });
    const rows = readFileSync(out, 'utf8').trimEnd().split('\n');
    rmSync(directory, { recursive: true });
    const quarter = said.filter(
      (call) =>
        startOf(call) >= at('2026-07-01T00:00:00Z') && startOf(call) < at('2026-10-01T00:00:00Z'),
    );
    expect({ records, incomplete }).toEqual({ records: quarter.length, incomplete: [] });
    const industries = (call: TruthRow): unknown[] =>
      accountsOf(call).map((id) => raw.byId('Account', id)!.Industry);
    const expected = quarter.flatMap((call) => {
      const parties: readonly TruthRow[] = call.parties?.length ? call.parties : [null];
      return parties.map((party) => [
        call.metaData.id,
        party?.name ?? null,
        party?.emailAddress?.trim().toLowerCase() ?? null,
      ]);
    });
    const found = rows.map((row) => JSON.parse(row) as TruthRow);
    expect(
      found
        .map(({ upstreamId, parties }) => [
          upstreamId,
          parties?.name ?? null,
          parties?.emailAddress?.trim().toLowerCase() ?? null,
        ])
        .toSorted(),
    ).toEqual(expected.toSorted());
    const known = saidBy();
    for (const { upstreamId, accounts, parties } of found) {
      const own = industries(known.get(upstreamId));
      const told = accounts.map(({ record }: TruthRow) => record.industry);
      for (const industry of own) expect(told).toContain(industry);
      const contact = raw
        .of('Contact')
        .filter(({ Email }) => Email !== null && Email === parties?.emailAddress);
      if (contact.length === 1 && parties.contact !== null)
        expect(raw.of('Contact').map(({ Title }) => Title)).toContain(parties.contact.title);
    }
    expect(rows.length).toBeGreaterThan(500);
  });

  it('11: leaders nobody has spoken with', async () => {
    const { contacts } = await ask(11);
    const last = (contact: TruthRow) => raw.join.callsOf(raw.join.contact(contact as never))[0];
    const expected = raw
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
    const { opportunities } = await ask(12);
    const reviews = await truth(raw.world, 'stats_activity_scorecards', { filter: {} });
    expect(opportunities.nodes.map(({ name }: TruthRow) => name)).toEqual(
      byAmount(open())
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

  it('13: talk ratio beside deals won and closed', async () => {
    const { users, won, closed } = await ask(13);
    const ratioOf = await talkRatios();
    expect(
      users.nodes.map(({ upstreamId, interaction }: TruthRow) => [
        upstreamId,
        interaction?.talkRatio ?? null,
      ]),
    ).toEqual(raw.all.users.map(({ id }) => [id, ratioOf(id)]));
    const byOwner = (deals: readonly TruthRow[]) =>
      counted(new Map([...Map.groupBy(deals, ({ OwnerId }) => `|${OwnerId}`)]));
    const count = ({ count: value }: TruthRow) => value;
    expect(shown(won, count)).toEqual(byOwner(raw.of('Opportunity').filter((one) => one.IsWon)));
    expect(shown(closed, count)).toEqual(
      byOwner(raw.of('Opportunity').filter((one) => one.IsClosed)),
    );
  });

  const hostOf = ({ metaData }: TruthRow): readonly string[] => [metaData.primaryUserId];

  it('14: a tracker by the stage of the deal', async () => {
    const { callsAggregate } = await ask(14);
    const chosen = said.filter((call) => heard(call, 'Discount') >= 2);
    expect(chosen.length).toBeGreaterThan(5);
    expect(shown(callsAggregate.groups, ({ count }) => count)).toEqual(
      counted(groupsOf(chosen, stagesOf)),
    );
  });

  it('15: topics by industry and segment', async () => {
    const { callsAggregate } = await ask(15);
    const topics = (call: TruthRow) =>
      call.content.topics
        .filter(({ duration }: TruthRow) => Math.round(duration) > 0)
        .map(({ name }: TruthRow) => name);
    const of = (field: string) => (call: TruthRow) =>
      accountsOf(call).map((id) => raw.byId('Account', id)![field]);
    expect(shown(callsAggregate.groups, ({ count }) => count)).toEqual(
      counted(groupsOf(said, topics, of('Industry'), of('Segment__c'))),
    );
  });

  it('16: accounts by their calls', async () => {
    const { callsAggregate } = await ask(16);
    const lately = said.filter((call) => startOf(call) >= daysAgo(90));
    const expected = [...groupsOf(lately, accountsOf)].map(([key, own]) => [
      nameOf('Account', key.slice(1)),
      own.length,
      rounded(own.reduce((sum, { metaData }) => sum + metaData.duration, 0) / 60),
    ]);
    const groups = callsAggregate.groups.map(({ keys: [{ record }], count, minutes }: TruthRow) => [
      record?.recordName ?? null,
      count,
      rounded(minutes),
    ]);
    expect(groups.toSorted()).toEqual(expected.toSorted());
    const counts: number[] = groups.map((group: TruthRow) => group[1]);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  it('17: win rate beside talk ratio', async () => {
    const { users } = await ask(17);
    const ratioOf = await talkRatios();
    const dealsOf = (id: string, isWon: boolean): number =>
      raw
        .of('Opportunity')
        .filter((deal) => deal.OwnerId === id && deal.IsClosed && deal.IsWon === isWon).length;
    let closed = 0;
    expect(users.nodes.map(({ upstreamId }: TruthRow) => upstreamId)).toEqual(
      raw.all.users.map(({ id }) => id),
    );
    for (const { upstreamId, interaction, crmUsers } of users.nodes) {
      expect(interaction?.talkRatio ?? null).toBe(ratioOf(upstreamId));
      for (const { upstreamId: owner, dealFigures } of crmUsers) {
        const [won, lost] = [dealsOf(owner, true), dealsOf(owner, false)];
        const winRate = won + lost === 0 ? null : won / (won + lost);
        expect(dealFigures).toEqual({ won, lost, winRate });
        closed += won + lost;
      }
    }
    expect(closed).toBeGreaterThan(50);
  });

  it('18: this quarter’s calls with some accounts', async () => {
    const lately = said.filter((call) => startOf(call) >= at('2026-10-01T00:00:00Z'));
    const ids = [...new Set(lately.flatMap(accountsOf))].slice(0, 12);
    const names = ids.map((id) => nameOf('Account', id));
    const { callsAggregate } = await ask(18, { names });
    const wanted = new Set(
      raw
        .of('Account')
        .filter(({ Name }) => names.includes(Name))
        .map(({ Id }) => Id),
    );
    const chosen = lately.filter((call) => accountsOf(call).some((id) => wanted.has(id)));
    expect(chosen.length).toBeGreaterThan(5);
    expect(shown(callsAggregate.groups, ({ count }) => count)).toEqual(
      counted(
        groupsOf(chosen, hostOf, ({ content }) =>
          content.callOutcome ? [content.callOutcome.name] : [],
        ),
      ),
    );
  });
});
