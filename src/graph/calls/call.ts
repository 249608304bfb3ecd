/** The type Call: one type over `calls` and `calls_extensive`; what is selected decides which is asked. */

import type { CallRecord } from '../../records/calls/call.ts';
import { objectOf } from '../../wire/value.ts';
import { encodeGlobalId } from '../global-id.ts';
import { type Graph, wireList } from '../graph.ts';
import { guarded } from '../guard.ts';
import { needs, within } from '../needs.ts';
import { callCost, metaPart, partiesPart } from './call-loader.ts';
import { partiesOf } from './party.ts';
import { shownUnlessPrivate, unlessPrivate } from './permission.ts';
import { CallRow } from './row.ts';
import { loadTranscript, transcriptCost } from './transcript-loader.ts';
import { linkUser } from './user-loader.ts';

/** Members of the plain row that go out as they come, with their description. */
const plainText = {
  direction: 'Inbound, Outbound, Conference or Unknown; the platform may add others.',
  system: 'The conferencing or telephony system it was held on.',
  scope: 'Internal, External or Unknown; the platform may add others.',
  language: 'ISO 639-2B code of the spoken language; und and zxx occur.',
} as const satisfies Partial<Record<keyof CallRecord, string>>;

/** The same, of what a private call is about. */
const guardedText = {
  title: 'What the call is called, as its host or calendar named it.',
  purpose: 'Purpose given by the system that uploaded the call.',
  sdrDisposition: "Disposition of a prospecting call, in the dialler's words.",
  clientUniqueId: 'Id of the call in the system that uploaded it.',
  customData: 'Free text given at upload.',
  calendarEventId: 'Id of the calendar event the call came from.',
} as const satisfies Partial<Record<keyof CallRecord, string>>;

export function defineCall({ builder, calls }: Graph): void {
  calls.call.implement({
    cost: callCost,
    description: 'A recorded call or meeting.',
    interfaces: [builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof CallRow,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (call) => encodeGlobalId('Call', call.id),
      }),
      upstreamId: t.exposeID('id', {
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
      }),
      url: t.field({
        type: 'URL',
        description: 'Page of the call at the platform.',
        ...shownUnlessPrivate(needs(metaPart), (call) => call.record.metaData?.url),
      }),
      meetingUrl: t.field({
        type: 'URL',
        description: 'Where the meeting was joined; null for calls by telephone.',
        ...shownUnlessPrivate(needs(metaPart), (call) => call.record.metaData?.meetingUrl),
      }),
      ...Object.fromEntries(
        Object.entries(plainText).map(([name, description]) => [
          name,
          t.string({
            description,
            ...needs(metaPart),
            resolve: (call) => call.record.metaData?.[name as keyof typeof plainText],
          }),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(guardedText).map(([name, description]) => [
          name,
          t.string({
            description,
            ...shownUnlessPrivate(
              needs(metaPart),
              (call) => call.record.metaData?.[name as keyof typeof guardedText],
            ),
          }),
        ]),
      ),
      mediaType: t.string({
        description: 'Video or Audio.',
        ...needs(metaPart),
        resolve: (call) => call.record.metaData?.media,
      }),
      scheduledAt: t.field({
        type: 'DateTime',
        description: 'When it was planned to start.',
        ...needs(metaPart),
        resolve: (call) => call.record.metaData?.scheduled,
      }),
      startedAt: t.field({
        type: 'DateTime',
        description: 'When it did start.',
        ...needs(metaPart),
        resolve: (call) => call.record.metaData?.started,
      }),
      durationSeconds: t.int({
        description: 'Length in seconds.',
        ...needs(metaPart),
        resolve: (call) => call.record.metaData?.duration,
      }),
      isPrivate: t.boolean({
        description:
          'Whether the call is hidden from people outside it. What it is about needs the right "private-calls" then.',
        ...needs(metaPart),
        resolve: (call) => call.record.metaData?.isPrivate,
      }),
      primaryUser: t.field({
        type: calls.user,
        description: 'Who hosts or owns the call. Not always among its parties.',
        ...needs(metaPart),
        resolve: (call, _args, context, info) =>
          linkUser(context, info, call.record.metaData?.primaryUserId),
      }),
      parties: t.field({
        type: [calls.party],
        nullable: wireList,
        description: 'Who was invited or took part.',
        ...shownUnlessPrivate(within(partiesPart), partiesOf),
      }),
      interaction: t.field({
        type: calls.interaction,
        description: 'How people talked: speakers, questions, video, statistics.',
        ...shownUnlessPrivate(within(), (call) =>
          objectOf(call.record.interaction) === null ? null : call,
        ),
      }),
      content: t.field({
        type: calls.content,
        description: 'What was talked about: topics, trackers, outline, brief and more.',
        ...shownUnlessPrivate(within(), (call) =>
          objectOf(call.record.content) === null ? null : call,
        ),
      }),
      transcript: t.field({
        type: calls.transcript,
        cost: transcriptCost,
        description:
          'Who said what; null where the platform has no transcript. Needs the right "transcripts".',
        extensions: {
          // Speakers are parties of the call: what is asked of them comes along with it.
          ...within().extensions,
          ...guarded('transcripts', 'transcripts').extensions,
        },
        resolve: unlessPrivate((call, _args, context) => loadTranscript(context, call.id)),
      }),
    }),
  });
}
