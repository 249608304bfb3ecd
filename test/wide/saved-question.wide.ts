/** The saved questions that come with Switchboard, read to their end and held against the raw tables by plain loops. */

import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { cellOf } from '../../src/questions/column-expression.ts';
import { readQuestions } from '../../src/questions/saved-question.ts';
import { byAmount, daysAgo, midnight, startedAt } from '../graph/analyst/document.ts';
import { openRawCompany, type RawCompany, sorted } from '../graph/analyst/raw-company.ts';
import {
  accountsOf,
  groupsOf,
  heard,
  objects,
  stagesOf,
  startedAt as startOf,
} from '../graph/links/raw-call.ts';
import { cellsOf, plots, svgOf } from '../support/plot.ts';
import { type TruthRow, truth } from '../support/truth.ts';
import { today } from '../support/world.ts';

let raw: RawCompany;
let said: readonly TruthRow[];
const questions = new Map(
  readQuestions('queries', buildSchema(buildCrmModel())).map((one) => [one.name, one]),
);
const held = new Set<string>();
beforeAll(async () => {
  raw = await openRawCompany(true);
  said = raw.all.calls;
});
afterAll(() => raw.world.close());

interface Table {
  /** A row of cells for each, in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  readonly calls: Readonly<Record<string, number>>;
}

/** Reads page after page. */
async function run(name: string, variables: object = {}): Promise<Table> {
  held.add(name);
  const { query, rows: place, columns } = questions.get(name)!;
  const rows: unknown[][] = [];
  let first: Table['calls'] | null = null;
  for (let after: string | null = null; ; ) {
    const { data, calls } = await raw.ask(query, { ...variables, after });
    first ??= calls;
    const list = place.path.reduce<TruthRow>((value, key) => value[key], data);
    const found: unknown[] = place.kind === 'nodes' ? list.nodes : list;
    rows.push(...found.map((row) => columns.map((column) => cellOf(row, column))));
    if (place.kind !== 'nodes' || !list.pageInfo.hasNextPage) break;
    after = list.pageInfo.endCursor;
  }
  return { rows, calls: first };
}

/** Docs show what the answers were. `UPDATE_GOLDEN=1 npm run test:wide -- saved-question` draws the plots anew. */
async function expectPlot(name: string): Promise<void> {
  const { rows } = await run(name);
  const names = questions.get(name)!.columns.map((column) => column.name);
  const drawn = svgOf(plots[name]!(cellsOf(names, rows)));
  const file = `docs/ask/plots/${name}.svg`;
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, drawn);
  expect(readFileSync(file, 'utf8')).toBe(drawn);
}

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Of the CRM's LAST_N_DAYS: so many days ago through today. */
const isWithin = (date: string | null, days: number): boolean =>
  date !== null && date >= dateOf(daysAgo(days)) && date <= dateOf(midnight);
const nameOf = (object: string, id: string | null): string | null =>
  raw.byId(object, id)?.Name ?? null;
const ownerOf = ({ OwnerId }: TruthRow): string | null =>
  nameOf('User', OwnerId) ?? nameOf('Group', OwnerId);
const ownCalls = (deal: TruthRow) => raw.join.callsOf(raw.join.deal(deal as never));
const dealCalls = (deal: TruthRow) => raw.join.callsOf(raw.join.dealWithPeople(deal as never));

describe('saved questions over the synthetic company', () => {
  it('ends its days where the loops do', () => {
    expect(dateOf(today.getTime())).toBe(dateOf(midnight));
  });

  it('quiet-deals: open deals without a call for some days', async () => {
    const { rows, calls } = await run('quiet-deals', { first: 20, days: 45, least: 1_000 });
    const quiet = raw
      .of('Opportunity')
      .filter(({ IsClosed, Amount }) => !IsClosed && Amount !== null && Amount >= 1_000)
      .filter((deal) => (ownCalls(deal)[0]?.startedAt ?? 0) < daysAgo(45));
    expect(quiet.length).toBeGreaterThan(5);
    expect(rows).toEqual(
      byAmount(quiet).map((deal) => [
        deal.Name,
        nameOf('Account', deal.AccountId),
        ownerOf(deal),
        deal.StageName,
        deal.Amount,
        'USD',
        deal.CloseDate,
        startedAt(ownCalls(deal)[0]),
        deal.NextStep,
        startedAt(dealCalls(deal)[0]),
        dealCalls(deal)[0]?.call.metaData.title ?? null,
      ]),
    );
    expect(calls['opportunities list']).toBeLessThanOrEqual(3);
  });

  it('forecast-against-activity: what is to close beside how often it is spoken about', async () => {
    const { rows } = await run('forecast-against-activity', { first: 25 });
    const open = raw
      .of('Opportunity')
      .filter(
        ({ IsClosed, CloseDate }) =>
          !IsClosed && CloseDate > dateOf(midnight) && CloseDate <= dateOf(daysAgo(-90)),
      );
    expect(open.length).toBeGreaterThan(20);
    expect(rows).toEqual(
      byAmount(open).map((deal) => [
        deal.ForecastCategoryName,
        deal.Name,
        ownerOf(deal),
        deal.Amount,
        'USD',
        deal.CloseDate,
        dealCalls(deal).filter((call) => call.startedAt >= daysAgo(30)).length,
        startedAt(ownCalls(deal)[0]),
      ]),
    );
  });

  it('deal-changes: what was changed lately, beside what stood there before', async () => {
    const { rows } = await run('deal-changes', { days: 20, first: 40 });
    const histories = Map.groupBy(
      sorted(raw.of('OpportunityHistory'), ({ CreatedDate }) => Date.parse(CreatedDate), 1),
      ({ OpportunityId }) => OpportunityId as string,
    );
    const changes = [...histories.values()].flatMap((history) =>
      history.map((row, at) => ({ ...row, before: history[at - 1] })),
    );
    const expected = sorted(
      changes.filter(({ CreatedDate }) => Date.parse(CreatedDate) >= daysAgo(20)),
      ({ CreatedDate }) => Date.parse(CreatedDate),
      -1,
    ).map((row) => {
      const deal = raw.byId('Opportunity', row.OpportunityId)!;
      return [
        new Date(row.CreatedDate).toISOString(),
        deal.Name,
        nameOf('Account', deal.AccountId),
        ownerOf(deal),
        row.before?.StageName ?? null,
        row.StageName,
        row.PrevAmount,
        row.Amount,
        'USD',
        row.PrevCloseDate,
        row.CloseDate,
        row.before?.ForecastCategory ?? null,
        row.ForecastCategory,
      ];
    });
    expect(expected.length).toBeGreaterThan(40);
    expect(rows).toEqual(expected);
  });

  it('win-rate-by-calls: closed deals beside the calls of the quarter before', async () => {
    const { rows } = await run('win-rate-by-calls', { first: 30 });
    const closed = raw
      .of('Opportunity')
      .filter(
        ({ IsClosed, CloseDate }) =>
          IsClosed && CloseDate >= '2026-07-01' && CloseDate < '2026-10-01',
      );
    const [from, to] = [Date.parse('2026-04-01T00:00:00Z'), Date.parse('2026-07-01T00:00:00Z')];
    expect(closed.length).toBeGreaterThan(20);
    expect(rows).toEqual(
      sorted(closed, ({ CloseDate }) => CloseDate, 1).map((deal) => [
        deal.Name,
        deal.IsWon,
        deal.Amount,
        'USD',
        deal.CloseDate,
        dealCalls(deal).filter((call) => call.startedAt >= from && call.startedAt < to).length,
      ]),
    );
  });

  it('campaign-follow-up: who answered, and how often they were spoken with', async () => {
    const { rows } = await run('campaign-follow-up', { first: 20 });
    const members = raw.of('CampaignMember').filter(({ HasResponded, CampaignId }) => {
      const { StartDate } = raw.byId('Campaign', CampaignId)!;
      return HasResponded && isWithin(StartDate, 180);
    });
    const calls = (person: TruthRow | null): number | null =>
      person &&
      raw.join
        .callsOf(raw.join.contact(person as never))
        .filter((call) => call.startedAt >= daysAgo(90)).length;
    const last = (person: TruthRow | null): string | null =>
      person && startedAt(raw.join.callsOf(raw.join.contact(person as never))[0]);
    expect(members.length).toBeGreaterThan(15);
    expect(rows).toEqual(
      sorted(members, ({ FirstRespondedDate }) => FirstRespondedDate, -1).map((member) => {
        const campaign = raw.byId('Campaign', member.CampaignId)!;
        const contact = raw.byId('Contact', member.ContactId);
        const lead = raw.byId('Lead', member.LeadId);
        return [
          campaign.Name,
          campaign.StartDate,
          member.FirstRespondedDate,
          contact?.Name ?? null,
          lead?.Name ?? null,
          last(contact),
          last(lead),
          calls(contact),
          calls(lead),
        ];
      }),
    );
  });

  it('onboarding-risk: who bought lately and is not spoken with', async () => {
    const { rows } = await run('onboarding-risk', { first: 10 });
    const wonOf = (account: TruthRow) =>
      sorted(
        raw.children('Opportunity', 'AccountId', account.Id).filter(({ IsWon }) => IsWon),
        ({ CloseDate }) => CloseDate,
        -1,
      );
    const callsOf = (account: TruthRow) => raw.join.callsOf(raw.join.account(account as never));
    const risky = raw
      .of('Account')
      .filter((account) => wonOf(account).some(({ CloseDate }) => isWithin(CloseDate, 120)))
      .filter((account) => (callsOf(account)[0]?.startedAt ?? 0) < daysAgo(21));
    expect(risky.length).toBeGreaterThan(3);
    expect(rows).toEqual(
      sorted(risky, ({ Name }) => Name.toLowerCase(), 1).map((account) => {
        const [won] = wonOf(account);
        return [
          account.Name,
          ownerOf(account),
          startedAt(callsOf(account)[0]),
          callsOf(account).filter((call) => call.startedAt >= daysAgo(120)).length,
          raw.children('Case', 'AccountId', account.Id).filter(({ IsClosed }) => !IsClosed).length,
          won!.Name,
          won!.CloseDate,
          won!.Amount,
          'USD',
        ];
      }),
    );
  });

  it('champions-gone: people who carry open deals and are not heard any more', async () => {
    const { rows } = await run('champions-gone', { first: 10, days: 30 });
    const roles = ['Decision Maker', 'Executive Sponsor', 'Economic Buyer', 'Champion'];
    const rolesOf = (contact: TruthRow) =>
      raw
        .children('OpportunityContactRole', 'ContactId', contact.Id)
        .filter(
          ({ Role, OpportunityId }) =>
            roles.includes(Role) && !raw.byId('Opportunity', OpportunityId)!.IsClosed,
        );
    const lastOf = (contact: TruthRow) => raw.join.callsOf(raw.join.contact(contact as never))[0];
    const gone = raw
      .of('Contact')
      .filter((contact) => rolesOf(contact).length > 0)
      .filter((contact) => (lastOf(contact)?.startedAt ?? 0) < daysAgo(30));
    expect(gone.length).toBeGreaterThan(3);
    expect(rows).toEqual(
      sorted(gone, ({ Name }) => Name.toLowerCase(), 1).map((contact) => {
        const [role, ...others] = rolesOf(contact);
        const deal = raw.byId('Opportunity', role!.OpportunityId)!;
        return [
          contact.Name,
          contact.Title,
          nameOf('Account', contact.AccountId),
          startedAt(lastOf(contact)),
          role!.Role,
          deal.Name,
          deal.Amount,
          'USD',
          deal.CloseDate,
          1 + others.length,
        ];
      }),
    );
  });

  it('scores-by-manager: how their people were judged, beside what these won', async () => {
    const { rows, calls } = await run('scores-by-manager');
    const reviews = await truth(raw.world, 'stats_activity_scorecards', { filter: {} });
    const scorecards = await truth(raw.world, 'settings_scorecards');
    const user = (id: string | null) => raw.all.users.find((one) => one.id === id);
    const expected = [
      ...Map.groupBy(reviews, ({ reviewedUserId, scorecardId }) =>
        JSON.stringify([user(reviewedUserId)?.managerId ?? null, scorecardId]),
      ),
    ].map(([name, own]) => {
      const [managerId, scorecardId] = JSON.parse(name);
      const manager = user(managerId);
      const addresses = [manager?.emailAddress, ...(manager?.emailAliases ?? [])].map((address) =>
        address?.toLowerCase(),
      );
      const [person] = raw
        .of('User')
        .filter(({ Email }) => Email && addresses.includes(Email.toLowerCase()))
        .sort((one, other) => (one.Id < other.Id ? -1 : 1));
      const closed = raw
        .of('Opportunity')
        .filter(({ IsClosed, CloseDate }) => IsClosed && isWithin(CloseDate, 365))
        .filter(({ OwnerId }) => person && raw.byId('User', OwnerId)?.ManagerId === person.Id);
      const won = closed.filter(({ IsWon }) => IsWon).length;
      const scores = own.flatMap(({ overallScore }) => overallScore ?? []);
      return [
        manager === undefined ? null : `${manager.firstName} ${manager.lastName}`,
        scorecards.find((one) => one.scorecardId === scorecardId)?.scorecardName ?? null,
        own.length,
        scores.length === 0
          ? null
          : rounded(scores.reduce((one, other) => one + other, 0) / scores.length),
        ...(person === undefined ? [null, null] : [won, closed.length - won]),
        closed.length === 0 ? null : won / closed.length,
      ];
    });
    expect(expected.length).toBeGreaterThan(20);
    const shown = rows.map((row) =>
      row.map((cell, at) => (at === 3 && cell !== null ? rounded(cell as number) : cell)),
    );
    expect(shown.toSorted()).toEqual(expected.toSorted());
    expect(calls['opportunities list']).toBe(1);
    expect(calls['stats_activity_scorecards list']).toBe(3);
  });

  it('coaching-effect: how colleagues spoke before and after feedback', async () => {
    const { rows, calls } = await run('coaching-effect');
    const statistics = async (entity: string, fromDate: string, toDate: string) => {
      const list = await truth(raw.world, entity, { filter: { fromDate, toDate } });
      return new Map(list.map((row) => [row.userId, row]));
    };
    const [given, hostedBefore, hostedAfter, before, after] = await Promise.all([
      statistics('stats_activity_aggregate', '2026-08-01', '2026-09-01'),
      statistics('stats_activity_aggregate', '2026-07-01', '2026-08-01'),
      statistics('stats_activity_aggregate', '2026-09-01', '2026-10-01'),
      statistics('stats_interaction', '2026-07-01', '2026-08-01'),
      statistics('stats_interaction', '2026-09-01', '2026-10-01'),
    ]);
    const measure = (spoken: TruthRow | undefined, name: string): number | null =>
      spoken?.personInteractionStats.find((one: TruthRow) => one.name === name)?.value ?? null;
    const fullName = (id: string | null | undefined): string | null => {
      const user = raw.all.users.find((one) => one.id === id);
      return user === undefined ? null : `${user.firstName} ${user.lastName}`;
    };
    const measures = ['Talk Ratio', 'Longest Monologue', 'Patience'];
    expect(rows).toEqual(
      raw.all.users.map(({ id, managerId }) => [
        fullName(id),
        fullName(managerId),
        given.get(id)?.userAggregateActivityStats.callsReceivedFeedback ?? 0,
        hostedBefore.get(id)?.userAggregateActivityStats.callsAsHost ?? 0,
        hostedAfter.get(id)?.userAggregateActivityStats.callsAsHost ?? 0,
        ...measures.flatMap((name) => [
          measure(before.get(id), name),
          measure(after.get(id), name),
        ]),
      ]),
    );
    expect(calls['stats_interaction list']).toBe(2);
  });

  const people = (calls: readonly TruthRow[]): number =>
    new Set(
      calls.flatMap(({ parties }) =>
        (parties ?? []).flatMap(({ emailAddress }: TruthRow) =>
          emailAddress ? [raw.join.person(emailAddress)] : [],
        ),
      ),
    ).size;
  const minutes = (calls: readonly TruthRow[]): number =>
    calls.reduce((sum, { metaData }) => sum + metaData.duration, 0) / 60;
  const resultsOf = (call: TruthRow): readonly string[] =>
    objects(call, 'Opportunity', 'Now').map(({ objectId }) => {
      const deal = raw.byId('Opportunity', objectId)!;
      return deal.IsWon ? 'WON' : deal.IsClosed ? 'LOST' : 'OPEN';
    });
  const dealsOf = (call: TruthRow): readonly string[] =>
    objects(call, 'Opportunity', 'Now').map(({ objectId }) => objectId);
  const lastYear = (call: TruthRow): boolean => startOf(call) >= daysAgo(365);
  const rounded = (value: number | null): number | null => value && Math.round(1e6 * value) / 1e6;

  it('multithreading: people on the calls of deals that closed', async () => {
    const { rows, calls } = await run('multithreading');
    const wanted = new Set(
      raw
        .of('Opportunity')
        .filter(({ IsClosed, CloseDate }) => IsClosed && isWithin(CloseDate, 365))
        .map(({ Id }) => Id),
    );
    const groups = groupsOf(
      said.filter((call) => dealsOf(call).some((id) => wanted.has(id))),
      dealsOf,
    );
    expect(groups.size).toBeGreaterThan(50);
    const expected = [...groups].map(([key, own]) => {
      const deal = raw.byId('Opportunity', key.slice(1))!;
      return [
        deal.Name,
        deal.IsClosed,
        deal.IsWon,
        deal.Amount,
        'USD',
        people(own),
        own.length,
        rounded(minutes(own)),
      ];
    });
    const shown = rows.map((row) => [...row.slice(0, -1), rounded(row.at(-1) as number)]);
    expect(shown.toSorted()).toEqual(expected.toSorted());
    expect(rows.map((row) => row[4])).toEqual(
      rows.map((row) => row[4] as number).toSorted((a, b) => b - a),
    );
    expect(Object.keys(calls)).toEqual(['opportunities list']);
  });

  it('competitor-by-stage: where a tracker is heard, and what came of it', async () => {
    const { rows } = await run('competitor-by-stage');
    const groups = groupsOf(
      said.filter((call) => lastYear(call) && heard(call, 'Competitors') >= 1),
      stagesOf,
      resultsOf,
    );
    expect(groups.size).toBeGreaterThan(8);
    expect(rows.map((row) => row.map(String)).toSorted()).toEqual(
      [...groups]
        .map(([key, own]) => [
          ...key.split('|').slice(1),
          String(own.length),
          String(people(own)),
          String(new Set(own.flatMap(accountsOf)).size),
        ])
        .toSorted(),
    );
  });

  it('topics-by-result: as a share of the calls with each result', async () => {
    const { rows } = await run('topics-by-result');
    const topicsOf = (call: TruthRow): readonly string[] =>
      call.content.topics
        .filter(({ duration }: TruthRow) => Math.round(duration) > 0)
        .map(({ name }: TruthRow) => name);
    const chosen = said.filter(lastYear);
    const results = groupsOf(chosen, resultsOf);
    const expected = [...groupsOf(chosen, resultsOf, topicsOf)].map(([key, own]) => {
      const [, result] = key.split('|');
      const of = results.get(`|${result}`)!.length;
      return [...key.split('|').slice(1), own.length, rounded(own.length / of)];
    });
    expect(expected.length).toBeGreaterThan(20);
    const shown = rows.map(([result, topic, count, part]) => [
      ...[String(result), String(topic), count, rounded(part as number)],
    ]);
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });

  it('talk-ratio-against-wins: the host’s share of the talk by what came of the deal', async () => {
    const { rows } = await run('talk-ratio-against-wins');
    const nameById = new Map(
      raw.all.users.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]),
    );
    const groups = groupsOf(
      said.filter((call) => lastYear(call) && call.metaData.scope === 'External'),
      ({ metaData }) => [metaData.primaryUserId],
      resultsOf,
    );
    const ratio = (call: TruthRow): number | undefined =>
      call.interaction?.interactionStats?.find((one: TruthRow) => one.name === 'Talk Ratio')?.value;
    const expected = [...groups]
      .filter(([, own]) => own.length >= 5)
      .map(([key, own]) => {
        const [, user, result] = key.split('|');
        const ratios = own.flatMap((call) => ratio(call) ?? []);
        const mean = ratios.reduce((sum, value) => sum + value, 0) / ratios.length;
        return [
          nameById.get(user!) ?? null,
          result === 'null' ? null : result,
          own.length,
          ratios.length === 0 ? null : rounded(mean),
          rounded(minutes(own)),
        ];
      });
    const shown = rows.map((row) =>
      row.map((value, at) => (at > 2 ? rounded(value as number | null) : value)),
    );
    expect(expected.length).toBeGreaterThan(40);
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });

  /** Closed deals of a year with their own calls until the end of the close date, oldest first. */
  const closedDeals = () =>
    raw
      .of('Opportunity')
      .filter(({ IsClosed, CloseDate }) => IsClosed && isWithin(CloseDate, 365))
      .map((deal) => {
        const bound = Date.parse(deal.CloseDate) + 86_400_000;
        const own = ownCalls(deal).filter((call) => call.startedAt < bound);
        return { deal, bound, calls: own.reverse() };
      });
  /** Open deals and accounts are looked at until now, by the minute. */
  const minute = Math.floor(today.getTime() / 60_000) * 60_000;
  /** Since when the index knows calls. */
  let begun: number;
  beforeAll(async () => {
    const { data } = await raw.ask('{ indexStatus { coverage { completeFrom } } }', {});
    begun = Date.parse(data.indexStatus.coverage.completeFrom);
  });
  const segmentOf = ({ AccountId }: TruthRow) => raw.byId('Account', AccountId)?.Segment__c ?? null;
  const median = (values: readonly number[]): number => {
    const ascending = values.toSorted((a, b) => a - b);
    const half = (ascending.length - 1) / 2;
    return (ascending[Math.floor(half)]! + ascending[Math.ceil(half)]!) / 2;
  };

  it('win-rate-by-tracker: with and without a competitor in the first two calls', async () => {
    const { rows } = await run('win-rate-by-tracker');
    const spoken = closedDeals().filter(({ calls }) => calls.length > 0);
    const isHeard = ({ calls }: (typeof spoken)[number]): boolean =>
      calls.slice(0, 2).some(({ call }) => heard(call as TruthRow, 'Competitors') > 0);
    const expected = [false, true].flatMap((with_) => {
      const deals = spoken.filter((one) => isHeard(one) === with_);
      return [false, true].map((won) => {
        const part = deals.filter(({ deal }) => deal.IsWon === won).length;
        const [bucket, result] = [with_ ? '1 or more' : '0', won ? 'WON' : 'LOST'];
        return [bucket, result, part, part / deals.length];
      });
    });
    expect(rows).toEqual(expected);
  });

  it('days-to-win: from the first call', async () => {
    const { rows } = await run('days-to-win', { by: 'SEGMENT' });
    const won = closedDeals().filter(({ deal, calls }) => deal.IsWon && calls.length > 0);
    const groups = Map.groupBy(won, ({ deal }) => segmentOf(deal));
    expect(rows).toHaveLength(groups.size);
    for (const [segment, count, middle] of rows) {
      const own = groups.get(segment as string | null)!;
      const days = own.map(({ bound, calls }) => (bound - calls[0]!.startedAt) / 86_400_000);
      expect([count, rounded(middle as number)]).toEqual([own.length, rounded(median(days))]);
    }
  });

  it('calls-before-close: by segment and result', async () => {
    const { rows } = await run('calls-before-close', { by: 'SEGMENT', days: 60 });
    const counted = closedDeals().map(({ deal, bound, calls }) => ({
      key: JSON.stringify([segmentOf(deal), deal.IsWon ? 'WON' : 'LOST']),
      calls: calls.filter(({ startedAt }) => startedAt >= bound - 60 * 86_400_000).length,
    }));
    const groups = Map.groupBy(counted, ({ key }) => key);
    expect(rows).toHaveLength(groups.size);
    for (const [segment, result, deals, calls, mean, middle] of rows) {
      const own = groups.get(JSON.stringify([segment, result]))!.map(({ calls }) => calls);
      const sum = own.reduce((total, each) => total + each, 0);
      expect([deals, calls, rounded(mean as number), middle]).toEqual([
        ...[own.length, sum, rounded(sum / own.length), median(own)],
      ]);
    }
  });

  it('tracker-share-by-stage: of the calls of a year', async () => {
    const { rows } = await run('tracker-share-by-stage');
    const deals = raw.of('Opportunity').map((deal) => {
      const bound = deal.IsClosed ? Date.parse(deal.CloseDate) + 86_400_000 : minute;
      const from = bound - 365 * 86_400_000;
      const calls = ownCalls(deal).filter(({ startedAt: at }) => at >= from && at < bound);
      return { deal, from, calls: calls.map(({ call }) => call as TruthRow) };
    });
    const spoken = deals.filter(({ from, calls }) => from >= begun && calls.length > 0);
    const groups = Map.groupBy(spoken, ({ deal }) => deal.StageName);
    const expected = [...groups].map(([stage, own]) => {
      const calls = own.flatMap((one) => one.calls);
      const of = calls.filter((call) => heard(call, 'Competitors') > 0).length;
      return [stage, own.length, calls.length, of, rounded(of / calls.length)];
    });
    expect(expected.length).toBeGreaterThan(4);
    const shown = rows.map((row) => [...row.slice(0, -1), rounded(row.at(-1) as number)]);
    expect(shown.toSorted()).toEqual(expected.toSorted());
  });

  it('silence-by-owner: days since the last call of open deals', async () => {
    const { rows } = await run('silence-by-owner', { least: 1_000 });
    const quiet = raw
      .of('Opportunity')
      .filter(({ IsClosed, Amount }) => !IsClosed && Amount >= 1_000)
      .flatMap((deal) => {
        const last = ownCalls(deal).find(({ startedAt: at }) => at < minute);
        if (last === undefined || last.startedAt < begun) return [];
        return { owner: ownerOf(deal), days: (minute - last.startedAt) / 86_400_000 };
      });
    const groups = Map.groupBy(quiet, ({ owner }) => owner);
    expect(rows).toHaveLength(groups.size);
    for (const [owner, deals, middle, , longest] of rows) {
      const days = groups.get(owner as string)!.map((one) => one.days);
      expect([deals, rounded(middle as number), rounded(longest as number)]).toEqual([
        ...[days.length, rounded(median(days)), rounded(Math.max(...days))],
      ]);
    }
  });

  it('less-often: accounts with half as many calls as before', async () => {
    const { rows } = await run('less-often', { first: 10 });
    const counted = raw.of('Account').map((account) => {
      const own = raw.join
        .callsOf({ crmIds: [account.Id] })
        .filter((one) => one.startedAt < minute);
      const count = (from: number, to: number): number =>
        own.filter(({ startedAt: at }) => at >= from && at < to).length;
      const [middle, from] = [90, 180].map((days) => minute - days * 86_400_000) as [
        number,
        number,
      ];
      return { account, before: count(from, middle), now: count(middle, minute), last: own[0] };
    });
    const fewer = counted.filter(({ before, now }) => before >= 3 && now / before <= 0.5);
    expect(fewer.length).toBeGreaterThan(3);
    expect(rows).toEqual(
      sorted(fewer, ({ account }) => account.Name.toLowerCase(), 1).map((one) => [
        ...[one.account.Name, ownerOf(one.account), one.before, one.now, one.now / one.before],
        startedAt(one.last),
      ]),
    );
  });

  it('leaders-never-met: who leads where a deal is open, and was on no call', async () => {
    const { rows } = await run('leaders-never-met', { first: 10 });
    const isOpen = ({ IsClosed }: TruthRow): boolean => !IsClosed;
    const never = raw
      .of('Contact')
      .filter(({ Title }) => /^(vp|vice president|chief)|president/i.test(Title ?? ''))
      .filter(({ AccountId }) => raw.children('Opportunity', 'AccountId', AccountId).some(isOpen))
      .filter((contact) => raw.join.callsOf(raw.join.contact(contact as never)).length === 0);
    expect(never.length).toBeGreaterThan(1);
    const dealsOf = ({ Id }: TruthRow) =>
      raw
        .children('OpportunityContactRole', 'ContactId', Id)
        .map(({ OpportunityId }) => raw.byId('Opportunity', OpportunityId)!)
        .filter(isOpen);
    const expected = sorted(never, ({ Name }) => Name.toLowerCase(), 1).map((contact) => [
      ...[contact.Name, contact.Title, nameOf('Account', contact.AccountId)],
      dealsOf(contact)[0]?.Name ?? null,
    ]);
    expect(rows.map((row) => row.slice(0, 3))).toEqual(expected.map((row) => row.slice(0, 3)));
    expect(rows.map((row) => row[3] === null)).toEqual(expected.map((row) => row[3] === null));
  });

  it('cases-before-renewal: open cases where a renewal closes soon, with the last call', async () => {
    const variables = { first: 3, days: 120, priorities: ['High', 'Medium', 'Low'] };
    const { rows, calls } = await run('cases-before-renewal', variables);
    const renewalsOf = ({ AccountId }: TruthRow) =>
      sorted(
        raw
          .children('Opportunity', 'AccountId', AccountId)
          .filter(({ Name, Type }) => /renewal/i.test(`${Name} ${Type}`))
          .filter(
            ({ IsClosed, CloseDate }) =>
              !IsClosed && CloseDate >= dateOf(midnight) && CloseDate <= dateOf(daysAgo(-120)),
          ),
        ({ CloseDate }) => CloseDate,
        1,
      );
    const waiting = raw
      .of('Case')
      .filter(({ IsClosed }) => !IsClosed)
      .filter((one) => one.AccountId !== null && renewalsOf(one).length > 0);
    expect(waiting.length).toBeGreaterThan(3);
    expect(rows).toEqual(
      sorted(waiting, ({ CreatedDate }) => CreatedDate, 1).map((one) => {
        const account = raw.byId('Account', one.AccountId)!;
        const [deal] = renewalsOf(one);
        return [
          ...[account.Name, deal!.Name, deal!.CloseDate, deal!.Amount, 'USD'],
          ...[one.Subject, new Date(one.CreatedDate).toISOString(), ownerOf(one)],
          startedAt(raw.join.callsOf(raw.join.account(account as never))[0]),
        ];
      }),
    );
    // Names of users and of queues are a call each.
    expect(calls).toEqual({ 'cases list': 1, 'query list': 2, 'accounts list': 1 });
  });

  it.each(Object.keys(plots))('%s has a plot of its answer in the docs', expectPlot);

  it('all of them are here and drawn', () => {
    const names = [...questions.keys()].sort();
    expect(names).toEqual([...held].sort());
    expect(names).toEqual(Object.keys(plots).sort());
  });
});
