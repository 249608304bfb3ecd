/** Links between rows of one call: from an answer to its question, between comments. */

import { comment } from '../../contract/calls/call-content.ts';
import { answer, question, settingsScorecards } from '../../contract/calls/scorecard.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idOf, idText, objectOf, plainObjects } from '../../contract/wire/value-reader.ts';
import { wholeObject } from '../plan/field-cost.ts';
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
        const found = plainObjects(row?.questions).find((one) => idText(one.questionId) === id);
        return found && new Part(found, new PlatformRow('Scorecard', scorecardId, row ?? {}));
      },
    }),
  );
}

/** All comments of the call of a comment. */
const commentsBeside = ({ owner }: Part): readonly Row[] =>
  plainObjects(objectOf<Row>(owner.record.collaboration)?.publicComments);

export function defineComment(graph: TypeRegistry): void {
  const ref = partType(graph, comment);
  graph.builder.objectFields(ref, (t) => ({
    inReplyTo: t.field({
      type: ref,
      description: 'The comment it answers; null for the first of a thread.',
      resolve: (row) => {
        const answered = idOf(row.record.inReplyTo);
        if (answered === null) return null;
        const parent = commentsBeside(row).find(({ id }) => idText(id) === answered);
        return parent && new Part(parent, row.owner);
      },
    }),
    replies: t.field({
      type: [ref],
      nullable: { list: false, items: false },
      description: 'The comments that answer it.',
      resolve: (row) => {
        const id = idText(row.record.id);
        if (id === null) return [];
        return commentsBeside(row)
          .filter(({ inReplyTo }) => idText(inReplyTo) === id)
          .map((reply) => new Part(reply, row.owner));
      },
    }),
  }));
}
