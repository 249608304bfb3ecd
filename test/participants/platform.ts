/** A call platform over an array, behind the Connector interface: order, bounds, pages and cursors as the real one's. */

import type { EntitySpec } from '../../src/contract/entity-spec.ts';
import type { Answer, Row } from '../../src/contract/wire/execute.ts';
import { UpstreamError } from '../../src/errors.ts';
import type { Connector } from '../../src/upstream/connector.ts';
import type { Params } from '../../src/upstream/request-key.ts';
import type { ExecuteOptions } from '../../src/upstream/upstream-request.ts';

export interface FakeParty {
  readonly id: string;
  readonly emailAddress?: string;
  readonly userId?: string;
  readonly affiliation?: string;
  readonly methods?: readonly string[];
  readonly context?: readonly string[];
  readonly speakerId?: string;
}

export interface FakeCall {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly scheduled: number;
  readonly started: number;
  readonly duration: number;
  readonly direction: string;
  readonly scope: string;
  readonly isPrivate: boolean;
  readonly primaryUserId: string;
  readonly parties: readonly FakeParty[];
  /** Records linked to the call itself, now. */
  readonly context: readonly string[];
  /** Those at the time of the call. Default: the same. */
  readonly contextThen?: readonly string[];
  readonly trackers: readonly (readonly [id: string, count: number])[];
  readonly said?: Said;
  /** Its transcript: who says what, a turn each ten seconds. Default: the platform has none. */
  readonly turns?: readonly (readonly [speakerId: string, text: string])[];
}

/** What else was said, and how linked records stood then. */
export interface Said {
  readonly title: string | null;
  readonly system: string;
  readonly outcome: string | null;
  readonly topics: readonly (readonly [name: string, seconds: number])[];
  /** The host's share, in millionths. */
  readonly talk: number | null;
  readonly stage: string;
  readonly segment: string;
  /** The stage or segment of single records, where it is another one. */
  readonly ofRecord?: Readonly<Record<string, string>>;
}

export interface FakeUser {
  readonly id: string;
  readonly emailAddress: string;
  readonly emailAliases?: readonly string[];
  readonly trustedEmailAddress?: string | null;
}

export interface SentCall {
  readonly entity: string;
  readonly params: Params;
  readonly options: ExecuteOptions;
}

export interface FakePlatform extends Connector {
  calls: FakeCall[];
  users: FakeUser[];
  /** Raw rows put in front of each first page: what no document describes. */
  oddRows: Row[];
  readonly sent: SentCall[];
  /** Runs before each answer: changes the data, throws, or waits. */
  before: (call: SentCall, index: number) => void | Promise<void>;
}

export const pageOf = 100;

export function fakePlatform(
  calls: readonly FakeCall[],
  users: readonly FakeUser[] = [],
): FakePlatform {
  const sent: SentCall[] = [];
  const platform: FakePlatform = {
    calls: [...calls],
    users: [...users],
    oddRows: [],
    sent,
    before: () => {},
    async execute(entity: EntitySpec, _action, params, options = {}): Promise<Answer> {
      const call = { entity: entity.entity, params, options };
      sent.push(call);
      await platform.before(call, sent.length - 1);
      if (options.signal?.aborted)
        throw new UpstreamError('CANCELLED', 'Nobody waits', { ...site, entity: entity.entity });
      if (entity.entity === 'users')
        return pageFrom(platform.users.map(userRow), params.cursor, []);
      const wanted = selected(platform.calls, params.filter as Filter);
      if (entity.entity === 'call_transcripts')
        return pageFrom(wanted.flatMap(transcriptRow), params.cursor, platform.oddRows);
      const blocks = params.contentSelector as Selector;
      const odd = params.cursor === undefined && !(params.filter as Filter).callIds;
      return pageFrom(
        wanted.map((each) => callRow(each, blocks)),
        params.cursor,
        odd ? platform.oddRows : [],
      );
    },
    async download() {
      throw new Error('the index downloads nothing');
    },
    async close() {},
  };
  return platform;
}

const site = { service: 'call-analytics', action: 'list' } as const;

interface Filter {
  readonly fromDateTime?: string;
  readonly toDateTime?: string;
  readonly callIds?: readonly string[];
}

interface Selector {
  readonly context?: string;
  readonly contextTiming?: readonly string[];
  readonly exposedFields?: {
    readonly parties?: boolean;
    readonly content?: { trackers?: boolean; topics?: boolean; callOutcome?: boolean };
    readonly interaction?: { personInteractionStats?: boolean };
  };
}

/** By scheduled time, from inclusive, to exclusive; ties in an order of their own. */
function selected(calls: readonly FakeCall[], filter: Filter): FakeCall[] {
  const from = Date.parse(filter.fromDateTime ?? '1970-01-01T00:00:00Z');
  const to = Date.parse(filter.toDateTime ?? '9999-01-01T00:00:00Z');
  const ids = filter.callIds ? new Set(filter.callIds) : null;
  return calls
    .filter((call) => (ids ? ids.has(call.id) : call.scheduled >= from && call.scheduled < to))
    .sort((a, b) => a.scheduled - b.scheduled || (a.id < b.id ? -1 : 1));
}

/** The cursor remembers the last id, as a keyset would. */
function pageFrom(rows: readonly Row[], cursor: unknown, odd: readonly Row[]): Answer {
  const start = typeof cursor === 'string' ? Number(cursor.split(':')[1]) : 0;
  const page = rows.slice(start, start + pageOf);
  const more = start + pageOf < rows.length;
  return {
    rows: [...odd, ...page],
    page: {
      cursor: more ? `at:${start + pageOf}` : null,
      nextRecordsUrl: null,
      done: !more,
      total: rows.length,
      pageNumber: Math.floor(start / pageOf),
    },
  };
}

/** Milliseconds from the beginning of a turn to that of the next. */
export const turnMs = 10_000;

const transcriptRow = ({ id, turns }: FakeCall): Row[] =>
  turns === undefined
    ? []
    : [
        {
          callId: id,
          transcript: turns.map(([speakerId, text], at) => {
            const start = at * turnMs;
            return { speakerId, topic: null, sentences: [{ start, end: start + turnMs, text }] };
          }),
        },
      ];

export function callRow(call: FakeCall, blocks: Selector = fullSelector): Row {
  const linked = blocks.context === 'Extended';
  return {
    metaData: {
      id: call.id,
      scheduled: inOffset(call.scheduled, 0),
      started: inOffset(call.started, 3),
      duration: call.duration,
      direction: call.direction,
      scope: call.scope,
      isPrivate: call.isPrivate,
      primaryUserId: call.primaryUserId,
      title: call.said?.title ?? null,
      system: call.said?.system ?? 'Zoom',
      language: 'eng',
      workspaceId: '7',
    },
    ...(linked
      ? {
          context: contextOf(
            call.context,
            (blocks.contextTiming ?? []).length > 1 ? call.said : undefined,
            call.contextThen,
          ),
        }
      : {}),
    ...(blocks.exposedFields?.parties
      ? {
          parties: call.parties.map(({ context = [], ...party }) => ({
            speakerId: null,
            affiliation: 'External',
            methods: [],
            ...party,
            ...(linked ? { context: contextOf(context) } : {}),
          })),
        }
      : {}),
    ...(blocks.exposedFields?.content?.trackers
      ? {
          content: {
            trackers: call.trackers.map(([id, count]) => ({ id, name: id, count })),
            ...saidIn(call),
          },
        }
      : {}),
    ...(blocks.exposedFields?.interaction && call.said?.talk != null
      ? {
          interaction: {
            interactionStats: [
              { name: 'Patience', value: 0.5 },
              { name: 'Talk Ratio', value: call.said.talk / 1e6 },
            ],
          },
        }
      : {}),
  };
}

export const fullSelector: Selector = {
  context: 'Extended',
  contextTiming: ['Now', 'TimeOfCall'],
  exposedFields: {
    parties: true,
    content: { trackers: true, topics: true, callOutcome: true },
    interaction: { personInteractionStats: true },
  },
};

const saidIn = ({ said }: FakeCall): Row => ({
  topics: said?.topics.map(([name, duration]) => ({ name, duration })) ?? [],
  ...(said?.outcome ? { callOutcome: { id: '1', category: 'Any', name: said.outcome } } : {}),
});

const typeOf: Readonly<Record<string, string>> = { '001': 'Account', '006': 'Opportunity' };

/** As the records are now, and as they were then where that is asked for. */
function contextOf(ids: readonly string[], then?: Said, idsThen = ids): Row[] {
  const shown = (objectId: string, timing: string, stage: string, segment: string): Row => {
    const objectType = typeOf[objectId.slice(0, 3)] ?? 'Contact';
    const field =
      objectType === 'Opportunity'
        ? { name: 'StageName', value: stage }
        : { name: 'Segment__c', value: segment };
    return { objectType, objectId, timing, fields: [{ name: 'Name', value: 'Any' }, field] };
  };
  const thenOf = (id: string, { ofRecord, stage, segment }: Said): Row =>
    shown(id, 'TimeOfCall', ofRecord?.[id] ?? stage, ofRecord?.[id] ?? segment);
  const objects = [
    ...ids.map((id) => shown(id, 'Now', 'Closed Won', 'Strategic')),
    ...(then ? idsThen.map((id) => thenOf(id, then)) : []),
  ];
  return [{ system: 'CRM', objects }];
}

function userRow(user: FakeUser): Row {
  return { emailAliases: [], trustedEmailAddress: null, ...user };
}

/** With the company's offset, as the platform writes instants. */
function inOffset(at: number, digits: 0 | 3): string {
  const hours = new Date(at).getUTCMonth() < 6 ? 1 : 2;
  const local = new Date(at + hours * 3_600_000).toISOString();
  return `${digits === 0 ? local.slice(0, 19) : local.slice(0, 23)}+0${hours}:00`;
}
