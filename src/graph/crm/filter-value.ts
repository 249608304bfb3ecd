/** Values of a filter as the CRM compares them: ids checked against the object they belong to, dates in its form. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import type { Value } from '../../soql/query.ts';
import { decodeGlobalId } from '../global-id.ts';

/** @throws UserInputError from the reader, for an id that can't be one of the objects the field names. */
export function valueReader(
  model: CrmModel,
  object: CrmObject,
  field: CrmField,
): (given: unknown) => Value {
  switch (field.spec.type) {
    case 'id':
      return (given) => recordId(model, String(given), field, [object.name]);
    case 'reference':
      return (given) => recordId(model, String(given), field, field.spec.reference?.to ?? []);
    case 'date':
      return (given) => ({ date: toDate(given).toISOString().slice(0, 10) });
    case 'datetime':
      return (given) => ({ datetime: toDate(given).toISOString() });
    default:
      return (given) => given as Value;
  }
}

const toDate = (given: unknown): Date => (given instanceof Date ? given : new Date(String(given)));

/** A CRM id from a global id or from the CRM's own spelling, always the 18-character form. */
function recordId(
  model: CrmModel,
  given: string,
  field: CrmField,
  objects: readonly string[],
): string {
  const id = normalizeCrmId(given) ?? fromGlobal(given);
  const object = id === null ? undefined : model.objectOfId(id);
  if (id === null || (object !== undefined && !objects.includes(object.name))) {
    throw new UserInputError(
      `Expected the id of a record (${objects.join(', ')}) for ${field.graphName}, got ${JSON.stringify(given.slice(0, 40))}.`,
    );
  }
  return id;
}

function fromGlobal(given: string): string | null {
  try {
    return normalizeCrmId(decodeGlobalId(given).id);
  } catch {
    return null;
  }
}
