/** What the index holds of given calls, in the form they were extracted in: for comparing with the platform. */

import type { IndexedCall } from '../extract.ts';
import { type KeyKind, keyKinds, originalId } from '../key.ts';
import type { Database } from './database.ts';
import type { Range } from './lease.ts';
import { idList } from './page.ts';

export type StoredCall = Omit<IndexedCall, 'digest'>;

const kinds = Object.fromEntries(
  Object.entries(keyKinds).map(([kind, letter]) => [letter, kind]),
) as Readonly<Record<string, KeyKind>>;

/** Read from the rows that answer questions, not from what was written beside them. */
export async function readContents(
  database: Database,
  tenant: number,
  ids: readonly string[],
): Promise<Map<string, StoredCall>> {
  const { dialect } = database;
  const params = [tenant, idList(ids)];
  const asked = dialect.rows(2, { id: 'text' });
  const calls = await database.read(
    `SELECT c.id, c.started, c.window_at, c.duration, c.direction, c.scope, c.private, c.host, c.trackers
      FROM ${asked} r CROSS JOIN call c WHERE c.tenant = $1 AND c.id = r.id`,
    params,
  );
  const contents = new Map<string, StoredCall & { keys: IndexedCall['keys'][number][] }>();
  for (const row of calls) {
    const [id, started, windowAt, duration, direction, scope, isPrivate, host, trackers] = row;
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
      trackers: JSON.parse(String(trackers)) as [string, number][],
    });
  }
  const parts = await database.read(
    `SELECT c.id, k.kind, k.value, p.party, p.affiliation, p.roles, p.more
      FROM ${asked} r CROSS JOIN call c CROSS JOIN ${dialect.each('c.keys', 'x')}
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
  return contents;
}

/** Ids of calls in a stretch of window time, by time and id, from behind a position on. */
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
