/** Signed requests: sent with an instance's session, and once more with another session when the first has ended. */

import { orDestroy, type VendorAnswer, type VendorStream } from '../http.ts';
import type { Session, SessionManager } from './session.ts';

/** Whether a 401 with this body means an ended session, which another one may cure. */
type IsEnded = (body: string) => boolean;

/**
 * Whether an answer of either API calls for another session. A redirect to the same API at another host is what a
 * renamed or moved organisation leaves behind: it is not followed, but the next session names the address. Any other
 * redirect is a login page's or a portal's.
 */
function isOver(
  { status, text, header }: VendorAnswer,
  isEnded: IsEnded,
  { base }: Session,
): boolean {
  if (status === 401) return isEnded(text);
  const location = status >= 300 && status < 400 ? URL.parse(header('location') ?? '') : null;
  return (
    location !== null &&
    location.origin !== new URL(base).origin &&
    /^\/(?:services\/data|v2)\//.test(location.pathname)
  );
}

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
  if (!isOver(answer, isEnded, session)) return answer;
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
  if (!first.isRefused || !isOver(first.answer, isEnded, session)) return first;
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
