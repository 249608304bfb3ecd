/** Bytes that are not UTF-8, in every request and answer: refused with a code, or null with its path; a decoder's U+FFFD never takes their place. */

import { createHash, generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../src/contract/calls/call.ts';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { startByteProxy } from '../support/byte-proxy.ts';
import { closing, unhurried, unlimited } from '../support/connect.ts';
import { type FacadeClient, openFacade } from '../support/facade.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { openVendorCompany } from '../support/vendor.ts';
import { customSchema, openWorld, today, type World } from '../support/world.ts';

/** In hexadecimal, by what is wrong. */
const wrong: readonly (readonly [string, string])[] = [
  ['a byte of no character', 'ff'],
  ['Latin-1', 'e9'],
  ['a continuation alone', '80'],
  ['the first bytes of a character', 'f09f98'],
  ['a slash in two bytes', 'c0af'],
  ['half of a pair', 'eda080'],
  ['beyond Unicode', 'f4908080'],
];
const genuine = [
  ['U+FFFD itself', 'efbfbd', '\ufffd'],
  ['an emoji', 'f09f9880', '😀'],
  ['U+103FF, whose second half stands for bad bytes', 'f0908fbf', '\u{103ff}'],
] as const;

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const latin1 = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');

describe('a request', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hints: string[] = [];
  let server: SmallServer;
  let service: DemoService;
  let facade: FacadeClient;
  beforeAll(async () => {
    server = await startSmallServer({
      webhook: {
        tenants: new Map([['default', { keys: [publicKey], url: 'https://graph.example/' }]]),
        onCall: (_tenant, id) => hints.push(id) > 0,
        now: Date.now,
      },
    });
    service = await startDemoService({ backend: openSynthetic({ now: () => new Date() }) });
    facade = await openFacade();
  });
  afterAll(async () => {
    await server.close();
    await service.close();
    await facade.close();
  });

  const post = (url: URL, body: string, headers: Record<string, string> = {}) =>
    sendRaw(
      url,
      rawRequest(`POST ${url.pathname}`, { 'content-type': 'application/json', ...headers }, body),
    );
  const bodies: Readonly<Record<string, (text: string) => string>> = {
    'a literal': (text) => `{"query":"{hello(name:\\"${text}\\")}"}`,
    'a comment': (text) => `{"query":"{hello} #${text}"}`,
    'a variable': (text) =>
      `{"query":"query($n:String){hello(name:$n)}","variables":{"n":"${text}"}}`,
    'the name of a variable': (text) => `{"query":"{hello}","variables":{"${text}":1}}`,
    'the name of the operation': (text) => `{"query":"{hello}","operationName":"${text}"}`,
    'an extension': (text) => `{"query":"{hello}","extensions":{"x":"${text}"}}`,
    'an unknown member': (text) => `{"query":"{hello}","${text}":1}`,
  };

  it.each(wrong)('with %s is 400 wherever it stands, and nothing is executed', async (_, hex) => {
    const graph = new URL('/graphql', server.url);
    const before = server.graph.resolved();
    for (const [place, body] of Object.entries(bodies)) {
      const answer = await post(graph, body(latin1(hex)));
      const { errors } = JSON.parse(answer.body);
      expect([place, answer.status, errors[0].extensions.code]).toEqual([
        place,
        400,
        'BAD_USER_INPUT',
      ]);
    }
    const encoded = hex.replaceAll(/../g, '%$&');
    for (const search of [`query={hello(name:"${encoded}")}`, `query={hello}&x=${latin1(hex)}`]) {
      const request = rawRequest(`GET /graphql?${search.replaceAll('"', '%22')}`, {
        'x-graphql-yoga-csrf': '1',
        'sec-fetch-site': 'same-origin',
      });
      expect((await sendRaw(graph, request)).status).toBe(400);
    }
    expect(server.graph.resolved()).toBe(before);
  });

  it.each(genuine)('with %s has it', async (_, hex, text) => {
    const graph = new URL('/graphql', server.url);
    const posted = await post(graph, bodies['a variable']!(latin1(hex)));
    expect(JSON.parse(posted.body)).toMatchObject({ data: { hello: `Hello ${text}` } });
    const encoded = encodeURIComponent(`{hello(name:"${text}")}`);
    const got = await sendRaw(
      graph,
      rawRequest(`GET /graphql?query=${encoded}`, { accept: 'application/json' }),
    );
    expect(JSON.parse(got.body)).toMatchObject({ data: { hello: `Hello ${text}` } });
  });

  it.each(wrong)('of the webhook with %s is 400, and no call is read for it', async (_, hex) => {
    const sign = async (claims: object) =>
      new SignJWT({ webhook_url: 'https://graph.example/', ...claims })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuedAt()
        .sign(privateKey);
    const url = new URL('/webhooks/call-platform/default', server.url);
    const body = `{"callData":{"metaData":{"id":"77","title":"${latin1(hex)}"}}}`;
    const body_sha256 = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex');
    const authorization = `Bearer ${await sign({ body_sha256 })}`;
    const { status } = await post(url, body, { authorization });
    expect([status, hints]).toEqual([400, []]);
  });

  it.each(wrong)('of the connector service or the façade with %s is 400', async (_, hex) => {
    const authorization = `Bearer ${service.token}`;
    const instance = `/api/v1/connectors/instances/${service.instances.crm}/execute`;
    const q = `SELECT Id FROM Account WHERE Name = '${latin1(hex)}'`;
    const execute = `{"entity":"accounts","action":"list","params":{"q":"${q}"}}`;
    const before = service.calls().length;
    for (const [path, body] of [
      [instance, execute],
      ['/api/v1/connectors/instances', `{"name":"${latin1(hex)}"}`],
      ['/admin/faults', `{"kind":"status","x":"${latin1(hex)}"}`],
    ] as const)
      expect([
        path,
        (await post(new URL(path, service.url), body, { authorization })).status,
      ]).toEqual([path, 400]);
    expect(
      service
        .calls()
        .slice(before)
        .every(({ status }) => status === 400),
    ).toBe(true);
    const { accessKey, accessKeySecret } = facade.facade.accounts;
    const basic = Buffer.from(`${accessKey}:${accessKeySecret}`).toString('base64');
    const body = `{"filter":{"workspaceId":"${latin1(hex)}"}}`;
    const url = new URL('/v2/calls/extensive', facade.facade.url);
    expect((await post(url, body, { authorization: `Basic ${basic}` })).status).toBe(400);
  });
});

describe('an answer', () => {
  let world: World;
  let proxy: Awaited<ReturnType<typeof startByteProxy>>;
  beforeAll(async () => {
    const service = await startDemoService({
      backend: openSynthetic({ now: () => today, customSchema }),
    });
    proxy = await startByteProxy(service.url);
    world = await openWorld({ shared: { ...service, url: proxy.url }, index: 'off' });
    return async () => {
      await world.close();
      await proxy.close();
      await service.close();
    };
  });

  const questions: readonly (readonly [string, readonly string[]])[] = [
    ['users', ['emailAddress']],
    ['accounts', ['name', 'industry', 'website']],
    ['calls', ['title', 'url']],
    ['contacts', ['name', 'email', 'phone']],
  ];
  const ask = async (list: string, fields: readonly string[]) => {
    const answer = await world.ask(`{ ${list}(first: 4) { nodes { id ${fields.join(' ')} } } }`);
    return { nodes: answer.data?.[list]?.nodes as Record<string, string>[], ...answer };
  };

  it.each(questions)(
    'of %s has null where the bytes are wrong, says so, and is whole elsewhere',
    async (list, fields) => {
      proxy.replace('');
      const clean = await ask(list, fields);
      expect(clean.errors).toBeUndefined();
      for (const [index, field] of fields.entries()) {
        const [what, hex] = wrong[(index + list.length) % wrong.length]!;
        const at = clean.nodes.findIndex((node) => /^[ -~]+$/.test(node[field] ?? ''));
        const text = clean.nodes[at]![field]!;
        proxy.replace(`"${text}"`, `${hexOf(`"${text}`)}${hex}${hexOf('x"')}`);
        const { nodes, errors = [] } = await ask(list, fields);
        const shown = errors.map(({ path, extensions }) => [path, extensions.code]);
        const place = [list, 'nodes', at, field];
        expect([what, shown]).toEqual([what, [[place, 'UPSTREAM_BAD_RESPONSE']]]);
        expect(nodes).toEqual(
          clean.nodes.map((node, n) => (n === at ? { ...node, [field]: null } : node)),
        );
      }
    },
  );

  it('that is genuine comes as it is, beside a wrong one, too', async () => {
    proxy.replace('');
    const clean = await ask('accounts', ['name']);
    const [name = '', second = ''] = clean.nodes.map(({ name }) => name);
    for (const [, hex, text] of genuine) {
      proxy.replace(name, hex);
      const { nodes, errors } = await ask('accounts', ['name']);
      expect([nodes[0]!.name, errors]).toEqual([text, undefined]);
      proxy.replace(`"${name}"`, `22ff${hex}22`);
      expect((await ask('accounts', ['name'])).nodes.map((node) => node.name).slice(0, 2)).toEqual([
        null,
        second,
      ]);
    }
  });

  it('that is wrong where its form needs a text is unreadable as a whole', async () => {
    proxy.replace('"result"', '22ff22');
    const { data, errors } = await ask('accounts', ['name']);
    expect([data, errors?.[0]?.extensions.code]).toEqual([
      { accounts: null },
      'UPSTREAM_BAD_RESPONSE',
    ]);
  });

  it('of a vendor comes through the connector service as no text, too', async () => {
    const vendor = closing(await openVendorCompany());
    const { accessKey, accessKeySecret } = vendor.client.facade.accounts;
    const before = closing(await startByteProxy(vendor.client.facade.url));
    const id = await vendor.create(
      'call-analytics',
      { access_key: accessKey, access_key_secret: accessKeySecret },
      { base_url: before.url },
    );
    const connector = closing(
      createConnector({
        baseUrl: vendor.company.service.url,
        credential: { kind: 'token', token: vendor.company.service.token },
        instances: { 'call-analytics': { id, budget: unlimited } },
        limits: unhurried,
      }),
    );
    before.replace('"title":"', `${hexOf('"title":"')}e9`);
    const { rows } = await connector.execute(calls, 'list', {});
    expect(rows.slice(0, 2).map(({ title }) => title)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('not Unicode') }),
      expect.any(String),
    ]);
  });
});
