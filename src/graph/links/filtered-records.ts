/** Ids and addresses of all CRM records that pass a filter, for conditions on calls by their records. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { readKeysetList } from '../../fetch/keyset-list.ts';
import { isNever } from '../../soql/query.ts';
import { filterCondition } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';
import { recordList } from '../crm/record-query.ts';
import { readAddresses } from './hidden-address.ts';

/** Pages of 2,000 records: calls of more are calls of nearly all. */
export const mostRecordPages = 5;

/** Reads all records that pass a filter, past the bound or not at all. */
async function readRecords<T>(
  context: GraphContext,
  object: CrmObject,
  filter: Filter,
  paths: readonly string[],
  read: (row: Row) => T,
): Promise<readonly T[]> {
  const where = filterCondition(context.model, object, filter);
  if (isNever(where)) return [];
  const list = recordList(context, object, ['Id', ...paths], where);
  const values: T[] = [];
  const advice = 'narrow the filter of the records';
  const pages = readKeysetList(list, { maxPages: mostRecordPages, advice });
  for await (const page of pages) for (const row of page) values.push(read(row));
  return values;
}

/**
 * Ids of 18 characters of all records that pass a filter.
 * @throws SwitchboardError SCAN_LIMIT for more than fit the pages; UserInputError as the filter does.
 */
export const recordIds = (
  context: GraphContext,
  object: CrmObject,
  filter: Filter,
): Promise<readonly string[]> =>
  readRecords(context, object, filter, [], ({ Id }) => {
    const id = normalizeCrmId(String(Id));
    if (id === null) throw invalidUpstreamValue(`a record of ${object.name} with its Id`, Id);
    return id;
  });

/**
 * Addresses of all people who pass a filter, as they stand in the CRM.
 * @throws SwitchboardError as `recordIds`; HiddenPartError where the CRM hides the addresses.
 */
export async function recordAddresses(
  context: GraphContext,
  object: CrmObject,
  filter: Filter,
): Promise<readonly string[]> {
  const { addresses } = object;
  const found = await readRecords(context, object, filter, addresses, (row) =>
    readAddresses(() => addresses.map((path) => addressIn(row, path))),
  );
  return [...new Set(found.flat())].filter((address) => address !== null);
}

/** @throws SwitchboardError where the row lacks it. */
function addressIn(row: Row, path: string): string | null {
  const value = row[path];
  if (value === undefined) throw missingUpstreamField(path);
  if (value instanceof Error) throw value;
  return textOf(value);
}
