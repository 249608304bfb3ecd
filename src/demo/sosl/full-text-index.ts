/**
 * Full-text index over all searchable objects: one FTS5 table, one column for each group of fields
 * that a search scope names. It stores words only; its rowid holds the number of the object and of
 * the row.
 */

import type { DatabaseSync } from 'node:sqlite';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { quoted } from '../database/crm-table.ts';
import { registerBlanks } from './blank.ts';

/** Columns of the index. */
const groups = ['name', 'email', 'phone', 'other'] as const;

/** Fields that name a record besides its name field. */
const nameFields = new Set(['Name', 'FirstName', 'LastName', 'Subject', 'Company']);
const textTypes = new Set(['string', 'textarea', 'combobox', 'url']);
/** Fields with text for machines, which no search covers. */
const machineText = /(Url|SidKey|LocaleKey|EncodingKey)$/;

function groupOf({ name, spec }: CrmField, object: CrmObject): (typeof groups)[number] | null {
  if (name === object.nameField || nameFields.has(name)) return 'name';
  if (spec.type === 'email' || spec.type === 'phone') return spec.type;
  return textTypes.has(spec.type) && !machineText.test(name) ? 'other' : null;
}

/** Room for the row numbers of one object. */
const rowsPerObject = 2 ** 36;

/** Rowids of an object's rows in the index: `base` + 1 to below `end`; null for an object that is not searchable. */
export function rowidRange(
  model: CrmModel,
  object: CrmObject,
): { readonly base: number; readonly end: number } | null {
  if (!object.searchable) return null;
  const base = model.objects.indexOf(object) * rowsPerObject;
  return { base, end: base + rowsPerObject };
}

/** Digits of a telephone number as SQL, so that a search finds it in any notation. */
const digits = (column: string): string =>
  [...' ()-+./'].reduce((text, character) => `replace(${text}, '${character}', '')`, column);

/** A word that no text has, between fields, so that no phrase matches across two of them. */
const gap = ' \uE002 ';

/** The index's columns of one row as SQL over its table (or `NEW`). */
function indexed(object: CrmObject, row: string): string {
  const texts = groups.map((group) => {
    const fields = object.fields.filter((field) => groupOf(field, object) === group);
    const columns = fields.map(({ name }) => `${row}.${quoted(name)}`);
    return group === 'phone' ? columns.flatMap((column) => [column, digits(column)]) : columns;
  });
  return texts
    .map((columns) =>
      columns.length > 0 ? `with_blanks(concat_ws('${gap}', ${columns.join(', ')}))` : 'NULL',
    )
    .join(', ');
}

/** Creates the index, fills it from the tables and keeps it in step by triggers. Call it once, after the load. */
export function createSearchIndex(db: DatabaseSync, model: CrmModel): void {
  registerBlanks(db);
  db.exec(`CREATE VIRTUAL TABLE crm_search USING fts5(${groups.join(', ')},
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE crm_search_term USING fts5vocab('crm_search', 'row')`);
  for (const object of model.objects) {
    const range = rowidRange(model, object);
    if (range === null) continue;
    const table = quoted(object.name);
    const put = `INSERT OR REPLACE INTO crm_search (rowid, ${groups.join(', ')})`;
    const cells = (row: string): string => `${range.base} + ${row}._row, ${indexed(object, row)}`;
    db.exec(`${put} SELECT ${cells('t')} FROM ${table} t`);
    for (const [event, change] of [
      ['INSERT', `${put} VALUES (${cells('NEW')})`],
      ['UPDATE', `${put} VALUES (${cells('NEW')})`],
      ['DELETE', `DELETE FROM crm_search WHERE rowid = ${range.base} + OLD._row`],
    ]) {
      const trigger = quoted(`${object.name}_search_${event}`);
      db.exec(`CREATE TRIGGER ${trigger} AFTER ${event} ON ${table} BEGIN ${change}; END`);
    }
  }
}
