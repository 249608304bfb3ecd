/**
 * Whole answers, said again while everything they were made of is still fresh: until then executing
 * once more would read the same. They belong to one operation, its variables, a tenant and its rights.
 */

import { LRUCache } from 'lru-cache';
import { longestKey } from './document/text-key.ts';
import type { ByteText } from './execute/text.ts';
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
  /**
   * The answer to a body that came before, word for word: what the record says of the request then
   * goes on this one, too.
   * @returns undefined where it is not known or no longer fresh.
   */
  repeat(body: string, record: RequestRecord): KeptAnswer | undefined;
  /** The same by what was asked, in whatever words. */
  recall(body: string, variables: Variables, record: RequestRecord): KeptAnswer | undefined;
  keep(
    body: string,
    variables: Variables,
    record: RequestRecord,
    start: ByteText,
    freshMs: number,
  ): void;
}

/** What a body says, which is the same whoever sends it. */
interface Asked extends Pick<RequestRecord, 'document' | 'operation'> {
  readonly variables: Variables;
}

export class KeptAnswer {
  /** On the monotonic clock. */
  readonly until: number;
  readonly requestedCalls: number | null;
  /** Of the start, in bytes. */
  readonly length: number;
  #rest: ByteText = '';
  #whole: Buffer;

  /** @param start JSON up to the end of the data. */
  constructor(start: ByteText, until: number, requestedCalls: number | null) {
    this.until = until;
    this.requestedCalls = requestedCalls;
    this.length = start.length;
    this.#whole = Buffer.from(start, 'latin1');
  }

  /** The answer to its end, which is the same more often than not. */
  endedBy(rest: ByteText): Buffer {
    if (rest !== this.#rest) {
      // Anew: the one before may still be on its way out.
      const start = this.#whole.subarray(0, this.length);
      this.#whole = Buffer.concat([start, Buffer.from(rest, 'latin1')]);
      this.#rest = rest;
    }
    return this.#whole;
  }
}

/** What an entry takes besides its text; of an answer with what ends it. */
const frameBytes = 1_000;

export function createAnswerMemory<Context>({
  maxBytes,
  watch,
  monotonic,
}: AnswerOptions<Context>): AnswerMemory<Context> | null {
  if (maxBytes === 0) return null;
  const maxSize = Math.ceil(maxBytes / 8);
  const bodies = new LRUCache<string, Asked>({
    maxSize,
    sizeCalculation: (_, body) => body.length + frameBytes,
  });
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes - maxSize,
    // One answer may not push out all others.
    maxEntrySize: maxSize,
    sizeCalculation: ({ length }) => length + frameBytes,
  });
  const freshOf = (key: string): KeptAnswer | undefined => {
    const kept = answers.get(key);
    if (kept === undefined || kept.until > monotonic()) return kept;
    answers.delete(key);
    return undefined;
  };
  const learn = (body: string, variables: Variables, record: RequestRecord): void => {
    const { document, operation } = record;
    if (body.length <= longestKey) bodies.set(body, { variables, document, operation });
  };
  return {
    watch,
    repeat(body, record) {
      const asked = body.length > longestKey ? undefined : bodies.get(body);
      const kept = asked && freshOf(keyOf(asked.variables, record));
      if (kept === undefined) return undefined;
      record.document = asked!.document;
      record.operation = asked!.operation;
      record.requestedCalls = kept.requestedCalls;
      return kept;
    },
    recall(body, variables, record) {
      const kept = freshOf(keyOf(variables, record));
      if (kept !== undefined) learn(body, variables, record);
      return kept;
    },
    keep(body, variables, record, start, freshMs) {
      learn(body, variables, record);
      const kept = new KeptAnswer(start, monotonic() + freshMs, record.requestedCalls);
      answers.set(keyOf(variables, record), kept);
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
