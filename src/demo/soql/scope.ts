/** Scope of one SELECT: paths to columns, and the joins they need. */

import type { FieldType } from '../../contract/crm/declaration.ts';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { memberAt } from '../../contract/member-at.ts';
import { SourceNames } from '../../soql/analysis.ts';
import type { FromClause } from '../../soql/query.ts';
import { quoted } from '../database/crm-table.ts';
import { raw, type Sql } from './sql.ts';
import { malformed, noSuchColumn, noSuchRelation, noSuchType } from './statement-error.ts';

/** Records reached by a path: of one object, or, over a polymorphic reference, of one of several. */
export interface PathTarget {
  readonly alternatives: readonly { readonly object: CrmObject; readonly alias: string }[];
  readonly polymorphic: boolean;
  /** The name the CRM gives records reached so. */
  readonly entity: string;
  /** False at the statement's own object; a parent may be missing. */
  readonly outer: boolean;
}

/** A value that can be selected, compared or ordered by. */
export interface ScopeColumn {
  readonly sql: Sql;
  /** Folded text for comparison and order, where it is stored: see fold. */
  readonly folded?: Sql;
  readonly type: FieldType;
  /** For messages. */
  readonly name: string;
  /** Never null. */
  readonly required: boolean;
  /** Reached through a parent that may be missing. */
  readonly outer: boolean;
  /** The declared field, when it is one and not computed. */
  readonly field: CrmField | null;
  readonly target: PathTarget | null;
}

/** A column of the engine's own making. */
export function computed(
  name: string,
  type: FieldType,
  value: Sql,
  { required, outer } = { required: false, outer: false },
): ScopeColumn {
  return { sql: value, type, name, required, outer, field: null, target: null };
}

/** Fields that all targets of a polymorphic reference share. */
const sharedFields = new Map(
  'Id Name Type FirstName LastName Email Phone Title Username Alias IsActive ProfileId UserRoleId'
    .split(' ')
    .map((name) => [name.toLowerCase(), name]),
);

const mostLevels = 5;

/** Hands out table aliases that no other SELECT of the statement has. */
export type Namer = () => string;

export function namer(): Namer {
  let n = 0;
  return () => `t${n++}`;
}

/** @throws StatementError INVALID_TYPE */
export function requireObject(model: CrmModel, name: string): CrmObject {
  const object = model.object(name);
  if (!object) throw noSuchType(name);
  return object;
}

export class Scope {
  readonly root: PathTarget;
  readonly object: CrmObject;
  readonly alias: string;
  readonly model: CrmModel;
  readonly newName: Namer;
  readonly #names: SourceNames;
  readonly #joins: string[] = [];
  readonly #places = new Map<string, PathTarget>();

  constructor(model: CrmModel, object: CrmObject, source: FromClause, newName: Namer) {
    this.model = model;
    this.object = object;
    this.newName = newName;
    this.alias = newName();
    this.#names = new SourceNames(source);
    this.root = {
      alternatives: [{ object, alias: this.alias }],
      polymorphic: false,
      entity: object.name,
      outer: false,
    };
  }

  /** `FROM "Contact" t0 LEFT JOIN …`: complete only when everything has been resolved. */
  from(): Sql {
    return raw([`FROM ${quoted(this.object.name)} ${this.alias}`, ...this.#joins].join(' '));
  }

  /** A path's parts, without the names FROM gave to its beginning. */
  relative(path: string): readonly string[] {
    const parts = this.#names.resolve(path);
    const [first = '', ...others] = parts;
    if (others.length === 0) return parts;
    const isOwnName = first.toLowerCase() === this.object.name.toLowerCase();
    return isOwnName && !this.model.relationship(this.object.name, first) ? others : parts;
  }

  /** Follows relationship names from the statement's object, or from `start`. */
  followPath(relations: readonly string[], text: string, start = this.root): PathTarget {
    if (relations.length > mostLevels) {
      throw malformed(
        `A relationship path may have at most ${mostLevels} levels, not ${relations.length}: ${text}`,
        text,
      );
    }
    let target = start;
    for (const relation of relations) {
      const from = target.alternatives.map(({ alias }) => alias).join('|');
      const key = `${from}.${relation.toLowerCase()}`;
      const next = this.#places.get(key) ?? this.#follow(target, relation, text);
      this.#places.set(key, next);
      target = next;
    }
    return target;
  }

  #follow(from: PathTarget, relation: string, text: string): PathTarget {
    const steps = from.alternatives.flatMap(({ object, alias }) => {
      const info = this.model.relationship(object.name, relation);
      return info ? [{ alias, info }] : [];
    });
    if (steps.length === 0) throw noSuchRelation(relation, text, text);
    const alternatives = steps.flatMap(({ alias, info }) =>
      info.targets.map((target) => {
        const name = this.newName();
        const on = `${name}."Id" = ${alias}.${quoted(info.field.name)}`;
        this.#joins.push(`LEFT JOIN ${quoted(target)} ${name} ON ${on}`);
        return { object: requireObject(this.model, target), alias: name };
      }),
    );
    const polymorphic = steps.some(({ info }) => info.polymorphic) || alternatives.length > 1;
    const entity = polymorphic ? 'Name' : memberAt(alternatives, 0).object.name;
    return { alternatives, polymorphic, entity, outer: true };
  }

  /** The column a dotted path names. @throws StatementError INVALID_FIELD */
  column(path: string): ScopeColumn {
    const relative = this.relative(path);
    const target = this.followPath(relative.slice(0, -1), path);
    return this.columnAt(target, relative.at(-1) ?? '', path);
  }

  columnAt(target: PathTarget, name: string, text = name): ScopeColumn {
    const column = target.polymorphic
      ? sharedColumn(this.model, target, name)
      : ownColumn(this.model, target, name);
    if (!column) throw noSuchColumn(name, target.entity, text);
    return column;
  }
}

function ownColumn(model: CrmModel, pathTarget: PathTarget, name: string): ScopeColumn | undefined {
  const target = pathTarget.alternatives[0];
  const field = target && model.field(target.object.name, name);
  if (!target || !field) return undefined;
  const isName = field.name === target.object.nameField;
  return {
    sql: raw(`${target.alias}.${quoted(field.name)}`),
    ...(isName ? { folded: raw(`${target.alias}._sort`) } : {}),
    type: field.spec.type,
    name: field.name,
    required: field.spec.required === true && !pathTarget.outer,
    outer: pathTarget.outer,
    field,
    target: pathTarget,
  };
}

/** A field shared by all that a polymorphic reference leads to: from whichever record is there. */
function sharedColumn(
  model: CrmModel,
  target: PathTarget,
  givenName: string,
): ScopeColumn | undefined {
  const name = sharedFields.get(givenName.toLowerCase());
  if (!name) return undefined;
  const base = { name, required: false, outer: true, field: null, target } as const;
  if (name === 'Type') {
    const cases = target.alternatives.map(
      ({ object, alias }) => `WHEN ${alias}.Id IS NOT NULL THEN '${object.name}'`,
    );
    return { ...base, type: 'picklist', sql: raw(`(CASE ${cases.join(' ')} END) COLLATE NOCASE`) };
  }
  const sources = target.alternatives.flatMap(({ object, alias }) => {
    const field = model.field(object.name, name === 'Name' ? object.nameField : name);
    return field ? [{ text: `${alias}.${quoted(field.name)}`, type: field.spec.type }] : [];
  });
  const first = sources[0];
  if (!first) return undefined;
  const texts = sources.map((source) => source.text);
  const value = texts.length === 1 ? first.text : `COALESCE(${texts.join(', ')})`;
  const collation = name === 'Id' || name.endsWith('Id') ? '' : ' COLLATE NOCASE';
  return { ...base, type: first.type, sql: raw(`${value}${collation}`) };
}
