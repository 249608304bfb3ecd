/** Answer of a backend to a page with its token, in one of the two wrappers that services use. */

import type { Row } from '../../contract/wire/execute.ts';
import { canonicalJson, isObject } from '../../contract/wire/json.ts';
import type { BackendAnswer } from '../backend.ts';
import type { WrapperForm } from '../service-option.ts';
import type { LocatorStore, OpenQuery, PageTokenCodec } from './page-token.ts';
import type { ExecuteCall } from './request.ts';

export type JsonAnswer = Exclude<BackendAnswer, { kind: 'bytes' }>;

/** Content of a wrapper. */
export interface AnswerPage {
  readonly kind: JsonAnswer['kind'];
  readonly rows: readonly Row[];
  /** Size of the whole result: null where the answer has none. Unknown, since an interceptor may change it. */
  readonly total: unknown;
  /** From 0; null where the answer has none. */
  readonly number: number | null;
  /** Rows the page holds according to its metadata. */
  readonly size: number;
  /** Cursor or nextRecordsUrl of the next page. */
  readonly next: string | null;
  readonly done: boolean;
}

export interface PageTokens {
  readonly cursors: PageTokenCodec;
  readonly locators: LocatorStore;
}

/** Scope of a cursor: the instance, the operation and every filter, which must not change. The selector may. */
export function scopeOf(call: ExecuteCall): string {
  const { contentSelector: _shown, ...filters } = call.params;
  return `${call.instance.id} ${call.entity.entity} ${call.action} ${canonicalJson(filters)}`;
}

export function pageOf(
  answer: JsonAnswer,
  call: ExecuteCall,
  tokens: PageTokens,
  from: OpenQuery | null,
): AnswerPage {
  switch (answer.kind) {
    case 'row':
      return whole('row', [answer.row]);
    case 'rows':
      return whole('rows', answer.rows);
    case 'hits':
      return whole('hits', answer.records);
    case 'cursor-page':
      return {
        kind: 'cursor-page',
        rows: answer.rows,
        total: answer.totalRecords,
        number: answer.pageNumber,
        size: answer.rows.length,
        next: answer.next === null ? null : tokens.cursors.seal(scopeOf(call), answer.next),
        done: answer.next === null,
      };
    case 'soql-page': {
      const { id: instance, profile } = call.instance;
      if (profile.locatorParam !== null) adoptChildren(answer.records, tokens.locators, instance);
      const offset = (from?.offset ?? 0) + answer.records.length;
      const next =
        answer.next === null
          ? null
          : tokens.locators.store({
              id: from?.id ?? null,
              instance,
              params: call.params,
              next: answer.next,
              offset,
            });
      return {
        kind: 'soql-page',
        rows: answer.records,
        total: answer.totalSize,
        number: null,
        size: answer.records.length,
        next,
        done: next === null,
      };
    }
  }
}

function whole(kind: 'row' | 'rows' | 'hits', rows: readonly Row[]): AnswerPage {
  return { kind, rows, total: null, number: null, size: rows.length, next: null, done: true };
}

/** Child lists that are cut have a path of the backend's own; it comes back by the same parameter. */
function adoptChildren(records: readonly Row[], locators: LocatorStore, instance: string): void {
  for (const record of records.filter(isObject)) {
    // Of hundreds of fields hardly any is a list: no array is made of them.
    for (const name in record) {
      const value = record[name];
      if (typeof value !== 'object' || value === null || !('records' in value)) continue;
      const { nextRecordsUrl, records: inner } = value as {
        readonly nextRecordsUrl?: unknown;
        readonly records: unknown;
      };
      if (typeof nextRecordsUrl === 'string') locators.adopt(nextRecordsUrl, instance);
      if (Array.isArray(inner)) adoptChildren(inner as readonly Row[], locators, instance);
    }
  }
}

export interface WrapperFacts {
  readonly instance: string;
  /** Duration of the call inside the service, ms. */
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
export function wrap(form: WrapperForm, page: AnswerPage, facts: WrapperFacts): Wrapped {
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

function olderResult(page: AnswerPage): unknown {
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

function olderMetadata(page: AnswerPage, sparse: boolean): unknown {
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

/** The newer service picks its metadata by path: a missing member becomes null. */
function newerMetadata(page: AnswerPage): unknown {
  if (page.kind === 'cursor-page') {
    return { cursor: page.next, total_records: page.total, current_page_number: page.number };
  }
  return page.kind === 'soql-page' ? { done: page.done, nextRecordsUrl: page.next } : null;
}
