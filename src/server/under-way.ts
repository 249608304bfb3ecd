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
  /** Those whose viewers see the same, by body. */
  readonly among: Map<string, Leader>;
  readonly body: string;
  readonly answered: Promise<SharedAnswer | null>;
  settle(shared: SharedAnswer | null): void;
  hasFollowers: boolean;
}

export class UnderWay {
  readonly #byVisibility = new Map<string, Map<string, Leader>>();
  readonly #leaders = new Map<RequestRecord, Leader>();

  /**
   * The answer of a request under way that asks the same, null where it can't be shared. Without one
   * the request leads itself, and has to `end`.
   */
  join(body: string, record: RequestRecord): Promise<SharedAnswer | null> | undefined {
    // Who asks how an answer comes about wants to see it come about.
    if (record.calls !== null || body.length > longestKey) return undefined;
    const among = this.#among(visibilityOf(record));
    const leader = among.get(body);
    if (leader !== undefined) {
      leader.hasFollowers = true;
      return leader.answered;
    }
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | null>();
    const own = { among, body, answered: promise, settle: resolve, hasFollowers: false };
    among.set(body, own);
    this.#leaders.set(record, own);
    return undefined;
  }

  /** Tenants and sets of rights are few, so their maps stay. */
  #among(visibility: string): Map<string, Leader> {
    let among = this.#byVisibility.get(visibility);
    if (among === undefined) {
      among = new Map();
      this.#byVisibility.set(visibility, among);
    }
    return among;
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
    leader.among.delete(leader.body);
    leader.settle(null);
  }
}
