/** Trackers heard in calls, with each moment: those about competitors first, then those about objections. */

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

/** What a salesperson wants to hear of at once. */
export type TrackerKind = 'competitor' | 'objection';

/** Trackers are the organisation's own; those about competitors and objections have the word in their name. */
export const trackerKind = (name: string | null | undefined): TrackerKind | null => {
  if (/competit/i.test(name ?? '')) return 'competitor';
  return /objection/i.test(name ?? '') ? 'objection' : null;
};

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
      kind: trackerKind(hits[0]!.tracker.name),
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
  kind === 'competitor' ? 0 : kind === 'objection' ? 1 : 2;
