/** The CRM's queries in batches, with locators of open queries. */

import { randomBytes } from 'node:crypto';
import type { Continuation } from '../../connector-service/backend.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { createLru } from '../../lru.ts';
import { expect, type Read } from './company-read.ts';

/** Start of the addresses in the company's own records. */
export const companyPath = '/services/data/v59.0/';

interface OpenQuery {
  readonly next: Continuation;
  readonly offset: number;
}

/** An answer of the CRM: the version of its address, and the rows of a batch. */
export interface BatchOptions {
  readonly version: string;
  readonly batch: number;
}

/**
 * Published: `query` leaves out deleted records and archived activities; `queryAll` has both, and
 * hands out the addresses of `query` for its further batches.
 */
type QueryResource = 'query' | 'queryAll';

interface CrmQueries {
  /** The first batch of a statement. @throws BackendError */
  first(q: string, resource: QueryResource, options: BatchOptions): Promise<Row>;
  /** The batch behind a locator. @throws BackendError */
  next(locator: string, options: BatchOptions): Promise<Row>;
}

export function crmQueries(read: Read): CrmQueries {
  const open = createLru<string, OpenQuery>(10_000);

  /** Recorded: totalSize on every page, `nextRecordsUrl` absent when done. */
  const batchOf = async (
    params: Row,
    from: OpenQuery | null,
    { version, batch }: BatchOptions,
  ): Promise<Row> => {
    const records: Row[] = [];
    let page: Continuation | null = from?.next ?? null;
    let totalSize = 0;
    do {
      const answer = expect('soql-page', await read('query', params, page));
      records.push(...answer.records);
      ({ totalSize, next: page } = answer);
    } while (page !== null && records.length < batch);
    const offset = (from?.offset ?? 0) + records.length;
    if (page === null) return { totalSize, done: true, records };
    const locator = `0r8${randomBytes(8).toString('hex').slice(0, 15)}-${offset}`;
    open.set(locator, { next: page, offset });
    const nextRecordsUrl = `/services/data/${version}/query/${locator}`;
    return { totalSize, done: false, nextRecordsUrl, records };
  };

  return {
    async first(q, resource, options) {
      const rows = resource === 'queryAll' ? 'all' : 'unarchived';
      return batchOf({ q, rows }, null, options);
    },
    next(locator, options) {
      // The rest of a child list: the company's own locator, in the address the list printed.
      const child = { next: { nextRecordsUrl: `${companyPath}query/${locator}` }, offset: 0 };
      return batchOf({}, open.get(locator) ?? child, options);
    },
  };
}
