/**
 * Whole answers, said again while everything they were made of is still fresh: until then executing
 * once more would read the same. They belong to one operation, its variables, a tenant and its rights.
 */

import { LRUCache } from 'lru-cache';
import type { Variables } from './execute/variable.ts';
import type { RequestRecord } from './request.ts';

export interface AnswerOptions<Context> {
  /** 0: none are kept. */
  readonly maxBytes: number;
  /** The context as one that tells how long what was read through it stays fresh. */
  readonly watch: (context: Context) => Watched<Context>;
  /** Milliseconds. */
  readonly monotonic: () => number;
}

export interface Watched<Context> {
  readonly context: Context;
  /** Milliseconds; 0 where nobody can say. */
  freshMs(): number;
}

export interface AnswerMemory<Context> extends Pick<AnswerOptions<Context>, 'watch'> {
  /** The data's JSON; undefined where it is not known or no longer fresh. */
  recall(variables: Variables, record: RequestRecord): Buffer | undefined;
  keep(variables: Variables, record: RequestRecord, text: string | Buffer, freshMs: number): void;
}

interface KeptAnswer {
  readonly data: Buffer;
  /** On the monotonic clock. */
  readonly until: number;
}

/** What an entry takes besides its text. */
const frameBytes = 500;

export function createAnswerMemory<Context>({
  maxBytes,
  watch,
  monotonic,
}: AnswerOptions<Context>): AnswerMemory<Context> | null {
  if (maxBytes === 0) return null;
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    // One answer may not push out all others.
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ data }) => data.byteLength + frameBytes,
  });
  return {
    watch,
    recall(variables, record) {
      const key = keyOf(variables, record);
      const kept = answers.get(key);
      if (kept === undefined) return undefined;
      if (kept.until > monotonic()) return kept.data;
      answers.delete(key);
      return undefined;
    },
    keep(variables, record, text, freshMs) {
      if (freshMs <= 0) return;
      const until = monotonic() + freshMs;
      const data = typeof text === 'string' ? Buffer.from(text) : text;
      answers.set(keyOf(variables, record), { data, until });
    },
  };
}

/** Variables that come again are the same object, and belong to one operation. */
const numbers = new WeakMap<Variables, number>();
let counted = 0;

function keyOf(variables: Variables, { identity }: RequestRecord): string {
  let number = numbers.get(variables);
  if (number === undefined) {
    counted += 1;
    number = counted;
    numbers.set(variables, number);
  }
  return `${number} ${identity!.tenant} ${rightsOf(identity!.permissions)}`;
}

const spelled = new WeakMap<ReadonlySet<string>, string>();

function rightsOf(permissions: ReadonlySet<string>): string {
  let text = spelled.get(permissions);
  if (text === undefined) {
    text = [...permissions].sort().join();
    spelled.set(permissions, text);
  }
  return text;
}
