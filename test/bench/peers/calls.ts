/** Calls, their words and their people for the peers, and an index of who took part in which call. */

import { DatabaseSync } from 'node:sqlite';
import { globalId, iso, type Shape } from './crm.ts';
import { all, lives, type Soon, Store, storeOfOne, then } from './store.ts';
import { byScheduled, list, type Row } from './upstream.ts';

export interface CallsArgs {
  readonly first: number;
  readonly filter?: { readonly from?: string | null; readonly to?: string | null } | null;
}

/** The first page of the platform's list, in the graph's order. */
const pages = storeOfOne<Shape[]>(lives.calls, async (params) => {
  const { rows } = await list('calls', 'calls', JSON.parse(params));
  return byScheduled(rows).map(callShape);
});

export function calls({ first, filter }: CallsArgs): Soon<Shape[]> {
  const params = JSON.stringify({ fromDateTime: filter?.from, toDateTime: filter?.to });
  return then(pages.get(params), (rows) => rows!.slice(0, first));
}

const details = new Store<Shape>(
  lives.calls,
  async (callIds) => {
    const { rows } = await list('calls', 'calls_extensive', {
      filter: { callIds },
      contentSelector: { context: 'Extended', exposedFields: { parties: true } },
    });
    return new Map(
      rows.map((row) => [
        row.metaData.id,
        { ...callShape(row.metaData), parties: row.parties.map(partyShape) },
      ]),
    );
  },
  100,
);

export const call = (id: string): Soon<Shape | null> => details.get(id);

/** A list shows its calls without their people, who come with the call itself. */
export const partiesOf = (row: Shape): Soon<Shape[] | null> =>
  row.parties ?? then(call(row.upstreamId), (found) => found?.parties ?? null);

const callShape = (row: Row): Shape => ({
  id: globalId('Call', row.id),
  upstreamId: row.id,
  title: row.title,
  startedAt: iso(row.started),
  durationSeconds: row.duration,
  primaryUserId: row.primaryUserId,
});

function partyShape(row: Row): Shape {
  const links = (row.context ?? []).flatMap((one: Row) => one.objects ?? []);
  const linked = links.filter((one: Row) => one.objectType === 'Contact');
  return {
    name: row.name ?? null,
    affiliation: row.affiliation,
    speakerId: row.speakerId,
    contactIds: linked.map((one: Row) => one.objectId).sort(),
    email: row.emailAddress?.trim().toLowerCase() || null,
  };
}

const transcripts = new Store<Shape>(
  lives.calls,
  async (callIds) => {
    const { rows } = await list('calls', 'call_transcripts', { filter: { callIds } });
    return new Map(rows.map((row) => [row.callId, transcriptShape(row)]));
  },
  100,
);

const transcriptShape = ({ callId, transcript }: Row): Shape => ({
  monologues: transcript.map(({ speakerId, topic, sentences }: Row) => ({
    callId,
    speakerId,
    topic,
    sentences: sentences.map(({ start, text }: Row) => ({ startMs: start, text })),
  })),
});

export const transcriptOf = (row: Shape): Soon<Shape | null> => transcripts.get(row.upstreamId);

export const speakerOf = ({ callId, speakerId }: Shape): Soon<Shape | null> =>
  then(
    call(callId),
    (found) => found?.parties.find((party: Shape) => party.speakerId === speakerId) ?? null,
  );

/** The platform's list has no filter by id; it is short, so all of it is read and known. */
const directory = storeOfOne<Map<string, Shape>>(lives.users, async () => {
  const found = new Map<string, Shape>();
  for (let cursor: string | null = null; ; ) {
    const page = await list('calls', 'users', cursor === null ? {} : { cursor });
    for (const row of page.rows)
      found.set(row.id, { name: `${row.firstName} ${row.lastName}`, title: row.title });
    cursor = page.cursor;
    if (cursor === null) return found;
  }
});

export const user = (id: string | null): Soon<Shape | null> =>
  id ? then(directory.get('all'), (users) => users!.get(id) ?? null) : null;

const index =
  process.env.PARTICIPANTS === undefined
    ? null
    : new DatabaseSync(process.env.PARTICIPANTS, { readOnly: true });
const took = 'FROM participation WHERE key IN (?, ?)';
const newest = index?.prepare(
  `SELECT DISTINCT started, call_id ${took} ORDER BY started DESC, length(call_id) DESC, call_id DESC LIMIT ?`,
);
const total = index?.prepare(`SELECT count(DISTINCT call_id) AS total ${took}`);

const keysOf = (contact: Shape): [string, string] => [
  contact.email?.toLowerCase() ?? '',
  contact.upstreamId.slice(0, 15),
];

/** The calls of a contact by address and by link, newest first. */
export const relatedCalls = (contact: Shape, first: number): Soon<(Shape | null)[]> =>
  all(newest!.all(...keysOf(contact), first).map((row) => call(row.call_id as string)));

export const countRelatedCalls = (contact: Shape): number =>
  total!.get(...keysOf(contact))!.total as number;
