/** Signed requests: sent with an instance's session, and once more with another session when the first has ended. */

import { orDestroy, type VendorAnswer, type VendorStream } from '../http.ts';
import type { Session, SessionManager } from './session.ts';

/** Whether a 401 with this body means an ended session, which another one may cure. */
type IsEnded = (body: string) => boolean;

type OpenedStream =
  | { readonly isRefused: false; readonly stream: VendorStream }
  | { readonly isRefused: true; readonly answer: VendorAnswer };

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

/** A signed request for a stream; an error's body is read. */
export async function openSigned(
  sessions: SessionManager,
  isEnded: IsEnded,
  run: (session: Session) => Promise<VendorStream>,
): Promise<OpenedStream> {
  const session = await sessions.current();
  const first = await opened(await run(session));
  if (!first.isRefused || first.answer.status !== 401 || !isEnded(first.answer.text)) return first;
  const next = await sessions.after(session);
  return next === null ? first : opened(await run(next));
}

function opened(stream: VendorStream): Promise<OpenedStream> {
  return orDestroy(stream, async () => {
    if (stream.status < 400) return { isRefused: false, stream };
    const { status, header } = stream;
    return { isRefused: true, answer: { status, header, text: await stream.text() } };
  });
}
