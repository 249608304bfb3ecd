/**
 * Object descriptions: an object's fields, picklist values and record types as the CRM tells them now. Own accounts
 * hand out its description; any other service is asked by SOQL, which knows all but what a record type allows.
 */

import { objectDescriptions, query, recordTypePicklists } from '../../contract/crm/entity.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { isCustomName } from '../../contract/crm/naming.ts';
import { type EntitySpec, freshness } from '../../contract/entity-spec.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { HiddenPartError, UpstreamError, UserInputError } from '../../errors.ts';
import { TracedLoader } from '../../fetch/batch-loader.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';

export interface PicklistValue {
  readonly value: string;
  readonly label: string;
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

export interface Picklist {
  readonly field: string;
  readonly values: readonly PicklistValue[];
}

export interface FieldDescription {
  readonly object: CrmObject;
  readonly name: string;
  readonly label: string | null;
  /** As the CRM's own description names it: `picklist`, `currency` … */
  readonly type: string;
  readonly isNillable: boolean | null;
  /** Null where they have to be asked for. */
  readonly values: readonly PicklistValue[] | null;
}

export interface RecordTypeDescription {
  readonly object: string;
  readonly id: string;
  readonly name: string | null;
  readonly developerName: string | null;
  readonly isActive: boolean | null;
  /** Null where SOQL alone answers: it does not know whose types they are. */
  readonly isAvailable: boolean | null;
  readonly isDefault: boolean | null;
  readonly isMaster: boolean;
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const flagOr = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const listOf = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const descriptions = memoizeByRequestKey<string, Promise<Row>>();

/** The CRM's own description of an object. @throws HiddenPartError where its user may not read the object */
const describedObject = (context: GraphContext, object: CrmObject): Promise<Row> =>
  descriptions(context, object.name, async () => {
    const options = executeOptions(context);
    const params = { id: object.name };
    const { rows } = await context.connector.execute(objectDescriptions, 'get', params, options);
    const [row] = rows;
    if (row === undefined) throw new HiddenPartError(object.name, listSite(object.entity));
    return row;
  });

/** Rows of a statement on what describes the CRM, which changes as rarely as settings. */
async function definitionRows(context: GraphContext, statement: Query): Promise<readonly Row[]> {
  const entity: EntitySpec = {
    ...query,
    cachedAs: `query ${statement.object}`,
    freshness: freshness.settings,
  };
  const q = printQuery({ ...statement, limit: maxRows });
  const options = executeOptions(context);
  const { rows, page } = await context.connector.execute(entity, 'list', { q }, options);
  const announced = Math.min(page.total ?? rows.length, maxRows);
  if (page.done && rows.length >= announced) return rows;
  const message = `Expected ${announced} rows of ${statement.object}, got ${rows.length}.`;
  throw new UpstreamError('UPSTREAM_BAD_RESPONSE', message, listSite(entity), { retryable: true });
}

const particles = memoizeByRequestKey<string, Promise<readonly Row[]>>();

const fieldRows = (context: GraphContext, { name, entity }: CrmObject): Promise<readonly Row[]> =>
  particles(context, name, async () => {
    const rows = await definitionRows(context, {
      object: 'EntityParticle',
      select: ['QualifiedApiName', 'Label', 'DataType', 'IsNillable', 'EntityDefinition.Label'],
      where: { op: 'eq', path: 'EntityDefinition.QualifiedApiName', value: name },
    });
    if (rows.length === 0) throw new HiddenPartError(name, listSite(entity));
    return rows;
  });

/** What people call the object. */
export async function objectLabel(
  context: GraphContext,
  object: CrmObject,
): Promise<string | null> {
  if (context.connector.describesFields())
    return textOr((await describedObject(context, object)).label);
  const [row] = await fieldRows(context, object);
  return isObject(row?.EntityDefinition) ? textOr(row.EntityDefinition.Label) : null;
}

/** The fields that the CRM shows its user, in its order. */
export async function describedFields(
  context: GraphContext,
  object: CrmObject,
): Promise<readonly FieldDescription[]> {
  if (!context.connector.describesFields())
    return (await fieldRows(context, object)).map((row) => ({
      object,
      name: String(row.QualifiedApiName),
      label: textOr(row.Label),
      type: String(row.DataType).toLowerCase(),
      isNillable: flagOr(row.IsNillable),
      values: null,
    }));
  const { fields } = await describedObject(context, object);
  return listOf(fields).map((field) => ({
    object,
    name: String(field.name),
    label: textOr(field.label),
    type: String(field.type),
    isNillable: flagOr(field.nillable),
    values: listOf(field.picklistValues).map((entry) => ({
      value: String(entry.value),
      label: textOr(entry.label) ?? String(entry.value),
      isActive: entry.active !== false,
      isDefault: entry.defaultValue === true,
    })),
  }));
}

export const isCustomField = ({ name }: FieldDescription): boolean => isCustomName(name);

const picklistTypes = new Set(['picklist', 'multipicklist', 'combobox']);

/** The values of a field; null for one that has no list of them. */
export async function picklistValues(
  context: GraphContext,
  { object, name, type, values }: FieldDescription,
): Promise<readonly PicklistValue[] | null> {
  if (!picklistTypes.has(type)) return null;
  return values ?? (await valueLoader(context, object).load(name));
}

const loaders = memoizeByRequestKey<string, TracedLoader<string, readonly PicklistValue[]>>();

/** Fields of a statement: their values, most often some dozens, fit into its one page. */
const fieldsAtOnce = 25;

const valueLoader = (context: GraphContext, object: CrmObject) =>
  loaders(
    context,
    object.name,
    () =>
      new TracedLoader<string, readonly PicklistValue[]>(
        async (names) => {
          const values = await readValues(context, object, names);
          return names.map((name) => values.get(name) ?? []);
        },
        { maxBatchSize: fieldsAtOnce },
      ),
  );

async function readValues(
  context: GraphContext,
  object: CrmObject,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly PicklistValue[]>> {
  const field = 'EntityParticle.QualifiedApiName';
  const rows = await definitionRows(context, {
    object: 'PicklistValueInfo',
    select: [field, 'Value', 'Label', 'IsActive', 'IsDefaultValue'],
    where: {
      op: 'and',
      conditions: [
        { op: 'eq', path: 'EntityParticle.EntityDefinition.QualifiedApiName', value: object.name },
        { op: 'in', path: field, values: names },
      ],
    },
  });
  if (rows.length >= maxRows && names.length > 1) {
    const half = Math.ceil(names.length / 2);
    const parts = [names.slice(0, half), names.slice(half)];
    const read = await Promise.all(parts.map((part) => readValues(context, object, part)));
    return new Map(read.flatMap((values) => [...values]));
  }
  const values = new Map<string, PicklistValue[]>();
  for (const { EntityParticle: of, ...row } of rows) {
    if (!isObject(of)) continue;
    const name = String(of.QualifiedApiName);
    const value = String(row.Value);
    const list = values.get(name) ?? [];
    list.push({
      value,
      label: textOr(row.Label) ?? value,
      isActive: row.IsActive !== false,
      isDefault: row.IsDefaultValue === true,
    });
    values.set(name, list);
  }
  return values;
}

/** The kinds of an object's records. */
export async function describedRecordTypes(
  context: GraphContext,
  object: CrmObject,
): Promise<readonly RecordTypeDescription[]> {
  if (context.connector.describesFields()) {
    const { recordTypeInfos } = await describedObject(context, object);
    return listOf(recordTypeInfos).map((info) => ({
      object: object.name,
      id: String(info.recordTypeId),
      name: textOr(info.name),
      developerName: textOr(info.developerName),
      isActive: flagOr(info.active),
      isAvailable: flagOr(info.available),
      isDefault: flagOr(info.defaultRecordTypeMapping),
      isMaster: info.master === true,
    }));
  }
  const rows = await definitionRows(context, {
    object: 'RecordType',
    select: ['Id', 'Name', 'DeveloperName', 'IsActive'],
    where: { op: 'eq', path: 'SobjectType', value: object.name },
    orderBy: [{ path: 'Id', direction: 'asc' }],
  });
  return rows.map((row) => ({
    object: object.name,
    id: String(row.Id),
    name: textOr(row.Name),
    developerName: textOr(row.DeveloperName),
    isActive: flagOr(row.IsActive),
    isAvailable: null,
    isDefault: null,
    isMaster: false,
  }));
}

const allowed = memoizeByRequestKey<string, Promise<readonly Picklist[]>>();

/**
 * What a record type lets a record have in each of its picklists.
 * @throws UserInputError where SOQL alone answers, which has no such object
 */
export function allowedPicklists(
  context: GraphContext,
  object: string,
  id: string,
): Promise<readonly Picklist[]> {
  if (!context.connector.describesFields())
    throw new UserInputError(
      'Expected no `picklists`: what a record type allows is told over own accounts alone, since no statement asks for it and this CRM is read through another connector service. `crmObject` has all values of each field.',
    );
  return allowed(context, id, async () => {
    const params = { id, object };
    const options = executeOptions(context);
    const { rows } = await context.connector.execute(recordTypePicklists, 'get', params, options);
    const [row] = rows;
    if (row === undefined) throw new HiddenPartError(object, listSite(recordTypePicklists));
    const lists = isObject(row.picklistFieldValues) ? row.picklistFieldValues : {};
    return Object.entries(lists).map(([field, list]) => ({ field, values: allowedValues(list) }));
  });
}

function allowedValues(list: unknown): readonly PicklistValue[] {
  if (!isObject(list)) return [];
  const usual = isObject(list.defaultValue) ? list.defaultValue.value : null;
  return listOf(list.values).map((entry) => ({
    value: String(entry.value),
    label: textOr(entry.label) ?? String(entry.value),
    isActive: true,
    isDefault: entry.value === usual,
  }));
}
