/** CRM rows: a record's fetched values as resolvers pass them on. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
} from '../../contract/wire/upstream-value-reader.ts';
import { type FetchedWindow, noWindows } from '../../upstream/row-contents.ts';

/**
 * CRM record with its fetched values: fields by wire name, parents nested under their
 * relationship's name, pages of children where `windows` say. Its creator has fetched the
 * selection; child windows that could not be included are loaded when their field resolves.
 */
export class CrmRow {
  readonly object: CrmObject;
  readonly values: Row;
  readonly windows: readonly FetchedWindow[];
  #id: string | null;

  /** @param id null: read from the row when it is first needed. */
  constructor(
    object: CrmObject,
    id: string | null,
    values: Row,
    windows: readonly FetchedWindow[] = noWindows,
  ) {
    this.object = object;
    this.#id = id;
    this.values = values;
    this.windows = windows;
  }

  /** In the 18-character form. @throws SwitchboardError where the row has no readable id. */
  get id(): string {
    this.#id ??= readId(this.values) ?? noId(this.object, this.values);
    return this.#id;
  }
}

const readId = ({ Id }: Row): string | null => (typeof Id === 'string' ? normalizeCrmId(Id) : null);

function noId({ name }: CrmObject, { Id }: Row): never {
  throw invalidUpstreamValue(`a record of ${name} with its Id`, Id);
}

/**
 * A field of the record as the CRM sent it.
 * @throws SwitchboardError where the row lacks it: the CRM returns every selected field, null or
 *   not, so an absent one was lost on the way; HiddenPartError for one that its user may not read.
 */
export function fieldOf({ values }: CrmRow, name: string): unknown {
  const value = values[name];
  if (value === undefined) throw missingUpstreamField(name);
  if (value instanceof Error) throw value;
  return value;
}

/** Whether a row has every path, split by name; behind a parent that is null, or hidden, there is nothing to have. */
export function hasPaths(values: Row, names: readonly (readonly string[])[]): boolean {
  for (const parts of names) {
    let at: unknown = values;
    for (const part of parts) {
      if (at === null || at instanceof Error) break;
      at = (at as Row)[part];
      if (at === undefined) return false;
    }
  }
  return true;
}

/** The row of a record as the CRM sent it; null when it carries no id. */
export function crmRow(
  object: CrmObject,
  values: Row,
  windows?: readonly FetchedWindow[],
): CrmRow | null {
  const id = readId(values);
  return id === null ? null : new CrmRow(object, id, values, windows);
}

/**
 * The row of a parent that its child's row nests; null when it carries no id, to be loaded by the reference instead.
 * Its id is not looked at: most parents are shown by name, and thousands of them in one answer.
 */
export function nestedRow(object: CrmObject, values: Row): CrmRow | null {
  return values.Id == null ? null : new CrmRow(object, null, values);
}

/**
 * The row of a list or of a child page. One without its id is an error, which an executor takes for
 * the failure of this node alone: nothing could find it again.
 */
export function listedRow(
  object: CrmObject,
  values: Row,
  windows?: readonly FetchedWindow[],
): CrmRow {
  const row = crmRow(object, values, windows);
  return (
    row ?? (invalidUpstreamValue(`a record of ${object.name} with its Id`, values.Id) as never)
  );
}
