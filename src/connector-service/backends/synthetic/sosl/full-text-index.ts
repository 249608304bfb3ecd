/**
 * The full-text index over all searchable objects: one FTS5 table, one column for each group of
 * fields a search may be limited to. It keeps words only; a row is found again by its rowid,
 * which holds the object's number and the row's.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmField, CrmModel, CrmObject } from '../../../../contract/crm/model.ts';
import { quoted } from '../crm-table.ts';

/** Columns of the index: what a search may be limited to. */
const groups = ['name', 'email', 'phone', 'other'] as const;

/** Fields that name a record besides the one declared to. */
const nameFields = new Set(['Name', 'FirstName', 'LastName', 'Subject', 'Company', 'Title']);
/** A person's title is no name; a note's or a file's is, and is declared so. */
const notNames = new Set(['Title']);
/** Text for machines. */
const unsearched = /(Url|SidKey|LocaleKey|EncodingKey)$/;

function groupOf({ name, spec }: CrmField, object: CrmObject): (typeof groups)[number] | null {
  if (name === object.nameField) return 'name';
  if (nameFields.has(name) && !notNames.has(name)) return 'name';
  if (spec.type === 'email' || spec.type === 'phone') return spec.type;
  if (unsearched.test(name)) return null;
  return ['string', 'textarea', 'combobox', 'url'].includes(spec.type) ? 'other' : null;
}

/** Room for the row numbers of one object. */
const rowsPerObject = 2 ** 36;

/** Rowids of an object's rows in the index are `base` + 1 to below `end`; null for one that is not searched. */
export function rowidRange(
  model: CrmModel,
  object: CrmObject,
): { readonly base: number; readonly end: number } | null {
  if (!object.searchable) return null;
  const base = model.objects.indexOf(object) * rowsPerObject;
  return { base, end: base + rowsPerObject };
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

/** Creates the index, fills it from the tables and keeps it in step by triggers. Call it once, after the load. */
export function createSearchIndex(db: DatabaseSync, model: CrmModel): void {
  db.exec(`CREATE VIRTUAL TABLE crm_search USING fts5(${groups.join(', ')},
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE crm_search_term USING fts5vocab('crm_search', 'row')`);
  const into = `INSERT INTO crm_search (rowid, ${groups.join(', ')})`;
  for (const object of model.objects) {
    const range = rowidRange(model, object);
    if (range === null) continue;
    const table = quoted(object.name);
    const rowOf = (row: string): string => `${range.base} + ${row}._row`;
    db.exec(`${into} SELECT ${rowOf('t')}, ${indexed(object, 't')} FROM ${table} t`);
    const remove = `DELETE FROM crm_search WHERE rowid = ${rowOf('OLD')};`;
    const add = `${into} VALUES (${rowOf('NEW')}, ${indexed(object, 'NEW')});`;
    for (const [event, body] of Object.entries({
      INSERT: add,
      DELETE: remove,
      UPDATE: remove + add,
    }))
      db.exec(
        `CREATE TRIGGER ${quoted(`${object.name}_search_${event}`)} AFTER ${event} ON ${table} BEGIN ${body} END`,
      );
  }
}
