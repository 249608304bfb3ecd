/** Trackers with the calls they were heard in, week by week; words of one’s own are one, too. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import type { CoverageFields } from '../shared/coverage.ts';
import { dayOfUtc } from '../shared/day.ts';
import { mondaysSince, weekMs } from '../shared/week.ts';
import { cutText, isWhole } from './group-count.ts';

const fragment = graphql(`
  fragment Trackers on Query {
    heard: callsAggregate(filter: $calls, groupBy: [TRACKER], first: 100) {
      totalCount
      groups {
        count
        keys {
          value
          tracker {
            name
          }
        }
      }
    }
    weeks: callsAggregate(filter: $calls, groupBy: [WEEK], first: 60, timeZone: "UTC") {
      groups {
        count
        keys {
          startsAt
        }
      }
    }
    saidByWeek: callsAggregate(
      filter: $saidCalls
      groupBy: [WEEK]
      first: 60
      timeZone: "UTC"
    ) @include(if: $asksSaid) {
      coverage {
        completeFrom
        syncedAt
        lastError
        unread
      }
      groups {
        count
        keys {
          startsAt
        }
      }
    }
  }
`);

/** Counted apart from the trackers, which are there in half the time. */
export const trackerWeeksFragment = graphql(`
  fragment TrackerWeeks on Query {
    heardByWeek: callsAggregate(
      filter: $calls
      groupBy: [TRACKER, WEEK]
      first: 10000
      timeZone: "UTC"
    ) {
      totalCount
      groups {
        count
        keys {
          value
          startsAt
        }
      }
    }
  }
`);

/** In place of a tracker's id, of words of one's own. */
export const saidTracker = 'said';

export interface HeardTracker {
  readonly id: string;
  readonly name: string;
  /** Calls it was heard in. */
  readonly calls: number;
  /** Of all calls, 0 to 1; null where all were not counted. */
  readonly share: number | null;
  /** Calls of every week, oldest first; none where they were not counted. */
  readonly weeks: readonly { readonly at: Date; readonly value: number }[];
}

export interface Trackers {
  readonly list: readonly HeardTracker[];
  /** Says how many there are where these are not all. */
  readonly cut: string;
  /** Of the words. */
  readonly coverage: CoverageFields | null;
}

/** Beginnings of the weeks of which calls are known, oldest first: one without a call is one of them. */
export const weeksKnown = (
  from: string,
  now: Date,
  completeFrom: string | null | undefined,
): readonly string[] =>
  completeFrom == null
    ? []
    : mondaysSince(from, now).filter((start) => endOf(start) > Date.parse(completeFrom));

/**
 * @param byWeek null until it has come
 * @param term words of one's own, which come first; empty for none
 * @param starts of the weeks to draw
 */
export function readTrackers(
  query: FragmentType<typeof fragment>,
  byWeek: FragmentType<typeof trackerWeeksFragment> | null,
  term: string,
  starts: readonly string[],
): Trackers {
  const { heard, weeks, saidByWeek } = readFragment(fragment, query);
  const heardByWeek = readFragment(trackerWeeksFragment, byWeek)?.heardByWeek;
  // Without the counts of weeks, none is no week without a call.
  const isKnown = weeks != null && heardByWeek != null && isWhole(heardByWeek);
  const counts = new Map(
    (heardByWeek?.groups ?? []).map(({ count, keys }) => [
      `${keys[0]?.value} ${keys[1]?.startsAt}`,
      count,
    ]),
  );
  const list = (heard?.groups ?? []).flatMap(({ count, keys }) => {
    const id = keys[0]?.value;
    // Calls in which nothing was heard are a group, too.
    if (id == null) return [];
    return [
      {
        id,
        name: keys[0]?.tracker?.name ?? 'A deleted tracker',
        calls: count,
        share: weeks == null ? null : shareOf(count, weeks.groups),
        weeks: (isKnown ? starts : []).map((start) => ({
          at: dayOfUtc(start),
          value: counts.get(`${id} ${start}`) ?? 0,
        })),
      },
    ];
  });
  const coverage = saidByWeek?.coverage ?? null;
  const said =
    saidByWeek == null || weeks == null ? null : { said: saidByWeek, all: weeks, starts };
  return {
    list: [...(said === null ? [] : [saidWeeks(term, said)]), ...list],
    cut: cutText(heard),
    coverage,
  };
}

type Weeks = readonly {
  readonly count: number;
  readonly keys: readonly { readonly startsAt: string | null }[];
}[];

interface CountedWeeks {
  readonly said: { readonly groups: Weeks; readonly coverage: CoverageFields };
  readonly all: { readonly groups: Weeks };
  readonly starts: readonly string[];
}

const endOf = (start: string): number => Date.parse(start) + weekMs;

/** Of the weeks of which words are known. */
function saidWeeks(term: string, { said, all, starts }: CountedWeeks): HeardTracker {
  const { completeFrom } = said.coverage;
  const from = completeFrom == null ? Infinity : Date.parse(completeFrom);
  const covered = all.groups.filter(
    ({ keys }) => keys[0]?.startsAt != null && endOf(keys[0].startsAt) > from,
  );
  const counts = new Map(said.groups.map(({ keys, count }) => [keys[0]?.startsAt, count]));
  const calls = sumOf(said.groups);
  return {
    id: saidTracker,
    name: `“${term}”`,
    calls,
    share: completeFrom == null ? null : shareOf(calls, covered),
    weeks: starts
      .filter((start) => endOf(start) > from)
      .map((start) => ({ at: dayOfUtc(start), value: counts.get(start) ?? 0 })),
  };
}

const sumOf = (weeks: Weeks): number => weeks.reduce((sum, { count }) => sum + count, 0);

const shareOf = (calls: number, weeks: Weeks): number => calls / Math.max(1, sumOf(weeks));
