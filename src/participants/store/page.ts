/** Writes one page of a walk: calls that changed are replaced, the others only marked as seen. */

import type { IndexedCall, KeyedParts, Part } from '../extract.ts';
import { keyKinds, sortableId } from '../extract.ts';
import type { Database, Statement, Value } from './database.ts';
import { type Lease, type LeaseTerms, underLease } from './span.ts';
import { raiseVersion } from './tenant.ts';

interface PageOutcome {
  /** Calls that were new or different. */
  readonly written: number;
  readonly unchanged: number;
}

/** All of the page or nothing of it. Null when the lease was lost: then nothing was written. */
export async function savePage(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  calls: readonly IndexedCall[],
): Promise<PageOutcome | null> {
  const digests = await storedDigests(database, lease.tenant, calls);
  const same = calls.filter((call) => digests.get(call.id) === call.digest);
  const changed = [...new Map(calls.map((call) => [call.id, call])).values()].filter(
    (call) => digests.get(call.id) !== call.digest,
  );
  const results = await database.write([
    ...underLease(database, lease, terms),
    ...(same.length > 0 ? [markSeen(database, lease, same)] : []),
    ...(changed.length > 0
      ? [...replaceCalls(database, lease, changed), raiseVersion(lease.tenant)]
      : []),
  ]);
  return results === null ? null : { written: changed.length, unchanged: same.length };
}

async function storedDigests(
  database: Database,
  tenant: number,
  calls: readonly IndexedCall[],
): Promise<Map<string, string>> {
  const rows = await database.read(
    `SELECT c.id, c.digest FROM ${database.dialect.rows(2, { id: 'text' })} r
      CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id`,
    [tenant, idList(calls.map((call) => call.id))],
  );
  return new Map(rows.map(([id, digest]) => [String(id).slice(1), String(digest)]));
}

/** A JSON array of one-column rows. */
export function idList(ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => [sortableId(id)]));
}

/**
 * Only while the digest still holds: a call that changed in between is found again as unseen, and
 * asked for. The list of ids by itself makes SQLite look each up; joined to the rows, it would
 * compare every call of the tenant with every row.
 */
function markSeen(database: Database, lease: Lease, calls: readonly IndexedCall[]): Statement {
  const rows = database.dialect.rows(3, { id: 'text', digest: 'text' });
  return {
    sql: `UPDATE call SET walk = $2
      WHERE tenant = $1 AND walk < $2 AND id IN (SELECT r.id FROM ${rows} r)
        AND (id, digest) IN (SELECT r.id, r.digest FROM ${rows} r)`,
    params: [
      lease.tenant,
      lease.walk,
      JSON.stringify(calls.map((call) => [sortableId(call.id), call.digest])),
    ],
  };
}

/** Takes the participations of calls out of the index; `where` narrows the calls `c`. */
export function dropParticipations({ dialect }: Database, where: string): string {
  return `DELETE FROM participation WHERE (key, started, call) IN (
    SELECT CAST(k.value->>0 AS bigint), c.started, c.id FROM ${dialect.rows(2, { id: 'text' })} r
      CROSS JOIN call c CROSS JOIN ${dialect.each('c.keys', 'k')}
      WHERE c.tenant = $1 AND c.id = r.id ${where})`;
}

function replaceCalls(
  database: Database,
  lease: Lease,
  calls: readonly IndexedCall[],
): readonly Statement[] {
  const { dialect } = database;
  const { tenant, walk } = lease;
  const parts = JSON.stringify(calls.flatMap((call) => call.keys.map((key) => partRow(call, key))));
  const keys = new Map(
    calls
      .flatMap((call) => call.keys)
      .map(({ kind, value }) => [`${kind} ${value}`, [keyKinds[kind], value]]),
  );
  const listed = JSON.stringify(
    calls.flatMap((call) =>
      call.keys.map(({ kind, value }) => [keyKinds[kind], value, sortableId(call.id)]),
    ),
  );
  const keyRows = dialect.rows(2, { kind: 'text', value: 'text' });
  const listedRows = dialect.rows(2, { kind: 'text', value: 'text', call: 'text' });
  const partRows = dialect.rows(2, {
    kind: 'text',
    value: 'text',
    call: 'text',
    started: 'integer',
    private: 'integer',
    roles: 'integer',
    party: 'text',
    affiliation: 'text',
    more: 'text',
  });
  const callRows = dialect.rows(3, {
    id: 'text',
    started: 'integer',
    window_at: 'integer',
    duration: 'integer',
    direction: 'text',
    scope: 'text',
    private: 'integer',
    host: 'text',
    trackers: 'text',
    digest: 'text',
  });
  return [
    {
      sql: `INSERT INTO key (tenant, kind, value)
        SELECT CAST($1 AS bigint), kind, value FROM ${keyRows} r WHERE true
        ORDER BY kind, value ON CONFLICT (tenant, kind, value) DO NOTHING`,
      params: [tenant, JSON.stringify([...keys.values()])],
    },
    {
      sql: dropParticipations(database, ''),
      params: [tenant, idList(calls.map((call) => call.id))],
    },
    {
      sql: `INSERT INTO participation
          (key, started, call, private, roles, party, affiliation, more)
        SELECT k.no, r.started, r.call, r.private, r.roles, r.party, r.affiliation, r.more
        FROM ${partRows} r CROSS JOIN key k
        WHERE k.tenant = $1 AND k.kind = r.kind AND k.value = r.value`,
      params: [tenant, parts],
    },
    {
      sql: `WITH listed AS MATERIALIZED (
          SELECT r.call, ${dialect.jsonGroup(dialect.jsonArray('k.no'))} AS keys
          FROM ${listedRows} r CROSS JOIN key k
          WHERE k.tenant = $1 AND k.kind = r.kind AND k.value = r.value GROUP BY r.call)
        INSERT INTO call (tenant, id, started, window_at, duration, direction, scope, private,
          host, keys, trackers, digest, walk)
        SELECT CAST($1 AS bigint), r.id, r.started, r.window_at, r.duration, r.direction, r.scope,
          r.private, r.host, coalesce(l.keys, '[]'), r.trackers, r.digest, CAST($4 AS bigint)
        FROM ${callRows} r LEFT JOIN listed l ON l.call = r.id WHERE true
        ON CONFLICT (tenant, id) DO UPDATE SET started = excluded.started,
          window_at = excluded.window_at, duration = excluded.duration,
          direction = excluded.direction, scope = excluded.scope, private = excluded.private,
          host = excluded.host, keys = excluded.keys, trackers = excluded.trackers,
          digest = excluded.digest, walk = excluded.walk`,
      params: [tenant, listed, JSON.stringify(calls.map(callRow)), walk],
    },
  ];
}

function callRow(call: IndexedCall): readonly Value[] {
  return [
    sortableId(call.id),
    call.startedAt,
    call.windowAt,
    call.durationSeconds,
    call.direction,
    call.scope,
    call.isPrivate ? 1 : 0,
    call.primaryUserId,
    JSON.stringify(call.trackers),
    call.digest,
  ];
}

function partRow(call: IndexedCall, { kind, value, parts }: KeyedParts): readonly Value[] {
  const [first] = parts as readonly [Part, ...Part[]];
  return [
    keyKinds[kind],
    value,
    sortableId(call.id),
    call.startedAt,
    call.isPrivate ? 1 : 0,
    parts.reduce((roles, part) => roles | part.roles, 0),
    first.partyId,
    first.affiliation,
    // Nearly every key has one party in a call; several are kept whole.
    parts.length === 1
      ? null
      : JSON.stringify(parts.map((part) => [part.partyId, part.affiliation, part.roles])),
  ];
}
