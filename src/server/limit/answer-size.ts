/** Answer size limit: the bytes of one answer, and of all answers that their clients have not read yet. */

import { TransientMap } from '../../upstream/transient-map.ts';
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
  readonly #unread = new TransientMap<RequestRecord, Unread>();
  readonly #byClient = new TransientMap<string, number>();
  #total = 0;

  /** @param now milliseconds of a monotonic clock. */
  constructor(limits: AnswerSizeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  get unreadBytes(): number {
    return this.#total;
  }

  /** Limit of one answer's bytes. */
  get answerBytes(): number {
    return this.#limits.answerBytes;
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
    const client = clientOf(record);
    if (!this.#hasRoom(client, bytes) && !this.#makeRoom(client, bytes))
      throw new HttpError(503, 'OVERLOADED', 'Too much that was answered has not been read yet.', {
        retryAfterMs: 1000,
      });
    if (bytes > 0) this.#add(this.#entryOf(record), bytes);
  }

  /** Counts bytes for which there has to be room: what stands in place of an answer. */
  count(record: RequestRecord, bytes: number): void {
    if (record.isOver) return;
    this.#add(this.#entryOf(record), bytes);
  }

  /** Counts an answer by its bytes, in place of what was counted of it before. */
  recount(record: RequestRecord, bytes: number): void {
    const entry = this.#unread.get(record);
    if (entry === undefined) this.count(record, bytes);
    else this.#add(entry, bytes - entry.bytes);
  }

  /** The answer is read, or its client is gone. */
  release(record: RequestRecord): void {
    const entry = this.#unread.get(record);
    if (entry === undefined) return;
    this.#unread.delete(record);
    this.#add(entry, -entry.bytes);
  }

  #entryOf(record: RequestRecord): Unread {
    let entry = this.#unread.get(record);
    if (entry === undefined) {
      entry = { client: clientOf(record), since: this.#now(), bytes: 0 };
      this.#unread.set(record, entry);
    }
    return entry;
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

const clientOf = ({ identity }: RequestRecord): string =>
  identity === null ? '' : `${identity.tenant}/${identity.client}`;
