/** Request record: id and client of a request, and its notes for log, metrics and `extensions`, its upstream calls among them. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ErrorTally } from '../engine/execute/error-tally.ts';
import type { ErrorCode } from '../errors.ts';
import { currentFields } from '../fetch/batch-loader.ts';
import { IncompleteLists } from '../fetch/incomplete-list.ts';
import type { CallEvent } from '../upstream/diagnostics-channel.ts';
import type { CallNotes } from '../upstream/upstream-request.ts';
import type { Identity } from './identity/identity.ts';
import type { OperationUse } from './operation-use.ts';

/** An upstream call of a request; it ended at a time of performance.now(). */
interface NotedCall {
  readonly event: CallEvent;
  readonly endedAt: number;
  /** Paths of the fields that caused the call. */
  readonly askedBy: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();

/** Upstream calls of a request that is to be explained, as long as an answer has room for them. */
export class NotedCalls {
  readonly calls: NotedCall[] = [];
  #room: number;

  /** @param room characters of all paths and shapes */
  constructor(room: number) {
    this.#room = room;
  }

  /** Whether there was more than there is room for. */
  get isTooMuch(): boolean {
    return this.#room < 0;
  }

  add(event: CallEvent): void {
    const askedBy = currentFields.getStore() ?? nobody;
    for (const path of askedBy) this.#room -= path.length;
    this.#room -= JSON.stringify(event.shape).length;
    if (this.isTooMuch) this.calls.length = 0;
    else this.calls.push({ event, endedAt: performance.now(), askedBy });
  }
}

/** Notes that an answer is sent with each time it is said. */
export interface RepeatedNotes {
  readonly requestedCalls: number | null;
  /** Null where nothing is missing. */
  readonly incomplete: IncompleteLists | null;
}

export class RequestRecord implements CallNotes {
  readonly id: string;
  /** Ends the connection at once, whatever of the answer has been read. */
  readonly cut: () => void;
  /** Milliseconds of performance.now(). */
  readonly startedAt = performance.now();
  /** Whether the answer is sent or the client gone, while work for the request may continue. */
  isOver = false;
  /** Whether it is among those that are executed (`limit/admission.ts`). */
  hasTurn = false;
  identity: Identity | null = null;
  /** First letters of the document's hash: enough to find it, nothing of its text. */
  document: string | null = null;
  /** Name of a trusted document; names that clients invent would be without end. */
  operation: string | null = null;
  /** Name of the operation in its document, as the client chose it. */
  operationName: string | null = null;
  /** What of the schema its operation names; null where there is no valid one. */
  use: OperationUse | null = null;
  readonly codes = new Set<ErrorCode>();
  /** Why the request was refused, where the client is told less; for the log. */
  reason: string | null = null;
  /** Counts the errors that its answer does not name; null before it is executed. */
  errors: ErrorTally | null = null;
  /** Bytes of the data as JSON, at least; null where they were not counted, Infinity where it was given up as too large. */
  dataBytes: number | null = null;
  /** The same measured exactly, where that was necessary. */
  exactDataBytes: number | null = null;
  /** Settles when the last part of an answer in parts is made; null for any other. */
  lastPart: Promise<void> | null = null;
  /** Upstream calls its document may need at worst; null where they were not counted. */
  requestedCalls: number | null = null;
  /** Upstream calls sent in its name. */
  upstreamCalls = 0;
  /** Upstream calls that a cache, or another request's call, answered in its place. */
  cachedCalls = 0;
  /** Upstream calls that were not sent, because the request had used up its allowance. */
  withheldCalls = 0;
  /** Whether its operation was executed twice, because records had changed since some of its answer was cached. */
  isRepeated = false;
  /** The calls themselves, where the answer is to explain itself. */
  calls: NotedCalls | null = null;
  /** Whether the client asks for the cost alone, and nothing is executed. */
  isEstimate = false;
  /** Made at the first use, like the next: a cached answer needs neither. */
  #controller: AbortController | null = null;
  #incomplete: IncompleteLists | null = null;

  /** @param id see `requestId` */
  constructor(id: string, cut: () => void = () => {}) {
    this.id = id;
    this.cut = cut;
  }

  /** Lists of the answer that hold fewer rows than the upstream has. */
  get incomplete(): IncompleteLists {
    this.#incomplete ??= new IncompleteLists();
    return this.#incomplete;
  }

  set incomplete(lists: IncompleteLists) {
    this.#incomplete = lists;
  }

  get isIncomplete(): boolean {
    return this.#incomplete !== null && this.#incomplete.count > 0;
  }

  /** What its answer says of itself when it is said again; null where another one may lack less. */
  get repeatable(): RepeatedNotes | null {
    const incomplete = this.isIncomplete ? this.incomplete : null;
    return incomplete?.areLasting === false
      ? null
      : { requestedCalls: this.requestedCalls, incomplete };
  }

  /** The request is answered as another was. */
  repeat({ requestedCalls, incomplete }: RepeatedNotes): void {
    this.requestedCalls = requestedCalls;
    this.#incomplete = incomplete;
  }

  /** Whether it may be answered as another request was: an explained answer is always executed, an estimate never. */
  get takesCached(): boolean {
    return this.calls === null && !this.isEstimate;
  }

  sent(): void {
    this.upstreamCalls += 1;
  }

  ended(event: CallEvent): void {
    if (event.withheld) this.withheldCalls += 1;
    else if (event.attempts === 0 && event.error === null) this.cachedCalls += 1;
    this.calls?.add(event);
  }

  /** Aborted when the client leaves or the time is up. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.isOver) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  /** Aborts it. */
  stop(): void {
    this.isOver = true;
    this.#controller?.abort();
  }
}

/** The request in whose name the current work is done. */
export const currentRequest = new AsyncLocalStorage<RequestRecord>();

/** Header of a request's id, in requests and answers. */
export const requestIdHeader = 'x-request-id';

/** A request id sent by a proxy is taken over if it can't do harm in a header or a log line. */
const harmlessId = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

export function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && harmlessId.test(sent) ? sent : randomUUID();
}
