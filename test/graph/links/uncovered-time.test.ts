/** Whether answers say that the participant index does not know their time: every question put to it, at times before, inside and after what it knows. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Syncer } from '../../../src/participants/sync/syncer.ts';
import { sample } from '../../support/cases.ts';
import { openWorld, today, type World } from '../../support/world.ts';

const dayMs = 86_400_000;
const at = (days: number): string => new Date(today.getTime() - days * dayMs).toISOString();

interface Period {
  readonly from?: string;
  readonly to?: string;
}

/** Longer than what a question fills by itself; an index of a hundred days knows the middle one. */
const times = {
  'before what is known': { from: at(600), to: at(400) },
  'up to before what is known': { to: at(400) },
  'partly known': { from: at(300), to: at(20) },
  'partly known, up to now': { from: at(300) },
  known: { from: at(60), to: at(20) },
  'known, up to now': { from: at(60) },
  ahead: { from: at(-10), to: at(-20) },
  'from ahead on': { from: at(-10) },
  'no time': {},
} as const satisfies Record<string, Period>;
type Time = keyof typeof times;

const unknown: readonly Time[] = [
  'before what is known',
  'up to before what is known',
  'partly known',
  'partly known, up to now',
  'no time',
];
/** Before the horizon of 24 months. */
const early = { from: at(800) };
const ahead: readonly Time[] = ['ahead', 'from ahead on'];

/** Members of an argument or input, with a comma before each. */
const members = (period: Period, [from, to] = ['from', 'to']): string =>
  Object.entries(period)
    .map(([name, instant]) => `, ${name === 'from' ? from : to}: "${instant}"`)
    .join('');

const ofAccount = (field: (time: string) => string) => (period: Period) =>
  `accounts(first: 1) { nodes { ${field(members(period))} } }`;
const filtered = (list: string, condition: (period: Period) => string) => (period: Period) =>
  `${list}(first: 3, filter: { ${condition(period)} }) { nodes { id } }`;

interface Question {
  readonly ask: (period: Period) => string;
  readonly path: string;
  /** Times it can't be asked about. */
  readonly without?: readonly Time[];
  /** It rests on calls of all time, whatever time it names. */
  readonly isOfAllTime?: boolean;
  /** It takes an index. */
  readonly isIndexed?: boolean;
}
const bounded: readonly Time[] = ['up to before what is known', 'no time', 'from ahead on'];
const open: readonly Time[] = ['up to before what is known', 'no time'];

const questions: Readonly<Record<string, Question>> = {
  'relatedCalls, listed': {
    ask: ofAccount((time) => `relatedCalls(first: 2${time}) { nodes { id } }`),
    path: 'accounts.nodes.relatedCalls',
  },
  'relatedCalls, counted': {
    ask: ofAccount((time) => `relatedCalls(first: 2${time}) { totalCount }`),
    path: 'accounts.nodes.relatedCalls',
  },
  'relatedCalls of a user': {
    ask: (period) =>
      `users(first: 1) { nodes { relatedCalls(first: 2${members(period)}) { totalCount } } }`,
    path: 'users.nodes.relatedCalls',
  },
  lastCall: {
    ask: ofAccount((time) => `lastCall(minDurationSeconds: 1${time}) { startedAt }`),
    path: 'accounts.nodes.lastCall',
  },
  callsPerPeriod: {
    ask: ofAccount((time) => `callsPerPeriod(bucket: WEEK${time}) { periods { calls } }`),
    path: 'accounts.nodes.callsPerPeriod',
    without: bounded,
  },
  trackersOverTime: {
    ask: ofAccount((time) => `trackersOverTime(bucket: WEEK${time}) { trackers { count } }`),
    path: 'accounts.nodes.trackersOverTime',
    without: bounded,
  },
  peopleSpokenWith: {
    ask: ofAccount((time) => `peopleSpokenWith(first: 2${time}) { people { calls } }`),
    path: 'accounts.nodes.peopleSpokenWith',
  },
  'callCount, none': {
    ask: filtered('accounts', (period) => `callCount: { atMost: 0${members(period)} }`),
    path: 'accounts',
  },
  'callCount, some': {
    ask: filtered('contacts', (period) => `callCount: { atLeast: 1${members(period)} }`),
    path: 'contacts',
  },
  'callCount of a parent': {
    ask: filtered(
      'contacts',
      (period) => `account: { callCount: { atLeast: 1${members(period)} } }`,
    ),
    path: 'contacts',
  },
  'lastCall, within': {
    ask: filtered(
      'accounts',
      (period) => `lastCall: { none: false${members(period, ['after', 'before'])} }`,
    ),
    path: 'accounts',
  },
  'lastCall, not since': {
    ask: filtered('opportunities', ({ from }) => `lastCall: { before: "${from}" }`),
    path: 'opportunities',
    without: open,
  },
  'in the order of callCount': {
    ask: (period) =>
      `accounts(first: 2, orderBy: [{ callCount: { minDurationSeconds: 1${members(period)} } }]) { nodes { id } }`,
    path: 'accounts',
  },
  'calls by what was said': {
    ask: (period) =>
      `calls(first: 2, filter: { about: { title: "a" }${members(period)} }) { totalCount }`,
    path: 'calls',
    isIndexed: true,
  },
  callsAggregate: {
    ask: (period) => `callsAggregate(filter: { direction: []${members(period)} }) { totalCount }`,
    path: 'callsAggregate',
    isIndexed: true,
  },
  opportunitiesBySilence: {
    ask: ({ from }) => `opportunitiesBySilence(first: 2, since: "${from}") { nodes { id } }`,
    path: 'opportunitiesBySilence',
    without: open,
    isOfAllTime: true,
  },
};

/** Questions of a time in one document, each under its own alias; the paths of all, and of those that rest on all time. */
function documentOf(time: Time, questioned = Object.values(questions)) {
  const asked = questioned.filter(({ without = [] }) => !without.includes(time));
  return documentAt(times[time], asked);
}

function documentAt(period: Period, asked: readonly Question[]) {
  const pathAt = ({ path }: Question, n: number): string[] => [path.replace(/^\w+/, `q${n}`)];
  return {
    query: `{ ${asked.map(({ ask }, n) => `q${n}: ${ask(period)}`).join('\n')} }`,
    paths: asked.flatMap(pathAt),
    ofAllTime: asked.flatMap((question, n) => (question.isOfAllTime ? pathAt(question, n) : [])),
  };
}
const each = Object.keys(times) as Time[];

const paths = (extensions: Readonly<Record<string, unknown>> | undefined): string[] =>
  ((extensions?.incomplete ?? []) as { readonly path: readonly unknown[] }[]).map(({ path }) =>
    path.join('.'),
  );

const never = new AbortController().signal;
const fill = (syncer: Syncer) =>
  syncer.fill({ from: Date.parse(at(100)), to: Date.parse(at(-1)) }, {}, { walk: 'contents' });

let known: World;
let empty: World;
beforeAll(async () => {
  known = await openWorld({ index: fill });
  empty = await openWorld({ index: false, shared: known.service });
});
afterAll(async () => {
  await empty.close();
  await known.close();
});

describe('an index of the last hundred days', () => {
  it.each(sample(each, 3))(
    'says so of every question about a time that is %s, or not',
    async (time) => {
      const { query, paths: all, ofAllTime } = documentOf(time);
      const { errors, extensions } = await known.ask(query);
      expect(errors).toBeUndefined();
      const said = unknown.includes(time) ? all.toSorted() : ofAllTime;
      expect(paths(extensions).toSorted()).toEqual(said);
    },
  );

  it.each([
    ['notSince: { period: LAST_N_YEARS, n: 5 }', ['opportunities']],
    ['during: { period: LAST_N_YEARS, n: 5 }', ['opportunities']],
    ['notSince: { period: LAST_N_DAYS, n: 30 }', []],
    ['none: true', ['opportunities']],
    [`none: false, before: "${times.known.from}"`, ['opportunities']],
    [`none: true, after: "${times.known.from}"`, []],
  ])('lastCall: { %s }', async (condition, said) => {
    const { errors, extensions } = await known.ask(
      `{ opportunities(first: 3, filter: { lastCall: { ${condition} } }) { nodes { id } } }`,
    );
    expect(errors).toBeUndefined();
    expect(paths(extensions)).toEqual(said);
  });
});

it('says in one line for all records since when calls are known', async () => {
  const { extensions } = await known.ask(
    '{ accounts(first: 3) { nodes { lastCall { startedAt } relatedCalls(first: 1) { totalCount } } } }',
  );
  const message = expect.stringMatching(
    /^The participant index knows calls since 20\d\d-\d\d-\d\dT[\d:.]+Z only; earlier ones may be missing\.$/,
  );
  expect(extensions?.incomplete).toEqual(
    ['lastCall', 'relatedCalls'].map((field) => ({
      path: ['accounts', 'nodes', field],
      message,
      expected: null,
      received: null,
    })),
  );
});

describe('an index of its whole horizon', () => {
  let whole: World;
  beforeAll(async () => {
    whole = await openWorld({ shared: known.service, index: 'copied', trackers: true });
  });
  afterAll(() => whole.close());

  it.each(sample(each, 8))('says nothing of questions about a time that is %s', async (time) => {
    const { errors, extensions } = await whole.ask(documentOf(time).query);
    expect(errors).toBeUndefined();
    expect(paths(extensions)).toEqual([]);
  });

  it('says that it knows nothing earlier, where the time begins before its horizon', async () => {
    const { query, paths: all } = documentAt(early, Object.values(questions));
    const { errors, extensions } = await whole.ask(query);
    expect(errors).toBeUndefined();
    expect(paths(extensions).toSorted()).toEqual(all.toSorted());
  });
});

it('says of what was scanned for without an index that earlier calls are missing', async () => {
  const world = await openWorld({ shared: known.service, index: 'off' });
  const scanned = Object.values(questions).filter(({ isIndexed }) => !isIndexed);
  const { query, paths: all } = documentOf('no time', scanned);
  const { errors, extensions } = await world.ask(query);
  await world.close();
  expect(errors).toBeUndefined();
  expect(paths(extensions).toSorted()).toEqual(all.toSorted());
});

describe('an index that knows nothing yet', () => {
  it.each(sample(each, 3, 1))(
    'says so of every question about a time that is %s, unless ahead',
    async (time) => {
      const { query, paths: all, ofAllTime } = documentOf(time);
      const { errors, extensions } = await empty.ask(query);
      expect(errors).toBeUndefined();
      const said = ahead.includes(time) ? ofAllTime : all.toSorted();
      expect(paths(extensions).toSorted()).toEqual(said);
    },
  );
});

/** Reads under a fault of rows. */
const fillUnder = (change: 'unkeyed' | 'short') => async (syncer: Syncer) => {
  const { faults } = known.service.admin;
  faults.add({ kind: 'rows', change, entity: 'calls_extensive' });
  const { skipped, missing } = await fill(syncer).finally(() => faults.clear());
  expect(skipped + missing).toBeGreaterThan(0);
};

/** Hears of a call that is announced by id and does not come. */
async function fillAndHear(syncer: Syncer): Promise<void> {
  await fill(syncer);
  const { faults } = known.service.admin;
  faults.add({ kind: 'rows', change: 'short', entity: 'calls_extensive' });
  const [call] = await syncer.database.read('SELECT substr(id, 2) FROM call LIMIT 1');
  const again = await syncer.read([String(call![0])], never).finally(() => faults.clear());
  expect(again).toEqual([]);
}

const lackingWays = [
  ['could not read all rows', fillUnder('unkeyed')],
  ['never got all announced rows', fillUnder('short')],
  ['never got an announced call of an event', fillAndHear],
] as const;

describe.each(sample(lackingWays, 3, 2))('an index that %s', (_, index) => {
  const asked = sample(each, 3);
  let lacking: World;
  beforeAll(async () => {
    lacking = await openWorld({ shared: known.service, index });
  });
  afterAll(() => lacking.close());

  it.each(asked)(
    'says so of every question about a time that is %s, unless ahead',
    async (time) => {
      const { query, paths: all, ofAllTime } = documentOf(time);
      const { errors, extensions } = await lacking.ask(query);
      expect(errors).toBeUndefined();
      const said = ahead.includes(time) ? ofAllTime : all.toSorted();
      expect(paths(extensions).toSorted()).toEqual(said);
    },
  );

  it('says no more once it has read them', async () => {
    await fill(lacking.syncer);
    for (const time of asked) {
      const { query, paths: all, ofAllTime } = documentOf(time);
      const { extensions } = await lacking.ask(query);
      const said = unknown.includes(time) ? all.toSorted() : ofAllTime;
      expect(paths(extensions).toSorted()).toEqual(said);
    }
  });
});
