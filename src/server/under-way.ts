/**
 * Requests that ask word for word what another one is being answered wait for that answer and hold no
 * turn: a crowd before one dashboard is no overload. Only whole answers without errors are shared, and
 * only within a tenant and a set of rights.
 */

import { CachedAnswer, visibilityOf } from './answer-cache.ts';
import { longestKey } from './document/text-key.ts';
import type { RequestRecord } from './request.ts';

/** What the leading request was answered, and what its record says of the question. */
export interface SharedAnswer extends Pick<RequestRecord, 'document' | 'operation'> {
  readonly answer: CachedAnswer;
}

interface Leader {
  readonly key: string;
  readonly answered: Promise<SharedAnswer | null>;
  settle(shared: SharedAnswer | null): void;
  hasFollowers: boolean;
}

export class UnderWay {
  readonly #byQuestion = new Map<string, Leader>();
  readonly #leaders = new WeakMap<RequestRecord, Leader>();

  /**
   * The answer of a request under way that asks the same, null where it can't be shared. Without one
   * the request leads itself, and has to `end`.
   */
  join(body: string, record: RequestRecord): Promise<SharedAnswer | null> | undefined {
    // Who asks how an answer comes about wants to see it come about.
    if (record.calls !== null || body.length > longestKey) return undefined;
    const key = `${visibilityOf(record)} ${body}`;
    const leader = this.#byQuestion.get(key);
    if (leader !== undefined) {
      leader.hasFollowers = true;
      return leader.answered;
    }
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | null>();
    const own: Leader = { key, answered: promise, settle: resolve, hasFollowers: false };
    this.#byQuestion.set(key, own);
    this.#leaders.set(record, own);
    return undefined;
  }

  /** Hands the answer of a leading request to those who wait for it. */
  share(record: RequestRecord, data: object): void {
    const leader = this.#leaders.get(record);
    if (leader === undefined) return;
    if (leader.hasFollowers) {
      const { document, operation, requestedCalls } = record;
      const answer =
        data instanceof CachedAnswer
          ? data
          : new CachedAnswer('', data, { until: 0, indexVersion: null, requestedCalls });
      leader.settle({ answer, document, operation });
    }
    this.end(record);
  }

  /** Nobody joins any more; those who wait ask for themselves, where nothing was shared. */
  end(record: RequestRecord): void {
    const leader = this.#leaders.get(record);
    if (leader === undefined) return;
    this.#leaders.delete(record);
    this.#byQuestion.delete(leader.key);
    leader.settle(null);
  }
}
