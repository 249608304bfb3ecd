/** Projection of a row query: the columns it reads, and the shape of the records made of them. */

import type { FieldType } from '../../contract/crm/declaration.ts';
import type { CrmField, CrmObject } from '../../contract/crm/model.ts';
import { isCustomName } from '../../contract/crm/naming.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type {
  Expression,
  FieldPath,
  FieldsSelection,
  Query,
  TypeofSelection,
} from '../../soql/query.ts';
import { maxWideRows } from '../../soql/statement-limit.ts';
import { corporateCurrency } from '../company/currency.ts';
import {
  attributesOf,
  bodyPath,
  quoted,
  storedAddressFields,
  wireValue,
} from '../database/crm-table.ts';
import { currencyOf } from './currency.ts';
import { argumentOf, columnOf, isDateFunction, nameIn } from './expression.ts';
import { type PathTarget, requireObject, type Scope, type ScopeColumn } from './scope.ts';
import { type Cells, Columns, raw } from './sql.ts';
import { invalidField, malformed, noSuchRelation, StatementError } from './statement-error.ts';

/** Child results of a page by plan and parent id, gathered before its records are built. */
export type Gathered = ReadonlyMap<object, ReadonlyMap<string, unknown>>;

type Read = (cells: Cells, gathered: Gathered) => unknown;

/** A record, or a parent inside one; members keep the order of the SELECT list. */
export class RecordShape {
  /** Null for a missing parent. */
  readonly #attributes: (cells: Cells) => Row | null;
  readonly #members = new Map<string, { readonly key: string; readonly read: Read }>();
  readonly #parents = new Map<string, RecordShape>();

  constructor(attributes: (cells: Cells) => Row | null) {
    this.#attributes = attributes;
  }

  /** @throws StatementError INVALID_FIELD when the key is there already. */
  add(key: string, read: Read, text: string): void {
    const name = key.toLowerCase();
    if (this.#members.has(name)) throw invalidField(`duplicate field selected: ${text}`, text);
    this.#members.set(name, { key, read });
  }

  /** The parent under this key; made on its first mention. */
  parent(key: string, text: string, make: () => RecordShape): RecordShape {
    const existing = this.#parents.get(key);
    if (existing) return existing;
    const shape = make();
    this.add(key, (cells, gathered) => shape.read(cells, gathered), text);
    this.#parents.set(key, shape);
    return shape;
  }

  read(cells: Cells, gathered: Gathered): Row | null {
    const attributes = this.#attributes(cells);
    if (attributes === null) return null;
    const record: Record<string, unknown> = { attributes };
    for (const { key, read } of this.#members.values()) record[key] = read(cells, gathered);
    return record;
  }
}

/** Positions of the row's number and the record's id among the cells. */
export const numberCell = 0;
export const idCell = 1;

export class Projection {
  readonly columns = new Columns();
  readonly root: RecordShape;
  readonly #scope: Scope;
  #unnamed = 0;

  constructor(scope: Scope) {
    this.#scope = scope;
    this.columns.add(raw(`${scope.alias}._row`));
    this.columns.add(raw(`${scope.alias}."Id"`));
    this.root = this.#shape(scope.root);
  }

  /** Adds everything selected, in its order; child subqueries are left to the caller. @throws StatementError */
  addAll(query: Query, addChildren: (query: Query) => void): void {
    for (const selection of query.select) {
      if (typeof selection === 'string') this.#addOwnPath(selection, printStored);
      else if ('subquery' in selection) addChildren(selection.subquery);
      else if ('typeof' in selection) this.#addTypeof(selection);
      else if ('fields' in selection) {
        for (const name of fieldsOf(this.#scope.object, selection.fields, query)) {
          this.#addPath(this.root, this.#scope.root, [name], name);
        }
      } else if ('expression' in selection) this.#addAliased(selection.expression, selection.alias);
      else this.#addCall(selection, null);
    }
  }

  #addAliased(expression: Expression, alias: string): void {
    if (typeof expression !== 'string') this.#addCall(expression, alias);
    else throw malformed('only aggregate expressions use field aliasing', expression);
  }

  #addOwnPath(path: FieldPath, print: Print): void {
    this.#addPath(this.root, this.#scope.root, this.#scope.relative(path), path, print);
  }

  /** toLabel(Status) comes back as Status; date functions and distances as expr0 unless they have an alias. */
  #addCall(call: Exclude<Expression, string>, alias: string | null): void {
    const isFormat = 'fn' in call && call.fn === 'FORMAT';
    const print: Print = isFormat ? formatValue : printStored;
    let inner: Expression = isFormat ? argumentOf(call) : call;
    const column = columnOf(this.#scope, inner);
    while (typeof inner === 'object' && 'fn' in inner && !isDateFunction(inner.fn)) {
      inner = argumentOf(inner);
    }
    if (alias === null && typeof inner === 'string')
      this.#addPath(this.root, this.#scope.root, this.#scope.relative(inner), inner, print, column);
    else {
      const read = this.#readColumn(column, print);
      this.root.add(alias ?? `expr${this.#unnamed++}`, read, alias ?? nameIn(call));
    }
  }

  /** Adds the field to the shape of the path's parent, and creates the shapes on the way. */
  #addPath(
    shape: RecordShape,
    start: PathTarget,
    path: readonly string[],
    text: string,
    print: Print = printStored,
    value?: ScopeColumn,
  ): void {
    let target = start;
    let at = shape;
    for (const relation of path.slice(0, -1)) {
      const next = this.#scope.followPath([relation], text, target);
      at = at.parent(this.#relationName(target, relation), text, () => this.#shape(next));
      target = next;
    }
    // Counts the levels of the whole path.
    this.#scope.followPath(path.slice(0, -1), text, start);
    const column = this.#scope.columnAt(target, path.at(-1) ?? '', text);
    at.add(column.name, this.#readColumn(value ?? column, print), text);
  }

  #relationName(target: PathTarget, relation: string): string {
    for (const { object } of target.alternatives) {
      const relationship = this.#scope.model.relationship(object.name, relation);
      if (relationship) return relationship.name;
    }
    return relation;
  }

  /** A record of the place. Over a polymorphic reference its type is Name; its url shows the object. */
  #shape(target: PathTarget): RecordShape {
    const id = this.columns.add(this.#scope.columnAt(target, 'Id').sql);
    return new RecordShape((cells) => {
      const value = cells[id];
      if (typeof value !== 'string') return null;
      const attributes = attributesOf(this.#objectOfId(value, target), value);
      return target.polymorphic ? { ...attributes, type: target.entity } : attributes;
    });
  }

  #objectOfId(id: string, target: PathTarget): string {
    const object = target.polymorphic ? this.#scope.model.objectOfId(id) : undefined;
    return object?.name ?? target.alternatives[0]?.object.name ?? target.entity;
  }

  #readColumn(column: ScopeColumn, print: Print): Read {
    const { field, target: reached, type } = column;
    const target = reached?.alternatives[0];
    if (field && target && type === 'address') return this.#readAddress(field, target);
    if (field && target && type === 'base64') {
      const id = this.columns.add(raw(`${target.alias}."Id"`));
      return (cells) => bodyPath(target.object.name, String(cells[id]), field.name);
    }
    const position = this.columns.add(column.sql);
    const currency = print === printStored ? null : currencyOf(column);
    if (currency === null) return (cells) => print(type, cells[position]);
    const code = this.columns.add(currency);
    return (cells) => print(type, cells[position], cells[code]);
  }

  /** All parts, or null when there is none. */
  #readAddress(field: CrmField, { object, alias }: PathTarget['alternatives'][number]): Read {
    const parts = storedAddressFields(object, field.spec).map(
      ([key, name]) => [key, this.columns.add(raw(`${alias}.${quoted(name)}`))] as const,
    );
    return (cells) => {
      if (parts.every(([, position]) => cells[position] === null)) return null;
      return Object.fromEntries(parts.map(([key, position]) => [key, cells[position]]));
    };
  }

  #addTypeof(selection: TypeofSelection): void {
    const path = this.#scope.relative(selection.typeof);
    const relation = path.at(-1) ?? '';
    if (path.length > 1)
      throw malformed('TYPEOF takes a relationship of the object itself', relation);
    const owner = this.#scope.followPath([relation], relation);
    if (!owner.polymorphic) {
      throw malformed(`TYPEOF takes a polymorphic relationship, not '${relation}'`, relation);
    }
    const branches = new Map<string, RecordShape>();
    for (const { object: name, select } of selection.when) {
      const object = requireObject(this.#scope.model, name);
      const target = owner.alternatives.find((alternative) => alternative.object === object);
      if (!target) throw noSuchRelation(name, `TYPEOF ${relation}`, name);
      const single: PathTarget = {
        ...owner,
        alternatives: [target],
        polymorphic: false,
        entity: object.name,
      };
      const shape = this.#shape(single);
      for (const text of select) this.#addPath(shape, single, text.split('.'), text);
      branches.set(object.name, shape);
    }
    const otherwise = this.#shape(owner);
    for (const text of selection.otherwise ?? []) {
      this.#addPath(otherwise, owner, text.split('.'), text);
    }
    const id = this.columns.add(this.#scope.columnAt(owner, 'Id').sql);
    const key = this.#relationName(this.#scope.root, relation);
    this.root.add(
      key,
      (cells, gathered) => {
        const object = this.#scope.model.objectOfId(String(cells[id]));
        return ((object && branches.get(object.name)) ?? otherwise).read(cells, gathered);
      },
      relation,
    );
  }
}

/** @param currency code of an amount's own. */
type Print = (type: FieldType, stored: unknown, currency?: unknown) => unknown;

const printStored: Print = wireValue;

/** Names of the fields. @throws StatementError where the CRM refuses the selector. */
function fieldsOf(
  object: CrmObject,
  group: FieldsSelection['fields'],
  query: Query,
): readonly string[] {
  if (!object.fieldsSelector) {
    throw new StatementError(
      'INVALID_TYPE',
      `The SOQL FIELDS function is not supported for ${object.name}: name its fields`,
      'FIELDS',
    );
  }
  if (group !== 'STANDARD' && (query.limit ?? Number.POSITIVE_INFINITY) > maxWideRows) {
    throw malformed(
      `The SOQL FIELDS function must have a LIMIT of at most ${maxWideRows}`,
      'FIELDS',
    );
  }
  if (query.groupBy !== undefined) {
    throw malformed('The SOQL FIELDS function is not supported with GROUP BY', 'FIELDS');
  }
  const fits = (isCustom: boolean): boolean => group === 'ALL' || isCustom === (group === 'CUSTOM');
  return object.fields.map(({ name }) => name).filter((name) => fits(isCustomName(name)));
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18 });
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A stored value for reading; null and text stay as they are. */
export function formatValue(type: FieldType, stored: unknown, currency?: unknown): unknown {
  if (typeof stored === 'number' && type !== 'boolean') {
    if (type === 'currency')
      return stored.toLocaleString('en-US', {
        style: 'currency',
        currency: String(currency ?? corporateCurrency),
      });
    return type === 'percent' ? `${number.format(stored)}%` : number.format(stored);
  }
  if (typeof stored !== 'string') return stored;
  if (type === 'date') return day.format(new Date(`${stored}T00:00:00Z`));
  return type === 'datetime' ? time.format(new Date(stored)) : stored;
}
