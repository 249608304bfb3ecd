/** Ids of all CRM records that pass a filter, for conditions on calls by their records. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { readKeysetList } from '../../fetch/keyset-list.ts';
import { isNever } from '../../soql/query.ts';
import { recordList } from '../crm/crm-row.ts';
import { filterCondition } from '../crm/filter.ts';
import type { Filter } from '../crm/post-filter.ts';

/** Pages of 2,000 records: calls of more are calls of nearly all. */
export const mostRecordPages = 5;

/**
 * Ids of 18 characters of all records that pass a filter.
 * @throws SwitchboardError SCAN_LIMIT for more than fit the pages; UserInputError as the filter does.
 */
export async function recordIds(
  context: GraphContext,
  object: CrmObject,
  filter: Filter,
): Promise<readonly string[]> {
  const where = filterCondition(context.model, object, filter);
  if (isNever(where)) return [];
  const list = recordList(context, object, ['Id'], where);
  const ids: string[] = [];
  const advice = 'narrow the filter of the records';
  const pages = readKeysetList(list, { maxPages: mostRecordPages, advice });
  for await (const page of pages)
    for (const { Id } of page) {
      const id = normalizeCrmId(String(Id));
      if (id === null) throw invalidUpstreamValue(`a record of ${object.name} with its Id`, Id);
      ids.push(id);
    }
  return ids;
}
