/** Comments on calls: who said what about which part of the recording, and in reply to whom. */

import type { CommentRecord } from '../../records/calls/call.ts';
import type { Graph } from '../graph.ts';
import { toInstant } from '../instant.ts';
import { needs } from '../needs.ts';
import { listOf } from '../wire-value.ts';
import { unlessPrivate } from './permission.ts';
import { linkUser, personId } from './user-loader.ts';

/** A comment among all those of its call: replies refer to each other by id. */
interface CommentRow {
  readonly comment: CommentRecord;
  readonly all: readonly CommentRecord[];
}

export function defineComment({ builder, calls }: Graph): void {
  const ref = builder.objectRef<CommentRow>('CallComment');
  ref.implement({
    description: 'A public comment on a call.',
    fields: (t) => ({
      upstreamId: t.id({
        description: 'Id at the platform.',
        resolve: ({ comment }) => comment.id,
      }),
      text: t.string({ description: 'The comment.', resolve: ({ comment }) => comment.comment }),
      startSeconds: t.float({
        description: 'Where the part commented on begins, in seconds.',
        resolve: ({ comment }) => comment.audioStartTime,
      }),
      endSeconds: t.float({
        description: 'Where it ends, in seconds.',
        resolve: ({ comment }) => comment.audioEndTime,
      }),
      postedAt: t.field({
        type: 'DateTime',
        description: 'When it was written.',
        resolve: ({ comment }) => toInstant(comment.posted),
      }),
      isDuringCall: t.boolean({
        description: 'Whether it was written while the call was going on.',
        resolve: ({ comment }) => comment.duringCall,
      }),
      commenter: t.field({
        type: calls.user,
        description: 'Who wrote it.',
        resolve: ({ comment }, _args, context, info) =>
          linkUser(context, info, personId(comment.commenterUserId)),
      }),
      inReplyTo: t.field({
        type: ref,
        description: 'The comment it answers; null for the first of a thread.',
        resolve: ({ comment, all }) => {
          const parent = all.find(({ id }) => id === comment.inReplyTo);
          return parent && { comment: parent, all };
        },
      }),
      replies: t.field({
        type: [ref],
        nullable: { list: false, items: false },
        description: 'The comments that answer it.',
        resolve: ({ comment, all }) =>
          all
            .filter(({ inReplyTo }) => inReplyTo === comment.id)
            .map((reply) => ({ comment: reply, all })),
      }),
    }),
  });

  builder.objectField(calls.call, 'comments', (t) =>
    t.field({
      type: [ref],
      nullable: { list: true, items: false },
      description: 'Public comments, threads and replies alike.',
      ...needs('collaboration.publicComments'),
      resolve: unlessPrivate((call) => {
        const all = listOf(call.record.collaboration?.publicComments);
        return all.map((comment) => ({ comment, all }));
      }),
    }),
  );
}
