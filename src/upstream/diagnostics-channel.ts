/**
 * Events of the connector for its subscribers, on node:diagnostics_channel. Nothing is built while
 * nobody subscribes. Messages hold no token, no id, no value of a param and no text of an answer.
 *
 * | channel                          | message        | when |
 * | -------------------------------- | -------------- | ---- |
 * | switchboard:upstream:call        | CallEvent      | a caller has its answer or error, from wherever it came |
 * | switchboard:upstream:attempt     | AttemptStart   | before an execute request is sent |
 * | switchboard:upstream:attempt:end | AttemptEnd     | after it; the same `attempt` object as at its start |
 * | switchboard:upstream:wait        | WaitEvent      | a call got, or did not get, its turn in the budget |
 * | switchboard:upstream:breaker     | BreakerEvent   | an instance's breaker changed |
 * | switchboard:upstream:token       | TokenEvent     | a bearer token was renewed, or could not be |
 * | switchboard:shared               | SharedEvent    | the shared store was lost, refuses to write, or is back |
 */

import { channel } from 'node:diagnostics_channel';
import type { Action } from '../contract/entity-spec.ts';
import type { ErrorCode, SystemName } from '../errors.ts';

/** Source of an answer. */
export type CacheState =
  /** From the cache, fresh. */
  | 'hit'
  /** From the cache, past its time, while a new one is fetched. */
  | 'stale'
  /** From the cache because the upstream failed. */
  | 'stale-on-error'
  /** From another caller's request that was under way. */
  | 'joined'
  /** Fetched. */
  | 'miss'
  /** Fetched; such answers are not cached. */
  | 'off';

interface Site {
  readonly tenant: string;
  readonly system: SystemName;
  readonly entity: string;
  readonly action: Action;
}

export interface CallEvent extends Site {
  readonly cache: CacheState;
  readonly ms: number;
  readonly rows: number;
  readonly attempts: number;
  /** Query with its literals taken out, flags, dates and counts. */
  readonly shape: Readonly<Record<string, unknown>>;
  readonly error: ErrorCode | null;
  /** Not sent, because the caller's allowance was spent. */
  readonly withheld: boolean;
}

export interface AttemptStart extends Site {
  readonly attempt: object;
  readonly number: number;
  /** True for the background revalidation of a cached answer, and for what is asked once for all requests. */
  readonly isForAll: boolean;
  /** Scheme, host and port of the connector service. */
  readonly origin: string;
  /** Path of the request with `{id}` in place of the instance's id. */
  readonly pathTemplate: string;
  /** Adds a W3C trace header to the request; other names are refused. */
  readonly setHeader: (name: 'traceparent' | 'tracestate', value: string) => void;
}

export interface AttemptEnd extends Site {
  readonly attempt: object;
  readonly number: number;
  readonly ms: number;
  /** HTTP status, when there was an answer. */
  readonly status: number | null;
  readonly bytes: number;
  readonly error: ErrorCode | null;
}

export interface WaitEvent {
  readonly tenant: string;
  readonly system: SystemName;
  readonly priority: 'interactive' | 'background';
  readonly ms: number;
  readonly granted: boolean;
  /** Calls still waiting. */
  readonly queued: number;
}

export interface BreakerEvent {
  readonly tenant: string;
  readonly system: SystemName;
  readonly state: 'closed' | 'open' | 'half-open';
}

export interface TokenEvent {
  readonly tenant: string;
  readonly renewed: boolean;
}

interface SharedEvent {
  readonly state: 'ready' | 'degraded';
  /** Code by which it refuses to write; null where it does not, or does not answer. */
  readonly refusal: string | null;
}

/** A channel whose messages have one type. */
interface Topic<M> {
  /** Publishes the result of `message`, if there are subscribers. */
  publish(message: () => M): void;
  subscribe(listener: (message: M) => void): () => void;
}

function topic<M>(name: string): Topic<M> {
  const target = channel(name);
  return {
    publish(message) {
      if (target.hasSubscribers) target.publish(message());
    },
    subscribe(listener) {
      // Only this file publishes on these names, so the message is of the topic's type.
      const receive = (message: unknown): void => listener(message as M);
      target.subscribe(receive);
      return () => target.unsubscribe(receive);
    },
  };
}

export const callTopic = topic<CallEvent>('switchboard:upstream:call');
export const attemptStartTopic = topic<AttemptStart>('switchboard:upstream:attempt');
export const attemptEndTopic = topic<AttemptEnd>('switchboard:upstream:attempt:end');
export const waitTopic = topic<WaitEvent>('switchboard:upstream:wait');
export const breakerTopic = topic<BreakerEvent>('switchboard:upstream:breaker');
export const tokenTopic = topic<TokenEvent>('switchboard:upstream:token');
export const sharedTopic = topic<SharedEvent>('switchboard:shared');
