/** Page of a document's rows: the rows of one answer, the cursor of the next page, and its incomplete or failed parts. */

import { UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete-list.ts';
import type { RowSelection } from './table-shape.ts';

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    readonly code?: string;
    readonly retryable?: boolean;
    readonly retryAfterMs?: number;
    /** What the CRM hides from its user. */
    readonly part?: string;
    readonly reason?: string;
  };
}

export interface ClientAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
  readonly extensions?: {
    readonly cost?: { readonly withheld?: number };
    readonly incomplete?: readonly IncompleteList[];
    /** What the viewer may not see, in general. */
    readonly leftOut?: readonly string[];
    /** Why nothing of a system is shown to the viewer. */
    readonly notFound?: readonly string[];
  };
}

/** Errors that are failures: a parent that is not among the viewer's rows is left empty, as it is for its reader. */
export const failuresIn = <E extends AnswerError>(errors: readonly E[] = []): readonly E[] =>
  errors.filter(({ extensions }) => extensions?.reason !== 'row');

/** A page whose errors may pass, and which has to be asked for again as a whole. */
export class PageFailure extends Error {
  readonly errors: readonly AnswerError[];

  constructor(errors: readonly AnswerError[]) {
    super(errors.map(({ message }) => message).join('\n'));
    this.errors = errors;
  }
}

/** Path, kind and bound of the rows in an answer. */
type TablePlace = Pick<RowSelection, 'path' | 'kind' | 'most'>;

export interface RowPage {
  readonly rows: readonly unknown[];
  readonly next: string | null;
  readonly doubtful: number;
  readonly incomplete: readonly IncompleteList[];
  readonly total: number | null;
  /** Whether no row follows; null where the answer does not say so. */
  readonly isWhole: boolean | null;
}

interface Edge {
  readonly node: unknown;
  readonly cursor?: unknown;
  readonly [value: string]: unknown;
}

interface Connection {
  readonly pageInfo?: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly (Edge | null)[];
  readonly totalCount?: unknown;
}

/**
 * Rows that can't be read are left out and named, and so are values that can't, and columns that the CRM hides: a further request would
 * bring the same, and their errors say so. Any other error may pass, and the page with it.
 * @throws PageFailure for the latter; UserInputError where there is no list
 */
export function rowPage(
  { data, errors: answered, extensions }: ClientAnswer,
  { path, kind, most }: TablePlace,
): RowPage {
  const errors = failuresIn(answered);
  const isThere = holdsRows(data, { path });
  const lasting = errors.filter(
    (error) => isThere && isLasting(error) && (error.path?.length ?? 0) > path.length + 1,
  );
  const transient = errors.filter((error) => !lasting.includes(error));
  if (transient.length > 0) throw new PageFailure(transient);
  const { rows, next, total, isWhole } = rowsOf(data, { path, kind, most });
  const read = rows.filter((row) => row !== null && row !== undefined);
  const unreadable = lasting.map(
    ({ path: errorPath = [], message, extensions: { part } = {} }): IncompleteList => ({
      // What is hidden is missing from every row.
      path: part === undefined ? errorPath : errorPath.filter((key) => typeof key === 'string'),
      message,
      expected: null,
      received: null,
    }),
  );
  if (next === null && isWhole === false)
    throw new UserInputError(
      'Expected rows on a page, since there are some; got none, and no cursor: "first" may be 0.',
    );
  const cut = kind === 'list' ? cutList(rows.length, total, { path, most }) : [];
  // The connection itself goes on where it ended; lists inside its rows do not.
  const withheld =
    extensions?.cost?.withheld !== undefined && (kind === 'list' || read.some(holdsList));
  return {
    rows: read,
    next,
    doubtful: withheld ? read.length : 0,
    incomplete: [...unreadable, ...cut, ...(extensions?.incomplete ?? [])],
    total,
    isWhole,
  };
}

const isLasting = ({ extensions: { code, retryable, part } = {} }: AnswerError): boolean =>
  part !== undefined || (code === 'UPSTREAM_BAD_RESPONSE' && retryable !== true);

const placeOf = (data: ClientAnswer['data'], path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    data,
  );

/** Whether the list came; a null in a non-null position removes its parent too, up to the whole answer. */
export const holdsRows = (
  data: ClientAnswer['data'],
  { path }: Pick<TablePlace, 'path'>,
): boolean => (placeOf(data, path) ?? null) !== null;

/**
 * `isWhole` is null where the answer does not say whether rows follow.
 * @throws UserInputError where there is no list.
 */
export function rowsOf(data: ClientAnswer['data'], { path, kind }: TablePlace) {
  if (data === null || data === undefined)
    throw new UserInputError('Expected an answer with data; got none.');
  const list = placeOf(data, path);
  if (kind === 'answer') return { rows: [data], next: null, total: null, isWhole: true };
  if (list === null || list === undefined)
    throw new UserInputError(`Expected a list at ${path.join('.')}; got null.`);
  if (kind === 'list')
    return {
      rows: list as readonly unknown[],
      next: null,
      total: totalBeside(data, path),
      isWhole: null,
    };
  const { pageInfo, nodes, edges, totalCount } = list as Connection;
  return {
    rows: (kind === 'nodes' ? nodes : edges?.map(edgeRow)) ?? [],
    next: pageInfo?.hasNextPage === true ? pageInfo.endCursor : null,
    total: typeof totalCount === 'number' ? totalCount : null,
    isWhole: pageInfo?.hasNextPage === undefined ? null : !pageInfo.hasNextPage,
  };
}

/** The node, with the other selected fields of its edge. */
function edgeRow(edge: Edge | null): unknown {
  const { node, cursor: _place, ...beside } = edge ?? { node: null };
  if (typeof node !== 'object' || node === null || Object.keys(beside).length === 0) return node;
  return { ...beside, ...node };
}

/** The object a list lies in may count its items. */
function totalBeside(data: unknown, path: readonly string[]): number | null {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], data);
  const { totalCount } = parent as { readonly totalCount?: unknown };
  return path.length > 1 && typeof totalCount === 'number' ? totalCount : null;
}

/** Why a plain list may not be whole. */
export function cutList(
  received: number,
  total: number | null,
  { path, most }: Pick<TablePlace, 'path' | 'most'>,
): readonly IncompleteList[] {
  const isWhole = total === null ? most === null || received < most : received >= total;
  if (isWhole) return [];
  const more = total === null ? 'there may be more' : `there are ${total}`;
  const message =
    most === null ? `${received} rows; ${more}.` : `A page of at most ${most}; ${more}.`;
  return [{ path, message, expected: total, received }];
}

function holdsList(value: unknown): boolean {
  if (Array.isArray(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsList);
}
