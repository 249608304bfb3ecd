/** What Call asks: the call, and its words as a later part. */

import { defineQuestion } from '../data/question.ts';
import { graphql } from '../graphql/index.ts';

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
        ...CallScorecards
        ...CallComments
        ...CallTranscript @defer
      }
    }
  `),
  // Ids of the platform are numbers, global ones are not.
  variablesAt: ({ id }) => ({ by: /^\d+$/.test(id) ? { upstreamId: id } : { id } }),
});
