/** Page writer: writes one page of a walk. Changed calls are replaced, the others only marked as seen. */

import { type Facet, facetKinds } from '../call-facet.ts';
import type { IndexedCall, KeyedParts, Participation } from '../indexed-call.ts';
import { originalId, sortableId } from '../indexed-call.ts';
import { keyKinds } from '../match-key.ts';
import { noteChangedCalls } from './changed-call.ts';
import type { Database, SqlValue, Statement } from './database.ts';
import { type Lease, type LeaseTerms, underLease } from './lease.ts';
import { raiseVersion } from './tenant-number.ts';
import { queueChanged } from './transcript-queue.ts';

/** Age up to which a new call may be in caches: older ones were there before, and an index that is filled holds many. */
const recentMs = 3 * 24 * 3_600_000;

interface PageOptions {
  readonly guards?: readonly Statement[] | undefined;
  /** Start of the oldest call whose transcript is indexed; null, the default, where none is. */
  readonly transcriptsFrom?: number | null | undefined;
}

/** Writes a page in one transaction. @returns the number of calls that were new or different; null when the lease was lost or a guard failed, and nothing was written. */
export async function savePage(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  calls: readonly IndexedCall[],
  { guards = [], transcriptsFrom = null }: PageOptions = {},
): Promise<number | null> {
  const stored = await storedStates(database, lease.tenant, calls);
  const same = calls.filter((call) => stored.get(call.id)?.digest === call.digest);
  const changed = [...new Map(calls.map((call) => [call.id, call])).values()].filter(
    (call) => stored.get(call.id)?.digest !== call.digest,
  );
  const seenOtherwise = changed.filter(({ id, isPrivate, startedAt }) => {
    const before = stored.get(id);
    // A new call may have been read while it was public.
    if (before === undefined) return isPrivate && startedAt > terms.now - recentMs;
    return before.isPrivate !== isPrivate;
  });
  const results = await database.write([
    ...underLease(database, lease, terms),
    ...guards,
    ...(same.length > 0 ? [markSeen(database, lease, same)] : []),
    ...(seenOtherwise.length > 0
      ? noteChangedCalls(
          database,
          lease.tenant,
          idList(seenOtherwise.map(({ id }) => id)),
          terms.now,
        )
      : []),
    ...(changed.length > 0
      ? [
          ...queueChanged(database, lease.tenant, changed, {
            from: transcriptsFrom,
            now: terms.now,
          }),
          ...replaceCalls(database, lease, changed),
          raiseVersion(lease.tenant),
        ]
      : []),
  ]);
  return results === null ? null : changed.length;
}

async function storedStates(
  database: Database,
  tenant: number,
  calls: readonly IndexedCall[],
): Promise<Map<string, Pick<IndexedCall, 'digest' | 'isPrivate'>>> {
  const rows = await database.read(
    `SELECT c.id, c.digest, c.private FROM ${database.dialect.rows(2, { id: 'text' })} r
      CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id`,
    [tenant, idList(calls.map((call) => call.id))],
  );
  return new Map(
    rows.map(([id, digest, isPrivate]) => [
      originalId(String(id)),
      { digest: String(digest), isPrivate: Number(isPrivate) === 1 },
    ]),
  );
}

/** A JSON array of one-column rows. */
export function idList(ids: readonly string[]): string {
  return JSON.stringify(ids.map((id) => [sortableId(id)]));
}

/**
 * Marks calls as seen while their digest still holds. A call that changed in between stays unseen,
 * so it is fetched by id. The list of ids by itself makes SQLite look each up; joined to the rows,
 * it would compare every call of the tenant with every row.
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

/** Deletes the participations and facets of calls `$2`; `where` narrows the calls `c`. */
export function dropKeys(
  { dialect }: Database,
  params: readonly SqlValue[],
  where: string,
): Statement[] {
  const drop = (table: string, column: string): Statement => ({
    sql: `DELETE FROM ${table} WHERE (key, started, call) IN (
      SELECT CAST(k.value->>0 AS bigint), c.started, c.id FROM ${dialect.rows(2, { id: 'text' })} r
        CROSS JOIN call c CROSS JOIN ${dialect.each(column, 'k')}
        WHERE c.tenant = $1 AND c.id = r.id ${where})`,
    params,
  });
  return [drop('participation', 'c.keys'), drop('mark', 'c.marks')];
}

function replaceCalls(
  database: Database,
  lease: Lease,
  calls: readonly IndexedCall[],
): readonly Statement[] {
  const { dialect } = database;
  const { tenant, walk } = lease;
  const parts = JSON.stringify(calls.flatMap((call) => call.keys.map((key) => partRow(call, key))));
  const facets = JSON.stringify(
    calls.flatMap((call) => call.facets.map((facet) => facetRow(call, facet))),
  );
  const named = calls.flatMap((call) => [
    ...call.keys.map(({ kind, value }) => [keyKinds[kind], value, sortableId(call.id)] as const),
    ...call.facets.map(
      ({ kind, value }) => [facetKinds[kind], value, sortableId(call.id)] as const,
    ),
  ]);
  const keys = new Map(named.map(([kind, value]) => [`${kind} ${value}`, [kind, value]]));
  const listed = JSON.stringify(named);
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
  const facetRows = dialect.rows(2, {
    kind: 'text',
    value: 'text',
    call: 'text',
    started: 'integer',
    private: 'integer',
    amount: 'integer',
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
    system: 'text',
    language: 'text',
    workspace: 'text',
    title: 'text',
    outcome: 'text',
    talk: 'integer',
    unaddressed: 'integer',
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
    ...dropKeys(database, [tenant, idList(calls.map((call) => call.id))], ''),
    {
      sql: `INSERT INTO participation
          (key, started, call, private, roles, party, affiliation, more)
        SELECT k.no, r.started, r.call, r.private, r.roles, r.party, r.affiliation, r.more
        FROM ${partRows} r CROSS JOIN key k
        WHERE k.tenant = $1 AND k.kind = r.kind AND k.value = r.value`,
      params: [tenant, parts],
    },
    {
      sql: `INSERT INTO mark (key, started, call, private, amount)
        SELECT k.no, r.started, r.call, r.private, r.amount FROM ${facetRows} r CROSS JOIN key k
        WHERE k.tenant = $1 AND k.kind = r.kind AND k.value = r.value`,
      params: [tenant, facets],
    },
    {
      sql: `WITH numbered AS MATERIALIZED (
          SELECT r.call, k.no, k.kind FROM ${listedRows} r CROSS JOIN key k
          WHERE k.tenant = $1 AND k.kind = r.kind AND k.value = r.value),
        ${lists
          .map(
            ([name, where]) => `${name}_of AS MATERIALIZED (
          SELECT n.call, ${dialect.jsonGroup(dialect.jsonArray('n.no'))} AS list
          FROM numbered n WHERE n.kind ${where} GROUP BY n.call)`,
          )
          .join()}
        INSERT INTO call (tenant, id, ${columns.join()}, keys, people, marks, walk)
        SELECT CAST($1 AS bigint), r.id, ${columns.map((name) => `r.${name}`).join()},
          ${lists.map(([name]) => `coalesce(${name}_of.list, '[]')`).join()}, CAST($4 AS bigint)
        FROM ${callRows} r
          ${lists.map(([name]) => `LEFT JOIN ${name}_of ON ${name}_of.call = r.id`).join(' ')}
        WHERE true ON CONFLICT (tenant, id) DO UPDATE SET
          ${[...columns, 'keys', 'people', 'marks', 'walk'].map((name) => `${name} = excluded.${name}`).join()}`,
      params: [tenant, listed, JSON.stringify(calls.map(callRow)), walk],
    },
  ];
}

/** Lists of key numbers in a call's row, each with its kinds of keys. */
const kindList = (kinds: Readonly<Record<string, string>>): string =>
  `IN (${Object.values(kinds)
    .map((kind) => `'${kind}'`)
    .join()})`;
const lists = [
  ['keys', kindList(keyKinds)],
  ['people', `= '${keyKinds.email}'`],
  ['marks', kindList(facetKinds)],
] as const;

/** Columns of a call row, in the order of `callRow`, without its id. */
const columns = [
  'started',
  'window_at',
  'duration',
  'direction',
  'scope',
  'private',
  'host',
  'system',
  'language',
  'workspace',
  'title',
  'outcome',
  'talk',
  'unaddressed',
  'trackers',
  'digest',
];

function facetRow(call: IndexedCall, { kind, value, amount }: Facet): readonly SqlValue[] {
  const isPrivate = call.isPrivate ? 1 : 0;
  return [facetKinds[kind], value, sortableId(call.id), call.startedAt, isPrivate, amount];
}

function callRow(call: IndexedCall): readonly SqlValue[] {
  return [
    sortableId(call.id),
    call.startedAt,
    call.windowAt,
    call.durationSeconds,
    call.direction,
    call.scope,
    call.isPrivate ? 1 : 0,
    call.primaryUserId,
    call.system,
    call.language,
    call.workspaceId,
    call.title,
    call.outcome,
    call.talk,
    call.unaddressed,
    JSON.stringify(call.trackers),
    call.digest,
  ];
}

function partRow(call: IndexedCall, { kind, value, parts }: KeyedParts): readonly SqlValue[] {
  const [first] = parts as readonly [Participation, ...Participation[]];
  return [
    keyKinds[kind],
    value,
    sortableId(call.id),
    call.startedAt,
    call.isPrivate ? 1 : 0,
    parts.reduce((roles, part) => roles | part.roles, 0),
    first.partyId,
    first.affiliation,
    // One party is stored in columns, as nearly every key has one; several are stored as JSON.
    parts.length === 1
      ? null
      : JSON.stringify(parts.map((part) => [part.partyId, part.affiliation, part.roles])),
  ];
}
