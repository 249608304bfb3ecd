/** Questions of docs/ask/ about calls and who took part, run as they stand there and held against plain loops over the raw tables. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRows } from '../../src/cli/export/export-rows.ts';
import { Analyst, at, counted, daysAgo, documents, shown } from '../graph/analyst/document.ts';
import { openRawCompany } from '../graph/analyst/raw-company.ts';
import {
  accountsOf,
  groupsOf,
  heard,
  stagesOf,
  startedAt as startOf,
} from '../graph/links/raw-call.ts';
import type { TruthRow } from '../support/truth.ts';

let analyst: Analyst;
beforeAll(async () => {
  analyst = new Analyst(await openRawCompany(true));
});
afterAll(() => analyst.raw.world.close());

const allCalls = (): readonly TruthRow[] => analyst.raw.all.calls;

const rounded = (value: number): number => Math.round(1e6 * value) / 1e6;

describe('questions of docs/ask/ about calls', () => {
  const hostOf = ({ metaData }: TruthRow): readonly string[] => [metaData.primaryUserId];

  it('10: every person on every call of a quarter, as a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'switchboard-quarter-'));
    const out = join(directory, 'parties.ndjson');
    const client = {
      execute: (query: string, variables: object) =>
        analyst.raw.world.ask(query, { ...variables }) as never,
      close: async () => {},
    };
    const { records, incomplete } = await exportRows(client, {
      ...{ query: documents.get(10)!, variables: {}, selection: null, unnest: ['parties'], out },
      ...{ format: 'ndjson', isGzipped: false, restart: false, force: false, log: () => {} },
    });
    const rows = readFileSync(out, 'utf8').trimEnd().split('\n');
    rmSync(directory, { recursive: true });
    const quarter = allCalls().filter(
      (call) =>
        startOf(call) >= at('2026-07-01T00:00:00Z') && startOf(call) < at('2026-10-01T00:00:00Z'),
    );
    expect({ records, incomplete }).toEqual({ records: quarter.length, incomplete: [] });
    const industries = (call: TruthRow): unknown[] =>
      accountsOf(call).map((id) => analyst.raw.byId('Account', id)!.Industry);
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
    for (const { upstreamId, accounts, parties } of found) {
      const own = industries(analyst.call(upstreamId));
      const told = accounts.map(({ record }: TruthRow) => record.industry);
      for (const industry of own) expect(told).toContain(industry);
      const contact = analyst.raw
        .of('Contact')
        .filter(({ Email }) => Email !== null && Email === parties?.emailAddress);
      if (contact.length === 1 && parties.contact !== null)
        expect(analyst.raw.of('Contact').map(({ Title }) => Title)).toContain(
          parties.contact.title,
        );
    }
    expect(rows.length).toBeGreaterThan(500);
  });

  it('13: talk ratio beside deals won and closed', async () => {
    const { users, won, closed } = await analyst.ask(13);
    const ratioOf = await analyst.talkRatios();
    expect(
      users.nodes.map(({ upstreamId, interaction }: TruthRow) => [
        upstreamId,
        interaction?.talkRatio ?? null,
      ]),
    ).toEqual(analyst.raw.all.users.map(({ id }) => [id, ratioOf(id)]));
    const byOwner = (deals: readonly TruthRow[]) =>
      counted(new Map([...Map.groupBy(deals, ({ OwnerId }) => `|${OwnerId}`)]));
    const count = ({ count: value }: TruthRow) => value;
    expect(shown(won, count)).toEqual(
      byOwner(analyst.raw.of('Opportunity').filter((one) => one.IsWon)),
    );
    expect(shown(closed, count)).toEqual(
      byOwner(analyst.raw.of('Opportunity').filter((one) => one.IsClosed)),
    );
  });

  it('14: a tracker by the stage of the deal', async () => {
    const { callsAggregate } = await analyst.ask(14);
    const chosen = allCalls().filter((call) => heard(call, 'Discount') >= 2);
    expect(chosen.length).toBeGreaterThan(5);
    expect(shown(callsAggregate.groups, ({ count }) => count)).toEqual(
      counted(groupsOf(chosen, stagesOf)),
    );
  });

  it('15: topics by industry and segment', async () => {
    const { callsAggregate } = await analyst.ask(15);
    const topics = (call: TruthRow) =>
      call.content.topics
        .filter(({ duration }: TruthRow) => Math.round(duration) > 0)
        .map(({ name }: TruthRow) => name);
    const of = (field: string) => (call: TruthRow) =>
      accountsOf(call).map((id) => analyst.raw.byId('Account', id)![field]);
    expect(shown(callsAggregate.groups, ({ count }) => count)).toEqual(
      counted(groupsOf(allCalls(), topics, of('Industry'), of('Segment__c'))),
    );
  });

  it('16: accounts by their calls', async () => {
    const { callsAggregate } = await analyst.ask(16);
    const lately = allCalls().filter((call) => startOf(call) >= daysAgo(90));
    const expected = [...groupsOf(lately, accountsOf)].map(([key, own]) => [
      analyst.nameOf('Account', key.slice(1)),
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
    const { users } = await analyst.ask(17);
    const ratioOf = await analyst.talkRatios();
    const dealsOf = (id: string, isWon: boolean): number =>
      analyst.raw
        .of('Opportunity')
        .filter((deal) => deal.OwnerId === id && deal.IsClosed && deal.IsWon === isWon).length;
    let closed = 0;
    expect(users.nodes.map(({ upstreamId }: TruthRow) => upstreamId)).toEqual(
      analyst.raw.all.users.map(({ id }) => id),
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
    const lately = allCalls().filter((call) => startOf(call) >= at('2026-10-01T00:00:00Z'));
    const ids = [...new Set(lately.flatMap(accountsOf))].slice(0, 12);
    const names = ids.map((id) => analyst.nameOf('Account', id));
    const { callsAggregate } = await analyst.ask(18, { names });
    const wanted = new Set(
      analyst.raw
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
