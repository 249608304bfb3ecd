/** The operation of Call: the call, and deferred its transcript and its reviews, which may take the platform longest. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';
import { type RecordName, readRecordName } from '../shared/record-id.ts';

/** Call ids of other platforms may be shorter than those that `readRecordName` recognises by their length. */
export const callIdOf = ({ kind, id }: RecordName): string | null =>
  kind === 'Call' || /^\d{1,20}$/.test(id) ? id : null;

export const callQuestion = defineQuestion({
  document: graphql(`
    query Call($by: Key!) {
      call(by: $by) {
        id
        title
        durationSeconds
        ...CallHead
        ...Player
        ...CallVoices
        ...CallTimeline
        ...CallInsight
        ...CallTrackers
        ...CallPeople
        ...CallScorecards @defer
        ...CallComments
        ...CallTranscript @defer
      }
    }
  `),
  variablesAt: ({ id }) => {
    const upstreamId = callIdOf(readRecordName(id));
    return upstreamId === null ? null : { by: { upstreamId } };
  },
});
