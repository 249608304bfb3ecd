/** Visible conditions: a statement's condition as it holds for somebody to whom hidden records are not there. */

import { normalizeCrmId } from '../contract/crm/id.ts';
import type { CrmObject } from '../contract/crm/model.ts';
import { UserInputError } from '../errors.ts';
import { SourceNames } from '../soql/analysis.ts';
import {
  allOf,
  always,
  anyOf,
  type Condition,
  type Expression,
  type FieldPath,
  type FromClause,
  type JoinCondition,
  negated,
  never,
  type Value,
} from '../soql/query.ts';
import type { CrmVisibility } from './crm-visibility.ts';
import { followPath, pathsOf, type ResolvePath, unsayable, visibleHops } from './visible-path.ts';

/** The object that a condition is about. */
export interface ConditionSite {
  readonly visibility: CrmVisibility;
  readonly object: CrmObject;
  readonly resolve: ResolvePath;
  /** The visible record whose children are listed, and their field that names it. */
  readonly below?: { readonly field: string; readonly parent: CrmObject } | undefined;
}

/**
 * The condition, with each comparison of a hidden parent's field as if there were no parent.
 * @throws UserInputError where the CRM's language can't say that
 */
function visibleCondition(site: ConditionSite, condition: Condition): Condition {
  switch (condition.op) {
    case 'and':
    case 'or': {
      const conditions = condition.conditions.map((part) => visibleCondition(site, part));
      if (conditions.every((part, at) => part === condition.conditions[at])) return condition;
      return (condition.op === 'and' ? allOf : anyOf)(...conditions)!;
    }
    case 'not': {
      const inner = visibleCondition(site, condition.condition);
      return inner === condition.condition ? condition : negated(inner);
    }
    default: {
      const { visibility, object, resolve } = site;
      const [path] = pathsOf(condition.path);
      if (path === undefined) return condition;
      const { hops, object: target, field } = followPath(visibility, object, path, resolve);
      const isFigure = target !== null && visibility.rule(target).figures.has(field);
      if (isFigure) return holdsForNull(condition) ? always : never;
      const isThere = visibleHops(visibility, hops, path);
      const plain = 'query' in condition ? visibleJoin(site, condition, field) : condition;
      if (isThere === undefined) return plain;
      if (!holdsForNull(condition)) return allOf(isThere, plain);
      // The CRM takes no join under OR.
      if ('query' in condition) throw unsayable(path, 'leads through');
      return anyOf(negated(isThere), plain);
    }
  }
}

/** Whether the CRM finds the condition to hold where the field's record is missing. */
function holdsForNull(condition: Exclude<Condition, { op: 'and' | 'or' | 'not' }>): boolean {
  // A missing boolean counts as false.
  const isNothing = (value: Value): boolean => value === null || value === '' || value === false;
  switch (condition.op) {
    case 'eq':
      return isNothing(condition.value);
    case 'ne':
      return !isNothing(condition.value);
    case 'in':
      return condition.values.some(isNothing);
    case 'nin':
      return !condition.values.some(isNothing);
    case 'excludes':
    case 'antiJoin':
      return true;
    default:
      return false;
  }
}

/** The join with visible records alone; where it compares a reference, also of visible parents alone. */
function visibleJoin(
  { visibility, object }: ConditionSite,
  condition: JoinCondition,
  outerField: string,
): Condition {
  const { query } = condition;
  const inner = visibility.model.object(query.object);
  if (inner === undefined) throw unsayable(query.object, 'leads to');
  const resolve = resolverOf(visibility, inner, query);
  const joined = followPath(visibility, inner, query.field, resolve);
  const reference = inner.relationships.find(({ field }) => field.name === joined.field);
  const isOfParent = joined.hops.length === 0 && outerField !== 'Id' && reference !== undefined;
  const path = isOfParent ? `${reference.name}.Id` : query.field;
  // Of the record itself it is known that it is visible; of a parent it is not.
  const { hops } = isOfParent ? followPath(visibility, inner, path, resolve) : joined;
  if (joined.field !== 'Id' && outerField !== 'Id' && reference === undefined)
    expectOpenTargets(visibility, object, outerField);
  const isThere = visibleHops(visibility, hops, path);
  const where = visibleWhere({ visibility, object: inner, resolve }, query.where);
  return { ...condition, query: { ...query, where: allOf(isThere, where) } };
}

/** @throws UserInputError where a field may lead to hidden records, and no path says which */
function expectOpenTargets(visibility: CrmVisibility, object: CrmObject, name: string): void {
  const field = visibility.model.field(object.name, name);
  for (const target of field?.spec.reference?.to ?? []) {
    const parent = visibility.model.object(target);
    if (parent !== undefined && !visibility.rule(parent).isOpen) throw unsayable(name, 'leads to');
  }
}

/** The condition on visible rows of the object; undefined where all rows are visible, and match. */
export function visibleWhere(
  site: ConditionSite,
  where: Condition | undefined,
): Condition | undefined {
  const { visibility, object, resolve, below } = site;
  const plain = where && visibleCondition(site, where);
  const visible =
    below === undefined
      ? visibility.condition(object)
      : visibility.childCondition(object, below.field, below.parent);
  if (visible === undefined || where === undefined) return allOf(plain, visible);
  return allOf(
    plain,
    narrowed(visible, (path) => keysIn(where, path, resolve)),
  );
}

/** @throws UserInputError for a name that would give the condition on visible rows another meaning */
export function resolverOf(
  { model }: CrmVisibility,
  object: CrmObject,
  source: FromClause,
): ResolvePath {
  if (source.alias === undefined && source.parents === undefined) return split;
  for (const alias of [source.alias, ...(source.parents ?? []).map((parent) => parent.alias)])
    if (alias !== undefined && model.relationship(object.name, alias) !== undefined)
      throw new UserInputError(
        `Expected another alias than ${alias} in FROM: it is the name of a relationship of ${object.name}.`,
      );
  const names = new SourceNames(source);
  return (path) => names.resolve(path);
}

const split: ResolvePath = (path) => path.split('.');

/** The condition with those of its ids that the keys of a statement leave: by key a set of thousands is none. */
function narrowed(
  condition: Condition,
  keysOf: (path: FieldPath) => ReadonlySet<string> | null,
): Condition {
  if (condition.op === 'and' || condition.op === 'or') {
    const conditions = condition.conditions.map((part) => narrowed(part, keysOf));
    // Of no conditions nothing is combined: `never` has none, and stays.
    return (condition.op === 'and' ? allOf : anyOf)(...conditions) ?? condition;
  }
  if (condition.op !== 'in' || typeof condition.path !== 'string') return condition;
  const keys = keysOf(condition.path);
  if (keys === null) return condition;
  const values = condition.values.filter((value) => keys.has(String(value)));
  return values.length === 0 ? never : { ...condition, values };
}

/** The ids that a condition leaves of a field; null where it leaves any. */
function keysIn(
  condition: Condition,
  path: FieldPath,
  resolve: ResolvePath,
): ReadonlySet<string> | null {
  switch (condition.op) {
    case 'and':
      return condition.conditions.reduce<ReadonlySet<string> | null>((keys, part) => {
        const more = keysIn(part, path, resolve);
        return keys === null || more === null ? (keys ?? more) : keys.intersection(more);
      }, null);
    case 'or': {
      const parts = condition.conditions.map((part) => keysIn(part, path, resolve));
      return parts.includes(null) ? null : new Set(parts.flatMap((keys) => [...keys!]));
    }
    case 'eq':
      return isAt(condition.path, path, resolve) ? idsOf([condition.value]) : null;
    case 'in':
      return isAt(condition.path, path, resolve) ? idsOf(condition.values) : null;
    default:
      return null;
  }
}

const isAt = (expression: Expression, path: FieldPath, resolve: ResolvePath): boolean =>
  typeof expression === 'string' &&
  resolve(expression).join('.').toLowerCase() === path.toLowerCase();

/** The values as ids; null where one is none. */
function idsOf(values: readonly Value[]): ReadonlySet<string> | null {
  const ids = values.flatMap((value) =>
    typeof value === 'string' ? (normalizeCrmId(value) ?? []) : [],
  );
  return ids.length < values.length ? null : new Set(ids);
}
