/**
 * The synthetic CRM on disk: one SQLite table per object, one column per stored field.
 *
 * Each table is named as the object and each column as the field's API name, and:
 * - text is compared without regard to case (COLLATE NOCASE), ids and dates byte by byte;
 * - booleans are 0 or 1; dates `2026-05-01`; datetimes `2026-05-01T07:25:37.000Z`, always UTC,
 *   always three fraction digits, so that their text order is their order in time;
 * - multipicklists are `a;b`;
 * - compound addresses and base64 bodies are not stored: the first are built from their parts, the
 *   second are printed as paths. Compound names (Name of a person) are stored like any string.
 *
 * Rows have a hidden `_row` number, never used twice, by which pages remember them: change a row
 * with UPDATE or ON CONFLICT(Id) DO UPDATE, never with REPLACE, which makes it a new row.
 */

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { FieldSpec, FieldType, ObjectSpec } from '../../records/crm/define.ts';

const columnTypes: Readonly<Record<FieldType, string | null>> = {
  id: 'TEXT',
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
export function isStored(field: FieldSpec): boolean {
  return columnTypes[field.type] !== null;
}

/** An identifier as SQLite reads it; API names hold letters, digits and underscores only. */
export function quoted(name: string): string {
  if (!/^\w+$/.test(name))
    throw new TypeError(`An API name was expected, not ${JSON.stringify(name)}`);
  return `"${name}"`;
}

/** Creates the tables, without indexes: a bulk load is twice as quick before them. */
export function createCrmTables(db: DatabaseSync, objects: Iterable<ObjectSpec>): void {
  for (const spec of objects) {
    const columns = Object.entries(spec.fields)
      .filter(([, field]) => isStored(field))
      .map(([name, field]) => `${quoted(name)} ${columnTypes[field.type]}`);
    db.exec(
      `CREATE TABLE IF NOT EXISTS ${quoted(spec.object)} (${[
        '_row INTEGER PRIMARY KEY AUTOINCREMENT',
        'Id TEXT NOT NULL UNIQUE',
        ...columns,
      ].join(', ')})`,
    );
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

/** Who wrote a row is shown, hardly ever asked for: two indexes less on every table. */
const seldomAsked = new Set(['CreatedById', 'LastModifiedById', 'MasterRecordId']);

function isIndexed(name: string, field: FieldSpec, nameField: string): boolean {
  if (field.type === 'reference') return !seldomAsked.has(name);
  return (
    field.type === 'email' || indexedDates.has(name) || (name === nameField && isStored(field))
  );
}

/** Creates the indexes, after the load: references, e-mail addresses, names and the dates lists are ordered by. */
export function createCrmIndexes(db: DatabaseSync, objects: Iterable<ObjectSpec>): void {
  for (const spec of objects) {
    for (const [name, field] of Object.entries(spec.fields)) {
      if (!isIndexed(name, field, spec.nameField)) continue;
      const index = quoted(`${spec.object}_${name}`);
      db.exec(`CREATE INDEX IF NOT EXISTS ${index} ON ${quoted(spec.object)} (${quoted(name)})`);
    }
  }
}

/**
 * The stored form of a value: booleans as 0 and 1, Dates and ISO strings with any offset as UTC
 * text, lists as `a;b`, undefined as null.
 * @throws TypeError for a value the field's type has no form for.
 */
export function storedValue(name: string, field: FieldSpec, value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (field.type === 'datetime' && (typeof value === 'string' || value instanceof Date)) {
    return new Date(value).toISOString();
  }
  if (field.type === 'date' && value instanceof Date) return value.toISOString().slice(0, 10);
  if (field.type === 'multipicklist' && Array.isArray(value)) return value.join(';');
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`${name} (${field.type}) can't hold a value of type ${typeof value}`);
}

/** A prepared insert of whole records. Fields a record lacks are null; names without a column are an error. */
export function crmInserter(
  db: DatabaseSync,
  spec: ObjectSpec,
): (record: Readonly<Record<string, unknown>>) => void {
  const fields = Object.entries(spec.fields).filter(([, field]) => isStored(field));
  const known = new Set(['Id', ...fields.map(([name]) => name)]);
  const names = ['Id', ...fields.map(([name]) => name)].map(quoted);
  const statement: StatementSync = db.prepare(
    `INSERT INTO ${quoted(spec.object)} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  return (record) => {
    for (const name of Object.keys(record)) {
      if (!known.has(name)) throw new TypeError(`${spec.object} has no column ${name}`);
    }
    const values = fields.map(([name, field]) => storedValue(name, field, record[name]));
    statement.run(String(record.Id), ...values);
  };
}
