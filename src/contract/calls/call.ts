/** Calls: the plain row of `calls`, and `calls_extensive`, which carries only the parts that its selector names. */

import { defineEntity, freshness, type ParamSpec } from '../entity-spec.ts';
import {
  type ActionItemRecord,
  type CommentRecord,
  type CrmContext,
  comment,
  content,
  interaction,
  linkedRecords,
  type PartyRecord,
  party,
} from './call-content.ts';
import * as f from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

/** The plain row of a call: metaData of calls_extensive, a row of calls. */
export const metaPart = 'metaData';
/** Participants; the flag of the same name. */
export const partiesPart = 'parties';
/** CRM records the platform linked; `context: Extended`. */
export const contextPart = 'context';
/** The same records as they were at the time of the call; only together with `contextPart`. */
export const contextThenPart = 'contextTiming';
/** Parts that hold more where another is requested `by` their side, and where a row has them. */
export const pairedParts = [
  { part: partiesPart, by: contextPart, path: ['parties'] },
  { part: contextPart, by: contextThenPart, path: ['context'] },
  { part: 'content.trackers', by: 'content.trackerOccurrences', path: ['content', 'trackers'] },
] as const;
/** Addresses of the recordings. */
export const mediaPart = 'media';
/** All comments of the call. */
const commentsPart = 'collaboration.publicComments';

/** Fields of a call. On `calls_extensive` rows a block named `media` is beside the plain row's member: an object of URLs. */
export const callFields = {
  url: f.hidden(f.url('url', 'Page of the call at the platform.')),
  meetingUrl: f.hidden(
    f.url('meetingUrl', 'Where the meeting was joined; null for calls by telephone.'),
  ),
  direction: f.text(
    'direction',
    'Inbound, Outbound, Conference or Unknown; the platform may add others.',
  ),
  system: f.text('system', 'The conferencing or telephony system it was held on.'),
  scope: f.text('scope', 'Internal, External or Unknown; the platform may add others.'),
  language: f.text('language', 'ISO 639-2B code of the spoken language; und and zxx occur.'),
  title: f.hidden(f.text('title', 'What the call is called, as its host or calendar named it.')),
  purpose: f.hidden(
    f.orNull(f.text('purpose', 'Purpose given by the system that uploaded the call.')),
  ),
  sdrDisposition: f.hidden(
    f.orNull(
      f.text('sdrDisposition', "Disposition of a prospecting call, in the dialler's words."),
    ),
  ),
  clientUniqueId: f.hidden(
    f.orNull(f.text('clientUniqueId', 'Id of the call in the system that uploaded it.')),
  ),
  customData: f.hidden(f.orNull(f.text('customData', 'Free text given at upload.'))),
  calendarEventId: f.hidden(
    f.orNull(f.text('calendarEventId', 'Id of the calendar event the call came from.')),
  ),
  mediaType: f.text('media', 'Video or Audio.'),
  scheduledAt: f.instant('scheduled', 'When it was planned to start.'),
  startedAt: f.instant('started', 'When it did start.'),
  durationSeconds: f.int('duration', 'Length in seconds.'),
  isPrivate: f.flag(
    'isPrivate',
    'Whether the call is hidden from people outside it. What it is about needs the right "private-calls" then.',
  ),
  primaryUser: f.link(
    'User',
    'primaryUserId',
    'Who hosts or owns the call. Not always among its parties.',
  ),
  workspace: f.link('Workspace', 'workspaceId', 'The workspace it belongs to.'),
};

/** A row of `calls`; what folders of the library tell of a call are members of it. */
export const plainCall = f.object('', '', callFields);

const fields = {
  ...f.inside(metaPart, callFields, metaPart),
  parties: f.hidden(
    f.inPart(
      partiesPart,
      f.orNull(f.list(f.within(party, 'parties', 'Who was invited or took part.'))),
    ),
  ),
  interaction: f.hidden(
    f.within(
      interaction,
      'interaction',
      'How people talked: speakers, questions, video, statistics.',
    ),
  ),
  content: f.hidden(
    f.within(
      content,
      'content',
      'What was talked about: topics, trackers, outline, brief and more.',
    ),
  ),
  comments: f.hidden(
    f.inPart(
      commentsPart,
      f.below(
        'collaboration',
        f.list(f.within(comment, 'publicComments', 'Public comments, threads and replies alike.')),
      ),
    ),
  ),
};

/** The members of `contentSelector`: a flag for each part that a field needs. */
const contentSelector = {
  type: 'object',
  fields: {
    context: { type: 'string', values: ['Extended'] },
    contextTiming: { type: 'strings', values: ['Now', 'TimeOfCall'] },
    exposedFields: flagsOf([...f.partsOf(f.object('', '', fields)), mediaPart]),
  },
} as const satisfies ParamSpec;

function flagsOf(parts: readonly string[]): ParamSpec {
  const fields: Record<string, ParamSpec> = {};
  for (const [block = '', part] of parts.map((part) => part.split('.'))) {
    if (block === metaPart) continue;
    if (part === undefined) fields[block] = { type: 'boolean' };
    else
      fields[block] = {
        type: 'object',
        fields: { ...fields[block]?.fields, [part]: { type: 'boolean' } },
      };
  }
  return { type: 'object', fields };
}

export const calls = defineEntity({
  system: 'call-analytics',
  entity: 'calls',
  key: 'id',
  operations: {
    list: {
      answer: 'cursor-page',
      params: {
        fromDateTime: { type: 'date-time' },
        toDateTime: { type: 'date-time' },
        cursor: { type: 'string' },
      },
    },
    get: { answer: 'row', params: { id: { type: 'string', required: true } } },
  },
  decode: declaredDecoder((): f.ObjectSpec => plainCall),
  freshness: freshness.recorded,
});

export const callsExtensive = defineEntity({
  system: 'call-analytics',
  entity: 'calls_extensive',
  key: 'metaData.id',
  operations: {
    list: {
      answer: 'cursor-page',
      params: {
        filter: {
          type: 'object',
          required: true,
          fields: {
            fromDateTime: { type: 'date-time' },
            toDateTime: { type: 'date-time' },
            callIds: { type: 'strings' },
            workspaceId: { type: 'string' },
          },
        },
        cursor: { type: 'string' },
        contentSelector,
      },
    },
  },
  decode: declaredDecoder((): f.ObjectSpec => call),
  freshness: freshness.recorded,
});

export const call = f.withFurther(
  f.node('Call', 'A recorded call or meeting.', { entity: callsExtensive }, fields),
  linkedRecords,
);

/** A row of `calls`, and the `metaData` block of `calls_extensive`. */
export type CallRecord = f.WireOfFields<typeof callFields> & { readonly id: string };

export type InteractionRecord = f.RecordOf<typeof interaction>;
export type ContentRecord = Omit<f.RecordOf<typeof content>, 'actionItems'> & {
  readonly pointsOfInterest?: { readonly actionItems?: readonly ActionItemRecord[] };
};

/** A row of `calls_extensive`: every block but metaData is absent unless its flag was sent. */
export interface ExtensiveCallRecord {
  readonly metaData: CallRecord;
  readonly context?: readonly CrmContext[];
  readonly parties?: readonly PartyRecord[];
  readonly interaction?: InteractionRecord;
  readonly content?: ContentRecord;
  readonly collaboration?: { readonly publicComments?: readonly CommentRecord[] };
  readonly media?: { readonly audioUrl?: string; readonly videoUrl?: string };
}
