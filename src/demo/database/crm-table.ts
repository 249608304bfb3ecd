/**
 * The synthetic CRM on disk: one SQLite table per object, one column per stored field.
 *
 * Each table is named as the object and each column as the field's API name, and:
 * - text is compared without regard to case (COLLATE NOCASE), ids and dates byte by byte;
 * - booleans are 0 or 1; dates `2026-05-01`; datetimes `2026-05-01T07:25:37.000Z`, always UTC,
 *   always three fraction digits, so that their text order is their order in time;
 * - multipicklists are `a;b`; there is no empty text, only null, as in the CRM;
 * - compound addresses and base64 bodies are not stored: the first are built from their parts, the
 *   second are printed as paths. Compound names (Name of a person) are stored like any string.
 *
 * Lists are mostly ordered by name, so `_sort` holds the name as it is compared (see fold) with an
 * index; the inserter writes it, a trigger follows changes.
 *
 * Rows have a hidden `_row` number, never used twice, by which pages remember them: change a row
 * with UPDATE or ON CONFLICT(Id) DO UPDATE, never with REPLACE, which makes it a new row.
 */

import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CrmFieldSpec, FieldType } from '../../contract/crm/declaration.ts';
import type { CrmField, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { fold, registerFold } from '../soql/nocase.ts';

const columnTypes: Readonly<Record<FieldType, string | null>> = {
  id: 'TEXT NOT NULL UNIQUE',
  reference: 'TEXT',
  string: 'TEXT COLLATE NOCASE',
  textarea: 'TEXT COLLATE NOCASE',
  picklist: 'TEXT COLLATE NOCASE',
  multipicklist: 'TEXT COLLATE NOCASE',
  combobox: 'TEXT COLLATE NOCASE',
  boolean: 'INTEGER',
  int: 'INTEGER',
  double: 'REAL',
  currency: 'REAL',
  percent: 'REAL',
  date: 'TEXT',
  datetime: 'TEXT',
  email: 'TEXT COLLATE NOCASE',
  phone: 'TEXT COLLATE NOCASE',
  url: 'TEXT COLLATE NOCASE',
  address: null,
  base64: null,
};

/** Whether the field has a column of its own. */
export function isStored(field: CrmFieldSpec): boolean {
  return columnTypes[field.type] !== null;
}

/** An identifier as SQLite reads it; API names hold letters, digits and underscores only. */
export function quoted(name: string): string {
  if (!/^\w+$/.test(name)) {
    throw new TypeError(`An API name was expected, not ${JSON.stringify(name)}`);
  }
  return `"${name}"`;
}

/** Creates the tables, without indexes: a bulk load is twice as quick before them. */
export function createCrmTables(db: DatabaseSync, objects: Iterable<CrmObject>): void {
  for (const object of objects) {
    const columns = object.fields
      .filter(({ spec }) => isStored(spec))
      .map(({ name, spec }) => `${quoted(name)} ${columnTypes[spec.type]}`);
    const all = ['_row INTEGER PRIMARY KEY AUTOINCREMENT', '_sort TEXT', ...columns].join(', ');
    db.exec(`CREATE TABLE IF NOT EXISTS ${quoted(object.name)} (${all})`);
  }
}

const indexedDates = new Set([
  'CreatedDate',
  'LastModifiedDate',
  'SystemModstamp',
  'ActivityDate',
  'StartDateTime',
  'CloseDate',
]);

/** Authors of rows are shown and hardly ever filtered by: two indexes less on every table. */
const unindexedReferences = new Set(['CreatedById', 'LastModifiedById', 'MasterRecordId']);

function isIndexed({ name, spec }: CrmField, nameField: string): boolean {
  if (spec.type === 'reference') return !unindexedReferences.has(name);
  const isName = name === nameField && isStored(spec);
  return spec.type === 'email' || indexedDates.has(name) || isName || name === 'IsDeleted';
}

/**
 * Creates the indexes, after the load: references, e-mail addresses, names, the dates lists are
 * ordered by, and what is in the recycle bin, by which rows are counted.
 */
export function createCrmIndexes(db: DatabaseSync, objects: Iterable<CrmObject>): void {
  registerFold(db);
  for (const object of objects) {
    const indexed = object.fields.filter((field) => isIndexed(field, object.nameField));
    for (const column of ['_sort', ...indexed.map(({ name }) => name)]) {
      const index = quoted(`${object.name}_${column}`);
      db.exec(`CREATE INDEX IF NOT EXISTS ${index} ON ${quoted(object.name)} (${quoted(column)})`);
    }
    followNames(db, object);
  }
}

/** Trigger that updates `_sort` with the name. A connection that writes needs the function `fold`. */
function followNames(db: DatabaseSync, object: CrmObject): void {
  const table = quoted(object.name);
  const name = quoted(object.nameField);
  const follow = `BEGIN UPDATE ${table} SET _sort = fold(NEW.${name}) WHERE _row = NEW._row; END`;
  const trigger = (kind: string): string => quoted(`${object.name}_sort_${kind}`);
  db.exec(
    `CREATE TRIGGER IF NOT EXISTS ${trigger('update')} AFTER UPDATE OF ${name} ON ${table} ${follow}`,
  );
  db.exec(
    `CREATE TRIGGER IF NOT EXISTS ${trigger('insert')} AFTER INSERT ON ${table} WHEN NEW._sort IS NULL AND NEW.${name} IS NOT NULL ${follow}`,
  );
}

/**
 * The stored form of a value: booleans as 0 and 1, Dates and ISO strings with any offset as UTC
 * text, lists as `a;b`, undefined and empty text as null.
 * @throws TypeError for a value the field's type has no form for.
 */
function storedValue(field: CrmField, value: unknown): SQLInputValue {
  const { type } = field.spec;
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (type === 'datetime' && (typeof value === 'string' || value instanceof Date)) {
    return new Date(value).toISOString();
  }
  if (type === 'date' && value instanceof Date) return value.toISOString().slice(0, 10);
  if (type === 'multipicklist' && Array.isArray(value)) return value.join(';');
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`${field.name} (${type}) can't hold a value of type ${typeof value}`);
}

/** A prepared insert of whole records, Id included. Fields a record lacks are null; names without a column are an error. */
export function crmInserter(
  db: DatabaseSync,
  object: CrmObject,
): (record: Readonly<Record<string, unknown>>) => void {
  const fields = object.fields.filter(({ spec }) => isStored(spec));
  const columns = new Set(fields.map(({ name }) => name));
  const names = ['_sort', ...fields.map(({ name }) => quoted(name))].join(', ');
  const places = ['?', ...fields.map(() => '?')].join(', ');
  const statement = db.prepare(`INSERT INTO ${quoted(object.name)} (${names}) VALUES (${places})`);
  return (record) => {
    for (const name of Object.keys(record)) {
      if (!columns.has(name)) throw new TypeError(`${object.name} has no column ${name}`);
    }
    const name = record[object.nameField];
    const sort = typeof name === 'string' && name !== '' ? fold(name) : null;
    statement.run(sort, ...fields.map((field) => storedValue(field, record[field.name])));
  };
}

/** The API version in the paths records carry. */
export const crmApiVersion = 'v59.0';

const base = `/services/data/${crmApiVersion}/sobjects`;

/** `{type, url}`, the first key of every record. */
export function attributesOf(object: string, id: string): Row {
  return { type: object, url: `${base}/${object}/${id}` };
}

/** `2026-05-01T07:25:37.000Z` as the CRM prints it: `2026-05-01T07:25:37.000+0000`. */
function printDatetime(stored: string): string {
  return `${stored.slice(0, -1)}+0000`;
}

/** The path at which a base64 field's bytes are read. */
export function bodyPath(object: string, id: string, field: string): string {
  return `${base}/${object}/${id}/${field}`;
}

/** Parts of a compound address: their key on the wire and the suffix of their field. */
const addressParts = [
  ['city', 'City'],
  ['country', 'Country'],
  ['countryCode', 'CountryCode'],
  ['geocodeAccuracy', 'GeocodeAccuracy'],
  ['latitude', 'Latitude'],
  ['longitude', 'Longitude'],
  ['postalCode', 'PostalCode'],
  ['state', 'State'],
  ['stateCode', 'StateCode'],
  ['street', 'Street'],
] as const;

/** Stored fields of a compound address that the object has: wire key and field name. */
export function storedAddressFields(
  object: CrmObject,
  address: CrmFieldSpec,
): readonly (readonly [key: string, field: string])[] {
  const names = new Set(object.fields.map(({ name }) => name));
  return addressParts
    .map(([key, suffix]) => [key, `${address.parts ?? ''}${suffix}`] as const)
    .filter(([, field]) => names.has(field));
}

/** A stored value of a field with a column of its own, as the wire has it. */
export function wireValue(type: FieldType, stored: unknown): unknown {
  if (stored === null) return null;
  if (type === 'boolean') return stored === 1;
  if (type === 'datetime' && typeof stored === 'string') return printDatetime(stored);
  return stored;
}
