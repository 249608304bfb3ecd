/** Loaders of the participant index: the queries of one request, batched by kind. */

import { TracedLoader } from '../../fetch/batch-loader.ts';
import type {
  Answered,
  CallsQuery,
  CallWindow,
  MatchedCall,
  PeopleQuery,
  PeriodCount,
  PeriodQuery,
  PersonSpokenWith,
  SubjectQuery,
  TrackerCount,
} from '../../participants/call-query.ts';
import type { Participants } from '../../participants/participants.ts';
import { executeOptions, type GraphContext } from '../context.ts';
import { memoizeByRequest } from '../memoize.ts';

interface IndexLoaders {
  readonly calls: TracedLoader<CallsQuery, Answered<CallWindow>>;
  readonly counts: TracedLoader<SubjectQuery, Answered<number>>;
  readonly lastCalls: TracedLoader<SubjectQuery, Answered<MatchedCall | null>>;
  readonly periods: TracedLoader<PeriodQuery, Answered<readonly PeriodCount[]>>;
  readonly trackers: TracedLoader<PeriodQuery, Answered<readonly TrackerCount[]>>;
  readonly people: TracedLoader<PeopleQuery, Answered<readonly PersonSpokenWith[]>>;
}

type Question<A, T> = (
  tenant: string,
  queries: readonly A[],
  options: ReturnType<typeof executeOptions>,
) => Promise<readonly Answered<T>[]>;

export const indexLoaders = memoizeByRequest((context: GraphContext): IndexLoaders => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  const loaderOf = <A, T>(method: (of: Participants) => Question<A, T>) =>
    new TracedLoader<A, Answered<T>>((queries) => method(participants)(tenant, queries, options), {
      cache: false,
    });
  return {
    calls: loaderOf((of) => of.calls),
    counts: loaderOf((of) => of.countCalls),
    lastCalls: loaderOf((of) => of.lastCalls),
    periods: loaderOf((of) => of.callsPerPeriod),
    trackers: loaderOf((of) => of.trackersPerPeriod),
    people: loaderOf((of) => of.peopleSpokenWith),
  };
});
