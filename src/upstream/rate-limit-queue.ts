/** Budget queue: calls that wait for a permit, interactive before background and within each class the clients in turn; and the errors of those that get none. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Breaker } from './breaker.ts';
import type { Permit } from './rate-counter.ts';
import { TransientMap } from './transient-map.ts';

export type Priority = 'interactive' | 'background';

interface Waiting {
  readonly client: string;
  readonly priority: Priority;
}

/** Lanes by client; the one served goes to the back. */
type Lanes<W> = TransientMap<string, W[]>;

/** A call that waits for its permit. */
export interface WaitingCall {
  readonly call: QueuedCall;
  readonly client: string;
  /** Class of the entry; the call's own priority may have risen since. */
  priority: Priority;
  readonly grant: (slot: Permit) => void;
  readonly refuse: (error: UpstreamError) => void;
}

export class FairQueue<W extends Waiting> {
  readonly #classes: Readonly<Record<Priority, Lanes<W>>> = {
    interactive: new TransientMap(),
    background: new TransientMap(),
  };
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(entry: W): void {
    const lanes = this.#classes[entry.priority];
    const lane = lanes.get(entry.client);
    if (lane) lane.push(entry);
    else lanes.set(entry.client, [entry]);
    this.#size += 1;
  }

  shift(): W | undefined {
    for (const lanes of [this.#classes.interactive, this.#classes.background]) {
      for (const [client, lane] of lanes) {
        const entry = lane.shift();
        lanes.delete(client);
        if (lane.length > 0) lanes.set(client, lane);
        if (entry === undefined) continue;
        this.#size -= 1;
        return entry;
      }
    }
    return undefined;
  }

  /** Removes an entry from its lane. */
  remove(entry: W): boolean {
    for (const lanes of Object.values(this.#classes)) {
      const lane = lanes.get(entry.client);
      const index = lane?.indexOf(entry) ?? -1;
      if (lane === undefined || index < 0) continue;
      lane.splice(index, 1);
      if (lane.length === 0) lanes.delete(entry.client);
      this.#size -= 1;
      return true;
    }
    return false;
  }

  /** Number of entries ahead of a new one. */
  ahead({ client, priority }: Waiting): number {
    const lanes = this.#classes[priority];
    // Clients take turns: every other client is served once for each of this client's entries, and
    // once before the new one.
    const turns = (lanes.get(client)?.length ?? 0) + 1;
    let before = turns - 1;
    for (const [other, lane] of lanes) if (other !== client) before += Math.min(lane.length, turns);
    if (priority === 'background') {
      for (const [, lane] of this.#classes.interactive) before += lane.length;
    }
    return before;
  }

  *[Symbol.iterator](): Generator<W> {
    for (const lanes of Object.values(this.#classes)) {
      for (const [, lane] of [...lanes]) yield* [...lane];
    }
  }
}

/** Parts of a call that the budget needs. */
export interface QueuedCall {
  readonly tenant: string;
  readonly site: UpstreamSite;
  readonly client: string;
  /** Rises when an interactive caller joins a background flight. */
  priority: Priority;
  /** On the monotonic clock; grows when a caller with more time joins. */
  deadline: number;
  /** Aborted when no caller waits any more. */
  readonly signal: AbortSignal;
  readonly vitals: { readonly breaker: Pick<Breaker, 'check'> };
  /** Set while the call waits: requeues it after its priority rose. */
  promoted: (() => void) | null;
  /** Set while the call holds a permit: reports that the request was sent. */
  sent: (() => void) | null;
  /** Set while the call holds a permit: reports the first byte of the answer. */
  answered: (() => void) | null;
}

/** Rejection of a call that was not sent: the budget has no room before its deadline. */
export class BudgetError extends UpstreamError {
  constructor(site: UpstreamSite, why: string, retryAfterMs: number) {
    super('RATE_LIMITED', why, site, { retryAfterMs: Math.ceil(retryAfterMs), attempts: 0 });
  }
}

/** Error of a call whose permit would come after its deadline, in `ms`. */
export function late(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  const why = 'The budget for this upstream has no room in the time the request has.';
  return new BudgetError(call.site, why, Math.max(ms, 1));
}

/** Error of a call whose day's limit is spent; the next day begins in `ms`. */
export function spent(call: Pick<QueuedCall, 'site'>, ms: number): BudgetError {
  return new BudgetError(call.site, "The day's calls to this upstream are spent.", ms);
}
