/** Admission: how many requests are executed at once, and how many wait for their turn. */

import { HttpError } from '../error-response.ts';
import type { RequestRecord } from '../request-record.ts';

interface AdmissionOptions {
  readonly maxConcurrent: number;
  readonly maxQueued: number;
}

type Holder = Pick<RequestRecord, 'signal' | 'isOver'>;

export class Admission {
  readonly #options: AdmissionOptions;
  readonly #running = new Set<Holder>();
  /** In the order they came; each is called when it has its turn. */
  readonly #queue = new Map<Holder, () => void>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * Gives the request a turn, which it has until it leaves. @returns null for a turn at once.
   * @throws HttpError 503 at once when the queue is full, and when the request's client leaves.
   */
  enter(request: Holder): Promise<void> | null {
    if (request.isOver) throw left();
    const { maxConcurrent, maxQueued } = this.#options;
    if (this.#running.size < maxConcurrent) {
      this.#running.add(request);
      return null;
    }
    if (this.#queue.size >= maxQueued)
      throw new HttpError(503, 'OVERLOADED', 'The server has too much to do just now.', {
        retryAfterMs: 1000,
      });
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(request);
        reject(left());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#queue.set(request, () => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });
  }

  /** Hands the request's turn to the next one, if it has any. */
  leave(request: Holder): void {
    if (!this.#running.delete(request)) return;
    const [next] = this.#queue;
    if (next === undefined) return;
    const [holder, begin] = next;
    this.#queue.delete(holder);
    this.#running.add(holder);
    begin();
  }
}

const left = (): HttpError =>
  new HttpError(503, 'CANCELLED', 'The caller left before its turn came.');
