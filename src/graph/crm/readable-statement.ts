/**
 * Readable statements: a statement without the fields, parents and child lists that the CRM's user may not read,
 * and its rows with the error of each in its place.
 */

import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { HiddenPartError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import type {
  Condition,
  Expression,
  JoinQuery,
  OrderBy,
  Query,
  SelectItem,
} from '../../soql/query.ts';
import type { UnreadableParts } from '../../upstream/unreadable-part.ts';

/** An object, or one of its fields, references or child lists. */
export interface CrmPart {
  readonly object: CrmObject;
  readonly member: string | undefined;
}

export const nameOf = ({ object, member }: CrmPart): string =>
  member === undefined ? object.name : `${object.name}.${member}`;

const errors = memoizeByObject((_object: CrmObject) => new Map<string, HiddenPartError>());

/** The error of a part: one for all rows and requests. */
function hiddenError(part: CrmPart): HiddenPartError {
  const { object, member = '' } = part;
  const byMember = errors(object);
  const error = byMember.get(member) ?? new HiddenPartError(nameOf(part), listSite(object.entity));
  byMember.set(member, error);
  return error;
}

/** A query of a statement: SOQL has one, a search one for each object. */
export interface ObjectQuery {
  readonly object: CrmObject;
  readonly query: Query;
}

/** What is left of a statement, and what fills its rows. */
export interface ReadableStatement {
  readonly query: Query;
  readonly fills: readonly FilledPath[];
}

/** A path that a statement left out. */
export interface FilledPath {
  /** Its path in a row; `*` are the records of a child list. */
  readonly path: readonly string[];
  /** What it has instead: an error, a text that is known without the CRM, or a page that is read apart. */
  readonly value: Error | string | null | Row;
}

interface Scope {
  readonly model: CrmModel;
  readonly parts: Pick<UnreadableParts, 'has'>;
}

/**
 * Leaves out of a statement what is known to be unreadable.
 * @throws HiddenPartError where its object is, or what it filters, orders or groups by
 */
export function readableStatement(
  model: CrmModel,
  parts: Pick<UnreadableParts, 'has'>,
  query: Query,
  object: CrmObject,
): ReadableStatement {
  const scope: Scope = { model, parts };
  if (parts.has(object.name)) throw hiddenError({ object, member: undefined });
  for (const [use, paths] of usedPaths(query))
    for (const path of paths) {
      const hidden = hiddenOn(scope, object, path);
      if (hidden !== null) throw unusable(hidden.part, use);
    }
  for (const join of joinsOf(query.where)) {
    const inner = model.object(join.object);
    if (inner === undefined) continue;
    if (parts.has(inner.name)) throw unusable({ object: inner, member: undefined }, 'filter');
    for (const path of [join.field, ...pathsOf(join.where)]) {
      const hidden = hiddenOn(scope, inner, path);
      if (hidden !== null) throw unusable(hidden.part, 'filter');
    }
  }
  const fills: FilledPath[] = [];
  const select = query.select.flatMap((item) => {
    const left = readableItem(scope, object, item, fills);
    return left === null ? [] : [left];
  });
  return fills.length === 0
    ? { query, fills }
    : { query: { ...query, select: withId(query, select) }, fills };
}

const unusable = (part: CrmPart, use: Use): HiddenPartError =>
  new HiddenPartError(nameOf(part), listSite(part.object.entity), uses[use]);

type Use = keyof typeof uses;
const uses = {
  filter: 'nothing can be filtered by it',
  order: 'nothing can be ordered by it',
  group: 'nothing can be grouped by it',
} as const;

/** A statement selects something. */
const withId = ({ groupBy }: Query, select: readonly SelectItem[]): readonly SelectItem[] =>
  select.length > 0 || groupBy !== undefined ? select : ['Id'];

/** The item, or what is left of it; null where nothing is. */
function readableItem(
  scope: Scope,
  object: CrmObject,
  item: SelectItem,
  fills: FilledPath[],
): SelectItem | null {
  if (typeof item === 'string') {
    const hidden = hiddenOn(scope, object, item);
    if (hidden === null) return item;
    fills.push({ path: hidden.path, value: hiddenError(hidden.part) });
    return null;
  }
  if ('alias' in item) {
    for (const path of pathsIn(item.expression)) {
      const hidden = hiddenOn(scope, object, path);
      if (hidden === null) continue;
      fills.push({ path: [item.alias], value: hiddenError(hidden.part) });
      return null;
    }
    return item;
  }
  if (!('subquery' in item)) return item;
  const { subquery } = item;
  const child = scope.model.child(object.name, subquery.object);
  const target = child && scope.model.object(child.object);
  if (child === undefined || target === undefined) return item;
  const { has } = scope.parts;
  const isHidden = has(object.name, child.name) || has(target.name, child.field);
  try {
    if (isHidden) throw hiddenError({ object, member: child.name });
    const inner = readableStatement(scope.model, scope.parts, subquery, target);
    for (const hidden of inner.fills)
      fills.push({ ...hidden, path: [child.name, '*', ...hidden.path] });
    return inner.query === subquery ? item : { subquery: inner.query };
  } catch (error) {
    if (!(error instanceof HiddenPartError)) throw error;
    fills.push({ path: [child.name], value: error });
    return null;
  }
}

interface HiddenOnPath {
  readonly part: CrmPart;
  /** The beginning of the path that is left out. */
  readonly path: readonly string[];
}

/** The first unreadable part on the way of a path; null where there is none, or the model does not know the way. */
function hiddenOn(scope: Scope, object: CrmObject, path: string): HiddenOnPath | null {
  for (const { part, path: partPath } of stepsOf(scope.model, object, path))
    if (scope.parts.has(part.object.name, part.member)) return { part, path: partPath };
  return null;
}

interface Step {
  readonly part: CrmPart;
  readonly path: readonly string[];
}

/**
 * What a path needs, in its order: `Account.Owner.Name` needs itself (which of its parts is unreadable may not be
 * known), Contact.AccountId, Contact.Account, Account …
 */
export function stepsOf(model: CrmModel, object: CrmObject, path: string): readonly Step[] {
  const names = path.split('.');
  const steps: Step[] = names.length === 1 ? [] : [{ part: { object, member: path }, path: names }];
  let at: CrmObject | undefined = object;
  for (const [index, name] of names.entries()) {
    if (at === undefined) break;
    const path = names.slice(0, index + 1);
    if (index === names.length - 1) {
      steps.push({ part: { object: at, member: name }, path });
      break;
    }
    const relationship = model.relationship(at.name, name);
    if (relationship === undefined) break;
    steps.push({ part: { object: at, member: relationship.field.name }, path });
    steps.push({ part: { object: at, member: relationship.name }, path });
    // Of a polymorphic reference nobody knows whose fields they are.
    const target: CrmObject | undefined =
      relationship.polymorphic || relationship.targets.length > 1
        ? undefined
        : model.object(relationship.targets[0]);
    if (target !== undefined) steps.push({ part: { object: target, member: undefined }, path });
    at = target;
  }
  return steps;
}

export function pathsIn(expression: Expression | null): readonly string[] {
  if (expression === null) return [];
  if (typeof expression === 'string') return [expression];
  return 'fn' in expression ? pathsIn(expression.of) : [expression.distance];
}

function pathsOf(condition: Condition | undefined): readonly string[] {
  if (condition === undefined) return [];
  if ('conditions' in condition) return condition.conditions.flatMap(pathsOf);
  if ('condition' in condition) return pathsOf(condition.condition);
  return pathsIn(condition.path);
}

function joinsOf(condition: Condition | undefined): readonly JoinQuery[] {
  if (condition === undefined) return [];
  if ('conditions' in condition) return condition.conditions.flatMap(joinsOf);
  if ('condition' in condition) return joinsOf(condition.condition);
  return 'query' in condition ? [condition.query] : [];
}

export const usedPaths = ({ where, having, orderBy = [], groupBy = [] }: Query) =>
  [
    ['filter', [...pathsOf(where), ...pathsOf(having)]],
    ['group', groupBy.flatMap(pathsIn)],
    ['order', orderBy.flatMap(({ path }: OrderBy) => pathsIn(path))],
  ] as const;

/** Everything that a statement needs to be readable, in the order it is met. */
export function statementParts(
  model: CrmModel,
  query: Query,
  object: CrmObject,
): readonly CrmPart[] {
  const parts: CrmPart[] = [{ object, member: undefined }];
  const add = (of: CrmObject, path: string): void => {
    parts.push(...stepsOf(model, of, path).map(({ part }) => part));
  };
  for (const item of query.select) {
    if (typeof item === 'string') add(object, item);
    else if ('alias' in item) for (const path of pathsIn(item.expression)) add(object, path);
    else if ('subquery' in item) {
      const child = model.child(object.name, item.subquery.object);
      const target = child && model.object(child.object);
      if (child === undefined || target === undefined) continue;
      parts.push({ object, member: child.name }, { object: target, member: child.field });
      parts.push(...statementParts(model, item.subquery, target));
    }
  }
  for (const [, paths] of usedPaths(query)) for (const path of paths) add(object, path);
  for (const join of joinsOf(query.where)) {
    const inner = model.object(join.object);
    if (inner === undefined) continue;
    parts.push({ object: inner, member: undefined });
    for (const path of [join.field, ...pathsOf(join.where)]) add(inner, path);
  }
  return parts;
}

/** The objects whose records a statement reads, or goes through. */
export const objectsOf = (
  model: CrmModel,
  query: Query,
  object: CrmObject,
): readonly CrmObject[] => [
  ...new Set(statementParts(model, query, object).map(({ object: read }) => read)),
];

/** Rows with the values of the paths that its statement left out, made once per cached page. */
export function withFills(rows: readonly Row[], fills: readonly FilledPath[]): readonly Row[] {
  if (fills.length === 0) return rows;
  const key = fills.map(({ path, value }) => `${path.join('.')} ${value}`).join();
  let cached = madeRows.get(rows);
  if (cached?.key !== key) {
    cached = { key, rows: rows.map((row) => fills.reduce(withValue, row)) };
    madeRows.set(rows, cached);
  }
  return cached.rows;
}

const madeRows = new WeakMap<
  readonly Row[],
  { readonly key: string; readonly rows: readonly Row[] }
>();

function withValue(row: Row, { path: [name = '', ...below], value }: FilledPath): Row {
  const member = row[name];
  if (below.length === 0 || member === undefined) return { ...row, [name]: value };
  if (!isObject(member) || member instanceof Error) return row;
  if (below[0] !== '*') return { ...row, [name]: withValue(member, { path: below, value }) };
  if (!Array.isArray(member.records)) return row;
  const inner = { path: below.slice(1), value };
  const records = member.records.map((record) =>
    isObject(record) ? withValue(record, inner) : record,
  );
  return { ...row, [name]: { ...member, records } };
}
