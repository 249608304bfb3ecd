/**
 * A second server for tests: both vendors' APIs from their published descriptions alone. It shares no
 * code with the synthetic company, its SOQL or the façade; what a client sends beyond the descriptions is
 * a fault that it remembers.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { contractFaults } from '../../contract/vendor/published.ts';
import { callCompany } from './call-company.ts';
import { crmApi } from './crm.ts';
import { crmCompany, crmId } from './crm-company.ts';
import { CrmSchema } from './crm-schema.ts';
import { datedFixture, type LiveFixture } from './fixture.ts';
import { type PlatformStatistics, platformApi } from './platform.ts';
import { crmRefusal, platformRefusal, Refusal } from './refusal.ts';
import type { Value } from './soql-value.ts';

export interface LiveOptions {
  /** Data in place of the company that is made up. */
  readonly fixture?: LiveFixture;
  readonly statistics?: PlatformStatistics;
  readonly users?: number;
  readonly calls?: number;
  readonly accounts?: number;
  /** Custom fields of accounts, with the value that each record has. */
  readonly custom?: Readonly<Record<string, Value>>;
  readonly speakersBy?: 'party' | 'speaker';
  /** Calls that are counted and not handed out: the platform still analyses them. */
  readonly pending?: number;
  /** Answers are compressed, whatever was asked for. */
  readonly gzip?: boolean;
  /** A refresh of the CRM's session gives another refresh token, and ends the one before. */
  readonly rotates?: boolean;
}

interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly host: string;
  readonly body: string;
}

const dayMs = 86_400_000;
const key = { id: 'key-of-ours', secret: 'secret-of-ours' } as const;
const app = { clientId: 'app-of-ours', clientSecret: 'app-secret' } as const;

export async function startLiveServer(options: LiveOptions = {}) {
  const { users = 5, calls = 120, accounts = 12, custom = {}, speakersBy = 'party' } = options;
  const now = Date.now();
  const fixture = options.fixture && datedFixture(options.fixture, now);
  const tables = fixture?.tables ?? crmCompany({ now, accounts, custom });
  const company =
    fixture?.company ??
    callCompany({
      ...{ now, users, calls, speakersBy },
      accounts: (tables.Account ?? []).map(({ Id }, at) => {
        const contact = tables.Contact?.[at];
        return {
          id: String(Id),
          contact: contact?.Email as string | null,
          contactId: String(contact?.Id),
        };
      }),
    });
  const schema = new CrmSchema(
    Object.entries(custom).map(
      ([name, value]) => `Account.${name}:${typeof value === 'number' ? 'double' : 'string'}`,
    ),
  );
  for (const name of fixture?.hidden ?? []) schema.hidden.add(name);
  const lacking = new Set(fixture?.lacking);
  const state = {
    ...{ pending: options.pending ?? 0, session: 1, refresh: 1, used: 0 },
    isRedirecting: false,
  };
  const addresses: string[] = [];
  const requests: SeenRequest[] = [];
  const faults: string[] = [];
  const refusals: string[] = [];
  const platform = platformApi({
    ...{ company, lacking, now: Date.now, pending: () => state.pending },
    statistics: options.statistics,
    media: () => addresses[0]!,
  });
  const crm = crmApi({ schema, tables, now: Date.now });
  const sessionOf = (n: number): string => `${crmId('00D', 1).slice(0, 15)}!session-${n}`;
  const refreshOf = (n: number): string => `refresh-${n}`;

  const signIn = (form: URLSearchParams): object => {
    const refuse = (error: string, error_description: string): Refusal =>
      new Refusal(400, { error, error_description });
    if (form.get('client_id') !== app.clientId)
      throw refuse('invalid_client_id', 'client identifier invalid');
    if (form.get('client_secret') !== app.clientSecret)
      throw refuse('invalid_client', 'invalid client credentials');
    const kind = form.get('grant_type');
    if (kind === 'refresh_token') {
      if (form.get('refresh_token') !== refreshOf(state.refresh))
        throw refuse('invalid_grant', 'expired access/refresh token');
      if (options.rotates) state.refresh += 1;
    } else if (kind !== 'client_credentials')
      throw refuse('unsupported_grant_type', 'grant type not supported');
    return {
      ...{ access_token: sessionOf(state.session), instance_url: addresses.at(-1) },
      ...{ id: `${addresses.at(-1)}/id/${crmId('00D', 1)}/${crmId('005', 1)}` },
      ...{ token_type: 'Bearer', issued_at: String(Date.now()), signature: 'c2ln' },
      ...(kind === 'refresh_token' &&
        options.rotates && { refresh_token: refreshOf(state.refresh) }),
    };
  };

  const answerCrm = (request: IncomingMessage, url: URL, body: string, at: string) => {
    if (state.isRedirecting && at !== addresses.at(-1))
      return { status: 302, headers: { location: addresses.at(-1)! + request.url } };
    if (
      request.headers.authorization !== `Bearer ${sessionOf(state.session)}` ||
      at !== addresses.at(-1)
    )
      throw crmRefusal(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    const path = /^\/services\/data\/v65\.0\/?(.*)$/.exec(url.pathname)?.[1];
    if (path === undefined)
      throw crmRefusal(404, 'NOT_FOUND', 'The requested resource does not exist');
    state.used += 1;
    const size = /batchSize=(\d+)/.exec(String(request.headers['sforce-query-options']))?.[1];
    const { json, bytes } = crm(
      {
        ...{ method: request.method ?? '', path, query: url.searchParams },
        ...{ body: body === '' ? null : JSON.parse(body), batchSize: Number(size ?? 2000) },
      },
      request.url ?? '',
    );
    const headers = { 'sforce-limit-info': `api-usage=${state.used}/100000` };
    return bytes === undefined ? { json, headers } : { bytes, headers };
  };

  const answerPlatform = (request: IncomingMessage, url: URL, body: string) => {
    const basic = `Basic ${Buffer.from(`${key.id}:${key.secret}`).toString('base64')}`;
    if (request.headers.authorization !== basic)
      throw platformRefusal(401, 'The provided credentials are not valid');
    if (
      request.method === 'POST' &&
      !/^application\/json/.test(request.headers['content-type'] ?? '')
    )
      throw platformRefusal(415, 'Unsupported Media Type');
    const { method = '' } = request;
    const asked = { method, path: url.pathname, query: url.searchParams };
    return { json: platform({ ...asked, body: body === '' ? null : JSON.parse(body) }) };
  };

  interface Answer {
    readonly status?: number;
    readonly json?: unknown;
    readonly bytes?: string;
    readonly headers?: Readonly<Record<string, string>>;
  }

  const answer = (request: IncomingMessage, body: string, at: string): Answer => {
    const url = new URL(request.url ?? '/', at);
    try {
      if (url.pathname === '/services/oauth2/token')
        return { json: signIn(new URLSearchParams(body)) };
      if (url.pathname.startsWith('/v2/')) return answerPlatform(request, url, body);
      if (url.pathname.startsWith('/media/')) {
        // Published of such addresses: they are signed, and take no other credential.
        if (request.headers.authorization !== undefined)
          return { status: 400, bytes: 'Only one auth mechanism allowed' };
        return { bytes: 'sound of a call' };
      }
      return answerCrm(request, url, body, at);
    } catch (error) {
      if (!(error instanceof Refusal)) {
        faults.push(`${request.method} ${request.url}: ${(error as Error).stack}`);
        return { status: 500, json: [{ message: 'unexpected', errorCode: 'UNKNOWN_EXCEPTION' }] };
      }
      const { status, body: json, headers } = error;
      refusals.push(`${status} ${decodeURIComponent(request.url ?? '')}: ${error.message}`);
      return typeof json === 'string'
        ? { status, bytes: json, headers }
        : { status, json, headers };
    }
  };

  const onRequest =
    (at: () => string) => async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const { method = '', url = '' } = request;
      requests.push({ method, url, host: at(), body });
      const { status = 200, json, bytes = '', headers = {} } = answer(request, body, at());
      const isJson = json !== undefined;
      const type = isJson ? 'application/json;charset=UTF-8' : 'text/plain';
      const text = isJson ? JSON.stringify(json) : bytes;
      // Two million values take half a minute to look at.
      if (isJson && text.length < 2_000_000) {
        const header = (name: string): string | null => (name === 'content-type' ? type : null);
        const sent = {
          method: method as 'GET',
          url: at() + url,
          ...(method === 'POST' && { body }),
        };
        faults.push(...contractFaults({ request: sent, status, header, text }));
      }
      if (!isJson && status === 200 && request.headers.range !== undefined) {
        const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range) ?? [];
        const part = text.slice(Number(first), last === '' ? undefined : Number(last) + 1);
        const range = `bytes ${first}-${Number(first) + part.length - 1}/${text.length}`;
        response
          .writeHead(206, { ...headers, 'content-type': type, 'content-range': range })
          .end(part);
        return;
      }
      const isPacked = options.gzip === true && isJson;
      response
        .writeHead(status, {
          ...headers,
          'content-type': type,
          ...(isPacked && { 'content-encoding': 'gzip' }),
        })
        .end(isPacked ? gzipSync(text) : text);
    };

  const servers: ReturnType<typeof createServer>[] = [];
  const listen = async (): Promise<void> => {
    let at = '';
    const server = createServer(
      { maxHeaderSize: 65_536 },
      (request, response) => void onRequest(() => at)(request, response),
    );
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    addresses.push(at);
  };
  await listen();

  return {
    url: addresses[0]!,
    ...{ company, tables, schema, lacking, requests, now },
    /** What was asked or answered beyond the published descriptions. */
    faults,
    /** Requests that were refused, with the refusal. */
    refusals,
    /** Variables of an account of one's own at both. */
    settings: {
      ...{
        GONG_ACCESS_KEY: key.id,
        GONG_ACCESS_KEY_SECRET: key.secret,
        GONG_BASE_URL: addresses[0]!,
      },
      CALL_ANALYTICS_PER_SECOND: '1000',
      ...{ SALESFORCE_LOGIN_URL: addresses[0]!, SALESFORCE_CLIENT_ID: app.clientId },
      SALESFORCE_CLIENT_SECRET: app.clientSecret,
    },
    refreshToken: refreshOf(1),
    /** Requests of the data, by their paths. */
    paths: (): readonly string[] =>
      requests.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    setPending(count: number): void {
      state.pending = count;
    },
    endSessions(): void {
      state.session += 1;
    },
    /** From now on the CRM's instance has another address; the old one leads to it, or ends its sessions. */
    async rename(how: 'redirect' | 'end'): Promise<string> {
      await listen();
      state.isRedirecting = how === 'redirect';
      return addresses.at(-1)!;
    },
    async close(): Promise<void> {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((closed) => server.close(closed));
      }
    },
  };
}

export type LiveServer = Awaited<ReturnType<typeof startLiveServer>>;
export const day = (server: { readonly now: number }, days: number): string =>
  new Date(server.now + days * dayMs).toISOString();
