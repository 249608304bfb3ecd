/** Split free queries: a statement that a client wrote, as the statements that say which rows its author may see. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import { isGrouped } from '../../soql/analysis.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import { longestStatement } from './list-statement.ts';
import { askSplit, splitQuery } from './split-statement.ts';

/** Reads rows from a number on. */
export type ReadRows = (
  start: number,
  rows: number,
  run: (q: string) => Promise<Answer>,
) => Promise<Answer>;

/**
 * @returns null where no statements make it
 * @throws UserInputError that names what of it can't be put together
 */
export function splitFreeQuery(
  context: GraphContext,
  object: CrmObject,
  query: Query,
): ReadRows | null {
  const { offset = 0, limit } = query;
  const added = isGrouped(query) ? [] : ['Id'].filter((name) => !isSelected(query, name));
  // Whatever it begins at: rows of each statement have numbers of their own.
  const whole = {
    ...query,
    select: [...query.select, ...added],
    ...(!isGrouped(query) && { offset: undefined, limit: limit && limit + offset }),
  };
  const longest = longestStatement(context);
  const split = splitQuery(whole, longest);
  if (split === null) return null;
  return async (start, rows, run) => {
    const answer = await askSplit(context, object, split, (piece) =>
      run(printQuery(piece, longest)),
    );
    const from = isGrouped(query) ? start : start + offset;
    const shown = answer.rows.slice(from, from + rows);
    const { total } = answer.page;
    const left = total === null ? null : Math.min(rows, Math.max(0, total - from));
    return {
      ...answer,
      rows: shown.map((row) => without(row, added)),
      page: { ...answer.page, total: left },
    };
  };
}

const isSelected = ({ select }: Query, name: string): boolean =>
  select.some((item) => typeof item === 'string' && item.toLowerCase() === name.toLowerCase());

function without(row: Row, names: readonly string[]): Row {
  if (names.length === 0) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}
