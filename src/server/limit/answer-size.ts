/** Bounds the bytes of one answer, and of all that their clients have not read yet. */

import type { ExecutionResult } from 'graphql';
import { SwitchboardError } from '../../errors.ts';
import { CachedAnswer } from '../answer-cache.ts';
import { Refusal } from '../errors.ts';
import type { RequestRecord } from '../request.ts';

export interface AnswerSizeLimits {
  /** Bytes of one answer. */
  readonly answerBytes: number;
  /** Bytes of answers that one client has not read. */
  readonly clientUnreadBytes: number;
  /** Bytes of answers that nobody has read, of all clients. */
  readonly unreadBytes: number;
}

export interface AnswerSizes {
  readonly limits: AnswerSizeLimits;
  /**
   * Counts an answer until it is released. Where there is no room, clients lose answers that they
   * have been reading for longer than a few seconds, the oldest first.
   * @param bytes 0 asks whether there is room at all.
   * @throws Refusal 503
   */
  admit(record: RequestRecord, bytes: number): void;
  /**
   * Counts an answer by what it takes at least, before it is written.
   * @throws SwitchboardError too large; Refusal without room.
   */
  weigh(record: RequestRecord, result: ExecutionResult): void;
  /**
   * Whether the answer as it is written is one that may be; then its bytes are counted in place of
   * those it was taken for.
   */
  fits(record: RequestRecord, bytes: number): boolean;
  /** Counts the parts of one answer, each as it is written. */
  ofParts(record: RequestRecord): PartSizes;
  /** The error in place of an answer that is too large. */
  tooLarge(): SwitchboardError;
  /** The answer is read, or its client is gone. */
  release(record: RequestRecord): void;
  unreadBytes(): number;
}

export interface PartSizes {
  /** @throws SwitchboardError once all parts together are too large; Refusal without room. */
  add(part: ExecutionResult): void;
}

/** Whoever reads an answer for longer than this makes room for others when there is none. */
const slowMs = 5_000;

interface Unread {
  readonly client: string;
  readonly since: number;
  bytes: number;
}

/** @param now milliseconds of a monotonic clock. */
export function createAnswerSizes(
  limits: AnswerSizeLimits,
  now: () => number = () => performance.now(),
): AnswerSizes {
  /** In the order in which they were made. */
  const unread = new Map<RequestRecord, Unread>();
  const byClient = new Map<string, number>();
  let total = 0;

  const add = (entry: Unread, bytes: number): void => {
    const held = (byClient.get(entry.client) ?? 0) + bytes;
    entry.bytes += bytes;
    total += bytes;
    if (held > 0) byClient.set(entry.client, held);
    else byClient.delete(entry.client);
  };
  const release = (record: RequestRecord): void => {
    const entry = unread.get(record);
    if (entry === undefined) return;
    unread.delete(record);
    add(entry, -entry.bytes);
  };
  /** One answer has room wherever there is no other. */
  const hasSpace = (held: number, bytes: number, limit: number): boolean =>
    held === 0 || held + Math.max(bytes, 1) <= limit;
  const hasRoom = (client: string, bytes: number): boolean =>
    hasSpace(byClient.get(client) ?? 0, bytes, limits.clientUnreadBytes);
  const makeRoom = (client: string, bytes: number): boolean => {
    const slow = now() - slowMs;
    for (const [record, entry] of unread) {
      if (entry.since > slow) break;
      // Nobody else makes room for what is one client's own limit.
      if (entry.client !== client && !hasRoom(client, bytes)) continue;
      record.cut();
      release(record);
      if (hasRoom(client, bytes) && hasSpace(total, bytes, limits.unreadBytes)) return true;
    }
    return false;
  };

  const tooLarge = (): SwitchboardError =>
    new SwitchboardError(
      'QUERY_TOO_COSTLY',
      `Expected an answer of at most ${limits.answerBytes} bytes; got more. Ask for smaller pages or fewer fields.`,
      false,
    );

  return {
    limits,
    release,
    tooLarge,
    weigh(record, result) {
      const bytes = record.dataBytes ?? bytesOf(result, limits.answerBytes);
      if (bytes > limits.answerBytes) throw tooLarge();
      this.admit(record, bytes);
    },
    ofParts(record) {
      let sum = 0;
      return {
        add: (part) => {
          if (bytesOf(part, limits.answerBytes - sum) > limits.answerBytes - sum) throw tooLarge();
          const bytes = exactBytesOf(part);
          sum += bytes;
          if (sum > limits.answerBytes) throw tooLarge();
          this.admit(record, bytes);
        },
      };
    },
    unreadBytes: () => total,
    fits(record, bytes) {
      if (bytes > limits.answerBytes) return false;
      const entry = unread.get(record);
      if (entry !== undefined) add(entry, bytes - entry.bytes);
      return true;
    },
    admit(record, bytes) {
      const { tenant, client: name } = record.identity!;
      const client = `${tenant}/${name}`;
      const hasAll = hasRoom(client, bytes) && hasSpace(total, bytes, limits.unreadBytes);
      if (!hasAll && !makeRoom(client, bytes))
        throw new Refusal(503, 'OVERLOADED', 'Too much that was answered has not been read yet.', {
          retryAfterMs: 1000,
        });
      if (bytes === 0) return;
      let entry = unread.get(record);
      if (entry === undefined) {
        entry = { client, since: now(), bytes: 0 };
        unread.set(record, entry);
      }
      add(entry, bytes);
    },
  };
}

/** Written a second time, which answers in parts and those to a GET are rare enough for. */
export function exactBytesOf(result: ExecutionResult): number {
  return result.data instanceof CachedAnswer
    ? result.data.bytes
    : Buffer.byteLength(JSON.stringify(result));
}

/** What an error takes at least, with its path and extensions. */
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
