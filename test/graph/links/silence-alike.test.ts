/** Silence is one thing: the graph, the saved question and the screens' own operations and code give what a loop over the whole company does. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDealCalls } from '../../../src/dashboard/deal/deal-calls.ts';
import { dealQuestion } from '../../../src/dashboard/deal/deal-question.ts';
import { dealsQuestion } from '../../../src/dashboard/deal/deals-question.ts';
import { silenceOf } from '../../../src/dashboard/deal/silence.ts';
import { signalsQuestion } from '../../../src/dashboard/signal/signals-question.ts';
import { todayQuestion } from '../../../src/dashboard/today/today-question.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { type Everything, Join, readCompany } from './everything.ts';

let world: World;
let join: Join;
let deals: readonly Deal[];
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
  join = new Join(await readCompany(world));
  deals = join.all.opportunities.filter(({ IsClosed }) => !IsClosed).map(lastTimes);
});
afterAll(() => world.close());

interface Deal {
  readonly id: string;
  /** Its last own call, and the last of its people's that are not its own. */
  readonly own: { readonly id: string; readonly startedAt: number } | undefined;
  readonly people: { readonly id: string; readonly startedAt: number } | undefined;
  readonly activity: number | null;
  readonly made: number;
}

const lastTimes = (deal: Everything['opportunities'][number]): Deal => {
  const own = join.callsOf(join.deal(deal));
  const ids = new Set(own.map(({ id }) => id));
  const people = join.callsOf(join.dealWithPeople(deal)).filter(({ id }) => !ids.has(id));
  const activity = deal.LastActivityDate === null ? null : Date.parse(deal.LastActivityDate);
  const made = Date.parse(deal.CreatedDate);
  return { id: deal.Id, own: own[0], people: people[0], activity, made };
};

const endOf = ({ own, people, activity }: Deal, by: 'OWN_CALL' | 'CONTACT'): number =>
  by === 'OWN_CALL'
    ? (own?.startedAt ?? -1)
    : Math.max(own?.startedAt ?? -1, people?.startedAt ?? -1, activity ?? -1);

const silent = (by: 'OWN_CALL' | 'CONTACT', since = Infinity): string[] =>
  deals
    .filter((deal) => endOf(deal, by) < since)
    .sort(
      (a, b) =>
        endOf(a, by) - endOf(b, by) ||
        (endOf(a, by) < 0 ? a.made - b.made : 0) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id);

const dayMs = 86_400_000;
const midnight = Math.floor(today.getTime() / dayMs) * dayMs;
/** Of the last so many days, in UTC, which is the zone of the tests. */
const startOf = (days: number): number => midnight - days * dayMs;

async function ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<TruthRow> {
  const { data, errors } = await world.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

/** The rows of all pages. @param pageOf the list of an answer */
async function nodesOf(
  query: string,
  variables: object,
  pageOf: (data: TruthRow) => TruthRow,
): Promise<TruthRow[]> {
  const nodes: TruthRow[] = [];
  for (let after: string | null = null; ; ) {
    const { nodes: more, pageInfo } = pageOf(await ask(query, { ...variables, after }));
    nodes.push(...more);
    if (!pageInfo.hasNextPage) return nodes;
    after = pageInfo.endCursor;
  }
}

const idsOf = (nodes: readonly TruthRow[]): string[] => nodes.map(({ upstreamId }) => upstreamId);
const sorted = (ids: readonly string[]): string[] => [...ids].sort();

const documents: Readonly<Record<string, string>> = JSON.parse(
  readFileSync('src/dashboard/graphql/persisted-documents.json', 'utf8'),
);
/** Its answer comes in one. */
const screenText = (name: string): string =>
  Object.values(documents)
    .find((text) => text.includes(`query ${name}(`))!
    .replaceAll('@defer', '');

const at = (search: string) => {
  const params = new URLSearchParams(search);
  return {
    id: '',
    get: (name: string) => params.get(name),
    all: (name: string) => params.getAll(name),
  };
};

it('differs by what ends it: many open deals had a later call of their people', () => {
  const later = deals.filter(({ own, people }) => (people?.startedAt ?? 0) > (own?.startedAt ?? 0));
  expect(later.length).toBeGreaterThan(5);
  expect(silent('OWN_CALL')).not.toEqual(silent('CONTACT'));
});

it.each(['OWN_CALL', 'CONTACT'] as const)('by %s orders the graph’s list', async (by) => {
  for (const since of [null, new Date(startOf(30)).toISOString()]) {
    const nodes = await nodesOf(
      `query ($after: String, $since: DateTime) { list: opportunitiesBySilence(first: 100, after: $after, since: $since,
        by: ${by}, timeZone: "UTC", filter: { isClosed: { eq: false } }) {
        nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`,
      { since },
      ({ list }) => list,
    );
    expect(idsOf(nodes)).toEqual(silent(by, since === null ? Infinity : startOf(30)));
  }
});

it.each([
  ['quiet=30', 'OWN_CALL', 30, false],
  ['quiet=14&sort=silence', 'OWN_CALL', 14, true],
  ['quiet=30&by=contact', 'CONTACT', 30, false],
  ['quiet=60&by=contact&sort=silence', 'CONTACT', 60, true],
  ['sort=silence', 'OWN_CALL', -9_000, true],
] as const)('is that of the screen Deals at ?%s', async (search, by, days, isOrdered) => {
  const variables = dealsQuestion.variablesAt(at(search), today)!;
  const text = screenText('Deals');
  const expected = silent(by, startOf(days));
  const listed = await nodesOf(text, { ...variables, timeZone: 'UTC' }, (data) =>
    isOrdered ? data.bySilence : data.opportunities,
  );
  if (isOrdered) expect(idsOf(listed)).toEqual(expected);
  else expect(sorted(idsOf(listed))).toEqual(sorted(expected));
  const { silence } = await ask(text, { ...variables, timeZone: 'UTC' });
  expect(idsOf(silence.nodes)).toEqual(expected.slice(0, 4));
  for (const node of [...listed, ...silence.nodes]) expectFigures(node);
});

/** What the screens' code makes of a deal's fields. */
function expectFigures(node: TruthRow): void {
  const deal = deals.find(({ id }) => id === node.upstreamId)!;
  const { own, other } = silenceOf(node as never, today);
  const daysOf = (ms: number): number =>
    Math.max(0, Math.round((midnight - Math.floor(ms / dayMs) * dayMs) / dayMs));
  expect(own ?? undefined).toEqual(
    deal.own && {
      at: new Date(deal.own.startedAt),
      days: daysOf(deal.own.startedAt),
      callId: deal.own.id,
    },
  );
  const contact = endOf(deal, 'CONTACT');
  if (contact <= (deal.own?.startedAt ?? -1)) {
    expect(other).toBeNull();
    return;
  }
  expect(other).toMatchObject({ at: new Date(contact), days: daysOf(contact) });
  const isCall = contact === deal.people?.startedAt;
  expect([other!.kind, other!.callId]).toEqual(
    isCall ? ['people', deal.people!.id] : ['crm', null],
  );
  if (isCall) expect(other!.title).not.toBeNull();
}

it('is that of the screen Signals', async () => {
  const variables = signalsQuestion.variablesAt(at(''), today)!;
  const { quiet } = await ask(screenText('Signals'), variables);
  const expected = new Set(silent('OWN_CALL', startOf(30)));
  expect(quiet.nodes).toHaveLength(8);
  expect(idsOf(quiet.nodes).filter((id) => !expected.has(id))).toEqual([]);
  for (const node of quiet.nodes) expectFigures(node);
});

it('is that of the screen Today: quiet by now, and not yet since a day', async () => {
  const variables = todayQuestion.variablesAt(at('since=2026-10-01'), today)!;
  const { newlyQuiet } = await ask(screenText('Today'), variables);
  const before = deals.filter(({ own }) => (own?.startedAt ?? -1) < startOf(30 + 32));
  const expected = new Set(silent('OWN_CALL', startOf(30)));
  for (const { id } of before) expected.delete(id);
  expect(expected.size).toBeGreaterThan(3);
  expect(newlyQuiet.nodes).toHaveLength(Math.min(10, expected.size));
  expect(idsOf(newlyQuiet.nodes).filter((id) => !expected.has(id))).toEqual([]);
});

it('is that of the screen Deal, in at most five calls, with own calls and those of its people', async () => {
  const sample = deals.toSorted((a, b) => (a.people?.startedAt ?? 0) - (b.people?.startedAt ?? 0));
  for (const { id } of [sample[0]!, ...sample.slice(-3)]) {
    const variables = dealQuestion.variablesAt({ id, get: () => null, all: () => [] }, today)!;
    const answer = await world.ask(screenText('Deal'), { ...variables });
    expect([id, answer.errors, answer.calls.length <= 5]).toEqual([id, undefined, true]);
    const { opportunity } = answer.data;
    expectFigures(opportunity);
    const own = join.callsOf(join.deal({ Id: id })).map((call) => call.id);
    const all = join.callsOf(join.dealWithPeople({ Id: id })).map((call) => call.id);
    const calls = readDealCalls(opportunity);
    expect(calls.ownCalls.calls.map(({ upstreamId }) => upstreamId)).toEqual(own.slice(0, 30));
    expect(calls.peopleCalls.calls.map(({ upstreamId }) => upstreamId)).toEqual(
      all.slice(0, 60).filter((call) => !own.includes(call)),
    );
    // Whoever is matched has a role, so has a name.
    for (const { people } of calls.peopleCalls.calls) expect(people.length).toBeGreaterThan(0);
    expect([calls.ownCalls.total, calls.peopleCalls.total]).toEqual([
      own.length,
      all.length - own.length,
    ]);
  }
});

it('is that of the saved question, to the day', async () => {
  const query = readFileSync('queries/quiet-deals.graphql', 'utf8');
  const daysOf = ({ own }: Deal): number =>
    Math.floor((midnight - (own?.startedAt ?? 0)) / dayMs) + 1;
  const days = Math.min(...deals.map(daysOf).filter((count) => count > 14));
  expect(silent('OWN_CALL', startOf(days))).not.toEqual(silent('OWN_CALL', startOf(days - 1)));
  const times = ({ own, people }: Deal): string =>
    [own?.startedAt ?? null, Math.max(own?.startedAt ?? 0, people?.startedAt ?? 0) || null].join();
  const ms = (text: string | null): number | null => (text === null ? null : Date.parse(text));
  for (const count of [days, days - 1, 30]) {
    const nodes = await nodesOf(query, { days: count }, ({ opportunities }) => opportunities);
    const quiet = deals.filter((deal) => endOf(deal, 'OWN_CALL') < startOf(count));
    const found = nodes.map(({ lastCall, withPeople }) =>
      [ms(lastCall.startedAt), ms(withPeople.startedAt)].join(),
    );
    expect([count, found.sort()]).toEqual([count, quiet.map(times).sort()]);
    const { opportunities } = await ask(screenText('Deals'), {
      ...dealsQuestion.variablesAt(at(`quiet=${count}`), today)!,
      rows: 1,
    });
    expect(opportunities.totalCount).toBe(nodes.length);
  }
});
