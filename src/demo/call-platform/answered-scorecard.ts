/** Operation stats_activity_scorecards: reviews by the time of their answer, which is the time the range bounds. */

import type { SQLInputValue } from 'node:sqlite';
import type { BackendAnswer, BackendOperation } from '../../connector-service/backend.ts';
import { pageRows } from '../../contract/entity-spec.ts';
import type { Company } from '../company/company.ts';
import { bagOf, cursorPage, microsOf, positionOf, textsOf } from './page.ts';

const lists = [
  ['scorecardIds', 'scorecard'],
  ['reviewedUserIds', 'reviewed'],
  ['reviewerUserIds', 'reviewer'],
  ['callIds', 'call'],
] as const;

export function listAnsweredScorecards(
  company: Company,
  operation: BackendOperation,
): BackendAnswer {
  const filter = bagOf(operation.params, 'filter');
  const terms = ['1'];
  const values: SQLInputValue[] = [];
  const from = microsOf(filter, 'fromDateTime', 'filter.fromDateTime');
  const to = microsOf(filter, 'toDateTime', 'filter.toDateTime');
  if (from !== undefined) {
    terms.push('at >= ?');
    values.push(Math.ceil(from / 1e6));
  }
  if (to !== undefined) {
    terms.push('at < ?');
    values.push(Math.ceil(to / 1e6));
  }
  for (const [name, column] of lists) {
    const ids = textsOf(filter, name);
    if (!ids) continue;
    terms.push(`${column} IN (SELECT value FROM json_each(?))`);
    values.push(JSON.stringify(ids));
  }
  const where = terms.join(' AND ');
  const { page } = operation;
  const rows = company.db
    .prepare(
      `SELECT at, id, row FROM answered_scorecard
       WHERE ${where} ${page === null ? '' : 'AND (at, id) > (?, ?)'} ORDER BY at, id LIMIT ?`,
    )
    .all(...values, ...(page === null ? [] : [Number(page.at), String(page.id)]), pageRows + 1);
  return cursorPage(
    rows,
    positionOf(page),
    () =>
      Number(
        company.db
          .prepare(`SELECT count(*) AS n FROM answered_scorecard WHERE ${where}`)
          .get(...values)?.n,
      ),
    (last) => ({ at: Number(last.at), id: String(last.id) }),
    (rows) => rows.map((row) => JSON.parse(String(row.row))),
  );
}
