/** Field of a scorecard's answer: the question it answers. */

import { answer, question, settingsScorecards } from '../../contract/calls/scorecard.ts';
import { idOf, idText, plainObjects } from '../../contract/wire/upstream-value-reader.ts';
import { wholeObject } from '../../engine/plan/field-cost.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';
import { Part, PlatformRow } from './platform-row.ts';
import { settingRow } from './platform-setting.ts';

export function defineAnswer(graph: TypeRegistry): void {
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
        const question = plainObjects(row?.questions).find(
          (candidate) => idText(candidate.questionId) === id,
        );
        return question && new Part(question, new PlatformRow('Scorecard', scorecardId, row ?? {}));
      },
    }),
  );
}
