/** Table shape of a document: the list of its answer that holds the rows, and their columns. It follows from document and schema alone, never from rows: a column of nulls stays a column. */

import {
  type ArgumentNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isObjectType,
} from 'graphql';
import { UserInputError } from '../errors.ts';
import { defaultPageLimits } from '../fetch/connection.ts';
import { type ColumnType, parseExpression, type TableColumn } from './column-expression.ts';
import { type InnerList, innerLists, keyColumns } from './inner-list.ts';
import { type Selected, SelectedDocument } from './selected-field.ts';

export interface RowSelection {
  /** Response names from the top of the answer to the connection or list; none where the answer is the row. */
  readonly path: readonly string[];
  /** Kind of the rows' holder: a connection, a plain list, or the answer itself as the only row. */
  readonly kind: 'nodes' | 'edges' | 'list' | 'answer';
  /** Reason why further pages can't be fetched; null where they can, or where there are none. */
  readonly unpaged: string | null;
  /** Requested number of items, or the server's for a connection; a list of that many may have more. Null where there is no such number. */
  readonly most: number | null;
  /** Variable with that number, if it is one. */
  readonly mostVariable: string | null;
  /** Columns, one per selected leaf, in the order of the document. */
  readonly columns: readonly TableColumn[];
}

/** A table to read: what groups have in common stands by name, each in a column. */
export interface ReadTable extends RowSelection {
  /** Lists within a row, whose items may be rows in its place. */
  readonly innerLists: readonly InnerList[];
}

interface SelectionOptions {
  /** Response names from a row to a list that gets a row for each of its items. */
  readonly unnest?: readonly string[] | null;
  /** `name = path` or `name = path / path`, in place of all leaves. */
  readonly columns?: readonly ColumnText[] | null;
  /** True for tables to read. */
  readonly isRead?: boolean;
}

export interface ColumnText {
  readonly name: string;
  readonly expression: string;
  readonly about?: string;
}

interface Candidate {
  readonly path: readonly string[];
  readonly field: Selected;
  /** Field whose `first` bounds the items: the list itself, or the object it lies in. */
  readonly sized: Selected | null;
}

/**
 * Finds the rows and columns of a document.
 * @throws UserInputError when there is not exactly one list of rows, for a column that is not
 * selected, and for what is no document of the schema
 */
export function readSelection(
  schema: GraphQLSchema,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  options: SelectionOptions = {},
): RowSelection {
  return inWords(() => selectionOf(new SelectedDocument(schema, query, variables), options));
}

/**
 * Finds a table for each list of rows, and before them one of the values that lie in none.
 * @throws UserInputError as `readSelection` does, but for the number of lists
 */
export function readTables(
  schema: GraphQLSchema,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  /** Lists whose items are the rows, by the path of the list that they lie in. */
  unnest: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly ReadTable[] {
  return inWords(() => {
    const document = new SelectedDocument(schema, query, variables);
    const lists = [...candidates(document, document.top())]
      .filter(({ field }) => !isConnection(field.type) || holdsRows(document, field))
      .map((candidate): ReadTable => {
        const located = locate(document, candidate);
        const inside = rowFields(document, located.row!, located.edge);
        const lists = [...innerLists(document, inside, located.sized?.args.groupBy)];
        const path = unnest.get(candidate.path.join('.'))?.join('.');
        const opened = lists.find((list) => list.path.join('.') === path)?.path ?? null;
        const shape = shapeOf(document, located, { unnest: opened, isRead: true });
        return { ...shape, innerLists: lists };
      });
    const answerShape = shapeOf(document, wholeAnswer, {});
    const columns = answerShape.columns.filter(
      ({ path }) => !lists.some((list) => tellsOf(list, path)),
    );
    return columns.length === 0 ? lists : [{ ...answerShape, columns, innerLists: [] }, ...lists];
  });
}

/** Whether the value is in the list, or counts it. */
const tellsOf = (list: RowSelection, path: readonly string[]): boolean =>
  list.path.every((name, at) => path[at] === name) ||
  path.at(-1) === '__typename' ||
  (path.at(-1) === 'totalCount' &&
    path.length === list.path.length &&
    path.slice(0, -1).every((name, at) => list.path[at] === name));

function inWords<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof GraphQLError ? new UserInputError(documentFault(error)) : error;
  }
}

function documentFault({ message, locations = [] }: GraphQLError): string {
  const [location] = locations;
  return location === undefined
    ? message
    : `Line ${location.line}, column ${location.column}: ${message}`;
}

const selectionOf = (document: SelectedDocument, options: SelectionOptions): RowSelection =>
  shapeOf(document, rowsOf(document), options);

function shapeOf(
  document: SelectedDocument,
  located: Located,
  { unnest = null, columns = null, isRead = false }: SelectionOptions,
): RowSelection {
  const inside =
    located.row === null ? document.top() : rowFields(document, located.row, located.edge);
  const groupBy = isRead ? located.sized?.args.groupBy : null;
  const leafColumns = leaves(document, inside, unnest, groupBy);
  // Tables to read say themselves where a list within a row may go on.
  if (unnest !== null && !isRead) expectList(document, inside, unnest, unnest.join('.'));
  return {
    path: located.path,
    kind: located.kind,
    unpaged: located.unpaged,
    most: mostIn(located),
    mostVariable: located.sized && (isByKey(located.sized) ? null : variableOf(located.sized)),
    columns:
      columns === null
        ? leafColumns
        : columns.map((column) =>
            columnOf(column, (path) => typeAt(document, inside, path, unnest)),
          ),
  };
}

/** A connection that says nothing of its size has a page of the server's. */
function mostIn({ sized, kind, field }: Located): number | null {
  if (sized !== null) return isByKey(sized) ? null : mostOf(sized);
  if (kind !== 'nodes' && kind !== 'edges') return null;
  const { last } = field?.args ?? {};
  return typeof last === 'number' ? last : defaultPageLimits.defaultSize;
}

interface Located extends Pick<RowSelection, 'path' | 'kind' | 'unpaged'> {
  readonly sized: Selected | null;
  /** The list, or the connection; null where the answer is the row. */
  readonly field: Selected | null;
  /** Field whose items are the rows; null where the answer is the row. */
  readonly row: Selected | null;
  readonly edge: Selected | null;
}

const wholeAnswer: Located = {
  ...{ path: [], kind: 'answer', unpaged: null, sized: null, field: null, row: null, edge: null },
};

function rowsOf(document: SelectedDocument): Located {
  const all = [...candidates(document, document.top())];
  const paged = all.filter(({ field }) => memberOf(document, field, 'pageInfo') !== undefined);
  const [first, ...others] = paged.length > 0 ? paged : all;
  if (others.length > 0)
    throw new UserInputError(
      `Expected one connection with pageInfo, or one list; got ${others.length + 1}: ${[first!, ...others].map(({ path }) => path.join('.')).join(', ')}. \`query --format table\` prints a table of each, where the header names no columns.`,
    );
  return first === undefined ? wholeAnswer : locate(document, first);
}

function locate(document: SelectedDocument, { path, field, sized }: Candidate): Located {
  if (!isConnection(field.type))
    return { path, kind: 'list', unpaged: null, sized, field, row: field, edge: null };
  return { path, sized, field, ...connectionRows(document, field) };
}

/** Fields of a row: those of the node, and those of its edge, such as the match of a related call. */
function rowFields(
  document: SelectedDocument,
  row: Selected,
  edge: Selected | null,
): readonly Selected[] {
  const ofRow = document.below([row]);
  const beside = edge === null ? [] : document.below([edge]).filter(isEdgeValue);
  const twice = beside.find(({ name }) => ofRow.some((selected) => selected.name === name));
  if (twice !== undefined)
    throw new UserInputError(
      `Expected "${twice.name}" of the edge under an alias; its node has a value of that name.`,
    );
  return [...ofRow, ...beside];
}

/** Whether an edge's field is a value: cursors are no data, and the row itself is the node. */
const isEdgeValue = ({ nodes }: Selected): boolean =>
  !['node', 'cursor', '__typename'].includes(nodes[0]!.name.value);

function connectionRows(document: SelectedDocument, field: Selected) {
  const nodes = memberOf(document, field, 'nodes');
  const edges = memberOf(document, field, 'edges');
  const pageInfo = memberOf(document, field, 'pageInfo');
  for (const member of [nodes, edges, pageInfo])
    if (member !== undefined && member.name !== member.nodes[0]!.name.value)
      throw new UserInputError(
        `Expected nodes, edges and pageInfo without an alias; got "${member.name}". \`query --format json\` prints any answer.`,
      );
  const row = nodes ?? (edges && memberOf(document, edges, 'node'));
  if (row === undefined)
    throw new UserInputError(
      `Expected nodes or edges { node } in ${field.name}; neither is selected.`,
    );
  const page = pageInfo === undefined ? [] : document.below([pageInfo]).map(({ name }) => name);
  const unpaged =
    !page.includes('hasNextPage') || !page.includes('endCursor')
      ? 'Expected pageInfo { hasNextPage endCursor }; one is not selected.'
      : field.nodes.every((node) => (node.arguments ?? []).some(goesOn))
        ? null
        : 'Expected the connection to take after: $after; it does not.';
  return nodes === undefined
    ? { kind: 'edges' as const, unpaged, row, edge: edges ?? null }
    : { kind: 'nodes' as const, unpaged, row, edge: null };
}

/** Connections and lists of objects that lie in no list. */
function* candidates(
  document: SelectedDocument,
  fields: readonly Selected[],
  path: readonly string[] = [],
  outer: Selected | null = null,
): Generator<Candidate> {
  for (const field of fields) {
    if (!isCompositeType(field.type)) continue;
    const fieldPath = [...path, field.name];
    const sized = mostOf(field) === null ? outer : field;
    if (field.isList || isConnection(field.type)) yield { path: fieldPath, field, sized };
    else yield* candidates(document, document.below([field]), fieldPath, sized);
  }
}

const memberOf = (document: SelectedDocument, field: Selected, name: string) =>
  document.below([field]).find(({ nodes }) => nodes[0]!.name.value === name);

const holdsRows = (document: SelectedDocument, field: Selected): boolean =>
  ['nodes', 'edges'].some((name) => memberOf(document, field, name) !== undefined);

const isConnection = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.getFields().pageInfo !== undefined;

const mostOf = ({ args: { first } }: Selected): number | null =>
  typeof first === 'number' ? first : null;

/** Whether the filter lets at most one row through. */
function isByKey({ args }: Selected): boolean {
  const { id, upstreamId } = (args.filter ?? {}) as Readonly<
    Record<string, { eq?: unknown } | null>
  >;
  return [id, upstreamId].some((key) => typeof key?.eq === 'string');
}

function variableOf({ nodes }: Selected): string | null {
  const first = nodes[0]!.arguments?.find(({ name }) => name.value === 'first')?.value;
  return first?.kind === 'Variable' ? first.name.value : null;
}

const goesOn = ({ name, value }: ArgumentNode): boolean =>
  name.value === 'after' && value.kind === 'Variable' && value.name.value === 'after';

/** Paths to leaves, and to lists that are not unnested. */
function leaves(
  document: SelectedDocument,
  fields: readonly Selected[],
  unnest: readonly string[] | null,
  groupBy: unknown,
): readonly TableColumn[] {
  return fields.flatMap((field) => {
    const keys = keyColumns(field, groupBy);
    if (keys.length > 0) return keys;
    const unnestBelow = unnest?.[0] === field.name ? unnest.slice(1) : null;
    const isOpen = isCompositeType(field.type) && (!field.isList || unnestBelow !== null);
    if (!isOpen) {
      const type = typeOf(field.type, field.isList && unnestBelow === null);
      return [{ name: field.name, path: [field.name], over: null, type, about: '' }];
    }
    const below = groupBy === null ? null : field.args.groupBy;
    return leaves(document, document.below([field]), unnestBelow, below).map((leaf) => ({
      ...leaf,
      name: `${field.name}.${leaf.name}`,
      path: [field.name, ...leaf.path],
    }));
  });
}

/** Suggests the list below a connection, where the path ends at the connection. */
function nearList(
  document: SelectedDocument,
  field: Selected | undefined,
  fullPath: string,
): string {
  const isOpen = field !== undefined && isCompositeType(field.type);
  const list = isOpen ? document.below([field]).find(({ isList }) => isList) : undefined;
  return list === undefined ? '' : ` (${fullPath}.${list.name})`;
}

/**
 * The path ends at a list; it may lead through others. Where it leads through a connection, this has to tell
 * whether it has more rows than its window.
 */
function expectList(
  document: SelectedDocument,
  fields: readonly Selected[],
  [name, ...more]: readonly string[],
  fullPath: string,
): void {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined || (more.length === 0 && !field.isList))
    throw new UserInputError(
      `--unnest: expected the path of a list that is selected${nearList(document, field, fullPath)}; got "${fullPath}".`,
    );
  if (more.length === 0) return;
  const inside = document.below([field]);
  if (isConnection(field.type)) {
    const page = inside.find((candidate) => candidate.name === 'pageInfo');
    if (page === undefined || memberOf(document, page, 'hasNextPage')?.name !== 'hasNextPage')
      throw new UserInputError(
        `--unnest: expected pageInfo { hasNextPage } in "${field.name}", so that rows outside its window are not lost in silence; it is not selected.`,
      );
  }
  expectList(document, inside, more, fullPath);
}

/** Type at a path; null where it selects nothing. A number in it is an index in a list. */
function typeAt(
  document: SelectedDocument,
  fields: readonly Selected[],
  [name, ...more]: readonly string[],
  unnest: readonly string[] | null,
): ColumnType | null {
  const field = fields.find((candidate) => candidate.name === name);
  if (field === undefined) return null;
  const isUnnested = unnest?.[0] === name;
  const isItem = field.isList && !isUnnested && /^\d+$/.test(more[0] ?? '');
  const remaining = isItem ? more.slice(1) : more;
  const isList = field.isList && !isUnnested && !isItem;
  if (remaining.length === 0) return typeOf(field.type, isList);
  if (isList) return null;
  return typeAt(document, document.below([field]), remaining, isUnnested ? unnest!.slice(1) : null);
}

function columnOf(
  { name, expression, about = '' }: ColumnText,
  typeAtPath: (path: readonly string[]) => ColumnType | null,
): TableColumn {
  const { path, over } = parseExpression(expression);
  for (const valuePath of [path, ...(over === null ? [] : [over])])
    if (typeAtPath(valuePath) === null)
      throw new UserInputError(
        `Expected the path of a value that a row selects, outside lists or with a place in them; got "${valuePath.join('.')}".`,
      );
  return { name, path, over, about, type: over === null ? typeAtPath(path)! : 'number' };
}

function typeOf(type: GraphQLNamedType, isList: boolean): ColumnType {
  if (isList || isCompositeType(type)) return 'json';
  return scalarTypes[type.name] ?? 'text';
}

const scalarTypes: Readonly<Record<string, ColumnType>> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  DateTime: 'time',
  Date: 'date',
  JSON: 'json',
};
