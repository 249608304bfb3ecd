/** Requests with an instance's session: sent once more, with another session, where the first had ended. */

import type { Dispatcher } from 'undici';
import type { VendorAnswer } from '../http.ts';
import type { Session, SessionManager } from './session.ts';

/** Whether a 401 with this body means an ended session, which another one may cure. */
type IsEnded = (body: string) => boolean;

/** @throws BackendError as signing in and `run` do; a refusal is returned, not thrown. */
export async function sendSigned(
  sessions: SessionManager,
  isEnded: IsEnded,
  run: (session: Session) => Promise<VendorAnswer>,
): Promise<VendorAnswer> {
  const session = await sessions.current();
  const answer = await run(session);
  if (answer.status !== 401 || !isEnded(answer.text)) return answer;
  const next = await sessions.after(session);
  return next === null ? answer : run(next);
}

/** The same for a stream; a refused one comes with its body read. */
export async function openSigned(
  sessions: SessionManager,
  isEnded: IsEnded,
  run: (session: Session) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData | VendorAnswer> {
  const session = await sessions.current();
  const first = await run(session);
  if (first.statusCode < 400) return first;
  const refused = await refusedAnswer(first);
  if (refused.status !== 401 || !isEnded(refused.text)) return refused;
  const next = await sessions.after(session);
  if (next === null) return refused;
  const second = await run(next);
  return second.statusCode < 400 ? second : refusedAnswer(second);
}

async function refusedAnswer({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<VendorAnswer> {
  const header = (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : (value?.[0] ?? null);
  };
  return { status: statusCode, header, text: await body.text() };
}
