/** Rows of calls_extensive: metaData, and the blocks of the content selector, CRM records as of now or of the call. */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { CallRecord, ExtensiveCallRecord } from '../../contract/calls/call.ts';
import type {
  CommentRecord,
  CrmContext,
  CrmContextObject,
  PartyRecord,
} from '../../contract/calls/call-content.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { Company } from '../company/company.ts';
import type { CrmRef, Party } from '../company/party.ts';
import { reviewOf } from '../company/review.ts';
import type { StoredCall } from '../database/call-store.ts';
import { quoted } from '../database/crm-table.ts';
import { contentBlock, interactionBlock } from '../talk/call-content.ts';
import { conversationOf } from '../talk/conversation.ts';
import { bagOf, flagOf, textParam, textsOf } from './page.ts';

type Bag = Readonly<Record<string, unknown>>;

/** @returns a function that prints a page of calls under this selector. */
export function extensiveRows(
  company: Company,
  selector: Bag,
): (calls: readonly StoredCall[]) => readonly Row[] {
  const exposed = bagOf(selector, 'exposedFields');
  const content = bagOf(exposed, 'content');
  const interaction = bagOf(exposed, 'interaction');
  const comments = flagOf(bagOf(exposed, 'collaboration'), 'publicComments');
  const parties = flagOf(exposed, 'parties');
  const media = flagOf(exposed, 'media');
  const extended = textParam(selector, 'context') === 'Extended';
  const timings = (textsOf(selector, 'contextTiming') ?? ['Now']) as readonly Timing[];
  return (calls) => {
    const reader = extended ? contextReader(company.db, timings) : null;
    return calls.map((call): Row => {
      const context = reader?.read(call.context, call.at);
      const spoken = conversationOf(call);
      const contentPart = contentBlock(spoken, content, company.settings.trackers);
      const interactionPart = interactionBlock(spoken, interaction);
      const row: ExtensiveCallRecord = {
        metaData: metaData(call),
        ...(context ? { context } : {}),
        ...(parties
          ? {
              parties: call.parties.map((party) =>
                partyRow(party, reader?.read(party.crm, call.at)),
              ),
            }
          : {}),
        ...(contentPart ? { content: contentPart } : {}),
        ...(interactionPart ? { interaction: interactionPart } : {}),
        ...(comments ? { collaboration: { publicComments: commentRows(company, call) } } : {}),
        ...(media ? { media: mediaUrls(company, call) } : {}),
      };
      return { ...row };
    });
  };
}

/** Some rows have a member no document speaks of: platforms add members without warning. */
function metaData(call: StoredCall): CallRecord {
  return call.seed % 25 === 0
    ? Object.assign({}, call.meta, { consentStatus: { given: true } })
    : call.meta;
}

function partyRow(party: Party, context: PartyRecord['context']): PartyRecord {
  const { crm: _crm, ...fields } = party;
  return context ? { ...fields, context } : fields;
}

function commentRows(company: Company, call: StoredCall): CommentRecord[] {
  const { comments } = reviewOf(
    {
      at: call.at,
      duration: call.meta.duration,
      seed: call.seed,
      hostId: call.meta.primaryUserId,
      workspaceId: call.meta.workspaceId,
      parties: call.parties,
    },
    company,
  );
  return comments.map((comment) => ({
    id: comment.id,
    audioStartTime: comment.from,
    audioEndTime: comment.to,
    commenterUserId: comment.userId,
    comment: comment.text,
    posted: company.calendar.zone.format(comment.at * 1000, 3),
    inReplyTo: comment.replyTo,
    duringCall: comment.duringCall,
  }));
}

/** Addresses that are good for eight hours; nothing is served there. */
function mediaUrls(company: Company, call: StoredCall): NonNullable<ExtensiveCallRecord['media']> {
  const { id, media } = call.meta;
  const stamp = company
    .now()
    .toISOString()
    .replace(/[-:]|\.\d+/g, '');
  const address = (kind: string): string =>
    `https://media.example.net/media-data/${id}/${id}.playback.${kind}?Date=${stamp}&Expires=28800&Signature=none`;
  return { audioUrl: address('mp3'), ...(media === 'Video' ? { videoUrl: address('mp4') } : {}) };
}

/** Fields the platform copies from the CRM, by object. */
const copied: Readonly<Record<string, readonly string[]>> = {
  Account: ['Name', 'Industry', 'Type'],
  Opportunity: ['Name', 'StageName', 'Amount', 'CloseDate'],
  Contact: ['Name', 'Title', 'Email'],
  Lead: ['Name', 'Company', 'Status'],
  User: ['Name', 'Title', 'Email'],
};

type Timing = 'Now' | 'TimeOfCall';

interface ContextReader {
  /** @param at the call's time in microseconds. Undefined, and the key absent, where there is no context. */
  read(refs: readonly CrmRef[] | undefined, at: number): readonly CrmContext[] | undefined;
}

/** Looks records up once each, until something in the database changes; made anew for every page. */
function contextReader(db: DatabaseSync, timings: readonly Timing[]): ContextReader {
  const { prepared, records, current } = lookupsIn(db);
  const recordOf = ([type, id]: CrmRef): Record<string, unknown> | null => {
    let record = records.get(id);
    if (record === undefined) {
      const columns = (copied[type] ?? ['Id']).map(quoted).join(', ');
      const select = (): string => `SELECT ${columns} FROM ${quoted(type)} WHERE Id = ?`;
      record = prepared(type, select).get(id) ?? null;
      records.set(id, record);
    }
    return record;
  };
  const then = (id: string, at: number): Record<string, unknown> | undefined =>
    prepared(
      'history',
      () => `SELECT StageName, Amount, CloseDate FROM OpportunityHistory
         WHERE OpportunityId = ? AND CreatedDate <= ? ORDER BY CreatedDate DESC LIMIT 1`,
    ).get(id, new Date(at / 1000).toISOString());
  const shownAs = (
    [objectType, objectId]: CrmRef,
    timing: Timing,
    record: Record<string, unknown> | null,
  ): CrmContextObject => ({
    objectType,
    objectId,
    // A record that is gone from the CRM is still named here, without fields.
    fields: Object.entries(record ?? {}).map(([name, value]) => ({ name, value })),
    timing,
  });
  const objectOf = (ref: CrmRef, at: number, timing: Timing): CrmContextObject => {
    const [type, id] = ref;
    if (timing === 'TimeOfCall') {
      const past = type === 'Opportunity' ? then(id, at) : undefined;
      const record = recordOf(ref);
      return shownAs(ref, timing, record && { ...record, ...past });
    }
    let object = current.get(id);
    if (object === undefined) {
      object = shownAs(ref, timing, recordOf(ref));
      current.set(id, object);
    }
    return object;
  };
  return {
    read(refs, at) {
      if (!refs || refs.length === 0) return undefined;
      return [
        {
          system: 'Generic',
          objects: timings.flatMap((timing) => refs.map((ref) => objectOf(ref, at, timing))),
        },
      ];
    },
  };
}

interface Lookups {
  readonly prepared: (key: string, text: () => string) => StatementSync;
  /** By id. */
  readonly records: Map<string, Record<string, unknown> | null>;
  /** CRM records as the platform shows them now. */
  readonly current: Map<string, CrmContextObject>;
}

const mostRecords = 20_000;
const lookups = new WeakMap<DatabaseSync, Lookups & { changes: unknown }>();

function lookupsIn(db: DatabaseSync): Lookups {
  let cached = lookups.get(db);
  if (cached === undefined) {
    const statements = new Map<string, StatementSync>();
    const prepared = (key: string, text: () => string): StatementSync => {
      const statement = statements.get(key) ?? db.prepare(text());
      statements.set(key, statement);
      return statement;
    };
    cached = { prepared, records: new Map(), current: new Map(), changes: null };
    lookups.set(db, cached);
  }
  const changes = cached.prepared('changes', () => 'SELECT total_changes() AS n').get()?.n;
  if (changes !== cached.changes || cached.records.size > mostRecords) {
    cached.records.clear();
    cached.current.clear();
    cached.changes = changes;
  }
  return cached;
}
