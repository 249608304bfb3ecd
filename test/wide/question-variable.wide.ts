/**
 * The saved questions with other variables than their own, in time zones that are not whole hours from UTC: held
 * against loops over the raw tables that were written from what docs/ask/ says of each.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { cellOf } from '../../src/questions/column-expression.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { openRawCompany, type RawCompany } from '../graph/analyst/raw-company.ts';
import { type TruthRow, truth } from '../support/truth.ts';

const questions = new Map(
  readQuestions('queries', buildSchema(buildCrmModel())).map((one) => [one.name, one]),
);
const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Hours behind UTC at midnight of a day: India has no summer time, Newfoundland's ended on 1 November 2026. */
const zones = {
  'Asia/Kolkata': () => -5.5,
  'America/St_Johns': (day: string) =>
    (day > '2026-03-08' && day <= '2026-11-01') || (day > '2025-03-09' && day <= '2025-11-02')
      ? 2.5
      : 3.5,
} as const;

describe.each(Object.keys(zones) as (keyof typeof zones)[])('saved questions in %s', (zone) => {
  let raw: RawCompany;
  let calls: readonly TruthRow[];
  beforeAll(async () => {
    raw = await openRawCompany(true, zone);
    calls = raw.all.calls;
  });
  afterAll(() => raw.world.close());

  /** Cells of all pages. */
  async function run(name: string, variables: object): Promise<unknown[][]> {
    const { query, rows: place, columns } = questions.get(name)!;
    const rows: unknown[][] = [];
    for (let after: string | null = null; ; ) {
      const { data } = await raw.ask(query, { ...variables, after });
      const list = place.path.reduce<TruthRow>((value, key) => value[key], data);
      const found: unknown[] = place.kind === 'nodes' ? list.nodes : list;
      rows.push(...found.map((row) => columns.map((column) => cellOf(row, column))));
      if (place.kind !== 'nodes' || !list.pageInfo.hasNextPage) return rows;
      after = list.pageInfo.endCursor;
    }
  }

  /** It is 2 November 2026 in both zones. */
  const dayBefore = (days: number): string =>
    new Date(Date.UTC(2026, 10, 2) - days * dayMs).toISOString().slice(0, 10);
  const midnight = (day: string): number => Date.parse(day) + zones[zone](day) * hourMs;
  const daysAgo = (days: number): number => midnight(dayBefore(days));
  const startOf = ({ metaData }: TruthRow): number => Date.parse(metaData.started);
  const name = (object: string, id: string | null): string | null =>
    raw.of(object).find(({ Id }) => Id === id)?.Name ?? null;
  const ownerOf = ({ OwnerId }: TruthRow): string | null =>
    name('User', OwnerId) ?? name('Group', OwnerId);
  const ownCalls = (deal: TruthRow) => raw.join.callsOf(raw.join.deal(deal as never));
  const dealCalls = (deal: TruthRow) => raw.join.callsOf(raw.join.dealWithPeople(deal as never));
  const personCalls = (person: TruthRow) => raw.join.callsOf(raw.join.contact(person as never));
  const accountCalls = (one: TruthRow) => raw.join.callsOf(raw.join.account(one as never));
  const last = (own: readonly { readonly startedAt: number }[]): string | null =>
    own.length === 0
      ? null
      : new Date(Math.max(...own.map(({ startedAt }) => startedAt))).toISOString();
  const between = (own: readonly { readonly startedAt: number }[], from: number, to = Infinity) =>
    own.filter(({ startedAt }) => startedAt >= from && startedAt < to).length;
  /** Ascending, or descending by a minus; nulls last, ids break ties. */
  const ordered = (rows: readonly TruthRow[], key: string): TruthRow[] => {
    const [field, sign] = key.startsWith('-') ? [key.slice(1), -1] : [key, 1];
    const of = (row: TruthRow) => (field === 'Name' ? row.Name.toLowerCase() : row[field]);
    return rows.toSorted((a, b) => {
      const [x, y] = [of(a), of(b)];
      if (x === y) return a.Id < b.Id ? -1 : 1;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y ? -sign : sign;
    });
  };
  const linked = (call: TruthRow, type: string, timing = 'Now'): TruthRow[] =>
    (call.context ?? [])
      .flatMap(({ objects }: TruthRow) => objects)
      .filter((one: TruthRow) => one.objectType === type && one.timing === timing);
  const result = (id: string): string => {
    const deal = raw.of('Opportunity').find(({ Id }) => Id === id)!;
    return deal.IsWon ? 'WON' : deal.IsClosed ? 'LOST' : 'OPEN';
  };
  const resultsOf = (call: TruthRow): (string | null)[] => {
    const found = new Set(linked(call, 'Opportunity').map(({ objectId }) => result(objectId)));
    return found.size === 0 ? [null] : [...found];
  };
  const people = (own: readonly TruthRow[]): number => {
    const parties: TruthRow[] = own.flatMap((call) => call.parties ?? []);
    const addresses = parties.flatMap(({ emailAddress }) => emailAddress || []);
    return new Set(addresses.map((address) => raw.join.person(address))).size;
  };
  const minutes = (own: readonly TruthRow[]): number =>
    own.reduce((sum, { metaData }) => sum + metaData.duration / 60, 0);
  const text = (rows: readonly (readonly unknown[])[]): string[] =>
    rows.map((row) =>
      JSON.stringify(
        row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e6) / 1e6 : cell)),
      ),
    );

  it('win-rate-by-calls of another quarter', async () => {
    const rows = await run('win-rate-by-calls', {
      first: 40,
      closed: { period: 'N_QUARTERS_AGO', n: 2 },
      called: { period: 'N_QUARTERS_AGO', n: 3 },
    });
    const closed = raw
      .of('Opportunity')
      .filter((d) => d.IsClosed && d.CloseDate >= '2026-04-01' && d.CloseDate < '2026-07-01');
    const [from, to] = [midnight('2026-01-01'), midnight('2026-04-01')];
    expect(closed.length).toBeGreaterThan(10);
    expect(rows).toEqual(
      ordered(closed, 'CloseDate').map((deal) => [
        ...[deal.Name, deal.IsWon, deal.Amount, 'USD', deal.CloseDate],
        between(dealCalls(deal), from, to),
      ]),
    );
  });

  it.each([0, 7, 1_000])('multithreading of five months, %i deals', async (first) => {
    const rows = await run('multithreading', {
      first,
      closed: { period: 'LAST_N_MONTHS', n: 5 },
    });
    const closed = raw
      .of('Opportunity')
      .filter((d) => d.IsClosed && d.CloseDate >= '2026-06-01' && d.CloseDate < '2026-11-01');
    const of = (id: string) => (call: TruthRow) =>
      linked(call, 'Opportunity').some(({ objectId }) => objectId === id);
    const spoken = calls.filter((call) => closed.some(({ Id }) => of(Id)(call)));
    const expected = raw.of('Opportunity').flatMap((deal) => {
      const own = spoken.filter(of(deal.Id));
      if (own.length === 0) return [];
      const figures = [people(own), own.length, minutes(own)];
      return [
        { ...deal, row: [deal.Name, deal.IsClosed, deal.IsWon, deal.Amount, 'USD', ...figures] },
      ];
    });
    expect(expected.length).toBeGreaterThan(7);
    const byPeople = expected.toSorted((a, b) => b.row[5] - a.row[5] || (a.Id < b.Id ? -1 : 1));
    expect(text(rows)).toEqual(text(byPeople.slice(0, first).map(({ row }) => row)));
  });

  it.each([
    ['Discount', 2, { period: 'N_QUARTERS_AGO', n: 1 }, '2026-07-01', '2026-10-01'],
    ['Competitors', 1, { period: 'LAST_N_WEEKS', n: 20 }, '2026-06-14', '2026-11-01'],
    ['Competitors', 1_000_000, { period: 'THIS_YEAR' }, '2026-01-01', '2027-01-01'],
  ])('competitor-by-stage of %s, %i times', async (tracker, times, during, from, to) => {
    const rows = await run('competitor-by-stage', { tracker, times, during });
    const groups = new Map<string, TruthRow[]>();
    for (const call of calls) {
      const heard = call.content.trackers.find((one: TruthRow) => one.name === tracker)?.count ?? 0;
      if (heard < times || startOf(call) < midnight(from) || startOf(call) >= midnight(to))
        continue;
      const deals = linked(call, 'Opportunity', 'TimeOfCall');
      const stages = new Set<string | null>(
        deals.map(({ fields }) => fields.find((f: TruthRow) => f.name === 'StageName').value),
      );
      for (const stage of stages.size === 0 ? [null] : stages)
        for (const one of resultsOf(call)) {
          const key = JSON.stringify([stage, one]);
          groups.set(key, [...(groups.get(key) ?? []), call]);
        }
    }
    const expected = [...groups].map(([key, own]) => {
      const accounts = own.flatMap((call) => linked(call, 'Account').map((one) => one.objectId));
      return [...JSON.parse(key), own.length, people(own), new Set(accounts).size];
    });
    expect(expected.length > 3).toBe(times < 1_000);
    expect(text(rows).toSorted()).toEqual(text(expected).toSorted());
  });

  it.each([0, 9, 1_000_000])('talk-ratio-against-wins of %i calls and more', async (least) => {
    const rows = await run('talk-ratio-against-wins', {
      during: { period: 'LAST_N_WEEKS', n: 30 },
      least,
    });
    const [from, to] = [midnight('2026-04-05'), midnight('2026-11-01')];
    const groups = new Map<string, TruthRow[]>();
    for (const call of calls) {
      if (call.metaData.scope !== 'External' || startOf(call) < from || startOf(call) >= to)
        continue;
      for (const one of resultsOf(call)) {
        const key = JSON.stringify([call.metaData.primaryUserId, one]);
        groups.set(key, [...(groups.get(key) ?? []), call]);
      }
    }
    const expected = [...groups]
      .filter(([, own]) => own.length >= least)
      .map(([key, own]) => {
        const [id, one] = JSON.parse(key) as [string, string | null];
        const user = raw.all.users.find((each) => each.id === id);
        const ratios = own.flatMap(
          ({ interaction }) =>
            interaction?.interactionStats?.find((each: TruthRow) => each.name === 'Talk Ratio')
              ?.value ?? [],
        );
        const sum = ratios.reduce((total: number, value: number) => total + value, 0);
        return [
          ...[user ? `${user.firstName} ${user.lastName}` : null, one, own.length],
          ...[ratios.length === 0 ? null : sum / ratios.length, minutes(own)],
        ];
      });
    expect(text(rows).toSorted()).toEqual(text(expected).toSorted());
  });

  it.each([0, 45])('campaign-follow-up with calls of %i days', async (callDays) => {
    const rows = await run('campaign-follow-up', { first: 30, days: 400, callDays });
    const members = raw.of('CampaignMember').filter((member) => {
      const { StartDate } = raw.byId('Campaign', member.CampaignId)!;
      return member.HasResponded && StartDate >= dayBefore(400) && StartDate <= dayBefore(0);
    });
    const of = (person: TruthRow | null): [string | null, number | null] =>
      person === null
        ? [null, null]
        : [last(personCalls(person)), between(personCalls(person), daysAgo(callDays), daysAgo(-1))];
    expect(members.length).toBeGreaterThan(20);
    expect(rows).toEqual(
      ordered(members, '-FirstRespondedDate').map((member) => {
        const campaign = raw.byId('Campaign', member.CampaignId)!;
        const [contact, lead] = [
          raw.byId('Contact', member.ContactId),
          raw.byId('Lead', member.LeadId),
        ];
        const [contactLast, contactCalls] = of(contact);
        const [leadLast, leadCalls] = of(lead);
        return [
          ...[campaign.Name, campaign.StartDate, member.FirstRespondedDate],
          ...[contact?.Name ?? null, lead?.Name ?? null, contactLast, leadLast],
          ...[contactCalls, leadCalls],
        ];
      }),
    );
  });

  it.each([
    [0, 0],
    [3, undefined],
    [90, 200_000],
    [9_000, undefined],
  ])('quiet-deals of %i days, from %s on', async (days, least) => {
    const rows = await run('quiet-deals', { first: 30, days, least });
    const quiet = raw
      .of('Opportunity')
      .filter(({ IsClosed }) => !IsClosed)
      .filter(({ Amount }) => least === undefined || (Amount !== null && Number(Amount) >= least))
      .filter((deal) => ownCalls(deal).every(({ startedAt }) => startedAt < daysAgo(days)));
    expect(rows).toEqual(
      ordered(quiet, '-Amount').map((deal) => [
        ...[deal.Name, name('Account', deal.AccountId), ownerOf(deal), deal.StageName],
        ...[deal.Amount, 'USD', deal.CloseDate, last(ownCalls(deal)), deal.NextStep],
        ...[last(dealCalls(deal)), dealCalls(deal)[0]?.call.metaData.title ?? null],
      ]),
    );
  });

  it.each([
    [30, 3],
    [400, 0],
    [365, 60],
  ])('onboarding-risk of %i days, quiet for %i', async (wonDays, quietDays) => {
    const rows = await run('onboarding-risk', { first: 10, wonDays, quietDays });
    const wonOf = ({ Id }: TruthRow) =>
      ordered(
        raw.of('Opportunity').filter(({ AccountId, IsWon }) => AccountId === Id && IsWon),
        '-CloseDate',
      );
    const isLately = ({ CloseDate }: TruthRow) =>
      CloseDate >= dayBefore(wonDays) && CloseDate <= dayBefore(0);
    const risky = raw
      .of('Account')
      .filter((one) => wonOf(one).some(isLately))
      .filter((one) => accountCalls(one).every(({ startedAt }) => startedAt < daysAgo(quietDays)));
    expect(rows).toEqual(
      ordered(risky, 'Name').map((one) => {
        const open = raw.of('Case').filter((c) => c.AccountId === one.Id && !c.IsClosed);
        const [won] = wonOf(one);
        return [
          ...[one.Name, ownerOf(one), last(accountCalls(one))],
          ...[between(accountCalls(one), daysAgo(wonDays), daysAgo(-1)), open.length],
          ...[won!.Name, won!.CloseDate, won!.Amount, 'USD'],
        ];
      }),
    );
  });

  it('coaching-effect of spring', async () => {
    const [before, from, to, until] = ['2026-03-01', '2026-04-01', '2026-06-01', '2026-06-15'];
    const rows = await run('coaching-effect', { first: 7, before, from, to, until });
    const measured = async (entity: string, fromDate: string, toDate: string) => {
      const list = await truth(raw.world, entity, { filter: { fromDate, toDate } });
      return (id: string): TruthRow | undefined => list.find(({ userId }) => userId === id);
    };
    const activity = 'stats_activity_aggregate';
    const given = await measured(activity, from, to);
    const hosted = [await measured(activity, before, from), await measured(activity, to, until)];
    const spoken = [
      await measured('stats_interaction', before, from),
      await measured('stats_interaction', to, until),
    ];
    const fullName = (id: string | null | undefined): string | null => {
      const user = raw.all.users.find((one) => one.id === id);
      return user ? `${user.firstName} ${user.lastName}` : null;
    };
    expect(rows).toEqual(
      raw.all.users.map(({ id, managerId }) => [
        ...[fullName(id), fullName(managerId)],
        given(id)?.userAggregateActivityStats.callsReceivedFeedback ?? 0,
        ...hosted.map((of) => of(id)?.userAggregateActivityStats.callsAsHost ?? 0),
        ...['Talk Ratio', 'Longest Monologue', 'Patience'].flatMap((measure) =>
          spoken.map(
            (of) =>
              of(id)?.personInteractionStats.find((one: TruthRow) => one.name === measure)?.value ??
              null,
          ),
        ),
      ]),
    );
  });

  it.each([
    [['Champion'], 0],
    [['Champion', 'Evaluator'], 7],
    [['nobody has it'], 30],
  ])('champions-gone: %j, %i days', async (roles, days) => {
    const rows = await run('champions-gone', { first: 20, roles, days });
    const rolesOf = (person: TruthRow) =>
      ordered(
        raw
          .of('OpportunityContactRole')
          .filter(
            ({ ContactId, Role, OpportunityId }) =>
              ContactId === person.Id &&
              roles.includes(Role) &&
              !raw.byId('Opportunity', OpportunityId)!.IsClosed,
          ),
        'Id',
      );
    const gone = raw
      .of('Contact')
      .filter((one) => rolesOf(one).length > 0)
      .filter((one) => personCalls(one).every(({ startedAt }) => startedAt < daysAgo(days)));
    expect(rows).toEqual(
      ordered(gone, 'Name').map((person) => {
        const [first] = rolesOf(person);
        const deal = raw.byId('Opportunity', first!.OpportunityId)!;
        return [
          ...[person.Name, person.Title, name('Account', person.AccountId)],
          ...[
            last(personCalls(person)),
            first!.Role,
            deal.Name,
            deal.Amount,
            'USD',
            deal.CloseDate,
          ],
          rolesOf(person).length,
        ];
      }),
    );
  });

  it.each([0, 200])('forecast-against-activity with calls of %i days', async (days) => {
    const rows = await run('forecast-against-activity', {
      first: 33,
      closing: { period: 'THIS_QUARTER' },
      days,
    });
    const open = raw
      .of('Opportunity')
      .filter((d) => !d.IsClosed && d.CloseDate >= '2026-10-01' && d.CloseDate < '2027-01-01');
    expect(open.length).toBeGreaterThan(10);
    expect(rows).toEqual(
      ordered(open, '-Amount').map((deal) => [
        ...[
          deal.ForecastCategoryName,
          deal.Name,
          ownerOf(deal),
          deal.Amount,
          'USD',
          deal.CloseDate,
        ],
        between(dealCalls(deal), daysAgo(days), daysAgo(-1)),
        last(ownCalls(deal)),
      ]),
    );
  });
});
