/** Shared answers: the upstream's answers in the shared store, as all gateways write and read them. */

import type { PageMark } from '../contract/wire/execute.ts';
import { isObject, parseJsonOrNull, printJson } from '../contract/wire/json.ts';
import type { KeyPrefix, ScopedKey } from './row-scope.ts';
import type { SharedStore } from './shared-store.ts';
import type { SharedAnswers, SizedAnswer } from './upstream-cache.ts';

/** Larger answers stay in the memory of the gateway that fetched them. */
const largestBytes = 4 * 1024 * 1024;

/** Answers in the shared store. */
export function createSharedAnswers(store: SharedStore): SharedAnswers {
  return {
    async read(key) {
      if (!store.isReady()) return null;
      const stored = await store.get(answerKey(key)).catch(() => null);
      return stored === null ? null : unpack(stored.value, stored.leftMs);
    },
    write(key, fetched, retentionMs) {
      if (fetched.bytes > largestBytes || !store.isReady()) return;
      const { rows, page } = fetched.answer;
      const value = printJson({
        retentionMs,
        bytes: fetched.bytes,
        limit: fetched.limit,
        rows,
        page,
      });
      store.set(answerKey(key), value, retentionMs).catch(() => {});
    },
    async forget(prefix, ids) {
      if (store.isReady()) await store.forget(answerKey(prefix), ids).catch(() => {});
    },
  };
}

/**
 * Unpacks a stored answer; its age follows from its remaining life, on the store's clock, since gateways' clocks may
 * differ. Null for a value that is cut off or of another version's form.
 */
function unpack(value: string, leftMs: number): (SizedAnswer & { ageMs: number }) | null {
  const cached = parseJsonOrNull(value);
  if (!isObject(cached)) return null;
  const { retentionMs, bytes, limit, rows, page } = cached;
  const isKnown = typeof retentionMs === 'number' && typeof bytes === 'number';
  if (!isKnown || !Array.isArray(rows) || !isPageMark(page) || leftMs <= 0) return null;
  return {
    answer: { rows, page },
    bytes,
    limit: typeof limit === 'number' ? limit : undefined,
    ageMs: Math.max(retentionMs - leftMs, 0),
  };
}

function isPageMark(page: unknown): page is PageMark {
  if (!isObject(page) || typeof page.done !== 'boolean') return false;
  const isOf = (type: string, value: unknown): boolean => value === null || typeof value === type;
  return (
    [page.cursor, page.nextRecordsUrl].every((token) => isOf('string', token)) &&
    [page.total, page.pageNumber].every((figure) => isOf('number', figure))
  );
}

const answerKey = (key: ScopedKey | KeyPrefix): string => `switchboard:answer:${key}`;
