/** People conditions in SQL: how many different people who match took part in a call, by their addresses, domains and roles. */

import { cleanText, normaliseEmail } from '../../contract/email-address.ts';
import type { IndexFilter } from '../call-query.ts';
import { maskOf } from '../indexed-call.ts';
import { keyKinds } from '../match-key.ts';
import type { Dialect, SqlValue } from './database.ts';

/** Columns of a window's row for its people. */
export const peopleColumns = {
  /** JSON rows of a list's number and an address. */
  people: 'text',
  people_lists: 'integer',
  /** JSON rows of one domain. */
  people_domains: 'text',
  people_roles: 'integer',
  /** Null for a filter without people. */
  least_people: 'integer',
} as const;

/** Values of a filter in the order of `peopleColumns`. */
export function peopleValues({ participants }: IndexFilter): SqlValue[] {
  if (!participants) return [null, null, null, null, null];
  const { emails = [], domains, roles, least = 1 } = participants;
  const addresses = emails.flatMap((list, at) =>
    [...new Set(list.map(normaliseEmail))].flatMap((email) =>
      email === null ? [] : [[at, email] as const],
    ),
  );
  return [
    emails.length > 0 ? JSON.stringify(addresses) : null,
    emails.length,
    domains ? JSON.stringify(domains.map((domain) => [cleanText(domain) ?? ''])) : null,
    roles ? maskOf(roles) : null,
    least,
  ];
}

/** Whether a filter names people, by whose keys its calls are found. */
export const namesPeople = ({ participants }: IndexFilter): boolean =>
  Boolean(participants && ((participants.emails ?? []).length > 0 || participants.domains));

/** Number of the person whose address the key `k` is: aliases of a user are one. */
const personOf = 'coalesce((SELECT s.person FROM alias s WHERE s.key = k.no), k.no)';

/**
 * SQL tables beside the windows `win`: `person`, the people who have an address of each list; and `matching`, the
 * keys of people who match, for windows that name any. Of a single window: `crowd`, its calls with enough people.
 */
export function peopleTables(dialect: Dialect): string {
  const domain = `substr(k.value, ${dialect.find('k.value', "'@'")} + 1)`;
  const isOfDomain = `(w.people_domains IS NULL OR EXISTS (SELECT 1
    FROM ${dialect.each('w.people_domains', 'x')} WHERE x.value->>0 = ${domain}))`;
  return `person AS MATERIALIZED (SELECT n.win, n.person FROM (
      SELECT w.no AS win, w.people_lists AS lists, CAST(x.value->>0 AS bigint) AS list, ${personOf} AS person
      FROM win w CROSS JOIN ${dialect.each('w.people', 'x')} CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = '${keyKinds.email}' AND k.value = x.value->>1) n
      GROUP BY n.win, n.person, n.lists HAVING count(DISTINCT n.list) = n.lists),
    matching AS MATERIALIZED (
      SELECT w.no AS win, k.no AS key FROM (
        SELECT o.win, o.person AS no FROM person o
        UNION ALL SELECT o.win, s.key FROM person o CROSS JOIN alias s WHERE s.person = o.person) a
      CROSS JOIN win w CROSS JOIN key k WHERE w.no = a.win AND k.no = a.no AND ${isOfDomain}
      UNION ALL SELECT w.no, k.no FROM win w CROSS JOIN key k
      WHERE w.people IS NULL AND w.people_domains IS NOT NULL
        AND k.tenant = $1 AND k.kind = '${keyKinds.email}' AND ${isOfDomain}),
    crowd AS MATERIALIZED (SELECT q.call FROM win w CROSS JOIN key k
      LEFT JOIN alias s ON s.key = k.no CROSS JOIN participation q
      WHERE k.tenant = $1 AND k.kind = '${keyKinds.email}' AND ${isMatching} AND ${hasRole('q')}
        AND q.key = k.no AND q.started >= w.from_at AND q.started < w.to_at
      GROUP BY q.call HAVING count(DISTINCT coalesce(s.person, k.no)) >= min(w.least_people))`;
}

/** SQL condition: the person of the key `k` matches. */
const isMatching = `((w.people IS NULL AND w.people_domains IS NULL)
  OR (w.no, k.no) IN (SELECT y.win, y.key FROM matching y))`;

/** SQL condition: the participation took place in one of the roles. */
export const hasRole = (participation: string): string =>
  `(w.people_roles IS NULL OR (${participation}.roles & w.people_roles) <> 0)`;

/**
 * SQL condition: as many different people who match took part in the call. Each key is looked up by itself: PostgreSQL
 * would join the table of all keys anew for each call.
 */
export const peopleCondition = (dialect: Dialect, call: string): string =>
  `(w.least_people IS NULL OR w.least_people <= (SELECT count(DISTINCT (SELECT ${personOf} FROM key k
        WHERE k.no = CAST(x.value->>0 AS bigint) AND k.kind = '${keyKinds.email}' AND ${isMatching}
          AND (w.people_roles IS NULL OR ((SELECT q.roles FROM participation q
            WHERE q.key = k.no AND q.started = v.started AND q.call = v.id) & w.people_roles) <> 0)))
      FROM call v CROSS JOIN ${dialect.each('v.keys', 'x')} WHERE v.tenant = $1 AND v.id = ${call}))`;

/** The same for a statement that reads all calls of its one window: each on its own takes ten times as long. */
export const crowdCondition = (call: string): string => `${call} IN (SELECT y.call FROM crowd y)`;
