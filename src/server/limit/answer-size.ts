/** Answer size limit: the bytes of one answer, and of all answers that their clients have not read yet. */

import type { ExecutionResult } from 'graphql';
import { SwitchboardError } from '../../errors.ts';
import { CachedAnswer } from '../answer-cache.ts';
import { HttpError } from '../error-response.ts';
import type { RequestRecord } from '../request-record.ts';

export interface AnswerSizeLimits {
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes of answers that one client has not read. */
  readonly clientUnreadBytes: number;
  /** Unread bytes of answers, of all clients. */
  readonly unreadBytes: number;
}

/** Clients that read an answer for longer than this make room for others when there is none. */
const slowMs = 5_000;

interface Unread {
  readonly client: string;
  readonly since: number;
  bytes: number;
}

/** Counts answers from when they are made until they are read. */
export class AnswerSizes {
  readonly #limits: AnswerSizeLimits;
  readonly #now: () => number;
  /** In the order in which they were made. */
  readonly #unread = new Map<RequestRecord, Unread>();
  readonly #byClient = new Map<string, number>();
  #total = 0;

  /** @param now milliseconds of a monotonic clock. */
  constructor(limits: AnswerSizeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get unreadBytes(): number {
    return this.#total;
  }

  /** The error in place of an answer that is too large. */
  tooLarge(): SwitchboardError {
    return new SwitchboardError(
      'QUERY_TOO_COSTLY',
      `Expected an answer of at most ${this.#limits.answerBytes} bytes; got more. Ask for smaller pages or fewer fields.`,
      false,
    );
  }

  /**
   * Counts an answer until it is released. Where there is no room, clients lose answers that they
   * have been reading for longer than a few seconds, the oldest first.
   * @param bytes 0 checks whether there is room at all.
   * @throws HttpError 503
   */
  admit(record: RequestRecord, bytes: number): void {
    // Its client has left: nobody reads it, and nothing would release it.
    if (record.isOver) return;
    const { tenant, client: name } = record.identity!;
    const client = `${tenant}/${name}`;
    if (!this.#hasRoom(client, bytes) && !this.#makeRoom(client, bytes))
      throw new HttpError(503, 'OVERLOADED', 'Too much that was answered has not been read yet.', {
        retryAfterMs: 1000,
      });
    if (bytes === 0) return;
    let entry = this.#unread.get(record);
    if (entry === undefined) {
      entry = { client, since: this.#now(), bytes: 0 };
      this.#unread.set(record, entry);
    }
    this.#add(entry, bytes);
  }

  /**
   * Counts an answer by what it takes at least, before it is written.
   * @throws SwitchboardError too large; HttpError without room.
   */
  weigh(record: RequestRecord, result: ExecutionResult): void {
    const { answerBytes } = this.#limits;
    const bytes = record.dataBytes ?? bytesOf(result, answerBytes);
    if (bytes > answerBytes) throw this.tooLarge();
    this.admit(record, bytes);
  }

  /** Whether the written answer fits the limit; if so its bytes replace the estimated ones. */
  fits(record: RequestRecord, bytes: number): boolean {
    if (bytes > this.#limits.answerBytes) return false;
    const entry = this.#unread.get(record);
    if (entry !== undefined) this.#add(entry, bytes - entry.bytes);
    return true;
  }

  /**
   * Counts the parts of one answer, each as it is written.
   * @returns a function that throws SwitchboardError once all parts together are too large, HttpError without room.
   */
  ofParts(record: RequestRecord): (part: ExecutionResult) => void {
    let left = this.#limits.answerBytes;
    return (part) => {
      if (bytesOf(part, left) > left) throw this.tooLarge();
      const bytes = exactBytesOf(part);
      left -= bytes;
      if (left < 0) throw this.tooLarge();
      this.admit(record, bytes);
    };
  }

  /** The answer is read, or its client is gone. */
  release(record: RequestRecord): void {
    const entry = this.#unread.get(record);
    if (entry === undefined) return;
    this.#unread.delete(record);
    this.#add(entry, -entry.bytes);
  }

  #add(entry: Unread, bytes: number): void {
    const held = (this.#byClient.get(entry.client) ?? 0) + bytes;
    entry.bytes += bytes;
    this.#total += bytes;
    if (held > 0) this.#byClient.set(entry.client, held);
    else this.#byClient.delete(entry.client);
  }

  #clientHasRoom(client: string, bytes: number): boolean {
    return hasSpace(this.#byClient.get(client) ?? 0, bytes, this.#limits.clientUnreadBytes);
  }

  #hasRoom(client: string, bytes: number): boolean {
    return (
      this.#clientHasRoom(client, bytes) && hasSpace(this.#total, bytes, this.#limits.unreadBytes)
    );
  }

  #makeRoom(client: string, bytes: number): boolean {
    const slow = this.#now() - slowMs;
    for (const [record, entry] of this.#unread) {
      if (entry.since > slow) break;
      // No other client makes room for what is one client's own limit.
      if (entry.client !== client && !this.#clientHasRoom(client, bytes)) continue;
      record.cut();
      this.release(record);
      if (this.#hasRoom(client, bytes)) return true;
    }
    return false;
  }
}

/** One answer has room wherever there is no other. */
function hasSpace(held: number, bytes: number, limit: number): boolean {
  return held === 0 || held + Math.max(bytes, 1) <= limit;
}

/** Exact bytes of a result, by writing it a second time; only for answers in parts and those to a GET, which are rare. */
export function exactBytesOf(result: ExecutionResult): number {
  return result.data instanceof CachedAnswer
    ? result.data.bytes
    : Buffer.byteLength(JSON.stringify(result));
}

/** Bytes of an error at least, with its path and extensions. */
const errorBytes = 150;

/** Bytes of a result as JSON, at least: exact but for escapes and letters of more than one byte. Stops beyond the limit. */
function bytesOf(result: ExecutionResult, limit: number): number {
  const { data, errors = [] } = result;
  if (data instanceof CachedAnswer) return data.bytes;
  const { incremental } = result as { readonly incremental?: unknown };
  const sum = errors.length * errorBytes + leastBytes(data, limit);
  return incremental === undefined ? sum : sum + leastBytes(incremental, limit - sum);
}

/** The same of any value. */
export function leastBytes(given: unknown, limit = Infinity): number {
  let sum = 0;
  const add = (value: unknown): void => {
    if (typeof value === 'string') sum += value.length + 2;
    else if (typeof value !== 'object' || value === null) sum += 4;
    else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && sum <= limit; at += 1) add(value[at]);
      sum += value.length + 1;
    } else
      for (const key in value) {
        if (sum > limit) return;
        sum += key.length + 4;
        add((value as Record<string, unknown>)[key]);
      }
  };
  add(given);
  return sum;
}
