/** Policy of free queries: every object that a query reaches, by FROM, by path or by subquery, is on a list. */

import { SourceNames, selectedValue } from './analysis.ts';
import { shown } from './literal.ts';
import type { Condition, Expression, FieldPath, FromClause, Query, SelectItem } from './query.ts';

export interface FreeQueryPolicy {
  /** Names of readable objects, in any case; null when all are. */
  readonly allowedObjects: ReadonlySet<string> | null;
  /** Largest LIMIT of a query, and the default one. */
  readonly maxLimit: number;
  /** Targets of relationships. With a list of objects and without these, no relationship can be followed. */
  readonly relations?: Relations;
}

/** Relationships of the CRM. Names come as the query spells them: compare without case. */
interface Relations {
  /** Objects a parent relationship may point to (several when polymorphic); null when unknown. */
  parents(object: string, relationship: string): readonly string[] | null;
  /** Object of a child relationship; null when unknown. */
  child(object: string, relationship: string): string | null;
}

/** Makes the error of a part of the statement; `name` is found in its text. */
export type Refuse = (reason: string, name: string) => Error;

/**
 * Checks every object that a query reaches.
 * @throws the error of `refuse`, for the first object or relationship that is not allowed
 */
export function checkAllowedObjects(query: Query, policy: FreeQueryPolicy, refuse: Refuse): void {
  if (policy.allowedObjects === null) return;
  const guard = new Guard(policy.allowedObjects, policy.relations, refuse);
  guard.query(query, guard.object(query.object, query.object));
}

class Guard {
  readonly #allowed: ReadonlyMap<string, string>;
  readonly #relations: Relations | undefined;
  readonly #refuse: Refuse;

  constructor(allowed: ReadonlySet<string>, relations: Relations | undefined, refuse: Refuse) {
    this.#allowed = new Map([...allowed].map((name) => [name.toLowerCase(), name]));
    this.#relations = relations;
    this.#refuse = refuse;
  }

  /** The object's name as the list spells it. @param written the part of the statement that leads there. */
  object(name: string, written: string): string {
    const spelled = this.#allowed.get(name.toLowerCase());
    if (spelled !== undefined) return spelled;
    throw this.#refuse(`${shown(name)} is not among the objects that may be queried`, written);
  }

  query(query: Query, object: string): void {
    const path = this.#pathsOf(query, object);
    for (const parent of query.parents ?? []) path(`${parent.alias}.Id`);
    for (const selection of query.select) this.#selection(selection, object, path);
    this.#condition(query.where, path);
    this.#condition(query.having, path);
    for (const key of query.groupBy ?? []) expressionPath(key, path);
    for (const { path: key } of query.orderBy ?? []) expressionPath(key, path);
  }

  #selection(selection: SelectItem, object: string, path: (path: FieldPath) => void): void {
    const value = selectedValue(selection);
    if (value !== null) expressionPath(value, path);
    if (typeof selection === 'string') return;
    if ('subquery' in selection) {
      const { object: relationship } = selection.subquery;
      this.query(selection.subquery, this.#child(object, relationship));
    }
    if ('typeof' in selection) {
      path(selection.typeof);
      for (const { object: name, select } of selection.when) {
        const target = this.object(name, name);
        for (const each of select) this.#pathsOf({ object: target }, target)(each);
      }
      for (const each of selection.otherwise ?? []) path(`${selection.typeof}.${each}`);
    }
  }

  #condition(condition: Condition | undefined, path: (path: FieldPath) => void): void {
    if (condition === undefined) return;
    if ('path' in condition) expressionPath(condition.path, path);
    if ('condition' in condition) this.#condition(condition.condition, path);
    if ('conditions' in condition) {
      for (const part of condition.conditions) this.#condition(part, path);
    }
    if ('query' in condition) {
      const { field, where, ...source } = condition.query;
      const inner = this.#pathsOf(source, this.object(source.object, source.object));
      inner(field);
      this.#condition(where, inner);
    }
  }

  /** Follows a path's relationships; each object on the way must be allowed. */
  #pathsOf(source: FromClause, object: string): (path: FieldPath) => void {
    const names = new SourceNames(source);
    return (path) => {
      const relationships = names.resolve(path).slice(0, -1);
      const [first] = relationships;
      const isItself =
        first?.toLowerCase() === object.toLowerCase() &&
        (this.#relations?.parents(object, first) ?? null) === null;
      let reached: readonly string[] = [object];
      for (const relationship of isItself ? relationships.slice(1) : relationships) {
        const targets = reached.flatMap((from) => this.#parents(from, relationship, path));
        reached = [...new Set(targets)];
      }
    };
  }

  #parents(from: string, relationship: string, path: FieldPath): readonly string[] {
    const targets = this.#relations?.parents(from, relationship) ?? null;
    if (targets === null) throw this.#unknown(from, relationship, path);
    return targets.map((name) => this.object(name, path));
  }

  #child(object: string, relationship: string): string {
    const child = this.#relations?.child(object, relationship) ?? null;
    if (child === null) throw this.#unknown(object, relationship, relationship);
    return this.object(child, relationship);
  }

  #unknown(object: string, relationship: string, written: string): Error {
    const reason = `${object} has no relationship ${shown(relationship)} that may be followed in a query`;
    return this.#refuse(reason, written);
  }
}

function expressionPath(expression: Expression, path: (path: FieldPath) => void): void {
  if (typeof expression === 'string') path(expression);
  else if ('distance' in expression) path(expression.distance);
  else if (expression.of !== null) expressionPath(expression.of, path);
}
