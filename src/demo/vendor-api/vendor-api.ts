/**
 * The façade: the APIs of both vendors over HTTP, spoken from the synthetic company, for tests of the
 * vendor backend and for other people's clients. It shares nothing with the vendor backend but the
 * protocol; comments name the source of shapes, statuses and texts: "recorded" means seen in a
 * recording of the live API, "published" the vendor's description of it, "composed" neither.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BackendError } from '../../connector-service/backend.ts';
import { cursorCodec } from '../../connector-service/execute/page-token.ts';
import { type Exchange, sendJson, sendText } from '../../connector-service/http/json-exchange.ts';
import { bind } from '../../connector-service/http/server.ts';
import { ServiceHttpError } from '../../connector-service/http/service-error.ts';
import { callLimiter } from '../../connector-service/request-rate-limit.ts';
import type { CallLimits } from '../../connector-service/service-option.ts';
import { makeRights } from './account-right.ts';
import { facadeAdmin } from './admin.ts';
import type { Instead } from './answer-override.ts';
import { callPlatformApi } from './call-platform.ts';
import { crmReader } from './company-read.ts';
import { crmApi } from './crm.ts';
import type { DescribedBackend } from './crm-resource.ts';
import { connectedUser } from './organisation.ts';
import { mediaStore } from './presigned-url.ts';
import { type FacadeAccounts, makeAccounts, type Sessions, serveSignIn } from './sign-in.ts';

export interface FacadeRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface FacadeOptions {
  /** The synthetic company. */
  readonly backend: DescribedBackend;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: the system chooses. */
  readonly port?: number;
  readonly accounts?: Partial<FacadeAccounts>;
  /** Life of the call platform's access tokens, ms. Default 1 day. */
  readonly platformTokenLifeMs?: number;
  /** A refresh of the CRM answers with another refresh token and ends the old one. Default false. */
  readonly crmRotation?: boolean;
  /** Scopes of the call platform's key and tokens. Default: all. */
  readonly scopes?: readonly string[];
  /** Limits of the call platform. Default 3 a second and 10,000 a day, as published. */
  readonly platformLimits?: CallLimits;
  /** Calls of the CRM a day. Default 100,000. */
  readonly crmPerDay?: number;
  /** Calls of the CRM that other programs made today already. Default 0. */
  readonly crmUsedByOthers?: number;
  /** The CRM's files: whether a Range is honoured, and another origin they redirect to. */
  readonly fileRanges?: boolean;
  readonly fileRedirect?: (path: string) => string | null;
  /** Now, in epoch ms; and the monotonic clock of the sliding second. */
  readonly clock?: () => number;
  readonly monotonic?: () => number;
  readonly instead?: (request: FacadeRequest) => Instead | null | undefined;
}

export interface Facade {
  /** Address of both systems: base of the call platform, login and instance address of the CRM. */
  readonly url: string;
  readonly accounts: FacadeAccounts;
  /** Requests so far, oldest first: the last 10,000. */
  readonly requests: readonly FacadeRequest[];
  /** The requests whose clients left before the answer was complete. */
  readonly abandoned: readonly FacadeRequest[];
  /** Ends every access token; refresh tokens stay. */
  endSessions(): void;
  /** Ends the refresh tokens, too. */
  revoke(): void;
  /** Ends all connections and closes the company. */
  close(): Promise<void>;
}

const hour = 3_600_000;
/** Length of the request log. */
const maxLoggedRequests = 10_000;

/** Starts the façade. @throws Error when the port is taken. */
export async function startFacade(options: FacadeOptions): Promise<Facade> {
  const { backend, host = '127.0.0.1', port = 0 } = options;
  const accounts = makeAccounts(options.accounts);
  const address = { url: '' };
  const apis = createApis(options, accounts, () => address.url);
  const requests: FacadeRequest[] = [];
  const abandoned: FacadeRequest[] = [];

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    response.on('error', () => undefined);
    const seen = note(request);
    requests.push(seen);
    if (requests.length > maxLoggedRequests) requests.shift();
    response.once('close', () => {
      if (!response.writableFinished) abandoned.push(seen);
    });
    respond(request, response, options.instead?.(seen) ?? apis.takeFault(seen.url), apis.answer);
  };
  // Room for addresses that the CRM refuses, so that it is the façade that refuses them.
  const server = createServer({ maxHeaderSize: 262_144 }, onRequest);
  server.keepAliveTimeout = 120_000;
  const listener = await bind(server, host, port);
  address.url = listener.url;
  return {
    url: address.url,
    accounts,
    requests,
    abandoned,
    endSessions: apis.sessions.endSessions,
    revoke: apis.sessions.revoke,
    async close() {
      await listener.close();
      backend.close();
    },
  };
}

type Answer = (exchange: Exchange) => Promise<void>;

interface Apis {
  readonly sessions: Sessions;
  readonly answer: Answer;
  /** The fault ordered for an address, counted as used; null for none. */
  readonly takeFault: (url: string) => Instead | null;
}

/** Both vendors' APIs, their token addresses and /admin, by path. */
function createApis(options: FacadeOptions, accounts: FacadeAccounts, address: () => string): Apis {
  const { backend, clock = Date.now, monotonic = () => performance.now() } = options;
  const sessions = serveSignIn(accounts, {
    clock,
    address,
    platformLifeMs: options.platformTokenLifeMs ?? 24 * hour,
    crmLifeMs: 2 * hour,
    crmRotation: options.crmRotation ?? false,
    connected: async () => (await connectedUser(crmReader(backend))).id,
  });
  const rights = makeRights(options.scopes ?? null);
  const admin = facadeAdmin({ rights, sessions });
  const media = mediaStore({ address, clock, lifeMs: 8 * hour, backend });
  const platform = callPlatformApi({
    backend,
    sessions,
    media,
    clock,
    monotonic,
    rights,
    limiter: callLimiter(options.platformLimits ?? { perSecond: 3, perDay: 10_000 }, clock),
    cursors: cursorCodec({ key: accounts.signingKey, clock, lifeMs: hour }),
  });
  const crm = crmApi({
    backend,
    sessions,
    rights,
    clock,
    address,
    perDay: options.crmPerDay ?? 100_000,
    usedByOthers: options.crmUsedByOthers ?? 0,
    ranges: options.fileRanges ?? true,
    redirect: options.fileRedirect ?? (() => null),
  });
  const answer: Answer = async (exchange) => {
    const { path } = exchange;
    if (path === '/oauth2/generate-customer-token') return sessions.platformToken(exchange);
    if (path === '/services/oauth2/authorize') return sessions.authorize(exchange);
    if (path === '/services/oauth2/token') return sessions.crmToken(exchange);
    if (path.startsWith('/v2/')) return platform(exchange);
    if (path.startsWith('/media-data/')) return media.send(exchange);
    if (path.startsWith('/services/data') || path.startsWith('/id/')) return crm(exchange);
    if (path === '/admin' || path.startsWith('/admin/')) return admin.answer(exchange);
    return sendJson(exchange.response, 404, { message: 'Not found' });
  };
  return { sessions, answer, takeFault: admin.takeFault };
}

/** Sends the answer, or the fault in its place or after it. */
function respond(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Instead | null,
  answer: Answer,
): void {
  if (fault?.hang === true) return;
  if (fault !== null && fault.afterwards !== true) {
    replace(response, fault);
    return;
  }
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2);
  const outgoing = fault === null ? response : swallow(response);
  answer({ request, response: outgoing, path, query: new URLSearchParams(search) })
    .catch((error: unknown) => {
      if (error instanceof BackendError || error instanceof ServiceHttpError)
        sendJson(outgoing, error.status, error.body);
      else if (response.headersSent) response.destroy();
      else sendText(outgoing, 500, String(error), 'text/plain');
    })
    .finally(() => {
      if (fault !== null) replace(response, fault);
    });
}

function note({ method = '', url = '', headers }: IncomingMessage): FacadeRequest {
  return { method, url, headers };
}

function replace(response: ServerResponse, fault: Instead): void {
  const { status, body = '', contentType = 'text/html', headers = {}, cut = false } = fault;
  if (!cut) {
    sendText(response, status, body, contentType, headers);
    return;
  }
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length + 100 });
  response.write(bytes, () => response.socket?.resetAndDestroy());
}

/** A response that accepts all writes and sends nothing. */
function swallow(response: ServerResponse): ServerResponse {
  return new Proxy(response, {
    get(target, name) {
      if (name === 'writeHead' || name === 'write' || name === 'end') return () => true;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
