/** Questions to the participant index: all that one wave of resolvers asks of one kind is one question. */

import { createContextCache } from '@pothos/core';
import { AskedLoader } from '../../fetch/asked-loader.ts';
import type {
  Answered,
  CallsAsk,
  CallWindow,
  MatchedCall,
  Participants,
  PeopleAsk,
  PeriodAsk,
  PeriodCount,
  PersonSpokenWith,
  SubjectAsk,
  TrackerCount,
} from '../../participants/question.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';

export interface Questions {
  readonly calls: AskedLoader<CallsAsk, Answered<CallWindow>>;
  readonly counts: AskedLoader<SubjectAsk, Answered<number>>;
  readonly lastCalls: AskedLoader<SubjectAsk, Answered<MatchedCall | null>>;
  readonly periods: AskedLoader<PeriodAsk, Answered<readonly PeriodCount[]>>;
  readonly trackers: AskedLoader<PeriodAsk, Answered<readonly TrackerCount[]>>;
  readonly people: AskedLoader<PeopleAsk, Answered<readonly PersonSpokenWith[]>>;
}

type Question<A, T> = (
  tenant: string,
  asks: readonly A[],
  options: ReturnType<typeof executeOptions>,
) => Promise<readonly Answered<T>[]>;

export const questions = createContextCache((context: GraphContext): Questions => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  const put = <A, T>(ask: (of: Participants) => Question<A, T>) =>
    new AskedLoader<A, Answered<T>>((asks) => ask(participants)(tenant, asks, options), {
      cache: false,
    });
  return {
    calls: put((of) => of.calls),
    counts: put((of) => of.countCalls),
    lastCalls: put((of) => of.lastCalls),
    periods: put((of) => of.callsPerPeriod),
    trackers: put((of) => of.trackersPerPeriod),
    people: put((of) => of.peopleSpokenWith),
  };
});
