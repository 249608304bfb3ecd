/** Stored calls: reads them back for comparison, lists their ids, and removes them. */

import { memberAt } from '../../contract/member-at.ts';
import { type Facet, type FacetKind, facetKinds } from '../call-facet.ts';
import { type IndexedCall, originalId, sortableId } from '../indexed-call.ts';
import { type KeyKind, keyKinds } from '../match-key.ts';
import { noteChangedCalls } from './changed-call.ts';
import type { Database, Statement } from './database.ts';
import { type Lease, type LeaseTerms, underLease } from './lease.ts';
import { dropKeys, idList } from './page-writer.ts';
import { forgetSpansBefore } from './span.ts';
import { inTurn, raiseVersion } from './tenant-number.ts';
import type { Range } from './time-range.ts';
import { dropTranscripts } from './transcript-store.ts';

export type CallContents = Omit<IndexedCall, 'digest' | 'speakers'>;

const kinds = Object.fromEntries(
  Object.entries(keyKinds).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<string, KeyKind>>;

const kindOfFacet = Object.fromEntries(
  Object.entries(facetKinds).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<string, FacetKind>>;

/** Reads calls back from the rows that answer queries, not from the call's JSON lists. */
export async function readContents(
  database: Database,
  tenant: number,
  ids: readonly string[],
): Promise<Map<string, CallContents>> {
  const { dialect } = database;
  const params = [tenant, idList(ids)];
  const requested = dialect.rows(2, { id: 'text' });
  const calls = await database.read(
    `SELECT c.id, c.started, c.window_at, c.duration, c.direction, c.scope, c.private, c.host, c.trackers,
        c.system, c.language, c.workspace, c.title, c.outcome, c.talk, c.unaddressed
      FROM ${requested} r CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id`,
    params,
  );
  const contents = new Map<
    string,
    CallContents & { keys: IndexedCall['keys'][number][]; facets: Facet[] }
  >();
  for (const row of calls) {
    const [id, started, windowAt, duration, direction, scope, isPrivate, host, trackers, ...said] =
      row;
    const [system, language, workspaceId, title, outcome, talk, unaddressed] = said;
    contents.set(originalId(String(id)), {
      id: originalId(String(id)),
      startedAt: Number(started),
      windowAt: Number(windowAt),
      durationSeconds: duration as number | null,
      direction: direction as string | null,
      scope: scope as string | null,
      isPrivate: isPrivate === 1,
      primaryUserId: host as string | null,
      keys: [],
      system: system as string | null,
      language: language as string | null,
      workspaceId: workspaceId as string | null,
      title: title as string | null,
      outcome: outcome as string | null,
      talk: talk === null ? null : Number(talk),
      unaddressed: unaddressed === null ? null : Number(unaddressed),
      facets: [],
      trackers: JSON.parse(String(trackers)) as [string, number][],
    });
  }
  const parts = await database.read(
    `SELECT c.id, k.kind, k.value, p.party, p.affiliation, p.roles, p.more
      FROM ${requested} r CROSS JOIN call c CROSS JOIN ${dialect.each('c.keys', 'x')}
        CROSS JOIN key k CROSS JOIN participation p
      WHERE c.tenant = $1 AND c.id = r.id AND k.no = CAST(x.value->>0 AS bigint)
        AND p.key = k.no AND p.started = c.started AND p.call = c.id AND p.private = c.private`,
    params,
  );
  for (const [id, kind, value, party, affiliation, roles, more] of parts) {
    const several = more === null ? [[party, affiliation, roles]] : JSON.parse(String(more));
    contents.get(originalId(String(id)))!.keys.push({
      kind: kinds[String(kind)]!,
      value: String(value),
      parts: (several as [string | null, string | null, number][]).map(
        ([partyId, partAffiliation, partRoles]) => ({
          partyId,
          affiliation: partAffiliation,
          roles: partRoles,
        }),
      ),
    });
  }
  const facets = await database.read(
    `SELECT c.id, k.kind, k.value, m.amount
      FROM ${requested} r CROSS JOIN call c CROSS JOIN ${dialect.each('c.marks', 'x')}
        CROSS JOIN key k CROSS JOIN mark m
      WHERE c.tenant = $1 AND c.id = r.id AND k.no = CAST(x.value->>0 AS bigint)
        AND m.key = k.no AND m.started = c.started AND m.call = c.id AND m.private = c.private`,
    params,
  );
  for (const [id, kind, value, amount] of facets)
    contents.get(originalId(String(id)))!.facets.push({
      kind: kindOfFacet[String(kind)]!,
      value: String(value),
      amount: Number(amount),
    });
  return contents;
}

/** Call ids in a stretch of window time after a position, ordered by time and id. */
export async function listIds(
  database: Database,
  tenant: number,
  { from, to }: Range,
  after: { readonly windowAt: number; readonly id: string } | null,
  limit: number,
): Promise<{ readonly windowAt: number; readonly id: string }[]> {
  const rows = await database.read(
    `SELECT window_at, id FROM call WHERE tenant = $1 AND window_at >= $2 AND window_at < $3
      AND (window_at > $2 OR id > $4) ORDER BY window_at, id LIMIT $5`,
    [tenant, after?.windowAt ?? from, to, after?.id ?? '', limit],
  );
  return rows.map(([windowAt, id]) => ({ windowAt: Number(windowAt), id: String(id) }));
}

/** Unseen calls of a lease's range, oldest first, at most `limit`. */
export async function unseenCalls(
  database: Database,
  lease: Lease,
  limit: number,
): Promise<string[]> {
  const rows = await database.read(
    `SELECT id FROM call WHERE tenant = $1 AND window_at >= $2 AND window_at < $3 AND walk < $4
      ORDER BY window_at, id LIMIT $5`,
    [lease.tenant, lease.from, lease.to, lease.walk, limit],
  );
  return rows.map(([id]) => originalId(String(id)));
}

/** A stored call: the instant by which it is in a range, and the number of the walk that saw it last. */
export interface Sighting {
  readonly windowAt: number;
  readonly walk: number;
}

/** Sightings of the stored ones among some calls, by id. */
export async function sightingsOf(
  database: Database,
  tenant: number,
  ids: readonly string[],
): Promise<Map<string, Sighting>> {
  const rows = await database.read(
    `SELECT c.id, c.window_at, c.walk FROM ${database.dialect.rows(2, { id: 'text' })} r
      CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id`,
    [tenant, idList(ids)],
  );
  return new Map(
    rows.map(([id, windowAt, walk]) => [
      originalId(String(id)),
      { windowAt: Number(windowAt), walk: Number(walk) },
    ]),
  );
}

/** Guard of a write: no walk has seen, added or removed the call since. */
export function unseenSince(tenant: number, id: string, sighting: Sighting | undefined): Statement {
  const stored = 'SELECT 1 FROM call WHERE tenant = $1 AND id = $2';
  const params = [tenant, sortableId(id)];
  return sighting === undefined
    ? { sql: `SELECT 1 WHERE NOT EXISTS (${stored})`, params, guard: true }
    : { sql: `${stored} AND walk = $3`, params: [...params, sighting.walk], guard: true };
}

/** Marks calls as seen, whatever was read of them; false when the lease was lost. */
export async function keepCalls(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  ids: readonly string[],
): Promise<boolean> {
  const results = await database.write([
    ...underLease(database, lease, terms),
    {
      sql: `UPDATE call SET walk = $3 WHERE tenant = $1 AND walk < $3
        AND id IN (SELECT r.id FROM ${database.dialect.rows(2, { id: 'text' })} r)`,
      params: [lease.tenant, idList(ids), lease.walk],
    },
  ]);
  return results !== null;
}

interface Removal {
  readonly ids: readonly string[];
  /** How many calls the platform announced by id and did not hand out: any of these may be one. */
  readonly missing: number;
  readonly guards?: readonly Statement[];
}

/** Removes calls that the platform no longer shows by id; null when the lease was lost or a guard failed. */
export async function removeCalls(
  database: Database,
  lease: Lease,
  terms: LeaseTerms,
  { ids, missing, guards = [] }: Removal,
): Promise<number | null> {
  // Skips calls that another walk found in another range in the meantime: their walk number is
  // higher.
  const unseen = `AND c.walk < ${Math.trunc(lease.walk)}`;
  const results = await database.write([
    ...underLease(database, lease, terms),
    ...guards,
    ...noteChangedCalls(database, lease.tenant, idList(ids), terms.now),
    ...(missing > 0 ? [lackCalls(database, lease.tenant, ids)] : []),
    ...dropCalls(database, lease.tenant, ids, unseen),
  ]);
  return results === null ? null : memberAt(results, -1).length;
}

/** The spans of the calls lack them until they are read again, also where the walk that removes them is not completed. */
function lackCalls({ dialect }: Database, tenant: number, ids: readonly string[]): Statement {
  return {
    sql: `UPDATE span SET lacking = lacking + 1 WHERE tenant = $1 AND EXISTS (
      SELECT 1 FROM ${dialect.rows(2, { id: 'text' })} r CROSS JOIN call c WHERE c.tenant = $1
        AND c.id = r.id AND c.window_at >= span.from_at AND c.window_at < span.to_at)`,
    params: [tenant, idList(ids)],
  };
}

/** The statement at the end returns the removed ids. */
function dropCalls(
  database: Database,
  tenant: number,
  ids: readonly string[],
  where: string,
): Statement[] {
  const params = [tenant, idList(ids)];
  return [
    raiseVersion(tenant),
    ...dropKeys(database, params, where),
    ...dropTranscripts(database, params, where),
    {
      sql: `DELETE FROM call AS c WHERE c.tenant = $1 ${where}
        AND c.id IN (SELECT id FROM ${database.dialect.rows(2, { id: 'text' })} r) RETURNING id`,
      params,
    },
  ];
}

/** Window time of the newest call, or null. */
export async function newestCallAt(database: Database, tenant: number): Promise<number | null> {
  const [[at = null] = []] = await database.read(
    'SELECT max(window_at) FROM call WHERE tenant = $1',
    [tenant],
  );
  return at === null ? null : Number(at);
}

const forgottenAtOnce = 500;

/** Removes calls before the horizon. Their spans go first, so coverage never exceeds the rows. @returns the number of calls */
export async function forgetBefore(
  database: Database,
  tenant: number,
  before: number,
): Promise<number> {
  await database.write([inTurn(database, tenant), ...forgetSpansBefore(tenant, before)]);
  for (let forgotten = 0; ; ) {
    const rows = await database.read(
      'SELECT id FROM call WHERE tenant = $1 AND window_at < $2 ORDER BY window_at, id LIMIT $3',
      [tenant, before, forgottenAtOnce],
    );
    if (rows.length === 0) return forgotten;
    const ids = rows.map(([id]) => originalId(String(id)));
    const removed = await database.write([
      inTurn(database, tenant),
      ...dropCalls(database, tenant, ids, ''),
    ]);
    forgotten += memberAt(removed ?? [], -1).length;
  }
}

const keysAtOnce = 5_000;

/** Removes keys without a call, so that no address outlives its last call. */
export async function sweepKeys(database: Database, tenant: number): Promise<void> {
  for (let from = 0; ; ) {
    const [[last] = []] = await database.read(
      `SELECT max(no) FROM (SELECT no FROM key WHERE tenant = $1 AND no > $2 ORDER BY no LIMIT $3) k`,
      [tenant, from, keysAtOnce],
    );
    if (last === null || last === undefined) return;
    await database.write([
      inTurn(database, tenant),
      {
        sql: `DELETE FROM key WHERE tenant = $1 AND no > $2 AND no <= $3
          AND NOT EXISTS (SELECT 1 FROM participation p WHERE p.key = key.no)
          AND NOT EXISTS (SELECT 1 FROM mark m WHERE m.key = key.no)
          AND NOT EXISTS (SELECT 1 FROM alias a WHERE a.key = key.no OR a.person = key.no)`,
        params: [tenant, from, last],
      },
    ]);
    from = Number(last);
  }
}
