/** A page of children as it comes in its parent's row, read once for all who read the cached answer that holds it. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/answer.ts';
import { misshapen, objectOf } from '../../contract/wire/value.ts';
import { childPage } from '../../fetch/keyset-list.ts';
import type { Page } from '../../fetch/pages.ts';
import { memoizeByObject } from '../memoize.ts';
import { type CrmRow, listedRow } from './row.ts';

/** @throws SwitchboardError for what is no page. */
export function readPage(inlined: unknown): Page<Row> {
  const page = pageOf(inlined);
  return page === null ? noChildren : pages(page);
}

const noChildren = childPage(null);
const pages = memoizeByObject((page: Row) => childPage(page));

/** The records of its rows, made once as well. */
export function recordsOf(inlined: unknown, object: CrmObject): readonly CrmRow[] {
  const { rows } = readPage(inlined);
  let records = recordsByRows.get(rows);
  if (records === undefined) {
    records = rows.map((values) => listedRow(object, values));
    recordsByRows.set(rows, records);
  }
  return records;
}

/** A page belongs to one relationship, so all its rows are of one object. */
const recordsByRows = new WeakMap<readonly Row[], readonly CrmRow[]>();

/** The page as the CRM sent it; null for no children. @throws SwitchboardError for what is no page. */
function pageOf(value: unknown): Row | null {
  const page = objectOf<Row>(value);
  if (page !== null && !Array.isArray(page.records)) throw misshapen('a page of children', page);
  return page;
}
