/** Trackers heard in calls, with each moment: those about competitors first, then those about objections. */

import type { TrackerKind } from '../graphql/graphql.ts';
import { dateOf } from '../shared/day.ts';
import type { OwnCall } from './deal-calls.ts';

export interface HeardMoment {
  readonly callId: string;
  readonly callTitle: string | null;
  readonly at: Date | null;
  readonly second: number;
}

export interface DealTracker {
  readonly id: string;
  readonly name: string;
  /** Null for all others. */
  readonly kind: TrackerKind | null;
  readonly times: number;
  /** In how many calls. */
  readonly calls: number;
  /** The newest call's first, within a call in their order. */
  readonly moments: readonly HeardMoment[];
}

/** @param calls newest first */
export function heardTrackers(calls: readonly OwnCall[]): readonly DealTracker[] {
  const heard = calls.flatMap((call) =>
    (call.content?.trackers ?? []).flatMap((tracker) =>
      tracker === null || (tracker.count ?? 0) === 0 ? [] : [{ call, tracker }],
    ),
  );
  const byTracker = Map.groupBy(heard, ({ tracker }) => tracker.trackerId ?? tracker.name);
  return [...byTracker]
    .map(([id, hits]) => ({
      id: id ?? '',
      kind: hits[0]!.tracker.kind,
      name: hits[0]!.tracker.name ?? 'A tracker without a name',
      times: hits.reduce((sum, { tracker }) => sum + (tracker.count ?? 0), 0),
      calls: hits.length,
      moments: hits.flatMap(({ call, tracker }) =>
        (tracker.occurrences ?? []).flatMap((occurrence) =>
          occurrence?.startSeconds == null
            ? []
            : {
                callId: call.upstreamId,
                callTitle: call.title,
                at: call.startedAt === null ? null : dateOf(call.startedAt),
                second: occurrence.startSeconds,
              },
        ),
      ),
    }))
    .sort((a, b) => rank(a) - rank(b) || b.calls - a.calls || b.times - a.times);
}

const rank = ({ kind }: DealTracker): number =>
  kind === 'COMPETITOR' ? 0 : kind === 'OBJECTION' ? 1 : 2;
