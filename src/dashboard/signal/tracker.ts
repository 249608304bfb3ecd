/** Trackers with the calls they were heard in, week by week. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dayOfUtc } from '../shared/day.ts';
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
}

export function readTrackers(query: FragmentType<typeof fragment>): Trackers {
  const { heard, weeks, heardByWeek } = readFragment(fragment, query);
  // Without the counts of weeks, none is no week without a call.
  const isKnown = weeks != null && heardByWeek != null && isWhole(heardByWeek);
  const all = (weeks?.groups ?? []).reduce((sum, { count }) => sum + count, 0);
  const starts = (isKnown ? weeks.groups : [])
    .flatMap(({ keys }) => keys[0]?.startsAt ?? [])
    .sort((left, right) => Date.parse(left) - Date.parse(right));
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
        share: weeks == null ? null : all === 0 ? 0 : count / all,
        weeks: starts.map((start) => ({
          at: dayOfUtc(start),
          value: counts.get(`${id} ${start}`) ?? 0,
        })),
      },
    ];
  });
  return { list, cut: cutText(heard) };
}
