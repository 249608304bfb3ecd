/** Paths of a statement through parents: which records they pass, and what is visible of those. */

import type { CrmObject, CrmRelationship } from '../contract/crm/model.ts';
import { UserInputError } from '../errors.ts';
import { allOf, type Condition, type Expression, type FieldPath } from '../soql/query.ts';
import type { CrmVisibility } from './crm-visibility.ts';

/** A step from a record to its parent. */
interface Hop {
  readonly from: CrmObject;
  readonly relationship: CrmRelationship;
  /** Null over a polymorphic reference: the parent may be of several objects. */
  readonly target: CrmObject | null;
}

interface FollowedPath {
  readonly hops: readonly Hop[];
  /** The object of the last name; null where that is not known. */
  readonly object: CrmObject | null;
  /** As the CRM spells it, where it is declared. */
  readonly field: string;
}

/** Resolves the names that FROM gave to the beginnings of paths. */
export type ResolvePath = (path: FieldPath) => readonly string[];

/** @throws UserInputError for a relationship that is not declared: nobody knows whose rows it leads to */
export function followPath(
  { model }: CrmVisibility,
  object: CrmObject,
  path: FieldPath,
  resolve: ResolvePath,
): FollowedPath {
  const resolved = resolve(path);
  const isItself =
    resolved.length > 1 &&
    resolved[0]!.toLowerCase() === object.name.toLowerCase() &&
    model.relationship(object.name, resolved[0]!) === undefined;
  const names = isItself ? resolved.slice(1) : resolved;
  const hops: Hop[] = [];
  let at: CrmObject | null = object;
  for (const name of names.slice(0, -1)) {
    const relationship: CrmRelationship | undefined =
      at === null ? undefined : model.relationship(at.name, name);
    if (at === null || relationship === undefined) throw unsayable(path, 'leads to');
    const target: CrmObject | null =
      relationship.polymorphic || relationship.targets.length > 1
        ? null
        : (model.object(relationship.targets[0]) ?? null);
    hops.push({ from: at, relationship, target });
    at = target;
  }
  const last = names.at(-1) ?? '';
  return { hops, object: at, field: (at && model.field(at.name, last)?.name) ?? last };
}

/** Whether all records on the way are visible with the first one. */
export const isSurelyVisible = (visibility: CrmVisibility, hops: readonly Hop[]): boolean =>
  hops.every(({ from, relationship }) => !visibility.mayHide(from, relationship));

/**
 * Condition that all records on the way are visible; undefined where they are whenever the first one is.
 * @throws UserInputError where no condition says it
 */
export function visibleHops(
  visibility: CrmVisibility,
  hops: readonly Hop[],
  path: FieldPath,
): Condition | undefined {
  let prefix = '';
  return allOf(
    ...hops.map(({ from, relationship, target }) => {
      prefix += `${relationship.name}.`;
      if (!visibility.mayHide(from, relationship)) return undefined;
      if (target === null) throw unsayable(path, 'may lead to');
      const condition = visibility.condition(target, prefix);
      if (condition !== undefined && isTooDeep(condition)) throw unsayable(path, 'leads to');
      return condition;
    }),
  );
}

/** Most relationships of a path. */
export const mostLevels = 5;

const isTooDeep = (condition: Condition): boolean =>
  'conditions' in condition
    ? condition.conditions.some(isTooDeep)
    : 'path' in condition &&
      typeof condition.path === 'string' &&
      condition.path.split('.').length - 1 > mostLevels;

export const unsayable = (path: FieldPath, leads: string): UserInputError =>
  new UserInputError(
    `Expected no ${path} here: it ${leads} records of which you may see only some, and this statement can't leave out the others.`,
  );

export function pathsOf(expression: Expression | null): readonly FieldPath[] {
  if (expression === null) return [];
  if (typeof expression === 'string') return [expression];
  return 'fn' in expression ? pathsOf(expression.of) : [expression.distance];
}
