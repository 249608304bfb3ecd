/** A CRM record as resolvers hand it on: its object, its id, and what has been fetched so far. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/answer.ts';
import { absent, misshapen } from '../../contract/wire/value.ts';

/**
 * `values` are the fields by wire name, parents nested under their relationship's name, and child
 * windows under the key of their need. Whoever makes a CrmRow has fetched what the selection
 * needs; child windows that could not come along are loaded when their field resolves.
 */
export class CrmRow {
  readonly object: CrmObject;
  readonly id: string;
  readonly values: Row;

  constructor(object: CrmObject, id: string, values: Row) {
    this.object = object;
    this.id = id;
    this.values = values;
  }
}

/**
 * A field of the record as the CRM sent it.
 * @throws SwitchboardError where the row lacks it: the CRM names each field that was asked for, null
 *   or not, and refuses those it hides, so what is not named has been lost on the way.
 */
export function fieldOf({ values }: CrmRow, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw absent(name);
  return value;
}

/** The row of a record as the CRM sent it; null when it carries no id. */
export function crmRow(object: CrmObject, values: Row): CrmRow | null {
  const id = typeof values.Id === 'string' ? normalizeCrmId(values.Id) : null;
  return id === null ? null : new CrmRow(object, id, values);
}

/**
 * The row of a list or of a child page. One without its id is an error, which an executor takes for
 * the failure of this node alone: nothing could find it again.
 */
export function listedRow(object: CrmObject, values: Row): CrmRow {
  const row = crmRow(object, values);
  return row ?? (misshapen(`a record of ${object.name} with its Id`, values.Id) as never);
}
