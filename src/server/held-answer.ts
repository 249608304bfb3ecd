/**
 * Held answer: a text that is written bit by bit. One that stays short leaves whole, with its length and its ETag, and may still
 * become a refusal; a longer one leaves as it is made, as fast as its client reads it.
 */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AnswerSizes } from './limit/answer-size.ts';
import type { RequestRecord } from './request-record.ts';

/** Bytes that are held back. */
const mostHeld = 2 ** 20;

interface HeldOptions {
  readonly response: ServerResponse;
  readonly record: RequestRecord;
  readonly sizes: AnswerSizes;
  /** Headers of the answer, as they are known when it begins to leave. */
  readonly headers: () => OutgoingHttpHeaders;
}

export class HeldAnswer {
  readonly #options: HeldOptions;
  #held: Buffer[] = [];
  #bytes = 0;
  /** Whether some of it has left. */
  hasBegun = false;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  /** @throws HttpError 503 while too much that was answered is unread. */
  async add(text: string): Promise<void> {
    const { sizes, record } = this.#options;
    const bytes = Buffer.from(text);
    sizes.admit(record, bytes.length);
    this.#held.push(bytes);
    this.#bytes += bytes.length;
    if (this.hasBegun || this.#bytes > mostHeld) await this.#send();
  }

  end(): void {
    const { response, headers } = this.#options;
    if (this.hasBegun) return void response.end();
    const body = Buffer.concat(this.#held);
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    const common = { ...headers(), etag };
    if (isNamed(response.req.headers['if-none-match'], etag)) {
      response.writeHead(304, common).end();
      return;
    }
    response.writeHead(200, { ...common, 'content-length': body.length });
    response.end(body);
  }

  /** Sends what is held, and waits until the client has taken it. */
  async #send(): Promise<void> {
    const { response, record, sizes, headers } = this.#options;
    if (!this.hasBegun) response.writeHead(200, headers());
    this.hasBegun = true;
    const body = Buffer.concat(this.#held);
    this.#held = [];
    this.#bytes = 0;
    // A HEAD has no body, and so nothing that drains.
    if (!response.write(body) && response.req.method !== 'HEAD')
      await once(response, 'drain', { signal: record.signal });
    sizes.release(record);
  }
}

/** Whether If-None-Match names the answer (RFC 9110, section 13.1.2). */
const isNamed = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' ||
    header.split(',').some((name) => name.trim().replace(/^W\//, '') === etag));
