/** What may change the calls of a service on their way, such as faults on order. A service of accounts has none. */

import type { ServerResponse } from 'node:http';
import type { Backend, BackendAnswer, BackendOperation } from './backend.ts';
import type { AnswerPage, WrapperFacts } from './execute/answer-page.ts';
import type { Bytes } from './execute/download.ts';
import type { ExecuteCall } from './execute/request.ts';
import type { Exchange } from './http/json-exchange.ts';

export interface Interceptor {
  /** Decides for one call whose request is valid. */
  intercept(call: ExecuteCall): CallInterceptor;
  /** Kinds of changes that end the connection themselves: the log does not count them as clients that left. */
  readonly breaking: ReadonlySet<string>;
  /** The interceptor's own addresses are `/admin/TOPIC` and `/admin/TOPIC/ID`. */
  readonly adminTopic: string;
  /** Body of the answer; null for a method that the topic lacks. @throws ServiceHttpError */
  admin(exchange: Exchange, id: string | undefined): Promise<unknown>;
}

/** Moments of one call, in their order; one that is left out changes nothing. */
export interface CallInterceptor {
  /** Kinds of the changes, for the log. */
  readonly kinds: readonly string[];
  /** Before the backend. Resolves to true where the call is dealt with. */
  before?(response: ServerResponse, signal: AbortSignal): Promise<boolean>;
  /** Around the backend: its answer, or its error. */
  execute?(operation: BackendOperation, backend: Backend): Promise<BackendAnswer>;
  /** A page, before it is wrapped. */
  page?(page: AnswerPage): AnswerPage;
  /** Wraps and writes the page in place of the service. */
  send?(response: ServerResponse, page: AnswerPage, facts: WrapperFacts): void;
  /** A file, before its head is written. */
  file?(file: Bytes, response: ServerResponse): Bytes;
}
