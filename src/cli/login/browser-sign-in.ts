/**
 * Signing in by a browser: the authorization code flow with PKCE (RFC 7636) and a loopback address
 * (RFC 8252), at which the browser brings the code back to this process.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { knownRefusal, refusalSentence } from '../../contract/wire/known-refusal.ts';
import { UserInputError } from '../../errors.ts';

interface BrowserSignIn {
  /** Address to open in a browser. */
  readonly url: string;
  /** Address that the browser comes back to, word for word. */
  readonly redirectUri: string;
  readonly verifier: string;
  /** The code. @throws UserInputError with what the authorization server says, or after the patience */
  readonly code: Promise<string>;
  close(): Promise<void>;
}

interface SignInOptions {
  /** Of the authorization server. */
  readonly login: string;
  readonly clientId: string;
  /** 0: any free one. */
  readonly port: number;
  /** Longest wait for the browser, ms. */
  readonly patienceMs: number;
}

/** Path of the callback address, as the vendor's own command line has it. */
const callbackPath = '/OauthRedirect';

const random = (): string => randomBytes(32).toString('base64url');
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Listens on this machine alone. @throws where the port is taken */
export async function startBrowserSignIn(options: SignInOptions): Promise<BrowserSignIn> {
  const { login, clientId, port, patienceMs } = options;
  const state = random();
  const verifier = random();
  const { promise: code, resolve, reject } = Promise.withResolvers<string>();
  // Awaited later than it may reject.
  code.catch(() => {});
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (request.method !== 'GET' || pathname !== callbackPath)
      return page(response, 404, 'There is nothing here.');
    // Whoever does not know the state did not begin this sign-in: neither its code nor its error counts.
    if (!timingSafeEqual(digest(searchParams.get('state') ?? ''), digest(state)))
      return page(response, 400, 'This is not the sign-in that was begun in the terminal.');
    const granted = searchParams.get('code');
    const error = searchParams.get('error');
    if (granted !== null && error === null) {
      page(response, 200, 'You are signed in. This window can be closed.');
      return resolve(granted);
    }
    page(response, 400, 'You are not signed in. The terminal says why.');
    reject(new UserInputError(refusalOf(error ?? '', searchParams.get('error_description') ?? '')));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}${callbackPath}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'api refresh_token',
    state,
    code_challenge: digest(verifier).toString('base64url'),
    code_challenge_method: 'S256',
  });
  const patience = setTimeout(
    () => reject(new UserInputError('Expected a sign-in; nobody came back from the browser.')),
    patienceMs,
  );
  return {
    url: `${login}/services/oauth2/authorize?${query}`,
    redirectUri,
    verifier,
    code,
    async close() {
      clearTimeout(patience);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** What the authorization server says, without characters that a terminal obeys. */
function refusalOf(error: string, description: string): string {
  const plain = (text: string): string => text.replace(/[^\x20-\x7e]/g, ' ').slice(0, 200);
  const cause = knownRefusal(`${error} ${description}`);
  const advice = cause === null ? '' : ` ${refusalSentence(cause)}.`;
  return `The authorization server refuses: ${plain(error)}${description === '' ? '' : `, ${plain(description)}`}.${advice}`;
}

function page(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(`<!doctype html><title>Switchboard</title><p>${sentence}</p>`);
}
