/** A statement among the objects that its user sees: fields, parents, and the refusals of both. */

import type { Child, CrmSchema, Field, ObjectShape } from './crm-schema.ts';
import { crmRefusal, syntaxRefusal } from './refusal.ts';
import type { Expression, Statement } from './soql-text.ts';
import { datePart, type Value } from './soql-value.ts';

export type CrmRecord = Readonly<Record<string, Value>>;
export type Tables = Readonly<Record<string, readonly CrmRecord[]>>;
export type Answered = Readonly<Record<string, unknown>>;

export interface SoqlContext {
  readonly schema: CrmSchema;
  readonly tables: Tables;
  readonly now: number;
  /** Archived and deleted records, too. */
  readonly takesAll: boolean;
}

export interface Resolved {
  readonly type: string;
  readonly name: string;
  readonly read: (record: CrmRecord) => Value;
}

const onlyShown = /^(?:TOLABEL|FORMAT|CONVERTCURRENCY|CONVERTTIMEZONE)$/;
/** Published: long texts are neither filtered nor sorted by. */
const isLong = ({ name, type }: Pick<Field, 'name' | 'type'>): boolean =>
  (type === 'textarea' && /^(?:Description|Body|CommentBody)$/.test(name)) || type === 'base64';

/** Records by the first 15 characters of their ids. */
const indexes = new WeakMap<readonly CrmRecord[], ReadonlyMap<string, CrmRecord>>();

function indexOf(records: readonly CrmRecord[]): ReadonlyMap<string, CrmRecord> {
  const index =
    indexes.get(records) ?? new Map(records.map((one) => [String(one.Id).slice(0, 15), one]));
  indexes.set(records, index);
  return index;
}

export class SoqlScope {
  readonly context: SoqlContext;
  readonly statement: Statement;
  readonly shape: ObjectShape;

  /** @param child the list of which the statement is the subquery */
  constructor(context: SoqlContext, statement: Statement, child: Child | null) {
    this.context = context;
    this.statement = statement;
    const shape = context.schema.object(child?.object ?? statement.object);
    if (shape === null) throw this.refuse('INVALID_TYPE', unknownObject(statement.object));
    this.shape = shape;
  }

  byId(object: string, id: string): CrmRecord | null {
    return indexOf(this.context.tables[object] ?? []).get(id.slice(0, 15)) ?? null;
  }

  /** The parent record of a reference, and of which object it is. */
  parentOf(field: Field, record: CrmRecord): readonly [string, CrmRecord] | null {
    const id = record[field.name];
    if (typeof id !== 'string') return null;
    for (const target of field.targets) {
      const parent = this.byId(target, id);
      if (parent !== null) return [target, parent];
    }
    return null;
  }

  reference(shape: ObjectShape, relationship: string): Field | null {
    const name = relationship.toLowerCase();
    const fields = [...shape.fields.values()];
    return fields.find((field) => field.relationship?.toLowerCase() === name) ?? null;
  }

  /** A field or a function of one, with its type. */
  resolve(expression: Expression): Resolved {
    if ('path' in expression) return this.#path(expression.path, expression.at);
    const { call, of } = expression;
    if (of === null) throw this.unexpected(call, expression.at);
    const inner = this.resolve(of);
    if (onlyShown.test(call)) return inner;
    if (datePart(call, '2000-01-01') === undefined) throw this.unexpected(call, expression.at);
    return {
      type: call === 'DAY_ONLY' ? 'date' : 'int',
      name: inner.name,
      read: (record) => datePart(call, inner.read(record)) ?? null,
    };
  }

  #path(path: string, at: number): Resolved {
    const parts = this.parts(path);
    let { shape } = this;
    let reach = (record: CrmRecord): CrmRecord | null => record;
    for (const part of parts.slice(0, -1)) {
      const field = this.reference(shape, part);
      const parent = field === null ? null : this.context.schema.parent(field);
      if (field === null || parent === null)
        throw this.refuse('INVALID_FIELD', unknownRelationship(part, 'field path'), at);
      const before = reach;
      reach = (record) => {
        const child = before(record);
        const found = child === null ? null : this.parentOf(field, child);
        return found && { ...found[1], Type: found[1].Type ?? found[0] };
      };
      shape = parent;
    }
    const name = parts.at(-1) ?? '';
    const field = shape.fields.get(name.toLowerCase());
    if (field === undefined) throw this.refuse('INVALID_FIELD', unknownField(name, shape.name), at);
    return {
      name: field.name,
      type: field.type,
      read: (record) => reach(record)?.[field.name] ?? null,
    };
  }

  /** The names of a path; one may begin with the object's own. */
  parts(path: string): readonly string[] {
    const parts = path.split('.');
    const isOwn = parts.length > 1 && parts[0]?.toLowerCase() === this.shape.name.toLowerCase();
    return isOwn ? parts.slice(1) : parts;
  }

  /** @param what is done with it: a long text can only be shown */
  filterable(expression: Expression, what: string): Resolved {
    const resolved = this.resolve(expression);
    if (!isLong(resolved) && resolved.type !== 'address') return resolved;
    const message = `field '${resolved.name}' can not be ${what} in a query call`;
    throw crmRefusal(400, 'INVALID_FIELD', message);
  }

  unexpected(token: string, at: number) {
    return syntaxRefusal(this.statement.text, at, `unexpected token: '${token}'`);
  }

  refuse(errorCode: string, message: string, at: number | null = null) {
    return at === null
      ? crmRefusal(400, errorCode, message)
      : syntaxRefusal(this.statement.text, at, message, errorCode);
  }
}

const described = 'Please reference your WSDL or the describe call for the appropriate names.';
const unknownObject = (name: string): string =>
  `sObject type '${name}' is not supported. If you are attempting to use a custom object, be sure to append the '__c' after the entity name. ${described}`;
const unknownField = (name: string, object: string): string =>
  `No such column '${name}' on entity '${object}'. If you are attempting to use a custom field, be sure to append the '__c' after the custom field name. ${described}`;
export const unknownRelationship = (name: string, place: string): string =>
  `Didn't understand relationship '${name}' in ${place}. If you are attempting to use a custom relationship, be sure to append the '__r' after the custom relationship name. ${described}`;
