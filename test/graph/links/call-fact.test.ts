/** Facts of own calls, as columns and as figures, with random arguments: held against loops over the whole company. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { CallFact } from '../../../src/graph/links/call-fact.ts';
import { cases, isWide } from '../../support/cases.ts';
import { hasPostgres, openDatabase } from '../../support/postgres.ts';
import { table } from '../../support/table.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, today, type World } from '../../support/world.ts';
import { Join, readCompany } from './everything.ts';
import { rawCalls } from './raw-call.ts';

let world: World;
let join: Join;
let tables: Readonly<Record<Kind, readonly TruthRow[]>>;
beforeAll(async () => {
  world = await openWorld({
    index: 'copied',
    trackers: true,
    context: { timeZone: 'Asia/Kolkata' },
  });
  join = new Join({ ...(await readCompany(world)), calls: (await rawCalls(world)) as never });
  const owner = 'OwnerId, Owner.Name, Owner.ManagerId, Owner.Manager.Name, CreatedDate';
  tables = {
    opportunity: await table(
      world,
      'Opportunity',
      `${owner}, CloseDate, IsClosed, IsWon, StageName, Amount, Account.Industry, Account.Segment__c`,
    ),
    account: await table(world, 'Account', `${owner}, Industry, Segment__c`),
  };
});
afterAll(() => world.close());

type Kind = 'opportunity' | 'account';
const dayMs = 86_400_000;
/** Midnight in Kolkata comes five and a half hours before that of UTC. */
const endOf = (day: string): number => Date.parse(day) + dayMs - 5.5 * 3_600_000;

interface Input {
  readonly until?: string;
  readonly untilDay?: string;
  readonly daysBefore?: number;
  readonly withinDays?: number;
  readonly first?: number;
  readonly last?: number;
  readonly nth?: number;
  readonly heard?: {
    readonly tracker?: readonly { readonly name: readonly string[]; readonly atLeast?: number }[];
    readonly topic?: readonly { readonly name: readonly string[] }[];
  };
}

interface Facts {
  readonly calls: number;
  readonly heard: number | null;
  readonly people: number;
  readonly peopleWithoutAddress: number;
  readonly talkRatio: number | null;
  readonly minutes: number;
  readonly days: number | null;
  readonly daysBetween: number | null;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly isComplete: boolean;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function factsOf(row: TruthRow, input: Input, completeFrom: number): Facts {
  const { until, untilDay, daysBefore = 0, withinDays, first, last, nth, heard } = input;
  const latest =
    until !== undefined
      ? Date.parse(until)
      : untilDay !== undefined
        ? endOf(untilDay)
        : row.IsClosed
          ? endOf(row.CloseDate)
          : Math.floor(today.getTime() / 60_000) * 60_000;
  const bound = latest - daysBefore * dayMs;
  const from = withinDays === undefined ? -Infinity : bound - withinDays * dayMs;
  const own = join
    .callsOf({ crmIds: [row.Id] })
    .filter(({ startedAt }) => startedAt >= from && startedAt < bound)
    .reverse();
  const chosen =
    first !== undefined
      ? own.slice(0, first)
      : last !== undefined
        ? own.slice(-last)
        : nth !== undefined
          ? [own.at(nth > 0 ? nth - 1 : nth) ?? []].flat()
          : own;
  const calls = chosen.map(({ call }) => call as TruthRow);
  const isHeard = ({ content }: TruthRow): boolean =>
    (heard?.tracker ?? []).every(({ name, atLeast = 1 }) =>
      content.trackers.some(
        (one: TruthRow) => name.includes(one.name) && one.count >= Math.max(1, atLeast),
      ),
    ) &&
    (heard?.topic ?? []).every(({ name }) =>
      content.topics.some((one: TruthRow) => name.includes(one.name) && one.duration > 0),
    );
  const outside = calls.flatMap(({ parties }) =>
    parties.filter((one: TruthRow) => one.affiliation === 'External' && one.emailAddress),
  );
  const ratios = calls.flatMap(
    ({ interaction }) =>
      (interaction?.interactionStats ?? []).find(({ name }: TruthRow) => name === 'Talk Ratio')
        ?.value ?? [],
  );
  const starts = chosen.map(({ startedAt }) => startedAt);
  // Calls are linked to a deal of which it is within two weeks, and to an account whenever they were.
  const linkable = row.CloseDate ? Date.parse(row.CreatedDate) - 14 * dayMs : -Infinity;
  const begins = withinDays === undefined ? linkable : from;
  // Nothing earlier changes the last ones.
  const hasLast =
    (last !== undefined && calls.length === last) ||
    (nth !== undefined && nth < 0 && calls.length === 1);
  return {
    calls: calls.length,
    heard: heard === undefined || calls.length === 0 ? null : calls.filter(isHeard).length,
    people: new Set(outside.map(({ emailAddress }) => join.person(emailAddress))).size,
    peopleWithoutAddress: calls.flatMap(({ parties }) =>
      parties.filter((one: TruthRow) => one.affiliation === 'External' && !one.emailAddress),
    ).length,
    // The index keeps millionths: at the bound of a bucket the last of them decides.
    talkRatio: ratios.length === 0 ? null : mean(ratios.map((one) => Math.round(1e6 * one))) / 1e6,
    minutes: calls.reduce((sum, { metaData }) => sum + metaData.duration, 0) / 60,
    days: calls.length === 0 ? null : (bound - starts[0]!) / dayMs,
    daysBetween: calls.length < 2 ? null : (starts.at(-1)! - starts[0]!) / dayMs,
    firstAt: starts[0] ?? null,
    lastAt: starts.at(-1) ?? null,
    isComplete: begins >= completeFrom || (hasLast && starts[0]! >= completeFrom),
  };
}

async function ask(query: string, variables: object): Promise<TruthRow> {
  const { data, errors } = await world.ask(query, variables as never);
  expect(errors).toBeUndefined();
  return data;
}

const trackers = ['Competitors', 'Discount', 'Price objection'];
const topics = ['Pricing', 'Competition', 'Security', 'Next Steps'];
const day = fc
  .integer({ min: 0, max: 500 })
  .map((days) => new Date(today.getTime() - days * dayMs));
const some = (names: readonly string[]) => fc.subarray([...names], { minLength: 1, maxLength: 2 });

const inputs: fc.Arbitrary<Input> = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      day.map((at) => ({ until: at.toISOString() })),
      day.map((at) => ({ untilDay: at.toISOString().slice(0, 10) })),
    ),
    fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
    fc.option(fc.integer({ min: 1, max: 200 }), { freq: 2, nil: undefined }),
    fc.oneof(
      fc.constant({}),
      fc.integer({ min: 1, max: 4 }).map((first) => ({ first })),
      fc.integer({ min: 1, max: 4 }).map((last) => ({ last })),
      fc.constantFrom(-3, -1, 1, 2).map((nth) => ({ nth })),
    ),
    fc.oneof(
      some(trackers).map((name) => ({ tracker: [{ name }] })),
      some(trackers).map((name) => ({ tracker: [{ name, atLeast: 2 }] })),
      some(topics).map((name) => ({ topic: [{ name }] })),
      fc.constant({ tracker: [{ name: ['Discount'] }], topic: [{ name: ['Pricing'] }] }),
    ),
  )
  .map(([bound, withinDays, daysBefore, choice, heard]) => ({
    ...bound,
    ...(daysBefore !== undefined && { daysBefore }),
    ...(withinDays !== undefined && { withinDays }),
    ...choice,
    heard,
  }));

const columns = `calls heard people peopleWithoutAddress talkRatio minutes days daysBetween firstAt lastAt isComplete until coverage { completeFrom }`;
const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(6));

describe.each(['opportunity', 'account'] as const)('facts of the own calls of each %s', (kind) => {
  const list = kind === 'opportunity' ? 'opportunities' : 'accounts';

  it('are columns', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(inputs, async (of) => {
        const { page } = await ask(
          `query ($of: CallFactsInput) { page: ${list}(first: 60, orderBy: [{ field: NAME }]) { nodes { upstreamId callFacts(of: $of) { ${columns} } } } }`,
          { of },
        );
        expect(page.nodes).toHaveLength(60);
        for (const { upstreamId, callFacts } of page.nodes) {
          const row = tables[kind].find(({ Id }) => Id === upstreamId)!;
          const completeFrom = Date.parse(callFacts.coverage.completeFrom);
          const expected = factsOf(row, of, completeFrom);
          counted += expected.calls;
          const ms = (text: string | null): number | null =>
            text === null ? null : Date.parse(text);
          const { calls, heard, people, peopleWithoutAddress, isComplete } = callFacts;
          expect({
            ...{ calls, heard, people, peopleWithoutAddress, isComplete },
            talkRatio: rounded(callFacts.talkRatio),
            minutes: rounded(callFacts.minutes),
            days: rounded(callFacts.days),
            daysBetween: rounded(callFacts.daysBetween),
            firstAt: ms(callFacts.firstAt),
            lastAt: ms(callFacts.lastAt),
          }).toEqual({
            ...expected,
            talkRatio: rounded(expected.talkRatio),
            minutes: rounded(expected.minutes),
            days: rounded(expected.days),
            daysBetween: rounded(expected.daysBetween),
          });
        }
      }),
      // Without the example there are seeds whose bounds leave hardly a call.
      { numRuns: cases(4, 10), examples: [[{ heard: { topic: [{ name: ['Pricing'] }] } }]] },
    );
    expect(counted).toBeGreaterThan(10);
  });

  const facts = {
    CALLS: 'calls',
    HEARD: 'heard',
    PEOPLE: 'people',
    PEOPLE_WITHOUT_ADDRESS: 'peopleWithoutAddress',
    TALK_RATIO: 'talkRatio',
    MINUTES: 'minutes',
    DAYS: 'days',
    DAYS_BETWEEN: 'daysBetween',
  } as const satisfies Record<CallFact, string>;
  type Fact = keyof typeof facts;

  interface Measure {
    readonly of: Input;
    readonly over: Input | null;
    readonly fact: Fact;
  }

  const measured = (row: TruthRow, { of, over, fact }: Measure, completeFrom: number) => {
    const own = factsOf(row, of, completeFrom);
    const value = own[facts[fact]];
    if (over === null) return { row, own, value, isComplete: own.isComplete };
    const other = factsOf(row, over, completeFrom);
    const base = other[facts[fact]];
    return {
      ...{ row, own, isComplete: own.isComplete && other.isComplete },
      value: value === null || base === null || base === 0 ? null : value / base,
    };
  };

  const keyOf = (row: TruthRow, field: string, value: number, buckets: readonly number[]) => {
    const account = kind === 'opportunity' ? row.Account : row;
    if (field === 'OWNER') return row.Owner?.Name ?? null;
    if (field === 'MANAGER') return row.Owner?.Manager?.Name ?? null;
    if (field === 'SEGMENT') return account?.Segment__c ?? null;
    if (field === 'INDUSTRY') return account?.Industry ?? null;
    if (field === 'STAGE') return row.StageName;
    if (field === 'RESULT') return row.IsWon ? 'WON' : row.IsClosed ? 'LOST' : 'OPEN';
    if (field === 'QUARTER')
      return `${row.CloseDate.slice(0, 4)}-Q${Math.ceil(Number(row.CloseDate.slice(5, 7)) / 3)}`;
    const from = buckets.filter((bound) => bound <= value).at(-1) ?? null;
    return `from ${from}`;
  };
  const dimensions = [
    ...['FACT', 'OWNER', 'MANAGER', 'SEGMENT', 'INDUSTRY'],
    ...(kind === 'opportunity' ? ['STAGE', 'RESULT', 'QUARTER'] : []),
  ];
  const filters: readonly (readonly [filter: object | null, test: (row: TruthRow) => boolean])[] =
    kind === 'opportunity'
      ? [
          [null, () => true],
          [{ isClosed: { eq: true } }, ({ IsClosed }) => IsClosed],
          [
            { isWon: { eq: true }, amount: { gte: 20_000 } },
            (row) => row.IsWon && row.Amount >= 20_000,
          ],
          [{ id: { in: [] } }, () => false],
        ]
      : [
          [null, () => true],
          [{ industry: { isNull: false } }, ({ Industry }) => Industry !== null],
        ];

  it('are figures', async () => {
    let grouped = 0;
    const percentile = (values: readonly number[], p: number): number => {
      const ascending = [...values].sort((a, b) => a - b);
      const place = ((ascending.length - 1) * p) / 100;
      const low = Math.floor(place);
      return ascending[low]! + (ascending[Math.ceil(place)]! - ascending[low]!) * (place - low);
    };
    const byOwner = {
      ...{ of: {}, over: null, fact: 'CALLS' as Fact, groupBy: ['OWNER'], buckets: null },
      ...{ filter: filters[0]!, p: 37.5 as const },
    };
    const cases_ = fc.record({
      of: inputs,
      over: fc.option(inputs, { freq: 2, nil: null }),
      fact: fc.constantFrom(...(Object.keys(facts) as Fact[])),
      groupBy: fc
        .subarray(dimensions, { maxLength: 3 })
        .chain((names) => fc.shuffledSubarray(names, { minLength: names.length })),
      buckets: fc.constantFrom(null, [0, 1], [1, 30, 90], [0.2, 0.5, 0.8]),
      filter: fc.constantFrom(...filters),
      p: fc.constantFrom(0, 10, 37.5, 90, 100),
    });
    await fc.assert(
      fc.asyncProperty(
        cases_,
        async ({ of, over, fact, groupBy, buckets, filter: [filter, test], p }) => {
          const given = groupBy.includes('FACT') ? buckets : null;
          const { figures } = await ask(
            `query ($of: CallFactsInput, $over: CallFactsInput, $fact: CallFact!, $groupBy: [CallFactGroupField!], $buckets: [Float!], $filter: ${kind === 'opportunity' ? 'Opportunity' : 'Account'}Filter, $p: Float!) {
            figures: ${kind}CallFacts(of: $of, over: $over, fact: $fact, groupBy: $groupBy, buckets: $buckets, filter: $filter) {
              rows withoutFact beforeCoverage totalCount coverage { completeFrom }
              groups { keys { field value from to upstreamId } count calls sum mean median percentile(p: $p) perCall shareOfAll shareOfGroup } } }`,
            { of, over, fact, groupBy, buckets: given, filter, p },
          );
          const completeFrom = Date.parse(figures.coverage.completeFrom ?? 0);
          const all = tables[kind]
            .filter(test)
            .map((row) => measured(row, { of, over, fact }, completeFrom));
          const complete = all.filter(({ isComplete }) => isComplete);
          const known = complete.flatMap(({ row, own, value }) =>
            value === null ? [] : { row, own, value },
          );
          expect([figures.rows, figures.withoutFact, figures.beforeCoverage]).toEqual([
            known.length,
            complete.length - known.length,
            all.length - complete.length,
          ]);
          const named = (fields: readonly string[]) =>
            Map.groupBy(known, ({ row, value }) =>
              JSON.stringify(
                fields.map((field) => keyOf(row, field, value, given ?? [0, 1, 3, 6, 11, 21])),
              ),
            );
          const groups = named(groupBy);
          const outer = named(groupBy.slice(0, -1));
          grouped += groups.size;
          expect(figures.groups).toHaveLength(groups.size);
          for (const group of figures.groups) {
            const keys = group.keys.map(({ field, value, from }: TruthRow) =>
              field === 'FACT' ? `from ${from}` : value,
            );
            const own = groups.get(JSON.stringify(keys))!;
            const values = own.map(({ value }) => value);
            const sum = values.reduce((total, value) => total + value, 0);
            const calls = own.reduce((total, one) => total + one.own.calls, 0);
            const members = outer.get(JSON.stringify(keys.slice(0, -1)))!;
            const { keys: _, ...figure } = group;
            const expected: Readonly<Record<string, number | null>> = {
              ...{ count: own.length, calls, sum, mean: mean(values) },
              ...{ median: percentile(values, 50), percentile: percentile(values, p) },
              perCall: calls === 0 ? null : sum / calls,
              shareOfAll: own.length / known.length,
              shareOfGroup: own.length / members.length,
            };
            expect(Object.keys(figure).sort()).toEqual(Object.keys(expected).sort());
            for (const [name, value] of Object.entries(expected))
              if (value === null) expect(figure[name], name).toBeNull();
              else expect(figure[name], name).toBeCloseTo(value, 6);
          }
        },
      ),
      // The first has groups, whatever is drawn after it.
      { numRuns: cases(10, 20), examples: [[byOwner]] },
    );
    expect(grouped).toBeGreaterThan(5);
  });

  it('are filters', async () => {
    let passed = 0;
    let left = 0;
    const heard = { topic: [{ name: ['Pricing'] }] };
    const bounds: [number, null] = [1, null];
    const plain = { over: null, fact: 'CALLS' as const, filter: filters[0]!, bounds };
    const conditions = fc.record({
      of: inputs,
      over: fc.option(inputs, { freq: 2, nil: null }),
      fact: fc.constantFrom(...(Object.keys(facts) as Fact[])),
      filter: fc.constantFrom(...filters),
      bounds: fc.constantFrom<[number | null, number | null]>(
        ...(
          [
            [0, 0],
            [1, null],
            [null, 0.5],
            [0.2, 30],
            [2, 5],
            [30, null],
          ] as const
        ).map(([from, to]): [number | null, number | null] => [from, to]),
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        conditions,
        async ({ of, over, fact, filter: [filter, test], bounds: [atLeast, atMost] }) => {
          const callFact = { fact, of, over, atLeast, atMost };
          const ids: string[] = [];
          let completeFrom = 0;
          let beforeCoverage = 0;
          for (let after: string | null = null, more = true; more; ) {
            const { data, errors, extensions } = await world.ask(
              `query ($filter: ${kind === 'opportunity' ? 'Opportunity' : 'Account'}Filter, $after: String) {
                page: ${list}(first: 100, after: $after, filter: $filter, orderBy: [{ field: NAME }]) {
                  nodes { upstreamId } pageInfo { hasNextPage endCursor } coverage { completeFrom } } }`,
              { filter: { ...filter, callFact }, after },
            );
            expect(errors).toBeUndefined();
            const { page } = data;
            ids.push(...page.nodes.map(({ upstreamId }: TruthRow) => upstreamId));
            completeFrom = Date.parse(page.coverage.completeFrom);
            beforeCoverage += ((extensions?.incomplete ?? []) as TruthRow[])
              .map(({ message }: TruthRow) => /^(\d+) of the records read/.exec(message)?.[1] ?? 0)
              .reduce((sum: number, count: unknown) => sum + Number(count), 0);
            more = page.pageInfo.hasNextPage;
            after = page.pageInfo.endCursor;
          }
          const all = tables[kind]
            .filter(test)
            .map((row) => measured(row, { of, over, fact }, completeFrom));
          const known = all.filter(({ isComplete }) => isComplete);
          const expected = known.filter(
            ({ value }) =>
              value !== null && value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity),
          );
          expect(ids.toSorted()).toEqual(expected.map(({ row }) => row.Id).toSorted());
          const { totalled } = await ask(
            `query ($filter: ${kind === 'opportunity' ? 'Opportunity' : 'Account'}Filter) { totalled: ${list}(first: 1, filter: $filter) { totalCount } }`,
            { filter: { ...filter, callFact } },
          );
          expect(totalled.totalCount).toBe(expected.length);
          // A page reads ahead, so a record may be read for two of them.
          expect(beforeCoverage).toBeGreaterThanOrEqual(all.length - known.length);
          passed += ids.length;
          left += beforeCoverage;
        },
      ),
      {
        numRuns: cases(4, 12),
        // Records that pass, and records whose calls may begin before the index does.
        examples: [[{ of: { withinDays: 300, heard }, ...plain }], [{ of: { heard }, ...plain }]],
      },
    );
    expect([passed > 5, left > 0]).toEqual([true, true]);
  });
});

const stores = isWide && hasPostgres ? (['SQLite', 'PostgreSQL'] as const) : (['SQLite'] as const);

it.each(stores)('minutes are those of all own calls and 0 without one, in %s', async (kind) => {
  let asked = world;
  if (kind === 'PostgreSQL') {
    const storeUrl = await openDatabase(inject('runFolder'));
    asked = await openWorld({ storeUrl, trackers: true, context: { timeZone: 'Asia/Kolkata' } });
    onTestFinished(() => asked.close());
  }
  const { data, errors } = await asked.ask(`{
    deals: opportunities(first: 100, orderBy: [{ field: NAME }]) { nodes { upstreamId callFacts { minutes } } }
    accounts(first: 100, orderBy: [{ field: NAME }]) { nodes { upstreamId callFacts { minutes } } }
    long: opportunities(first: 100, filter: { callFact: { fact: MINUTES, atLeast: 60 } }) { totalCount }
    figures: opportunityCallFacts(fact: MINUTES) { rows withoutFact coverage { completeFrom } groups { calls sum } } }`);
  expect(errors).toBeUndefined();
  const completeFrom = Date.parse(data.figures.coverage.completeFrom);
  const factsById = new Map(
    [...tables.opportunity, ...tables.account].map((row) => [
      row.Id,
      factsOf(row, {}, completeFrom),
    ]),
  );
  const nodes = [...data.deals.nodes, ...data.accounts.nodes];
  const minutes = nodes.map(({ callFacts }) => callFacts.minutes);
  for (const [at, { upstreamId }] of nodes.entries())
    expect(minutes[at], upstreamId).toBeCloseTo(factsById.get(upstreamId)!.minutes, 6);
  expect([minutes.includes(0), minutes.some((value) => value > 60)]).toEqual([true, true]);
  const complete = tables.opportunity
    .map(({ Id }) => factsById.get(Id)!)
    .filter(({ isComplete }) => isComplete);
  const sum = complete.reduce((total, own) => total + own.minutes, 0);
  expect(data.figures.groups).toEqual([
    { calls: complete.reduce((total, { calls }) => total + calls, 0), sum: expect.closeTo(sum, 4) },
  ]);
  expect([data.figures.rows, data.figures.withoutFact]).toEqual([complete.length, 0]);
  expect(data.long.totalCount).toBe(complete.filter((own) => own.minutes >= 60).length);
});

it('cost a statement for each 2,000 records, and none for their calls', async () => {
  const { calls, errors } = await world.ask(
    '{ opportunityCallFacts(fact: CALLS, groupBy: [MANAGER, SEGMENT]) { rows groups { count } } }',
  );
  expect(errors).toBeUndefined();
  expect(calls.map(({ entity }) => entity)).toEqual(['opportunities']);
});

it.each([
  ['opportunityCallFacts(fact: HEARD)', 'Expected "heard" in `of` with the fact HEARD'],
  ['opportunityCallFacts(fact: CALLS, of: { first: 1, last: 2 })', 'got first and last'],
  ['opportunityCallFacts(fact: CALLS, of: { nth: 0 })', 'got 0'],
  ['opportunityCallFacts(fact: CALLS, of: { withinDays: 0 })', 'Expected withinDays from 1'],
  ['opportunityCallFacts(fact: CALLS, buckets: [0, 1])', 'Expected FACT in groupBy'],
  ['opportunityCallFacts(fact: CALLS, groupBy: [FACT], buckets: [1, 0])', 'ascending'],
  ['accountCallFacts(fact: CALLS, groupBy: [STAGE])', 'got STAGE'],
  ['opportunityCallFacts(fact: HEARD, of: { heard: { outcome: ["x"] } })', 'got outcome'],
  [
    'opportunityCallFacts(fact: HEARD, of: { heard: { topic: [{ name: ["x"], not: true }] } })',
    'without "not"',
  ],
  ['opportunityCallFacts(fact: CALLS, filter: { lastCall: { none: true } })', 'without lastCall'],
  ['opportunityCallFacts(fact: CALLS, of: { daysBefore: 0 })', 'Expected daysBefore from 1'],
  [
    'opportunityCallFacts(fact: HEARD, of: { heard: { topic: [{ name: ["x"] }] } }, over: {})',
    '"heard" in `of` and `over`',
  ],
  ['opportunities(first: 1, filter: { callFact: { fact: CALLS } })', 'got neither'],
  [
    'opportunities(first: 1, filter: { callFact: { fact: CALLS, atLeast: 2, atMost: 1 } })',
    'got more',
  ],
  ['accounts(first: 1, filter: { callFact: { fact: HEARD, atLeast: 1 } })', 'Expected "heard"'],
])('%s is refused', async (field, message) => {
  const { errors } = await world.ask(`{ ${field} { __typename } }`);
  expect(errors?.[0]?.message).toContain(message);
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
});
