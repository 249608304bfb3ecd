/** Loaders of the participant index: the queries of one request, batched by kind. */

import { TracedLoader } from '../../fetch/batch-loader.ts';
import type { Answered } from '../../participants/call-query.ts';
import type { ParticipantQueryOptions } from '../../participants/participants.ts';
import { executeOptions } from '../context.ts';
import { memoizeByRequest } from '../memoize.ts';

type Ask<Query, Value> = (
  tenant: string,
  queries: readonly Query[],
  options: ParticipantQueryOptions,
) => Promise<readonly Answered<Value>[]>;

export const indexLoaders = memoizeByRequest((context) => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  const loaderOf = <Query, Value>(ask: Ask<Query, Value>) =>
    new TracedLoader((queries: readonly Query[]) => ask(tenant, queries, options), {
      cache: false,
    });
  return {
    calls: loaderOf(participants.calls),
    counts: loaderOf(participants.countCalls),
    lastCalls: loaderOf(participants.lastCalls),
    periods: loaderOf(participants.callsPerPeriod),
    trackers: loaderOf(participants.trackersPerPeriod),
    people: loaderOf(participants.peopleSpokenWith),
  };
});
