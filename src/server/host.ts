/** Which names the server answers to. A page can point its own name at this machine and read as its own origin. */

import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../contract/loopback.ts';
import { Refusal } from './refusal.ts';

/** Whether requests may call the server by this name: in lower case, without a port. */
export type HostRule = (name: string) => boolean;

const named = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/;

/** Names that no page of another machine can have. */
export function isLoopbackName(name: string): boolean {
  return isLoopback(name) || name.endsWith('.localhost');
}

/**
 * Refuses what is addressed to another server, or to two at once.
 * @throws Refusal 421 for a foreign name, 400 for a request that names its server otherwise than by one Host.
 */
export function refuseMisdirected(request: IncomingMessage, allows: HostRule | null): void {
  const { url = '', method, headers, rawHeaders } = request;
  if (!url.startsWith('/') && !(url === '*' && method === 'OPTIONS'))
    throw new Refusal(400, 'BAD_USER_INPUT', 'Expected a path as the target; got a URL.', {
      unread: true,
    });
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1)
    throw new Refusal(400, 'BAD_USER_INPUT', `Expected one Host; got ${hosts}.`, { unread: true });
  if (allows === null) return;
  const name = named.exec((headers.host ?? '').toLowerCase())?.[1];
  // A name may end with the dot of the root.
  if (name !== undefined && allows(name.endsWith('.') ? name.slice(0, -1) : name)) return;
  throw new Refusal(
    421,
    'FORBIDDEN',
    'Expected a Host that this server is configured to answer to (ALLOWED_HOSTS); got another.',
    { unread: true },
  );
}
