/** A backend's answer with its continuation turned into the token the client will see. */

import { canonicalJson } from '../../contract/wire/json.ts';
import type { BackendAnswer, Row } from '../backend.ts';
import type { CursorCodec } from '../page/cursor.ts';
import type { LocatorStore, OpenQuery } from '../page/locator.ts';
import type { ExecuteCall } from './request.ts';

export type JsonAnswer = Exclude<BackendAnswer, { kind: 'bytes' }>;

/** Size of a whole result: null where the answer has none. Faults leave it out, or make it a text. */
export type Total = number | string | null | undefined;

/** What goes into a wrapper. Faults change it on the way. */
export interface Page {
  readonly kind: JsonAnswer['kind'];
  readonly rows: readonly Row[];
  readonly total: Total;
  /** From 0; null where the answer has none. */
  readonly number: number | null;
  /** Rows the page holds according to its metadata. */
  readonly size: number;
  /** Cursor or nextRecordsUrl of the next page. */
  readonly next: string | null;
  readonly done: boolean;
}

export interface PageTokens {
  readonly cursors: CursorCodec;
  readonly locators: LocatorStore;
}

/** What must be the same when a cursor comes back: the instance, the operation and every filter. What a row shows may change. */
export function scopeOf(call: ExecuteCall): string {
  const { contentSelector: _shown, ...filters } = call.params;
  return `${call.instance.id} ${call.entity.entity} ${call.action} ${canonicalJson(filters)}`;
}

export function pageOf(
  answer: JsonAnswer,
  call: ExecuteCall,
  tokens: PageTokens,
  from: OpenQuery | null,
): Page {
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
          : tokens.locators.keep({
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

function whole(kind: 'row' | 'rows' | 'hits', rows: readonly Row[]): Page {
  return { kind, rows, total: null, number: null, size: rows.length, next: null, done: true };
}

/** Child lists that are cut have a path of the backend's own; it comes back by the same parameter. */
function adoptChildren(records: readonly Row[], locators: LocatorStore, instance: string): void {
  for (const record of records) {
    for (const value of Object.values(record)) {
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
