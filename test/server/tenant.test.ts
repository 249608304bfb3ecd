import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { type Gateway, startGateway } from '../../src/main/gateway.ts';
import { createKey } from '../../src/server/identity/api-key.ts';
import { createLog } from '../../src/server/log.ts';
import { openSynthetic } from '../support/synthetic.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-tenants-'));
const keys = { full: createKey(), plain: createKey(), other: createKey() };
const lines: string[] = [];
let service: DemoService;
/** Where one tenant has its own instances, and its own credential for them. */
let own: DemoService;
let gateway: Gateway;

/** Heads of execute requests, as they were written to a socket. */
const heads: string[] = [];
const note = (message: unknown): void => {
  const { request, headers } = message as {
    readonly request: { readonly path: string };
    readonly headers: string;
  };
  if (request.path.endsWith('/execute')) heads.push(`${headers}${request.path}`);
};

beforeAll(async () => {
  subscribe('undici:client:sendHeaders', note);
  [service, own] = await Promise.all(
    ['acme-credential', 'globex-credential'].map((token) =>
      startDemoService({ backend: openSynthetic({ now: () => new Date() }), token }),
    ) as [Promise<DemoService>, Promise<DemoService>],
  );
  const access = join(directory, 'access.json');
  const key = (name: keyof typeof keys, tenant: string, roles: string[]) => ({
    name,
    sha256: keys[name].sha256,
    tenant,
    roles,
  });
  writeFileSync(
    access,
    JSON.stringify({
      tenants: {
        acme: {},
        globex: {
          connector: {
            baseUrl: own.url,
            token: { env: 'GLOBEX_TOKEN' },
            callAnalytics: own.instances.callAnalytics,
            crm: own.instances.crm,
          },
          trackers: { competitor: ['Price objection'] },
        },
      },
      roles: { all: ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'] },
      keys: [
        key('full', 'acme', ['all']),
        key('plain', 'acme', []),
        key('other', 'globex', ['all']),
      ],
    }),
  );
  const config = loadConfig({
    PORT: '0',
    DATA_DIR: directory,
    INDEX: 'off',
    ACCESS_FILE: access,
    GLOBEX_TOKEN: own.token,
    CONNECTOR_BASE_URL: service.url,
    CONNECTOR_TOKEN: service.token,
    CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
    CRM_INSTANCE_ID: service.instances.crm,
    CALL_ANALYTICS_PER_SECOND: '1000',
  });
  gateway = await startGateway(
    config,
    startConnectorServices(config).services,
    crmModelOf(null, true),
    createLog('info', { write: (line: string) => void lines.push(line) }),
  );
});
afterAll(async () => {
  await gateway.close();
  await service.close();
  await own.close();
  unsubscribe('undici:client:sendHeaders', note);
  rmSync(directory, { recursive: true });
});

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly data: any;
  readonly errors?: readonly {
    readonly path: unknown[];
    readonly extensions: { readonly code: string };
  }[];
  readonly calls: number;
  readonly headers: readonly unknown[];
}

const callsMade = (): number => service.calls().length + own.calls().length;

async function ask(
  who: keyof typeof keys,
  query: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const before = callsMade();
  const response = await fetch(new URL('/graphql', gateway.listening.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${keys[who].text}`,
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  const answer = (await response.json()) as Omit<Answer, 'calls'>;
  return { ...answer, calls: callsMade() - before };
}

const unknownId = encodeGlobalId('Contact', '003Sy00000ZZZZZAAA');
const firstAccounts = '{ accounts(first: 2) { nodes { id name } pageInfo { endCursor } } }';

describe('tenants', () => {
  it('never see each other’s cached answers', async () => {
    const query = '{ campaigns(first: 2) { nodes { name } } }';
    expect((await ask('full', query)).calls).toBe(1);
    expect((await ask('full', query)).calls).toBe(0);
    expect((await ask('other', query)).calls).toBe(1);
    expect((await ask('plain', query)).calls).toBe(0);
  });

  it('are told of activities that a hosted connector leaves in the archive', async () => {
    const query = '{ tasks(first: 1) { nodes { subject } } }';
    const incomplete = [{ path: ['tasks'], message: expect.stringContaining('archive') }];
    for (const who of ['full', 'other'] as const)
      expect(await ask(who, query)).toMatchObject({ extensions: { incomplete } });
  });

  it('say each for itself which trackers are about competitors', async () => {
    const query = '{ calls(first: 1) { nodes { content { trackers { name kind } } } } }';
    const competitors = async (who: keyof typeof keys): Promise<string[]> => {
      const hits: { name: string; kind: string | null }[] = (await ask(who, query)).data.calls
        .nodes[0].content.trackers;
      return hits.filter(({ kind }) => kind === 'COMPETITOR').map(({ name }) => name);
    };
    expect(await competitors('full')).toEqual(['Competitors']);
    expect(await competitors('other')).toEqual(['Price objection']);
  });

  it('never share a request that is under way', async () => {
    const query = '{ opportunities(first: 3) { nodes { name } } }';
    const before = callsMade();
    await Promise.all([ask('full', query), ask('plain', query), ask('other', query)]);
    expect(callsMade() - before).toBe(2);
  });

  it('ask their own instances, each with its own credential', async () => {
    const query = (n: number) => `{ cases(first: ${n}) { nodes { subject } } }`;
    for (const [who, theirs, others] of [
      ['full', service, own],
      ['other', own, service],
    ] as const) {
      heads.length = 0;
      const before = [theirs.calls().length, others.calls().length];
      expect((await ask(who, query(3))).errors).toBeUndefined();
      expect([theirs.calls().length, others.calls().length]).toEqual([before[0]! + 1, before[1]]);
      expect(heads).toHaveLength(1);
      expect(heads[0]).toContain(`authorization: Bearer ${theirs.token}\r\n`);
      expect(heads[0]).toContain(`/instances/${theirs.instances.crm}/execute`);
      expect(heads[0]).not.toContain(others.token);
    }
  });

  it('ask their own system for an id, whoever else has it at hand', async () => {
    const { data } = await ask('full', '{ contacts(first: 2) { nodes { id name } } }');
    const byId = `{ node(id: "${data.contacts.nodes[0].id}") { ... on Contact { name } } }`;
    expect((await ask('full', byId)).calls).toBe(0);
    expect((await ask('other', byId)).calls).toBe(1);
    const invented = await ask('other', byId.replace(/id: "[^"]+"/, `id: "${unknownId}"`));
    expect(invented.data).toEqual({ node: null });
  });

  it('can’t use each other’s cursors', async () => {
    const { data } = await ask('full', firstAccounts);
    const next = `{ accounts(first: 2, after: "${data.accounts.pageInfo.endCursor}") { nodes { name } } }`;
    expect((await ask('full', next)).errors).toBeUndefined();
    const foreign = await ask('other', next);
    expect(foreign.errors![0]!.extensions.code).toBe('BAD_USER_INPUT');
    expect(foreign.calls).toBe(0);
  });
});

describe('roles', () => {
  it('null what a client may not see, and nothing beside it', async () => {
    const query = `{
      calls(first: 3) { nodes { id title transcript { monologues { speakerId } } media { audioUrl } } }
      soql(query: "SELECT Id FROM Account") { nodes { __typename } }
    }`;
    const all = await ask('full', query);
    expect(all.errors).toBeUndefined();
    const some = await ask('plain', query);
    expect(some.data.calls.nodes).toHaveLength(3);
    expect(some.data.soql).toBeNull();
    for (const { media, transcript } of some.data.calls.nodes)
      expect({ media, transcript }).toEqual({ media: null, transcript: null });
    expect(new Set(some.errors!.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['FORBIDDEN']),
    );
  });

  it('decide who may have answers explained', async () => {
    const explained = (who: keyof typeof keys) =>
      ask(who, '{ accounts(first: 1) { nodes { name } } }', {
        'x-switchboard-explain': '1',
      }) as Promise<Answer & { extensions: object }>;
    expect((await explained('full')).extensions).toHaveProperty('explain');
    expect((await explained('plain')).extensions).not.toHaveProperty('explain');
  });
});

describe('what a client sends', () => {
  it('is never sent on to the connector service', async () => {
    heads.length = 0;
    const { errors } = await ask('other', '{ leads(first: 1) { nodes { name } } }', {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      host: 'evil.example',
      forwarded: 'for=6.6.6.6',
      cookie: 'canary=1',
      'x-canary': '1',
    });
    expect(errors).toBeUndefined();
    expect(heads).toHaveLength(1);
    const [head] = heads;
    // As it went out: nothing of the client's, its credential least of all.
    expect(head).toMatch(
      new RegExp(`^POST \\S+/execute HTTP/1.1\r\nhost: ${new URL(own.url).host}\r\n`),
    );
    expect(head).not.toMatch(/canary|evil|6\.6\.6\.6|forwarded|cookie/i);
    expect(head).not.toContain(keys.other.text);
    expect(JSON.stringify(own.calls().at(-1))).not.toMatch(/canary|evil|6\.6\.6\.6/);
  });

  it('and who they are never reach the log', async () => {
    await ask(
      'full',
      '{ contacts(first: 2) { nodes { email } } account(by: {id: "canary-id"}) { name } }',
    );
    await ask('plain', '{ canary }');
    const log = lines.join('');
    expect(log).toContain('"client":"full"');
    expect(log).not.toMatch(/canary|sbk_|@/);
    expect(log).not.toContain(service.token);
  });
});
