/** Comments on calls: who said what about which part of the recording, and in reply to whom. */

import type { CommentRecord } from '../../records/calls/call.ts';
import { idOf, idText, knownObjects, objectOf, objectsOf } from '../../wire/value.ts';
import { type Graph, wireList } from '../graph.ts';
import { needs } from '../needs.ts';
import { unlessPrivate } from './permission.ts';
import { linkUser, personId } from './user-loader.ts';

/** A comment among all those of its call: replies refer to each other by id. */
interface CommentRow {
  readonly comment: CommentRecord;
  readonly all: readonly CommentRecord[];
}

function repliesTo(id: string | null, all: readonly CommentRecord[]): readonly CommentRecord[] {
  return id === null ? [] : all.filter(({ inReplyTo }) => idText(inReplyTo) === id);
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
        resolve: ({ comment }) => comment.posted,
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
          const answered = idOf(comment.inReplyTo);
          if (answered === null) return null;
          const parent = all.find(({ id }) => idText(id) === answered);
          return parent && { comment: parent, all };
        },
      }),
      replies: t.field({
        type: [ref],
        nullable: { list: false, items: false },
        description: 'The comments that answer it.',
        resolve: ({ comment, all }) =>
          repliesTo(idText(comment.id), all).map((reply) => ({ comment: reply, all })),
      }),
    }),
  });

  builder.objectField(calls.call, 'comments', (t) =>
    t.field({
      type: [ref],
      nullable: wireList,
      description: 'Public comments, threads and replies alike.',
      ...needs('collaboration.publicComments'),
      resolve: unlessPrivate((call) => {
        const given = objectOf(call.record.collaboration)?.publicComments ?? [];
        const all = knownObjects(given);
        return objectsOf(given, (comment) => ({ comment, all }));
      }),
    }),
  );
}
