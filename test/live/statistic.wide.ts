/** Statistics of users as recordings of a live tenant have them, through the graph: rows of our own in their shapes. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, uncached } from './gateway.ts';
import type { Row } from './server/platform-row.ts';

/** Ids of 18 and 19 digits; the last is of somebody who left, whom the list of users does not have. */
const ids = ['610000000000000017', '6100000000000000023', '6100000000000000031'] as const;
const [ana, ben, gone] = ids;
const address = (id: string): string => `u${id.slice(-2)}@quarry.example`;

const measures = [
  ...['callsAsHost', 'callsGaveFeedback', 'callsRequestedFeedback', 'callsReceivedFeedback'],
  ...['ownCallsListenedTo', 'othersCallsListenedTo', 'callsSharedInternally'],
  ...['callsSharedExternally', 'callsScorecardsFilled', 'callsScorecardsReceived', 'callsAttended'],
  ...['callsCommentsGiven', 'callsCommentsReceived', 'callsMarkedAsFeedbackGiven'],
  'callsMarkedAsFeedbackReceived',
];
const each = <Value>(some: Readonly<Record<string, Value>>, other: Value) =>
  Object.fromEntries(measures.map((name) => [name, some[name] ?? other]));

const activity = (userId: string, counts: Readonly<Record<string, number>>): Row => ({
  ...{ userId, userEmailAddress: address(userId) },
  userAggregateActivityStats: each(counts, 0),
});

/** A day begins at 07:00Z until the clocks change on the third, and at 08:00Z after. */
const days = [
  ['2024-11-02T07:00:00Z', '2024-11-03T07:00:00Z'],
  ['2024-11-03T07:00:00Z', '2024-11-04T08:00:00Z'],
  ['2024-11-04T08:00:00Z', '2024-11-05T08:00:00Z'],
] as const;
const daily = (userId: string, ofDays: readonly Readonly<Record<string, readonly string[]>>[]) => ({
  ...{ userId, userEmailAddress: address(userId) },
  userDailyActivityStats: days.map(([fromDate, toDate], at) => ({
    ...each(ofDays[at] ?? {}, []),
    ...{ fromDate, toDate },
  })),
});

const speech = {
  'Talk Ratio': 0.507,
  'Longest Monologue': 101,
  'Longest Customer Story': 94.9,
  Interactivity: 6.3,
  Patience: 1.25,
  'Question Rate': 22.3,
};
const interaction = (userId: string, values: Readonly<Record<string, number>>): Row => ({
  ...{ userId, userEmailAddress: address(userId) },
  personInteractionStats: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const calls = ['7300000000000000013', '7300000000000000017', '9223372036854775801'];
const [first = '', second = '', unknown = ''] = calls;

let live: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  const statistics = {
    // Nobody sorts them.
    activity: [
      activity(gone, { callsAttended: 3 }),
      activity(ana, { callsAsHost: 41, callsAttended: 42, ownCallsListenedTo: 4 }),
      activity(ben, {}),
    ],
    daily: [
      // The same calls in another order by another measure; a call that the list of calls does not have.
      daily(ana, [
        { callsAsHost: [first, second], callsAttended: [second, first] },
        { callsAttended: [unknown], callsSharedExternally: [first] },
      ]),
      daily(ben, []),
    ],
    // Users without a recorded call are missing; a measure is named that nobody knows yet.
    interaction: [interaction(gone, { Patience: 0 }), interaction(ana, { ...speech, Warmth: 0.5 })],
  };
  live = await openGateway({ statistics, calls: 8 }, uncached);
  for (const [at, id] of [ana, ben].entries()) {
    const user = live.server.company.users[at]!;
    Object.assign(user, { id, emailAddress: address(id) });
  }
  for (const [at, id] of [first, second].entries()) live.server.company.calls[at]!.metaData.id = id;
});
afterAll(() => live.close());

const range = '(first: 10, from: "2024-11-02", to: "2024-11-05")';
const order = [ana, ben, gone].toSorted((a, b) => Number(BigInt(a) - BigInt(b)));

it('counts of activity come whole, by ascending id, those of who is no user among them', async () => {
  const { data, errors, requests } = await live.ask(
    `{ activity${range} { totalCount nodes { userEmailAddress user { emailAddress } ${measures.join(' ')} } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data.activity.totalCount).toBe(3);
  const whole = (id: string, counts: Readonly<Record<string, number>>) => ({
    userEmailAddress: address(id),
    user: id === gone ? null : { emailAddress: address(id) },
    ...each(counts, 0),
  });
  const expected: Readonly<Record<string, object>> = {
    [ana]: whole(ana, { callsAsHost: 41, callsAttended: 42, ownCallsListenedTo: 4 }),
    [ben]: whole(ben, {}),
    [gone]: whole(gone, { callsAttended: 3 }),
  };
  expect(data.activity.nodes).toEqual(order.map((id) => expected[id]));
  expect(requests.filter((one) => one.includes('/stats/'))).toEqual([
    'POST /v2/stats/activity/aggregate',
  ]);
});

it('days begin and end with the company’s clock, 25 hours apart where it changes, and name their calls', async () => {
  const { data, errors } = await live.ask(
    `{ dailyActivity${range} { nodes { userEmailAddress days {
      startAt endAt callsAsHost callsAttended callsSharedExternally callsCommentsGiven
      calls(first: 5) { totalCount edges { roles countedAt node { upstreamId } } }
    } } } }`,
  );
  expect(errors).toBeUndefined();
  const [mine, others] = data.dailyActivity.nodes;
  const instants = days.map(([from, to]) => [Date.parse(from), Date.parse(to)]);
  for (const { days: shown } of [mine, others])
    expect(
      shown.map(({ startAt, endAt }: Row) => [Date.parse(startAt), Date.parse(endAt)]),
    ).toEqual(instants);
  const counts = ({
    callsAsHost,
    callsAttended,
    callsSharedExternally,
    callsCommentsGiven,
  }: Row) => [...[callsAsHost, callsAttended, callsSharedExternally, callsCommentsGiven]];
  expect(mine.days.map(counts)).toEqual([
    [2, 2, 0, 0],
    [0, 1, 1, 0],
    [0, 0, 0, 0],
  ]);
  expect(others.days.map(counts)).toEqual(days.map(() => [0, 0, 0, 0]));
  const edges = ({ calls: { edges: all } }: Row) =>
    all.map(({ roles, node }: Row) => [node?.upstreamId ?? null, roles.toSorted()]);
  expect(mine.days.map(edges)).toEqual([
    expect.arrayContaining([
      [first, ['ATTENDED', 'HOSTED']],
      [second, ['ATTENDED', 'HOSTED']],
    ]),
    expect.arrayContaining([
      [first, ['SHARED_EXTERNALLY']],
      [null, ['ATTENDED']],
    ]),
    [],
  ]);
});

it('measures of speech are read by name, whole numbers and fractions, and unknown ones are listed', async () => {
  const { data, errors } = await live.ask(
    `{ interaction${range} { nodes { userEmailAddress talkRatio longestMonologueSeconds longestCustomerStorySeconds
      interactivity patienceSeconds questionRate statistics { name value } } } }`,
  );
  expect(errors).toBeUndefined();
  const none = { longestMonologueSeconds: null, longestCustomerStorySeconds: null };
  const expected: Readonly<Record<string, object>> = {
    [ana]: {
      ...{ userEmailAddress: address(ana), talkRatio: 0.507, longestMonologueSeconds: 101 },
      ...{ longestCustomerStorySeconds: 94.9, interactivity: 6.3, patienceSeconds: 1.25 },
      questionRate: 22.3,
      statistics: [...Object.entries(speech), ['Warmth', 0.5]].map(([name, value]) => ({
        name,
        value,
      })),
    },
    [gone]: {
      ...{ userEmailAddress: address(gone), talkRatio: null, ...none, interactivity: null },
      ...{ patienceSeconds: 0, questionRate: null, statistics: [{ name: 'Patience', value: 0 }] },
    },
  };
  expect(data.interaction.nodes).toEqual(
    order.filter((id) => id in expected).map((id) => expected[id]),
  );
});

it('of a list of users they are one request each, and null for whom nothing is counted', async () => {
  const { data, errors, requests } = await live.ask(
    `{ users(first: 10) { nodes { upstreamId
      activity(from: "2024-11-02", to: "2024-11-05") { callsAttended }
      interaction(from: "2024-11-02", to: "2024-11-05") { talkRatio }
    } } }`,
  );
  expect(errors).toBeUndefined();
  const by = new Map(data.users.nodes.map((user: Row) => [user.upstreamId, user]));
  expect(by.get(ana)).toMatchObject({
    activity: { callsAttended: 42 },
    interaction: { talkRatio: 0.507 },
  });
  expect(by.get(ben)).toMatchObject({ activity: { callsAttended: 0 }, interaction: null });
  expect(data.users.nodes).toHaveLength(5);
  expect(requests.filter((one) => one.includes('/stats/')).toSorted()).toEqual([
    'POST /v2/stats/activity/aggregate',
    'POST /v2/stats/interaction',
  ]);
});
