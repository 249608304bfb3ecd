/** Comments on calls among each other: what each answers, and what answers it. */

import { comment } from '../../contract/calls/call-content.ts';
import type { Row } from '../../contract/wire/answer.ts';
import { idOf, idText, knownObjects, objectOf } from '../../contract/wire/value.ts';
import type { Graph } from '../graph.ts';
import { partType } from './declared.ts';
import { Part } from './row.ts';

/** Every comment of the call that a comment is on. */
const commentsBeside = ({ owner }: Part): readonly Row[] =>
  knownObjects(objectOf<Row>(owner.record.collaboration)?.publicComments);

export function defineComment(graph: Graph): void {
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
