/** The library's options: what is wrong is named before anything is opened. */

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createGateway,
  type GatewayCaller,
  type GatewayOptions,
  type MountedGateway,
} from '../../src/library.ts';
import { createKey } from '../../src/server/identity/api-key.ts';

it.each([
  [
    {},
    'publicUrl: expected a URL that begins with http:// or https://, without a path; got undefined',
  ],
  [{ publicUrl: 'http://127.0.0.1:4000/data' }, 'publicUrl: expected a URL'],
  [{ publicUrl: 'ftp://127.0.0.1' }, 'publicUrl: expected a URL'],
  [
    { publicUrl: 'http://127.0.0.1:4000', isopen: true },
    'isopen: expected one of publicUrl, environment, isOpen, authenticate, logger',
  ],
  [
    { publicUrl: 'http://127.0.0.1:4000', authenticate: () => null },
    'authenticate: expected ACCESS_FILE beside it',
  ],
  [{ publicUrl: 'http://graph.example' }, 'publicUrl: expected an address of this machine'],
  [
    {
      publicUrl: 'http://127.0.0.1:4000',
      environment: { PUBLC_URL: 'x', MAX_ERORS: '1', INDEX: 'maybe' },
    },
    'INDEX: expected',
  ],
])('%j is refused', async (options, sentence) => {
  await expect(createGateway(options as GatewayOptions)).rejects.toThrow(sentence);
});

describe('a server that knows its callers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mounted-'));
  const key = createKey();
  const lines: [object, string][] = [];
  const log = (fields: object, message: string) => void lines.push([fields, message]);
  let server: Server;
  let gateway: MountedGateway;
  let url: URL;
  beforeAll(async () => {
    const access = {
      tenants: { acme: {}, beta: {} },
      roles: { analyst: ['free-soql'] },
      keys: [{ name: 'program', sha256: key.sha256, tenant: 'acme', roles: ['analyst'] }],
    };
    writeFileSync(join(folder, 'access.json'), JSON.stringify(access));
    server = createServer((request, response) => gateway.handle(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
    gateway = await createGateway({
      publicUrl: url.origin,
      environment: {
        ACCESS_FILE: join(folder, 'access.json'),
        DATA_DIR: folder,
        INDEX: 'off',
        // Nothing is asked of it but what has no answer.
        CONNECTOR_BASE_URL: 'http://127.0.0.1:1',
        CONNECTOR_TOKEN: 'token',
        CALL_ANALYTICS_INSTANCE_ID: 'calls',
        CRM_INSTANCE_ID: 'crm',
      },
      logger: { error: log, warn: log, info: log },
      async authenticate({ cookie }) {
        const [, session = ''] = /session=(\w+)/.exec(String(cookie)) ?? [];
        if (session === 'broken') throw new Error('no session store');
        return sessions[session] ?? null;
      },
    });
  });
  afterAll(async () => {
    await gateway.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  const sessions: Readonly<Record<string, GatewayCaller>> = {
    ana: { client: 'ana', tenant: 'acme', roles: ['analyst', 'nothing'] },
    bo: { client: 'bo', tenant: 'beta' },
    lost: { client: 'lost', tenant: 'gamma' },
    everywhere: { client: 'everywhere' },
  };
  /** What a caller of these headers is told of a free query, which needs a right: a code, and the client that the log names. */
  async function told(headers: Readonly<Record<string, string>>): Promise<unknown[]> {
    lines.length = 0;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ soql(query: "SELECT Id FROM Account") { columns } }' }),
    });
    const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
    const request = () => lines.find(([, message]) => message === 'request')?.[0];
    await vi.waitUntil(request);
    const { tenant = null, client = null } = request() as Record<string, unknown>;
    return [response.status, errors[0]?.extensions.code, tenant, client];
  }

  it.each([
    [
      'names them and their roles',
      { cookie: 'session=ana' },
      [200, 'UPSTREAM_UNAVAILABLE', 'acme', 'ana'],
    ],
    ['gives what their roles do', { cookie: 'session=bo' }, [200, 'FORBIDDEN', 'beta', 'bo']],
    ['lets in no unknown tenant', { cookie: 'session=lost' }, [401, 'UNAUTHENTICATED', null, null]],
    [
      'lets in nobody of no tenant',
      { cookie: 'session=everywhere' },
      [401, 'UNAUTHENTICATED', null, null],
    ],
    [
      'leaves others to their key',
      { authorization: `Bearer ${key.text}` },
      [200, 'UPSTREAM_UNAVAILABLE', 'acme', 'program'],
    ],
    ['lets nobody in without either', {}, [401, 'UNAUTHENTICATED', null, null]],
    ['lets nobody in when it fails', { cookie: 'session=broken' }, [500, 'INTERNAL', null, null]],
  ])('%s', async (_title, headers, answer) => {
    expect(await told(headers)).toEqual(answer);
  });

  it('sees how the parts of its gateway are', () => {
    expect(gateway.health()).toContainEqual({
      name: expect.stringMatching(/acme/),
      state: expect.stringMatching(/ok|degraded|down/),
    });
  });
});
