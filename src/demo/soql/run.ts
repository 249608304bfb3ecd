/**
 * Runner of row plans: pages of records with the children of all of them fetched together, and
 * pagination of long results. The first page stores the numbers of all rows in their order; later
 * pages read those rows as they are by then. So rows that come or go in between shift nothing: each
 * row that stays is on one page. Memory is bounded; the result unused longest is evicted.
 */

import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Continuation } from '../../connector-service/backend.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { crmApiVersion } from '../database/crm-table.ts';
import { type Gathered, idCell, numberCell } from './projection.ts';
import {
  allNumbers,
  type ChildPlan,
  childNumbers,
  firstChildren,
  firstRows,
  type RowPlan,
  rowsByNumber,
} from './row-plan.ts';
import type { Cells, CompanyDatabase } from './sql.ts';
import { StatementError } from './statement-error.ts';

export interface RecordPage {
  readonly records: readonly Row[];
  /** Of the whole result, on every page. */
  readonly totalSize: number;
  readonly next: Continuation | null;
}

/** Most rows of a page, however large LIMIT is. */
const largestPage = 2_000;

export class Runner {
  readonly #db: CompanyDatabase;
  readonly #open = new OpenResults();
  readonly #pageSize: number;

  /** @param pageSize rows of a page where the statement has no LIMIT. */
  constructor(db: CompanyDatabase, pageSize: number) {
    this.#db = db;
    this.#pageSize = pageSize;
  }

  first(plan: RowPlan): RecordPage {
    const pageSize = this.#pageOf(plan);
    // One row beyond the page shows whether there are more.
    const count = Math.min(pageSize + 1, plan.most ?? Number.POSITIVE_INFINITY);
    const cells = this.#db.all(firstRows(plan, count));
    if (cells.length <= pageSize) {
      return { records: this.#records(plan, cells), totalSize: cells.length, next: null };
    }
    const result = { plan, numbers: this.#db.numbers(allNumbers(plan)), pageSize };
    return this.#page(result, 0, (offset) => this.#open.begin(result, offset));
  }

  /** @throws StatementError INVALID_QUERY_LOCATOR */
  next(page: Continuation): RecordPage {
    const { result, locator, offset } = this.#open.find(page);
    return this.#page(result, offset, (following) => ({ locator, offset: following }));
  }

  #pageOf(plan: RowPlan): number {
    return plan.limit === null ? this.#pageSize : Math.min(plan.limit, largestPage);
  }

  #page(result: OpenResult, offset: number, goOn: (offset: number) => Continuation): RecordPage {
    const { plan, numbers, pageSize } = result;
    const end = offset + pageSize;
    const records = this.byNumber(plan, Array.from(numbers.subarray(offset, end)));
    const next = end < numbers.length ? goOn(end) : null;
    return { records, totalSize: numbers.length, next };
  }

  /** Records of the rows with these numbers, in their order; rows that are gone are left out. */
  byNumber(plan: RowPlan, numbers: readonly number[]): Row[] {
    const byNumber = new Map(
      this.#db.all(rowsByNumber(plan, numbers)).map((cells) => [Number(cells[numberCell]), cells]),
    );
    const rows = numbers.flatMap((number) => {
      const cells = byNumber.get(number);
      return cells ? [cells] : [];
    });
    return this.#records(plan, rows);
  }

  #records(plan: RowPlan, rows: readonly Cells[]): Row[] {
    const gathered = new Map<object, Map<string, unknown>>();
    this.#gather(plan, rows, gathered);
    return rows.map((cells) => plan.shape.read(cells, gathered) ?? {});
  }

  #gather(
    plan: RowPlan,
    rows: readonly Cells[],
    gathered: Map<object, Map<string, unknown>>,
  ): void {
    if (rows.length === 0) return;
    const ids = rows.map((cells) => String(cells[idCell]));
    for (const child of plan.children) gathered.set(child, this.#children(child, ids, gathered));
  }

  /** Child results by parent id; a parent without children has none. */
  #children(
    child: ChildPlan,
    ids: readonly string[],
    gathered: Map<object, Map<string, unknown>>,
  ): Map<string, unknown> {
    const plan = child.rows;
    const pageSize = this.#pageOf(plan);
    const rows = this.#db.all(firstChildren(child, ids, pageSize));
    const groups = new Map<string, { total: number; rows: Cells[] }>();
    for (const [parent, , total, ...cells] of rows) {
      const most = plan.most ?? Number.POSITIVE_INFINITY;
      const size = Math.min(Number(total) - plan.offset, most);
      const group = groups.get(String(parent)) ?? { total: size, rows: [] };
      group.rows.push(cells);
      groups.set(String(parent), group);
    }
    this.#gather(
      plan,
      [...groups.values()].flatMap((group) => group.rows),
      gathered,
    );
    const unfinished = [...groups].filter(([, group]) => group.total > group.rows.length);
    const unread = this.#childResults(
      child,
      unfinished.map(([parent]) => parent),
      pageSize,
    );
    return new Map(
      [...groups].map(([parent, group]) => {
        const more = unread.get(parent);
        const path = more && locatorPath(this.#open.begin(more, pageSize));
        const result = {
          totalSize: group.total,
          done: path === undefined,
          ...(path === undefined ? {} : { nextRecordsUrl: path }),
          records: group.rows.map((cells) => plan.shape.read(cells, gathered as Gathered)),
        };
        return [parent, result] as const;
      }),
    );
  }

  #childResults(
    child: ChildPlan,
    parents: readonly string[],
    pageSize: number,
  ): Map<string, OpenResult> {
    if (parents.length === 0) return new Map();
    const numbers = new Map<string, number[]>(parents.map((parent) => [parent, []]));
    for (const [parent, number] of this.#db.all(childNumbers(child, parents))) {
      numbers.get(String(parent))?.push(Number(number));
    }
    const { most, offset } = child.rows;
    const end = most === null ? undefined : offset + most;
    return new Map(
      [...numbers].map(([parent, all]) => [
        parent,
        { plan: child.rows, numbers: Uint32Array.from(all.slice(offset, end)), pageSize },
      ]),
    );
  }
}

interface OpenResult {
  readonly plan: RowPlan;
  readonly numbers: Uint32Array;
  readonly pageSize: number;
}

/** Row numbers stored for all long results, four bytes each. */
const mostNumbers = 16_000_000;
/** Overhead of a long result besides its numbers. */
const overhead = 1_000;

class OpenResults {
  readonly #open = new LRUCache<string, OpenResult>({
    maxSize: mostNumbers,
    sizeCalculation: (result) => result.numbers.length + overhead,
  });

  /** Continuation of the result at `offset`. */
  begin(result: OpenResult, offset: number): Continuation {
    const locator = `0r8${randomBytes(8).toString('hex')}`;
    this.#open.set(locator, result);
    return { locator, offset };
  }

  /**
   * @param page a former answer's `next`, or `{nextRecordsUrl}` as a child list carries it.
   * @throws StatementError INVALID_QUERY_LOCATOR for a locator that is unknown or evicted.
   */
  find(page: Continuation): { result: OpenResult; locator: string; offset: number } {
    const printed = page.nextRecordsUrl;
    const { locator, offset } = (typeof printed === 'string' ? readLocator(printed) : page) ?? {};
    const result = typeof locator === 'string' ? this.#open.get(locator) : undefined;
    if (!result || typeof locator !== 'string' || typeof offset !== 'number') {
      throw new StatementError('INVALID_QUERY_LOCATOR', 'invalid query locator');
    }
    return { result, locator, offset };
  }
}

const queryPath = `/services/data/${crmApiVersion}/query/`;

/** A continuation as the path the CRM prints it, e.g. `/services/data/v59.0/query/0r8…-200`. */
export function locatorPath(page: Continuation): string {
  return `${queryPath}${page.locator}-${page.offset}`;
}

/** The continuation a path or its last part names; null for anything else. */
function readLocator(text: string): Continuation | null {
  const match = /^(?:\/services\/data\/v\d+\.\d+\/query\/)?(\w+)-(\d+)$/.exec(text);
  return match ? { locator: match[1], offset: Number(match[2]) } : null;
}
