/** Media fields: recordings of calls at addresses of this server. The platform's addresses expire within hours and never go out. */

import { mediaPart } from '../../contract/calls/call.ts';
import { callAudio, callVideo } from '../../contract/calls/media.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { objectOf } from '../../contract/wire/upstream-value-reader.ts';
import { urlOf } from '../../contract/wire/url-reader.ts';
import { guarded } from '../../engine/field-permission.ts';
import { needs } from '../../engine/plan/row-requirement.ts';
import type { TypeRegistry } from '../type-registry.ts';
import type { CallRow, MediaRow } from './platform-row.ts';
import { unlessPrivate } from './private-call.ts';

export function defineMedia({ builder, calls }: TypeRegistry): void {
  calls.media.implement({
    description: 'The recordings of a call.',
    fields: (t) => ({
      hasAudio: t.exposeBoolean('hasAudio', {
        nullable: false,
        description: 'Whether there is a sound recording.',
      }),
      hasVideo: t.exposeBoolean('hasVideo', {
        nullable: false,
        description: 'Whether there is a video recording.',
      }),
      audioUrl: t.field({
        type: 'URL',
        description:
          'Where the sound can be played or downloaded, with seeking, by whoever has the address, for a while. Null where there is none.',
        resolve: ({ callId, hasAudio }, _args, context) =>
          hasAudio ? context.fileUrl({ entity: callAudio.entity, id: callId }) : null,
      }),
      videoUrl: t.field({
        type: 'URL',
        description:
          'Where the video can be played or downloaded, with seeking, by whoever has the address, for a while. Null where there is none.',
        resolve: ({ callId, hasVideo }, _args, context) =>
          hasVideo ? context.fileUrl({ entity: callVideo.entity, id: callId }) : null,
      }),
    }),
  });
  builder.objectField(calls.call, 'media', (t) =>
    t.field({
      type: calls.media,
      description: 'The recordings of the call. Needs the right "media".',
      extensions: {
        ...needs(mediaPart).extensions,
        ...guarded('media', 'recordings').extensions,
      },
      resolve: unlessPrivate(
        (call: CallRow): MediaRow => ({ callId: call.id, ...existing(call.record.media) }),
      ),
    }),
  );
}

/** Which recordings exist: some rows have words for their kinds, others addresses. */
function existing(media: unknown): { readonly hasAudio: boolean; readonly hasVideo: boolean } {
  if (typeof media === 'string') return { hasAudio: true, hasVideo: media === 'Video' };
  const urls = objectOf<Row>(media);
  return { hasAudio: urlOf(urls?.audioUrl) !== null, hasVideo: urlOf(urls?.videoUrl) !== null };
}
