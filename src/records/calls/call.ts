/** Calls: the plain row of `calls`, and `calls_extensive`, which carries only the blocks its selector asks for. */

import { defineEntity, freshness } from '../catalog.ts';

/** A row of `calls`, and the `metaData` block of `calls_extensive`. */
export interface CallRecord {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly scheduled: string;
  readonly started: string;
  /** Seconds. */
  readonly duration: number;
  readonly primaryUserId: string;
  /** Inbound, Outbound, Conference, Unknown; others may come. */
  readonly direction: string;
  readonly system: string;
  /** Internal, External, Unknown; others may come. */
  readonly scope: string;
  /** Video or Audio. On `calls_extensive` rows the block of the same name is an object of URLs. */
  readonly media: string;
  /** ISO 639-2B, plus und and zxx. */
  readonly language: string;
  readonly workspaceId: string;
  readonly sdrDisposition: string | null;
  readonly clientUniqueId: string | null;
  readonly customData: string | null;
  readonly purpose: string | null;
  readonly meetingUrl: string;
  readonly isPrivate: boolean;
  readonly calendarEventId: string | null;
}

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

/** A participant. Besides the first four, a key without a value is absent, not null. */
export interface PartyRecord {
  readonly id: string;
  readonly speakerId: string | null;
  readonly affiliation: string;
  readonly methods: readonly string[];
  readonly name?: string;
  readonly emailAddress?: string;
  readonly title?: string;
  readonly phoneNumber?: string;
  readonly userId?: string;
  readonly context?: readonly CrmContext[];
}

/** CRM records the platform linked to a call (Opportunity, Account) or a party (Contact, User, Lead). */
export interface CrmContext {
  readonly system: string;
  readonly objects: readonly CrmContextObject[];
}

export interface CrmContextObject {
  readonly objectType: string;
  readonly objectId: string;
  readonly fields?: readonly { readonly name: string; readonly value: unknown }[];
  readonly timing?: string;
}

export interface InteractionRecord {
  /** Asked for by the flag `personInteractionStats`. */
  readonly interactionStats?: readonly NamedValue[];
  readonly speakers?: readonly SpeakerRecord[];
  readonly video?: readonly NamedDuration[];
  readonly questions?: { readonly companyCount: number; readonly nonCompanyCount: number };
}

export interface NamedValue {
  readonly name: string;
  readonly value: number;
}

/** `duration` in seconds. */
export interface NamedDuration {
  readonly name: string;
  readonly duration: number;
}

/** `talkTime` in seconds. */
export interface SpeakerRecord {
  readonly id: string;
  readonly userId: string | null;
  readonly talkTime: number;
}

export interface ContentRecord {
  readonly structure?: readonly NamedDuration[];
  readonly topics?: readonly NamedDuration[];
  readonly trackers?: readonly TrackerHitRecord[];
  readonly brief?: string;
  readonly outline?: readonly OutlineSectionRecord[];
  readonly highlights?: readonly HighlightRecord[];
  readonly callOutcome?: { readonly id: string; readonly category: string; readonly name: string };
  readonly keyPoints?: readonly { readonly text: string }[];
  readonly pointsOfInterest?: { readonly actionItems?: readonly ActionItemRecord[] };
}

/** How often a tracker was heard in the call; count 0 is listed too. Times in seconds. */
export interface TrackerHitRecord {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  readonly type: string;
  readonly occurrences?: readonly OccurrenceRecord[];
  readonly phrases?: readonly {
    readonly phrase: string;
    readonly count: number;
    readonly occurrences?: readonly OccurrenceRecord[];
  }[];
}

export interface OccurrenceRecord {
  readonly startTime: number;
  readonly speakerId: string | null;
}

/** Times and durations in seconds. */
export interface OutlineSectionRecord {
  readonly section: string;
  readonly startTime: number;
  readonly duration: number;
  readonly items: readonly { readonly text: string; readonly startTime: number }[];
}

export interface HighlightRecord {
  readonly title: string;
  readonly items: readonly { readonly text: string; readonly startTimes: readonly number[] }[];
}

export interface ActionItemRecord {
  readonly snippetStartTime: number;
  readonly snippetEndTime: number;
  readonly speakerID: string | null;
  readonly snippet: string;
}

/** Times in seconds of the recording; `posted` is an instant. */
export interface CommentRecord {
  readonly id: string;
  readonly audioStartTime: number;
  readonly audioEndTime: number;
  readonly commenterUserId: string;
  readonly comment: string;
  readonly posted: string;
  readonly inReplyTo: string | null;
  readonly duringCall: boolean;
}

const flag = { type: 'boolean' } as const;

/** The documented members of `contentSelector`. */
export const contentSelector = {
  type: 'object',
  fields: {
    context: { type: 'string', values: ['Extended'] },
    contextTiming: { type: 'strings', values: ['Now', 'TimeOfCall'] },
    exposedFields: {
      type: 'object',
      fields: {
        collaboration: { type: 'object', fields: { publicComments: flag } },
        content: {
          type: 'object',
          fields: {
            pointsOfInterest: flag,
            structure: flag,
            topics: flag,
            trackers: flag,
            trackerOccurrences: flag,
            brief: flag,
            outline: flag,
            highlights: flag,
            callOutcome: flag,
            keyPoints: flag,
          },
        },
        interaction: {
          type: 'object',
          fields: { personInteractionStats: flag, questions: flag, speakers: flag, video: flag },
        },
        media: flag,
        parties: flag,
      },
    },
  },
} as const;

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
  freshness: freshness.recorded,
});
