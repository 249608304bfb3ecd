/** Lists within a row of a table: those whose items may be rows in its place, and that of what a group has in common. */

import { isCompositeType } from 'graphql';
import type { TableColumn } from './column-expression.ts';
import type { Selected, SelectedDocument } from './selected-field.ts';

export interface InnerList {
  /** Response names from a row to the list. */
  readonly path: readonly string[];
  /** Whether each connection on the way tells if more follows. */
  readonly tellsMore: boolean;
  /** Number of items asked for, of a plain list: one of that many may have more. */
  readonly most: number | null;
}

/** Lists of objects, and those within their items. */
export function* innerLists(
  document: SelectedDocument,
  fields: readonly Selected[],
  groupBy: unknown,
  { path, tellsMore, most }: InnerList = { path: [], tellsMore: true, most: null },
): Generator<InnerList> {
  for (const field of fields) {
    if (!isCompositeType(field.type) || keyColumns(field, groupBy).length > 0) continue;
    const below = document.below([field]);
    const { first, groupBy: groups = null } = field.args;
    const list = {
      path: [...path, field.name],
      tellsMore: tellsMore && saysMore(document, below),
      most: isPaged(below) ? null : typeof first === 'number' ? first : most,
    };
    if (field.isList) yield list;
    yield* innerLists(document, below, groups, field.isList ? { ...list, most: null } : list);
  }
}

/** Whether it is no connection, or says whether more follows. */
function saysMore(document: SelectedDocument, below: readonly Selected[]): boolean {
  if (!isPaged(below)) return true;
  const pageInfo = below.filter(({ name }) => name === 'pageInfo');
  return document.below(pageInfo).some(({ name }) => name === 'hasNextPage');
}

const isPaged = (below: readonly Selected[]): boolean =>
  below.some(({ name }) => name === 'nodes' || name === 'edges');

/** A column for each thing that groups have in common, in place of the list of them; none for other fields. */
export function keyColumns(field: Selected, groupBy: unknown): readonly TableColumn[] {
  if (!field.isList || field.nodes[0]!.name.value !== 'keys' || !Array.isArray(groupBy)) return [];
  const names = groupBy.map(keyName);
  return names.map((name, at) => ({
    name: names.indexOf(name) === at ? name : `${name}.${at + 1}`,
    path: [field.name, String(at)],
    over: null,
    type: 'text',
    about: '',
    isKey: true,
  }));
}

/** Name of a column: `closeDate.year` of `{ field: CLOSE_DATE, by: YEAR }`. */
function keyName(key: unknown): string {
  const { field, by } = (typeof key === 'object' && key !== null ? key : { field: key }) as {
    readonly field: unknown;
    readonly by?: unknown;
  };
  return [field, by].flatMap((word) => (word ? [camelCase(String(word))] : [])).join('.');
}

/** Words of an enum, as they are or as the CRM has them. */
const camelCase = (word: string): string =>
  /^[A-Z\d_]+$/.test(word)
    ? word.toLowerCase().replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase())
    : word.charAt(0).toLowerCase() + word.slice(1);
