/** Sort keys of fields, and of a statement's ORDER BY. */

import { currencyField } from '../../contract/crm/common-field.ts';
import { type CrmFieldSpec, isLongText } from '../../contract/crm/declaration.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { KeyType, OrderKey } from '../../fetch/keyset-position.ts';
import type { OrderBy } from '../../soql/query.ts';

/** The sort key of a statement's ORDER BY; null where only the CRM knows what comes first. */
export function orderKeyOf(
  { fields }: CrmObject,
  { path, direction = 'asc', nulls = 'first' }: OrderBy,
): OrderKey | null {
  const spec = fields.find(({ name }) => name === path)?.spec;
  const type = spec === undefined ? null : keyType(spec);
  if (spec === undefined || type === null || typeof path !== 'string') return null;
  const hasCurrency = fields.some(({ name }) => name === currencyField);
  const currency = spec.type === 'currency' && hasCurrency && { currency: currencyField };
  return { path, type, direction, nulls, ...currency };
}

/** Null for types whose order the CRM takes from its setup or does not have. */
export function keyType(spec: CrmFieldSpec): KeyType | null {
  if (isLongText(spec)) return null;
  switch (spec.type) {
    case 'picklist':
    case 'multipicklist':
    case 'address':
    case 'base64':
      return null;
    case 'id':
    case 'reference':
      return 'id';
    case 'boolean':
    case 'date':
    case 'datetime':
      return spec.type;
    case 'int':
    case 'double':
    case 'currency':
    case 'percent':
      return 'number';
    default:
      return 'string';
  }
}
