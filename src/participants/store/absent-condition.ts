/** Absent-facet conditions in SQL: a call's contents have been read, and none of the facets that a filter excludes is among them. */

import { cleanText } from '../../contract/email-address.ts';
import { facetKinds } from '../call-facet.ts';
import type { IndexFilter } from '../call-query.ts';
import { numbersOfWalks } from '../need.ts';
import type { Dialect } from './database.ts';

/** JSON rows of the table `unwanted`: each value of each facet that is excluded; null for a filter that excludes none. */
export const absentList = ({ absent }: IndexFilter): string | null =>
  absent
    ? JSON.stringify(
        absent.flatMap(({ kind, values, least = 1 }) =>
          [...new Set(values.map((value) => cleanText(value) ?? ''))].map((value) => [
            facetKinds[kind],
            value,
            least,
          ]),
        ),
      )
    : null;

/** SQL table beside the windows `win`: `unwanted`, the keys of the facets that each excludes. */
export const absentTable = (dialect: Dialect): string =>
  `unwanted AS MATERIALIZED (
      SELECT w.no AS win, k.no AS key, CAST(x.value->>2 AS bigint) AS least
      FROM win w CROSS JOIN ${dialect.each('w.absent', 'x')} CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = x.value->>0 AND k.value = x.value->>1)`;

/**
 * SQL condition of a window `w` on a call `c`. A call without facets may be one whose contents were never asked for, so
 * the span that it was read in must have brought them: the last that begins before it, where spans are disjoint. The
 * newest of all was walked ahead of its end.
 */
export const absentCondition = (started: string, call: string): string =>
  `(w.absent IS NULL OR (NOT EXISTS (SELECT 1 FROM unwanted x CROSS JOIN mark f
      WHERE x.win = w.no AND f.key = x.key AND f.started = ${started} AND f.call = ${call} AND f.amount >= x.least)
    AND coalesce((SELECT CASE WHEN s.trackers IN (${numbersOfWalks('contents').join()}) AND (s.to_at > c.window_at
        OR (s.to_at >= s.walked_at AND NOT EXISTS (
          SELECT 1 FROM span n WHERE n.tenant = $1 AND n.from_at > s.from_at))) THEN 1 ELSE 0 END
      FROM span s WHERE s.tenant = $1 AND s.from_at <= c.window_at ORDER BY s.from_at DESC LIMIT 1), 0) = 1))`;
