/**
 * Readable fields: the statement that asks which fields of objects the CRM shows its user, and its rows. EntityParticle
 * has the parts of compound fields, which FieldDefinition lacks. Over own accounts the service answers it by `describe`.
 */

import { isObject } from '../wire/json.ts';

const ofObject = 'EntityDefinition.QualifiedApiName';

/** The CRM has no second page of these. */
export const mostReadableFields = 2_000;

const beginning = `SELECT ${ofObject}, QualifiedApiName FROM EntityParticle WHERE ${ofObject} IN (`;
const end = `) LIMIT ${mostReadableFields}`;

/** @param objects API names. */
export const readableFieldsQuery = (objects: readonly string[]): string =>
  `${beginning}${objects.map((name) => `'${name}'`).join(',')}${end}`;

/** Objects that such a statement asks for; null for any other statement. */
export function objectsOfFieldsQuery(q: string): readonly string[] | null {
  if (!q.startsWith(beginning) || !q.endsWith(end)) return null;
  const names = q.slice(beginning.length, -end.length).split(',');
  return names.every((name) => /^'\w{1,80}'$/.test(name))
    ? names.map((name) => name.slice(1, -1))
    : null;
}

export const readableFieldRow = (object: string, field: string) => ({
  EntityDefinition: { QualifiedApiName: object },
  QualifiedApiName: field,
});

/** Fields by object; an object of which no field is described is not among them. */
export function readableFieldsIn(
  rows: readonly Readonly<Record<string, unknown>>[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, Set<string>>();
  for (const { EntityDefinition: of, QualifiedApiName: field } of rows) {
    if (!isObject(of) || typeof of.QualifiedApiName !== 'string' || typeof field !== 'string')
      continue;
    const names = fields.get(of.QualifiedApiName) ?? new Set();
    fields.set(of.QualifiedApiName, names.add(field));
  }
  return fields;
}
