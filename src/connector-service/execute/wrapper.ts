/** The two outer forms of an answer: what older and newer services put around the same page. */

import type { WrapperForm } from '../option.ts';
import type { Page } from './page.ts';

export interface WrapperFacts {
  readonly instance: string;
  /** How long the call took inside the service, ms. */
  readonly ms: number;
  /** The entity leaves its page block out when one page holds everything. */
  readonly sparse: boolean;
}

export interface Wrapped {
  readonly result: unknown;
  readonly connector_metadata?: unknown;
  readonly [key: string]: unknown;
}

/** Older: `{result, connector_metadata}`; newer: with status and execution_metadata around it, pages flattened. */
export function wrap(form: WrapperForm, page: Page, facts: WrapperFacts): Wrapped {
  if (form === 'older') {
    return { result: olderResult(page), connector_metadata: olderMetadata(page, facts.sparse) };
  }
  return {
    status: 'success',
    result: page.kind === 'row' ? (page.rows[0] ?? null) : page.rows,
    connector_metadata: newerMetadata(page),
    execution_metadata: {
      connector_instance_id: `source_id:${facts.instance}`,
      execution_time_ms: Math.round(facts.ms),
    },
  };
}

function olderResult(page: Page): unknown {
  switch (page.kind) {
    case 'row':
      return page.rows[0] ?? null;
    case 'hits':
      return { searchRecords: page.rows };
    case 'soql-page':
      return {
        totalSize: page.total,
        done: page.done,
        ...(page.next === null ? {} : { nextRecordsUrl: page.next }),
        records: page.rows,
      };
    default:
      return page.rows;
  }
}

function olderMetadata(page: Page, sparse: boolean): unknown {
  if (page.kind !== 'cursor-page') return null;
  if (sparse && page.number === 0 && page.done) return { pagination: null };
  return {
    pagination: {
      totalRecords: page.total,
      currentPageSize: page.size,
      currentPageNumber: page.number,
      ...(page.next === null ? {} : { cursor: page.next }),
    },
  };
}

/** The newer service picks its metadata out by path: what is not there becomes null. */
function newerMetadata(page: Page): unknown {
  if (page.kind === 'cursor-page') {
    return { cursor: page.next, total_records: page.total, current_page_number: page.number };
  }
  return page.kind === 'soql-page' ? { done: page.done, nextRecordsUrl: page.next } : null;
}
