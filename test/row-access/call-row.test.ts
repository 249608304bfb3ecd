/** Calls, reviews, statistics and libraries of a representative and of a manager: equal loops over the raw tables. */

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { isWide } from '../support/cases.ts';
import { Company, type Person } from '../support/row-access/trial.ts';
import type { TruthRow } from '../support/truth.ts';
import { today, type World } from '../support/world.ts';

const dayMs = 86_400_000;

let company: Company;
let world: World;
beforeAll(async () => {
  company = await Company.open();
  world = await company.world({ cache: false });
});
afterAll(async () => {
  await world.close();
  company.close();
});

const people = {
  'a representative': { level: 'own', person: 'esther.rousseau@lumenridge.example.net' },
  'a manager': { level: 'team', person: 'uma.marchetti@lumenridge.example.com' },
} as const;

const objects: Readonly<Record<string, string>> = {
  ...{ '001': 'Account', '006': 'Opportunity', '003': 'Contact', '00Q': 'Lead', '005': 'User' },
};
const objectOf = (id: string): string => objects[id.slice(0, 3)] ?? id;

const ids = (rows: readonly TruthRow[]): string[] =>
  rows.map(({ upstreamId, id }) => upstreamId ?? id).sort();

describe.each(Object.entries(people).slice(0, isWide ? 2 : 1))('%s', (_, who) => {
  let viewer: Pick<World, 'ask'>;
  let visible: Person['visible'];
  let hidden: string;
  let shown: string;
  beforeAll(async () => {
    visible = company.oracle.visible(who);
    viewer = world.as(who);
    const all = company.oracle.rows('call').map(({ id }) => String(id));
    hidden = all.find((id) => !visible.calls.has(id))!;
    shown = [...visible.calls][0]!;
    // People and anchors are read once.
    await viewer.ask('{ calls(first: 1) { nodes { id } } }');
    expect(visible.calls.size).toBeGreaterThan(20);
    expect(visible.calls.size).toBeLessThan(all.length);
  });

  async function walk(list: string, args = ''): Promise<TruthRow[]> {
    const rows: TruthRow[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { data, errors, calls } = await viewer.ask(
        `query ($after: String) { ${list}(first: 100, after: $after ${args}) { totalCount pageInfo { hasNextPage endCursor } nodes { upstreamId } } }`,
        { after },
      );
      expect(errors).toBeUndefined();
      expect(calls.length).toBeLessThanOrEqual(list === 'calls' ? 1 : 3);
      rows.push(...data[list].nodes);
      if (data[list].totalCount !== null && list === 'calls')
        expect(data[list].totalCount).toBe(visible.calls.size);
      more = data[list].pageInfo.hasNextPage;
      after = data[list].pageInfo.endCursor;
    }
    return rows;
  }

  it('lists the visible calls from either end, with their number', async () => {
    const oldest = await walk('calls');
    expect(ids(oldest)).toEqual([...visible.calls].sort());
    const newest = await walk('calls', ', order: NEWEST');
    expect(newest).toEqual(oldest.toReversed());
  });

  it('finds a call by its id where it is visible; a hidden one is as one that does not exist', async () => {
    const one = '7'.repeat(19);
    const ask = (id: string, selection: string) =>
      viewer.ask(
        `query ($id: ID!, $upstream: ID!) { node(id: $id) { id ... on Call { ${selection} } } nodes(ids: [$id]) { id } call(by: { upstreamId: $upstream }) { ${selection} } }`,
        { id: encodeGlobalId('Call', id), upstream: id },
      );
    for (const selection of ['id', 'title', 'title parties { name } crmContext { system }']) {
      const [ofShown, ofHidden, ofNone] = [
        await ask(shown, selection),
        await ask(hidden, selection),
        await ask(one, selection),
      ];
      expect(ofShown.data.node.id).toBe(encodeGlobalId('Call', shown));
      expect(ofShown.data.call).not.toBeNull();
      expect(ofHidden.data).toEqual({ node: null, nodes: [null], call: null });
      expect(ofHidden.data).toEqual(ofNone.data);
      expect(ofHidden.errors).toEqual(ofNone.errors);
      expect(ofHidden.extensions).toEqual(ofNone.extensions);
      expect(ofHidden.calls.length).toBe(ofNone.calls.length);
      expect(ofHidden.calls.length).toBe(ofShown.calls.length);
      // What came is as much, and took the platform as long: no row.
      const rowsOf = ({ calls }: typeof ofNone) => calls.map(({ action, rows }) => [action, rows]);
      expect(rowsOf(ofHidden)).toEqual(rowsOf(ofNone));
      expect(JSON.stringify(ofHidden.calls)).not.toContain(hidden);
    }
  });

  it('counts and groups the visible calls', async () => {
    const { data } = await viewer.ask(
      '{ callsAggregate { groups { count } } indexStatus { calls } hosts: callsAggregate(groupBy: [OWNER]) { groups { count } } }',
    );
    expect(data.callsAggregate.groups[0].count).toBe(visible.calls.size);
    const hosts = company.oracle.rows('call').filter(({ id }) => visible.calls.has(id));
    expect(data.hosts.groups.length).toBe(new Set(hosts.map(({ host }) => host)).size);
    expect(data.indexStatus.calls).toBeNull();
  });

  it('counts visible records by their visible calls in a list that the CRM cannot count', async () => {
    let counted = 0;
    const ofAll = ['lastCall: { none: false }', 'callCount: { atLeast: 2 }'];
    const ofOwn = 'callFact: { fact: PEOPLE, of: { withinDays: 200 }, atLeast: 2 }';
    for (const list of ['accounts', 'contacts', 'opportunities'])
      for (const condition of [...ofAll, ...(list === 'contacts' ? [] : [ofOwn])]) {
        const ids: string[] = [];
        const totals = new Set<number>();
        for (let after: string | null = null, more = true; more; ) {
          const { data, errors } = await viewer.ask(
            `query ($after: String) { list: ${list}(first: 7, after: $after, filter: { ${condition} }) {
              totalCount nodes { id } pageInfo { hasNextPage endCursor } } }`,
            { after },
          );
          expect(errors).toBeUndefined();
          ids.push(...data.list.nodes.map(({ id }: TruthRow) => id));
          totals.add(data.list.totalCount);
          more = data.list.pageInfo.hasNextPage;
          after = data.list.pageInfo.endCursor;
        }
        expect([...totals], `${list} ${condition}`).toEqual([ids.length]);
        counted += ids.length;
      }
    expect(counted).toBeGreaterThan(20);
  });

  it('tells facts of visible records by their visible calls', async () => {
    const calls = company.oracle.rows('call').filter(({ id }) => visible.calls.has(id));
    const from = today.getTime() - 300 * dayMs;
    /** How often calls are linked to one of the records. */
    const linksTo = (records: readonly TruthRow[], counted: readonly TruthRow[]): number => {
      const ids = new Set(records.map(({ Id }) => String(Id).slice(0, 15)));
      return counted
        .map(({ context }) => {
          const linked = (JSON.parse(context) as [string, string][]).map(([, id]) => id);
          return new Set(linked.map((id) => id.slice(0, 15)).filter((id) => ids.has(id))).size;
        })
        .reduce((sum, links) => sum + links, 0);
    };
    for (const [list, object] of [
      ['opportunityCallFacts', 'Opportunity'],
      ['accountCallFacts', 'Account'],
    ] as const) {
      const { data, errors } = await viewer.ask(
        `{ early: ${list}(fact: CALLS, of: { until: "2100-01-01T00:00:00Z", withinDays: 27500 }) { rows beforeCoverage groups { sum } }
           late: ${list}(fact: CALLS, of: { until: "${today.toISOString()}", withinDays: 300 }) { rows beforeCoverage groups { count sum } }
           all: ${list}(fact: CALLS, of: { until: "2100-01-01T00:00:00Z" }) { rows beforeCoverage coverage { completeFrom } groups { count sum } } }`,
      );
      expect(errors).toBeUndefined();
      const rows = company.oracle.rows(object).filter(({ Id }) => visible.sees(object, Id));
      expect(data.early).toEqual({ rows: 0, beforeCoverage: rows.length, groups: [] });
      const late = calls.filter(({ at }) => at / 1_000 >= from && at / 1_000 < today.getTime());
      const sum = linksTo(rows, late);
      expect(sum).toBeGreaterThan(5);
      const groups = [{ count: rows.length, sum }];
      expect(data.late).toEqual({ rows: rows.length, beforeCoverage: 0, groups });
      // Since when calls are linked is known of deals, and of accounts of none.
      const linkable = Date.parse(data.all.coverage.completeFrom) + 14 * dayMs;
      const since = rows.filter(
        ({ CreatedDate }) => object === 'Opportunity' && Date.parse(CreatedDate) >= linkable,
      );
      expect([data.all.rows, data.all.beforeCoverage]).toEqual([
        since.length,
        rows.length - since.length,
      ]);
      expect(data.all.groups).toEqual(
        since.length === 0 ? [] : [{ count: since.length, sum: linksTo(since, calls) }],
      );
    }
  });

  it('lists the visible calls of a deal and of a colleague by who hosted them', async () => {
    const rows = company.oracle.rows('call').filter(({ id }) => visible.calls.has(id));
    const linkedTo = ({ context }: TruthRow): string[] =>
      (JSON.parse(context) as [string, string][]).map(([, id]) => id.slice(0, 15));
    const hosts = [...new Set(rows.map(({ host }) => String(host)))];
    let found = 0;
    for (const primaryUser of [hosts.slice(0, 1), hosts.slice(1), ['1']]) {
      const { data, errors } = await viewer.ask(
        `query ($primaryUser: [ID!]) { opportunities(first: 100) { nodes { upstreamId relatedCalls(first: 100, primaryUser: $primaryUser) { totalCount nodes { upstreamId } } } }
          users(first: 5) { nodes { upstreamId relatedCalls(first: 100, role: [HOST], primaryUser: $primaryUser) { totalCount } } } }`,
        { primaryUser },
      );
      expect(errors).toBeUndefined();
      const hosted = rows.filter(({ host }) => primaryUser.includes(String(host)));
      for (const { upstreamId, relatedCalls } of data.opportunities.nodes) {
        const own = hosted.filter((row) => linkedTo(row).includes(upstreamId.slice(0, 15)));
        expect([ids(relatedCalls.nodes), relatedCalls.totalCount]).toEqual([ids(own), own.length]);
        found += own.length;
      }
      for (const { upstreamId, relatedCalls } of data.users.nodes)
        expect(relatedCalls.totalCount).toBe(
          hosted.filter(({ host }) => String(host) === upstreamId).length,
        );
    }
    expect(found).toBeGreaterThan(5);
  });

  it('finds calls by contacts who are visible alone', async () => {
    const count = async (participants: object): Promise<number> => {
      const { data, errors } = await viewer.ask(
        'query ($filter: CallFilter) { calls(filter: $filter) { totalCount } }',
        { filter: { participants } },
      );
      expect(errors).toBeUndefined();
      return data.calls.totalCount;
    };
    const rows = company.oracle.rows('call').filter(({ id }) => visible.calls.has(id));
    const addressesOf = ({ parties }: TruthRow): string[] =>
      JSON.parse(parties).flatMap(
        ({ emailAddress }: TruthRow) => emailAddress?.trim().toLowerCase() ?? [],
      );
    const contacts = company.oracle
      .rows('Contact')
      .flatMap(({ Id, Email }) =>
        Email ? [{ Id: String(Id), email: String(Email).toLowerCase() }] : [],
      );
    const [seen, unseen] = [true, false].map((isSeen) => {
      const own = contacts.filter(({ Id }) => visible.sees('Contact', Id) === isSeen);
      return new Set(own.map(({ email }) => email));
    }) as [Set<string>, Set<string>];
    const isMet = (addresses: ReadonlySet<string>) => (row: TruthRow) =>
      addressesOf(row).some((address) => addresses.has(address));
    expect(await count({ contact: { email: { isNull: false } } })).toBe(
      rows.filter(isMet(seen)).length,
    );
    const met = rows
      .flatMap(addressesOf)
      .find((address) => unseen.has(address) && !seen.has(address))!;
    expect(await count({ email: [met] })).toBe(rows.filter(isMet(new Set([met]))).length);
    expect(await count({ contact: { email: { eq: met } } })).toBe(0);
  });

  it('names visible records alone beside a call and its people, in groups and in figures', async () => {
    const { data, errors } = await viewer.ask(
      `{ calls(first: 60, order: NEWEST) { nodes { upstreamId crmContext { objects { objectId } } crmContextAtCall { objects { objectId } }
          parties { crmContext { objects { objectId } } } accounts { record { upstreamId } } opportunities { record { upstreamId } } } }
        accounts: callsAggregate(groupBy: [ACCOUNT], first: 500) { groups { count keys { value } accounts } }
        deals: callsAggregate(groupBy: [OPPORTUNITY], first: 500) { groups { count keys { value } } } industries: callsAggregate(groupBy: [INDUSTRY]) { groups { count } } }`,
    );
    expect(errors).toBeUndefined();
    const named = new Set<string>();
    const note = (contexts: readonly TruthRow[]): void => {
      for (const { objects } of contexts) for (const { objectId } of objects) named.add(objectId);
    };
    for (const call of data.calls.nodes) {
      note(call.crmContext);
      note(call.crmContextAtCall);
      for (const party of call.parties) note(party.crmContext ?? []);
      for (const { record } of [...call.accounts, ...call.opportunities])
        named.add(record.upstreamId);
    }
    const raw = company.oracle.rows('call').filter(({ id }) => visible.calls.has(id));
    const linkedTo = (crm: readonly (readonly [string, string])[] = []) =>
      crm.flatMap(([object, id]) => (visible.sees(object, id) ? [id] : []));
    for (const { upstreamId, parties } of data.calls.nodes) {
      const { parties: people } = raw.find(({ id }) => id === upstreamId)!;
      expect(
        parties.map(({ crmContext }: TruthRow) =>
          (crmContext ?? []).flatMap(({ objects }: TruthRow) =>
            objects.map(({ objectId }: TruthRow) => objectId),
          ),
        ),
      ).toEqual(JSON.parse(people).map(({ crm }: TruthRow) => linkedTo(crm)));
    }
    expect([...named].some((id) => id.startsWith('003'))).toBe(true);
    for (const [list, kind] of [
      [data.accounts, 'Account'],
      [data.deals, 'Opportunity'],
    ] as const) {
      const expected = new Map<string | null, number>();
      for (const { context } of raw) {
        const linked = (JSON.parse(context) as [string, string][])
          .filter(([type, id]) => type === kind && visible.sees(kind, id))
          .map(([, id]) => id);
        for (const id of linked.length === 0 ? [null] : linked)
          expected.set(id, (expected.get(id) ?? 0) + 1);
      }
      const groups = list.groups.map(({ keys, count }: TruthRow) => [keys[0].value, count]);
      expect(new Map(groups)).toEqual(expected);
    }
    expect(named.size).toBeGreaterThan(5);
    for (const id of named) expect(visible.sees(objectOf(id), id), id).toBe(true);
  });

  it('lists the reviews of people within own or team, by whatever they are asked', async () => {
    const rows = company.oracle.rows('answered_scorecard');
    const reviews = await walk('answeredScorecards');
    expect(ids(reviews)).toEqual([...visible.reviews].sort());
    const { data } = await viewer.ask(
      '{ scorecards(first: 20) { nodes { upstreamId answeredScorecards(first: 100) { totalCount nodes { upstreamId call { upstreamId } } } } } users(first: 50) { nodes { upstreamId scorecardsReceived(first: 50) { nodes { upstreamId } } scorecardsGiven(first: 50) { nodes { upstreamId } } } } }',
    );
    for (const { upstreamId, answeredScorecards } of data.scorecards.nodes) {
      const own = rows.filter(
        ({ id, scorecard }) => String(scorecard) === upstreamId && visible.reviews.has(String(id)),
      );
      expect(ids(answeredScorecards.nodes)).toEqual(ids(own));
    }
    for (const { upstreamId, scorecardsReceived } of data.users.nodes) {
      const own = rows.filter(
        ({ id, reviewed }) => reviewed === upstreamId && visible.reviews.has(String(id)),
      );
      expect(ids(scorecardsReceived.nodes)).toEqual(ids(own));
    }
    const counted = await viewer.ask(
      '{ answeredScorecardsAggregate(groupBy: [REVIEWED_USER]) { reviews groups { keys { value } count } } }',
    );
    const { reviews: number, groups } = counted.data.answeredScorecardsAggregate;
    expect(number).toBe(visible.reviews.size);
    const shown = rows.filter(({ id }) => visible.reviews.has(String(id)));
    const byUser = Map.groupBy(shown, ({ reviewed }) => String(reviewed));
    expect(new Map(groups.map(({ keys, count }: TruthRow) => [keys[0].value, count]))).toEqual(
      new Map([...byUser].map(([user, own]) => [user, own.length])),
    );
    const other = rows.find(({ id }) => !visible.reviews.has(String(id)))!;
    const node = await viewer.ask('query ($id: ID!) { node(id: $id) { id } }', {
      id: encodeGlobalId('AnsweredScorecard', `${other.call}/${other.id}`),
    });
    expect(node.data).toEqual({ node: null });
    // How many are missing would tell of hidden ones, which the platform counts, too.
    const { faults } = world.service.admin;
    faults.add({ kind: 'total', change: 'by', rows: 3, entity: 'stats_activity_scorecards' });
    const short = await viewer.ask(
      '{ answeredScorecards(first: 100) { totalCount nodes { id } } scorecards(first: 2) { nodes { answeredScorecards(first: 100) { nodes { id } } } } }',
    );
    faults.clear();
    expect(short.data.answeredScorecards.totalCount).toBeNull();
    const lists = short.extensions?.incomplete as readonly TruthRow[];
    expect(lists.length).toBeGreaterThan(1);
    for (const { expected, received } of lists) expect([expected, received]).toEqual([null, null]);
  });

  it('shows statistics of people within own or team alone', async () => {
    const { data } = await viewer.ask(
      '{ activity(first: 100) { nodes { user { upstreamId } } } interaction(first: 100) { nodes { user { upstreamId } } } users(first: 50) { nodes { upstreamId activity { callsAsHost } calls(first: 20) { totalCount nodes { upstreamId } } } } }',
    );
    for (const list of [data.activity, data.interaction])
      for (const { user } of list.nodes)
        expect(visible.persons.platform).toContain(user.upstreamId);
    expect(data.activity.nodes.length).toBeGreaterThan(0);
    for (const { upstreamId, activity, calls } of data.users.nodes) {
      if (!visible.persons.platform.has(upstreamId)) expect(activity).toBeNull();
      for (const call of calls.nodes) expect(visible.calls).toContain(call.upstreamId);
    }
  });

  it('shows the visible calls of each folder of the library', async () => {
    const query =
      '{ workspaces(first: 3) { nodes { libraryFolders(first: 20) { nodes { upstreamId calls(first: 100) { pageInfo { hasNextPage } nodes { upstreamId title } } } } } } }';
    const [own, all] = [await viewer.ask(query), await world.ask(query)];
    expect(own.errors).toBeUndefined();
    const folders = (answer: typeof own): TruthRow[] =>
      answer.data.workspaces.nodes.flatMap(({ libraryFolders }: TruthRow) => libraryFolders.nodes);
    let calls = 0;
    for (const [at, { upstreamId, calls: ofAll }] of folders(all).entries()) {
      const folder = folders(own)[at];
      expect(folder.upstreamId).toBe(upstreamId);
      const listed = folder.calls.nodes.map((call: TruthRow) => call.upstreamId);
      const expected = ofAll.nodes
        .map((call: TruthRow) => call.upstreamId)
        .filter((id: string) => visible.calls.has(id));
      calls += expected.length;
      // A full window of all calls has fewer visible ones than the window of these.
      expect(listed.slice(0, expected.length)).toEqual(expected);
      if (!ofAll.pageInfo.hasNextPage) expect(listed).toEqual(expected);
      for (const id of listed) expect(visible.calls).toContain(id);
    }
    expect(calls).toBeGreaterThan(10);
  });
});

it('without an index calls are those hosted, and the answer says so', async () => {
  const scanned = await company.world({ cache: false, index: 'off' });
  onTestFinished(() => scanned.close());
  const who = people['a representative'];
  const { data, errors, extensions } = await scanned
    .as(who)
    .ask(
      '{ calls(first: 100) { pending totalCount nodes { upstreamId primaryUser { upstreamId } } } }',
    );
  expect(errors).toBeUndefined();
  const { persons } = company.oracle.visible(who);
  const hosted = company.oracle.rows('call').filter(({ host }) => persons.platform.has(host));
  expect(data.calls.nodes.length).toBeGreaterThan(0);
  for (const { upstreamId } of data.calls.nodes)
    expect(hosted.map(({ id }) => id)).toContain(upstreamId);
  expect(data.calls.pending).toBeNull();
  expect(JSON.stringify(extensions?.incomplete)).toContain('no participant index');
  // Nor are those that others hosted.
  const ofUsers = await scanned
    .as(who)
    .ask('{ users(first: 50) { nodes { calls(first: 20) { nodes { upstreamId } } } } }');
  const named = ofUsers.data.users.nodes.flatMap((user: TruthRow) => user.calls?.nodes ?? []);
  expect(named.length).toBeGreaterThan(0);
  for (const { upstreamId } of named) expect(hosted.map(({ id }) => id)).toContain(upstreamId);
});
