/**
 * The full-text index over all searchable objects: one FTS5 table, one column for each group of
 * fields a search may be limited to. It keeps words only; a row is found again by its rowid,
 * which holds the object's number and the row's.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmField, CrmModel, CrmObject } from '../../../../contract/crm/model.ts';
import { quoted } from '../crm-table.ts';

/** Columns of the index, by what a search may be limited to. */
export type SearchColumn = 'name' | 'email' | 'phone' | 'other';

const groups: readonly SearchColumn[] = ['name', 'email', 'phone', 'other'];

/** Fields that name a record besides the one declared to. */
const nameFields = new Set(['Name', 'FirstName', 'LastName', 'Subject', 'Company', 'Title']);
/** A person's title is no name; a note's or a file's is, and is declared so. */
const notNames = new Set(['Title']);
/** Text for machines. */
const unsearched = /(Url|SidKey|LocaleKey|EncodingKey)$/;

function groupOf({ name, spec }: CrmField, object: CrmObject): SearchColumn | null {
  if (name === object.nameField) return 'name';
  if (nameFields.has(name) && !notNames.has(name)) return 'name';
  if (spec.type === 'email' || spec.type === 'phone') return spec.type;
  if (unsearched.test(name)) return null;
  return ['string', 'textarea', 'combobox', 'url'].includes(spec.type) ? 'other' : null;
}

/** Room for the row numbers of one object. */
const rowsPerObject = 2 ** 36;

/** Index rowids of an object: from `base` + 1 to below `base` + rowsPerObject. */
export interface RowidRange {
  readonly base: number;
  readonly end: number;
}

/** Objects keep their number whatever is added to the model later. */
export function rangeOf(db: DatabaseSync, object: string): RowidRange | null {
  const found = db.prepare('SELECT n FROM crm_search_object WHERE object = ?').get(object);
  if (typeof found?.n !== 'number') return null;
  return { base: found.n * rowsPerObject, end: (found.n + 1) * rowsPerObject };
}

/** Digits of a telephone number, so that it is found however it is written. */
function digits(column: string): string {
  return [' ', '(', ')', '-', '+', '.', '/'].reduce(
    (text, character) => `replace(${text}, '${character}', '')`,
    column,
  );
}

/** A word no text has, between fields, so that no phrase reaches from one into the next. */
const gap = ' \uE002 ';

/** The index's columns of one row as SQL over its table (or `NEW`). */
function indexed(object: CrmObject, row: string): string {
  return groups
    .map((group) => {
      const columns = object.fields
        .filter((field) => groupOf(field, object) === group)
        .map(({ name }) => `${row}.${quoted(name)}`);
      const texts = group === 'phone' ? columns.flatMap((c) => [c, digits(c)]) : columns;
      return texts.length === 0 ? 'NULL' : `concat_ws('${gap}', ${texts.join(', ')})`;
    })
    .join(', ');
}

/**
 * Creates the index and fills it from the tables, then keeps it in step by triggers. Call it once,
 * after the load; again it does nothing.
 */
export function createSearchIndex(db: DatabaseSync, model: CrmModel): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS crm_search_object (n INTEGER PRIMARY KEY, object TEXT UNIQUE)',
  );
  db.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS crm_search USING fts5(${groups.join(', ')},
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')`);
  db.exec(
    "CREATE VIRTUAL TABLE IF NOT EXISTS crm_search_term USING fts5vocab('crm_search', 'row')",
  );
  for (const object of model.objects) {
    if (object.searchable && rangeOf(db, object.name) === null) indexObject(db, object);
  }
}

function indexObject(db: DatabaseSync, object: CrmObject): void {
  const table = quoted(object.name);
  db.prepare('INSERT INTO crm_search_object (object) VALUES (?)').run(object.name);
  const base = rangeOf(db, object.name)!.base;
  const into = `INSERT INTO crm_search (rowid, ${groups.join(', ')})`;
  db.exec(`${into} SELECT ${base} + t._row, ${indexed(object, 't')} FROM ${table} t`);
  const remove = `DELETE FROM crm_search WHERE rowid = ${base} + OLD._row;`;
  const add = `${into} VALUES (${base} + NEW._row, ${indexed(object, 'NEW')});`;
  const trigger = (event: string, body: string): void => {
    const name = quoted(`${object.name}_search_${event}`);
    db.exec(`CREATE TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON ${table} BEGIN ${body} END`);
  };
  trigger('INSERT', add);
  trigger('DELETE', remove);
  trigger('UPDATE', remove + add);
}
