/** What the participant index counts: calls, trackers and people of a contact, and groups of calls. */

import type { Join, Subject } from '../../graph/links/everything.ts';
import type { TruthRow } from '../truth.ts';
import { today } from '../world.ts';
import { contacts, most, orNull, spokenWith } from './link-owner.ts';
import type { RawTables } from './raw-table.ts';
import type { MatrixList } from './row.ts';

const from = '2026-03-02T00:00:00Z';
const inRange = { from: Date.parse(from), to: today.getTime() };

interface Insight {
  readonly fields: readonly string[];
  readonly ask: string;
  readonly items: (value: TruthRow) => readonly unknown[];
  readonly truth: (join: Join, subject: Subject) => readonly string[];
}

const dayMs = 86_400_000;
const mondayOf = (at: number): number =>
  at - (((new Date(at).getUTCDay() + 6) % 7) * dayMs + (at % dayMs));

function weeks(join: Join, subject: Subject): readonly string[] {
  const counts = new Map<number, number>();
  for (let at = mondayOf(inRange.from); at < inRange.to; at += 7 * dayMs) counts.set(at, 0);
  for (const { startedAt } of join.callsOf(subject, inRange))
    counts.set(mondayOf(startedAt), counts.get(mondayOf(startedAt))! + 1);
  return [...counts].map(([at, count]) => `${at}: ${count}`);
}

function trackers(join: Join, subject: Subject): readonly [id: string, at: number, n: number][] {
  return join
    .callsOf(subject, inRange)
    .flatMap(({ call, startedAt }) =>
      (call.content?.trackers ?? [])
        .filter(({ count }) => count > 0)
        .map(({ id, count }): [string, number, number] => [
          id,
          startedAt - (startedAt % dayMs),
          count,
        ]),
    );
}

const sums = (all: readonly (readonly [string, number])[]): readonly string[] =>
  [...Map.groupBy(all, ([name]) => name)].map(
    ([name, own]) => `${name}: ${own.reduce((sum, [, n]) => sum + n, 0)}`,
  );

const insights: readonly MatrixList[] = (
  [
    {
      fields: ['CallsPerPeriod.periods'],
      ask: `callsPerPeriod(bucket: WEEK, from: "${from}") { periods { startsAt calls } }`,
      items: (value) =>
        orNull(value?.periods).map(
          (one: TruthRow) => one && `${Date.parse(one.startsAt)}: ${one.calls}`,
        ),
      truth: weeks,
    },
    {
      fields: ['TrackersOverTime.trackers'],
      ask: `trackersOverTime(bucket: DAY, from: "${from}") { trackers { trackerId count } }`,
      items: (value) =>
        orNull(value?.trackers).map((one: TruthRow) => one && `${one.trackerId}: ${one.count}`),
      truth: (join, subject) => sums(trackers(join, subject).map(([id, , n]) => [id, n])),
    },
    {
      fields: ['TrackerTrend.periods'],
      ask: `trackersOverTime(bucket: DAY, from: "${from}") { trackers { trackerId periods { startsAt count } } }`,
      items: (value) =>
        orNull(value?.trackers).flatMap((tracker: TruthRow) =>
          orNull(tracker?.periods).flatMap((one: TruthRow) => {
            if (one === null) return [null];
            // Whether days without any are listed is no matter of completeness.
            const text = `${tracker.trackerId} ${Date.parse(one.startsAt)}: ${one.count}`;
            return one.count === 0 ? [] : [text];
          }),
        ),
      truth: (join, subject) =>
        sums(trackers(join, subject).map(([id, at, n]) => [`${id} ${at}`, n])),
    },
    {
      fields: ['PeopleSpokenWith.people'],
      ask: 'peopleSpokenWith(first: 100) { people { email calls } }',
      items: (value) =>
        orNull(value?.people).map((one: TruthRow) => one && `${one.email}: ${one.calls}`),
      truth: spokenWith,
    },
    {
      fields: ['LastCall.matches'],
      ask: 'lastCall { matches { reason key } }',
      items: (value) => [
        ...new Set(
          orNull(value?.matches).map((one: TruthRow) => one && `${one.reason} ${one.key}`),
        ),
      ],
      truth: (join, subject) => join.callsOf(subject)[0]?.matches ?? [],
    },
    {
      fields: ['RelatedCallEdge.matches'],
      ask: 'relatedCalls(first: 20) { edges { node { upstreamId } matches { reason key } } }',
      items: (value) =>
        orNull(value?.edges).flatMap((edge: TruthRow) => [
          ...new Set(
            orNull(edge?.matches).map(
              (one: TruthRow) => one && `${edge.node?.upstreamId} ${one.reason} ${one.key}`,
            ),
          ),
        ]),
      truth: (join, subject) =>
        join
          .callsOf(subject)
          .slice(0, 20)
          .flatMap(({ id, matches }) => matches.map((one) => `${id} ${one}`)),
    },
  ] satisfies readonly Insight[]
).map(({ fields, ask, items, truth }) => ({
  name: fields[0]!,
  covers: fields,
  host: 'Contact',
  kind: 'insight',
  indexed: true as const,
  example: false,
  windows: 'none' as const,
  announced: true,
  inside: 'row' as const,
  owners: (raw: RawTables) => most(raw, contacts, truth),
  ask: () => ask,
  items,
  key: (item: string) => item,
}));

const callGroups: MatrixList = {
  name: 'CallGroups.groups',
  covers: ['CallGroups.groups', 'CallGroup.keys'],
  host: 'Query',
  kind: 'insight',
  indexed: true,
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const { all } = await raw.join();
    const hosts = Map.groupBy(all.calls, ({ metaData }) => metaData.primaryUserId);
    return [{ id: null, truth: [...hosts].map(([host, own]) => `${host}: ${own.length}`) }];
  },
  ask: () => 'callsAggregate(groupBy: [OWNER], first: 1000) { groups { count keys { value } } }',
  items: (value) => orNull((value as TruthRow)?.groups),
  key: (item: { count: number; keys: readonly { value: string | null }[] }) =>
    `${item.keys[0]?.value}: ${item.count}`,
};

const callFactGroups: MatrixList = {
  name: 'CallFactGroups.groups',
  covers: ['CallFactGroups.groups', 'CallFactGroup.keys'],
  host: 'Query',
  kind: 'insight',
  indexed: true,
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const join = await raw.join();
    const open = join.all.opportunities.filter(({ IsClosed }) => !IsClosed);
    const silent = open.filter((deal) => join.callsOf(join.deal(deal)).length === 0).length;
    return [{ id: null, truth: [`0: ${silent}`, `1 or more: ${open.length - silent}`] }];
  },
  ask: () =>
    'opportunityCallFacts(fact: CALLS, of: { until: "2100-01-01T00:00:00Z" }, groupBy: [FACT], buckets: [0, 1], filter: { isClosed: { eq: false } }) { groups { count keys { value } } }',
  items: (value) => orNull((value as TruthRow)?.groups),
  key: (item: { count: number; keys: readonly { value: string | null }[] }) =>
    `${item.keys[0]?.value}: ${item.count}`,
};

export const insightLists: readonly MatrixList[] = [...insights, callGroups, callFactGroups];
