/** Upstream calls of a request: counted for its cost and, where the answer explains itself, recorded. */

import { currentFields } from '../fetch/batch-loader.ts';
import {
  type AttemptStart,
  attemptStartTopic,
  type CallEvent,
  callTopic,
} from '../upstream/diagnostics-channel.ts';
import { currentRequest } from './request-record.ts';

/** Records the calls of each request: their number always, the calls themselves where the request is to be explained. */
export function noteCalls(): void {
  // Once: servers of one process share the subscription.
  if (isNoting) return;
  isNoting = true;
  callTopic.subscribe(note);
  attemptStartTopic.subscribe(noteSent);
}

let isNoting = false;

/** Counts a call when it is sent: an answer may be complete before all its calls are, where one has failed. */
function noteSent({ number, renews }: AttemptStart): void {
  const record = currentRequest.getStore();
  if (record !== undefined && number === 1 && !renews) record.upstreamCalls += 1;
}

function note(event: CallEvent): void {
  const record = currentRequest.getStore();
  if (record === undefined) return;
  if (event.withheld) record.withheldCalls += 1;
  else if (event.attempts === 0 && event.error === null) record.cachedCalls += 1;
  record.calls?.push({
    event,
    endedAt: performance.now(),
    askedBy: currentFields.getStore(),
  });
}
