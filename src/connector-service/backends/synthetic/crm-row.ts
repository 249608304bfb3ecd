/** From a stored row to the wire: attributes, datetimes with an offset, booleans, addresses as objects. */

import type { FieldSpec, FieldType } from '../../../contract/crm/define.ts';
import type { CrmObject } from '../../../contract/crm/model.ts';
import type { Row } from '../../backend.ts';

/** The API version in the paths records carry. */
export const apiVersion = 'v59.0';

const base = `/services/data/${apiVersion}/sobjects`;

/** `{type, url}`, the first key of every record. */
export function attributesOf(object: string, id: string): Row {
  return { type: object, url: `${base}/${object}/${id}` };
}

/** `2026-05-01T07:25:37.000Z` as the CRM prints it: `2026-05-01T07:25:37.000+0000`. */
export function printDatetime(stored: string): string {
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

/** The stored fields a compound address is built from: wire key and field name, those the object has. */
export function addressFields(
  object: CrmObject,
  address: FieldSpec,
): readonly (readonly [key: string, field: string])[] {
  const names = new Set(object.fields.map(({ name }) => name));
  return addressParts
    .map(([key, suffix]) => [key, `${address.parts ?? ''}${suffix}`] as const)
    .filter(([, field]) => names.has(field));
}

/** A stored value of a field with a column of its own, as the wire has it. */
export function printValue(type: FieldType, stored: unknown): unknown {
  if (stored === null) return null;
  if (type === 'boolean') return stored === 1;
  if (type === 'datetime' && typeof stored === 'string') return printDatetime(stored);
  return stored;
}
