/** From the answer of a review to the question it answers. */

import { answer, question, settingsScorecards } from '../../contract/calls/scorecard.ts';
import { idOf, idText, knownObjects } from '../../contract/wire/value.ts';
import type { Graph } from '../graph.ts';
import { wholeObject } from '../plan/cost.ts';
import { partType } from './declared.ts';
import { Part, PlatformRow } from './row.ts';
import { settingRow } from './setting.ts';

export function defineAnswer(graph: Graph): void {
  graph.builder.objectField(partType(graph, answer), 'question', (t) =>
    t.field({
      type: partType(graph, question),
      cost: wholeObject('Scorecard'),
      description:
        'The question as it is worded now; null where it or its scorecard has been deleted.',
      resolve: async ({ record, owner }, _args, context) => {
        const scorecardId = idOf(owner.record.scorecardId);
        if (scorecardId === null) return null;
        const row = await settingRow(context, settingsScorecards, scorecardId);
        const id = idOf(record.questionId);
        const found = knownObjects(row?.questions).find((one) => idText(one.questionId) === id);
        return found && new Part(found, new PlatformRow('Scorecard', scorecardId, row ?? {}));
      },
    }),
  );
}
