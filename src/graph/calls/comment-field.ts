/** Fields of a call's comments: the comment that each replies to, and its replies. */

import { comment } from '../../contract/calls/call-content.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idOf, idText, objectOf, plainObjects } from '../../contract/wire/upstream-value-reader.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { partType } from './declared-field.ts';
import { Part } from './platform-row.ts';

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
