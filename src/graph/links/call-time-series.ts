/** Time series of a record's calls and trackers, by day or week, counted by the participant index. */

import { tracker } from '../../contract/calls/tracker.ts';
import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import type {
  Answered,
  PeriodCount,
  PeriodQuery,
  TrackerCount,
} from '../../participants/call-query.ts';
import type { Ref } from '../builder.ts';
import { linkSetting } from '../calls/platform-setting.ts';
import { periodBounds } from '../relative-date.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { dateOfMs } from './coverage-type.ts';
import type { CallFilterArgs } from './index-query.ts';
import type { RelatedTypes } from './related-calls.ts';

interface OverTimeTypes {
  readonly callsPerPeriod: Ref<Answered<readonly PeriodCount[]>>;
  readonly trackersOverTime: Ref<Answered<readonly TrackerCount[]>>;
}

type Bucket = PeriodQuery['bucket'];

const bucketMs: Readonly<Record<Bucket, number>> = { day: 86_400_000, week: 7 * 86_400_000 };
/** Two years of days, and then some. */
const maxPeriods = 1_000;

export interface PeriodArgs extends CallFilterArgs {
  readonly bucket: Bucket;
}

/** Arguments with their end: now, where none is given. @throws UserInputError for too many periods. */
export function boundedPeriod(context: GraphContext, args: PeriodArgs): PeriodArgs {
  const { from, to: end } = periodBounds(context, args);
  if (from === null) throw new UserInputError('Expected from or during, got neither.');
  const to = end ?? context.now;
  const periods = (to.getTime() - from.getTime()) / bucketMs[args.bucket];
  if (periods > maxPeriods) {
    throw new UserInputError(
      `Expected at most ${maxPeriods} periods between "from" and "to", got ${Math.ceil(periods)} of a ${args.bucket}.`,
    );
  }
  return { ...args, from, to, during: null };
}

/** A tracker with the periods in which it was heard. */
interface Trend {
  readonly trackerId: string;
  readonly periods: readonly TrackerCount[];
}

export function createOverTime(graph: TypeRegistry, related: RelatedTypes): OverTimeTypes {
  const { builder } = graph;
  const coverage = related.coverage;
  const period = builder.objectRef<PeriodCount>('CallPeriod').implement({
    description: 'The calls of one day or week.',
    fields: (t) => ({
      startsAt: t.field({
        type: 'DateTime',
        nullable: false,
        description: 'Begin of the day or week (Monday), in UTC.',
        resolve: (row) => new Date(row.startsAt),
      }),
      calls: t.exposeInt('calls', {
        nullable: false,
        description: 'Calls that started in it; of the first and last period only those asked for.',
      }),
    }),
  });
  const callsPerPeriod = builder
    .objectRef<Answered<readonly PeriodCount[]>>('CallsPerPeriod')
    .implement({
      description: 'Calls by day or week, counted by the participant index.',
      fields: (t) => ({
        periods: t.field({
          type: [period],
          nullable: { list: false, items: false },
          description: 'Every period asked for, oldest first, also those without a call.',
          resolve: ({ value }) => [...value],
        }),
        coverage: t.expose('coverage', {
          type: coverage,
          nullable: false,
          description: 'How complete the counts are.',
        }),
      }),
    });
  const trend = createTrend(graph);
  const trackersOverTime = builder
    .objectRef<Answered<readonly TrackerCount[]>>('TrackersOverTime')
    .implement({
      description: 'What was heard in calls by day or week, counted by the participant index.',
      fields: (t) => ({
        trackers: t.field({
          type: [trend],
          nullable: { list: false, items: false },
          description: 'Trackers that were heard at all, the one heard most often first.',
          resolve: ({ value }) => trendsOf(value),
        }),
        coverage: t.expose('coverage', {
          type: coverage,
          nullable: false,
          description:
            'How complete the counts are; only calls that were read with their trackers are covered.',
        }),
      }),
    });
  return { callsPerPeriod, trackersOverTime };
}

function createTrend({ builder, calls }: TypeRegistry): Ref<Trend> {
  const period = builder.objectRef<TrackerCount>('TrackerPeriod').implement({
    description: 'How often a tracker was heard in one day or week.',
    fields: (t) => ({
      startsAt: t.field({
        type: 'DateTime',
        description: 'Begin of the day or week (Monday), in UTC.',
        resolve: (row) => dateOfMs(row.startsAt),
      }),
      count: t.exposeInt('count', { nullable: false, description: 'How often, in all calls.' }),
      calls: t.exposeInt('calls', { nullable: false, description: 'In how many calls.' }),
    }),
  });
  return builder.objectRef<Trend>('TrackerTrend').implement({
    description: 'A tracker and how often it was heard over time.',
    fields: (t) => ({
      trackerId: t.exposeID('trackerId', {
        nullable: false,
        description: 'Id of the tracker at the platform.',
      }),
      tracker: t.field({
        type: calls.tracker,
        description: 'The tracker; null where it has been deleted.',
        resolve: (row, _args, context, info) => linkSetting(context, info, tracker, row.trackerId),
      }),
      count: t.int({
        nullable: false,
        description: 'How often it was heard in all periods together.',
        resolve: (row) => sum(row.periods, 'count'),
      }),
      calls: t.int({
        nullable: false,
        description: 'In how many calls.',
        resolve: (row) => sum(row.periods, 'calls'),
      }),
      periods: t.field({
        type: [period],
        nullable: { list: false, items: false },
        description: 'Periods in which it was heard, oldest first.',
        resolve: (row) => [...row.periods],
      }),
    }),
  });
}

const sum = (periods: readonly TrackerCount[], of: 'count' | 'calls'): number =>
  periods.reduce((total, period) => total + period[of], 0);

function trendsOf(counts: readonly TrackerCount[]): Trend[] {
  const byTracker = Map.groupBy(counts, (count) => count.trackerId);
  return [...byTracker]
    .map(([trackerId, periods]) => ({ trackerId, periods }))
    .sort(
      (a, b) =>
        sum(b.periods, 'count') - sum(a.periods, 'count') || (a.trackerId < b.trackerId ? -1 : 1),
    );
}
