/** What a free query may read: every object it reaches, by FROM, by path or by subquery, is on the list. */

import type {
  FieldFunctionExpression,
  FunctionExp,
  HavingClause,
  Query,
  Subquery,
  WhereClause,
} from '@jetstreamapp/soql-parser-js';
import { UserInputError } from '../errors.ts';
import { shown } from './literal.ts';

export interface FreeQueryPolicy {
  /** Objects that may be read; null when all may. Upper and lower case are one, as in SOQL. */
  readonly allowedObjects: ReadonlySet<string> | null;
  /** Most rows of a query: the LIMIT it gets, and the bound of the one it has. */
  readonly maxLimit: number;
  /** Where relationships lead. Without it, and with a list, no relationship can be followed. */
  readonly relations?: Relations;
}

/** What is known of the CRM's relationships. Names come as the query spells them: compare without case. */
export interface Relations {
  /** Objects a parent relationship may point to (several when polymorphic); null when unknown. */
  parents(object: string, relationship: string): readonly string[] | null;
  /** Object of a child relationship; null when unknown. */
  child(object: string, relationship: string): string | null;
}

/** @throws UserInputError naming the first object or relationship out of bounds. */
export function checkPolicy(query: Query, policy: FreeQueryPolicy): void {
  if (policy.allowedObjects === null) return;
  const guard = new Guard(policy.allowedObjects, policy.relations);
  guard.query(query, guard.object(query.sObject ?? ''));
}

class Guard {
  readonly #allowed: ReadonlyMap<string, string>;
  readonly #relations: Relations | undefined;

  constructor(allowed: ReadonlySet<string>, relations: Relations | undefined) {
    this.#allowed = new Map([...allowed].map((name) => [name.toLowerCase(), name]));
    this.#relations = relations;
  }

  /** The object's name as the list spells it. */
  object(name: string): string {
    const known = this.#allowed.get(name.toLowerCase());
    if (known !== undefined) return known;
    throw new UserInputError(`${shown(name)} is not among the objects that may be queried`);
  }

  query(query: Query | Subquery, object: string): void {
    const path = (text: string): void => this.#path(query, object, text);
    for (const field of query.fields ?? []) {
      switch (field.type) {
        case 'Field':
          break;
        case 'FieldRelationship':
          path([...field.relationships, field.field].join('.'));
          break;
        case 'FieldFunctionExpression':
          this.#call(field, path);
          break;
        case 'FieldSubquery':
          this.query(field.subquery, this.#child(object, field.subquery.relationshipName));
          break;
        case 'FieldTypeof':
          for (const condition of field.conditions) {
            if (condition.objectType !== undefined) {
              const target = this.object(condition.objectType);
              for (const name of condition.fieldList) this.#path(null, target, name);
            } else {
              for (const name of condition.fieldList) path(`${field.field}.${name}`);
            }
          }
          break;
      }
    }
    this.#condition(query.where, path);
    this.#condition(query.having, path);
    for (const key of [list(query.groupBy), list(query.orderBy)].flat()) {
      if ('fn' in key) this.#call(key.fn, path);
      else path(key.field);
    }
  }

  #condition(
    clause: WhereClause | HavingClause | null | undefined,
    path: (text: string) => void,
  ): void {
    for (let rest = clause; rest; rest = 'right' in rest ? rest.right : undefined) {
      const left = rest.left;
      if (left === null) continue;
      if ('fn' in left) this.#call(left.fn, path);
      if ('field' in left) path(left.field);
      if ('valueQuery' in left) {
        this.query(left.valueQuery, this.object(left.valueQuery.sObject ?? ''));
      }
    }
  }

  #call(call: FunctionExp | FieldFunctionExpression, path: (text: string) => void): void {
    for (const inner of call.parameters ?? []) {
      if (typeof inner !== 'string') this.#call(inner, path);
      else if (/^[A-Za-z]/.test(inner)) path(inner);
    }
  }

  /** Follows a path's relationships; each object on the way must be allowed. */
  #path(query: Query | Subquery | null, object: string, text: string): void {
    const relationships = text.split('.').slice(0, -1);
    const [first] = relationships;
    if (first === undefined) return;
    const alias = query?.sObjectAlias?.toLowerCase() === first.toLowerCase();
    const itself =
      first.toLowerCase() === object.toLowerCase() &&
      (this.#relations?.parents(object, first) ?? null) === null;
    if (alias || itself) relationships.shift();
    let reached: readonly string[] = [object];
    for (const relationship of relationships) {
      reached = reached.flatMap((from) => {
        const targets = this.#relations?.parents(from, relationship) ?? null;
        if (targets === null) throw unknownRelationship(from, relationship);
        return targets.map((name) => this.object(name));
      });
    }
  }

  #child(object: string, relationship: string): string {
    const child = this.#relations?.child(object, relationship) ?? null;
    if (child === null) throw unknownRelationship(object, relationship);
    return this.object(child);
  }
}

function unknownRelationship(object: string, relationship: string): UserInputError {
  return new UserInputError(
    `${object} has no relationship ${shown(relationship)} that may be followed in a query`,
  );
}

function list<T>(clause: T | T[] | undefined): T[] {
  if (clause === undefined) return [];
  return Array.isArray(clause) ? clause : [clause];
}
