/** What columns a free query's rows have, and where in a row each value is found. */

import { isGrouped } from './group.ts';
import type { Expression, Query } from './query.ts';
import { SourceNames } from './source.ts';

export interface Column {
  /** As a table's head: `Account.Name`, `expr0`, an alias. */
  readonly name: string;
  /** Keys from the row down to the value. */
  readonly path: readonly string[];
}

/** Functions whose value comes back under the name of the field they wrap. */
const transparent: ReadonlySet<string> = new Set(['toLabel', 'convertCurrency', 'FORMAT']);

/** Columns in the order of the SELECT list; `known` is false where FIELDS(…) stands in it. */
export function columnsOf(query: Query): { columns: readonly Column[]; known: boolean } {
  const names = new SourceNames(query);
  const grouped = isGrouped(query);
  const columns = new Map<string, Column>();
  let unnamed = 0;
  const add = (path: readonly string[]): void => {
    const name = path.join('.');
    if (!columns.has(name)) columns.set(name, { name, path });
  };
  const addPath = (path: string): void => {
    const parts = ownPath(names, query.object, path);
    // Groups are flat: `GROUP BY Account.Name` comes back as `Name`.
    add(grouped ? parts.slice(-1) : parts);
  };
  for (const selection of query.select) {
    if (typeof selection === 'string') addPath(selection);
    else if ('fields' in selection) return { columns: [], known: false };
    else if ('subquery' in selection) add([selection.subquery.object]);
    else if ('alias' in selection) add([selection.alias]);
    else if ('typeof' in selection) {
      const relationship = ownPath(names, query.object, selection.typeof);
      const paths = [
        ...selection.when.flatMap(({ select }) => select),
        ...(selection.otherwise ?? []),
      ];
      for (const path of paths) add([...relationship, ...path.split('.')]);
    } else {
      const field = grouped ? null : wrappedField(selection);
      if (field === null) add([`expr${unnamed++}`]);
      else addPath(field);
    }
  }
  return { columns: [...columns.values()], known: true };
}

/** `FORMAT(convertCurrency(Amount))` → Amount */
function wrappedField(expression: Expression): string | null {
  let inner: Expression | null = expression;
  while (typeof inner === 'object' && inner !== null) {
    if (!('fn' in inner) || !transparent.has(inner.fn)) return null;
    inner = inner.of;
  }
  return inner;
}

/** `a.Owner.Name` from `Account a`, or `Account.Owner.Name`, is `Owner.Name` in the row. */
function ownPath(names: SourceNames, object: string, path: string): readonly string[] {
  const [first = '', ...rest] = names.resolve(path);
  return rest.length > 0 && first.toLowerCase() === object.toLowerCase() ? rest : [first, ...rest];
}
