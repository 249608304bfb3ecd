/** What was opened is closed: whatever happens after a file's bytes began to come, no connection to the vendor stays open. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type AccountService, startAccountService } from '../../src/connector-service/service.ts';
import { openVendorBackend } from '../../src/connector-service/vendor/open.ts';
import { createMediaLinks, type MediaLinks } from '../../src/server/media-link.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { share } from '../support/cases.ts';
import { unhurried } from '../support/connect.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';
import { type StepThrower, throwSteps } from '../support/thrown-step.ts';

const size = 1_000_000;

/** The vendors at their worst: a file begins to come, and then nothing more, until the connection is closed. */
class SilentVendors {
  /** Answers whose connection is open. */
  readonly open = new Set<ServerResponse>();
  /** Called when the first bytes of a file are on their way. */
  onOpened = (): void => {};
  fileName = 'file';
  /** Status in place of a file, with an error that has no end. */
  status: number | null = null;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await text(request);
    const { url = '', headers } = request;
    const json = (body: object): void => void response.end(JSON.stringify(body));
    if (url === '/services/oauth2/token') return json({ access_token: 'session' });
    if (url === '/v2/calls/extensive') {
      const address = `http://${headers.host}/store/${encodeURIComponent(this.fileName.toWellFormed())}`;
      return json({ calls: [{ media: { audioUrl: address, videoUrl: address } }] });
    }
    if (url.includes('/query?')) {
      const isVersion = url.includes('ContentVersion');
      const record = isVersion
        ? { Title: this.fileName, FileExtension: null, ContentSize: size }
        : { Name: this.fileName, ContentType: 'image/png', BodyLength: size };
      return json({ totalSize: 1, done: true, records: [record] });
    }
    if (headers.range === 'bytes=0-0' && this.status === null) {
      response.writeHead(206, { 'content-range': `bytes 0-0/${size}`, 'content-length': 1 });
      return void response.end('x');
    }
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (this.status !== null) {
      response.writeHead(this.status, { 'content-type': 'text/html' });
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(16_000), () => setImmediate(more));
      };
      return more();
    }
    const [, first = '0', last = `${size - 1}`] =
      /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    const length = Number(last) - Number(first) + 1;
    response.writeHead(headers.range === undefined ? 200 : 206, {
      'content-length': length,
      ...(headers.range !== undefined && { 'content-range': `bytes ${first}-${last}/${size}` }),
    });
    response.write(Buffer.alloc(Math.min(1_000, length)), () => this.onOpened());
  }
}

let vendors: SilentVendors;
let service: AccountService;
let connector: UpstreamConnector;
let server: SmallServer;
let links: MediaLinks;

beforeAll(async () => {
  vendors = new SilentVendors();
  const url = await vendors.listen();
  service = await startAccountService({
    vendor: openVendorBackend(),
    accounts: {
      'call-analytics': { access_key: 'key', access_key_secret: 'secret', base_url: url },
      crm: { client_id: 'id', client_secret: 'secret', instance_url: url },
    },
    report: () => undefined,
  });
  connector = connect();
  links = createMediaLinks({
    key: Buffer.alloc(32, 1),
    base: () => server.url,
    lifeSeconds: 600,
    now: Date.now,
  });
  server = await startSmallServer({
    media: { links, connector: () => connector, share: { calls: 10_000 } },
  });
});
afterAll(async () => {
  await server.close();
  await connector.close();
  await service.close();
  vendors.close();
});
beforeEach(() => {
  vendors.onOpened = () => {};
  vendors.fileName = 'file';
  vendors.status = null;
});

/** Another one has a breaker that has seen no failures. */
const connect = (): UpstreamConnector =>
  createConnector({
    baseUrl: service.url,
    credential: { kind: 'token', token: service.token },
    instances: {
      'call-analytics': {
        id: service.instances.callAnalytics!,
        budget: { perSecond: null, perDay: null },
      },
      crm: { id: service.instances.crm! },
    },
    limits: { ...unhurried, attempts: 1 },
  });

let files = 0;
/** Another file each time: of one that is known fewer steps are taken. */
const nextId = (): string => {
  files += 1;
  return `${files}`.padStart(18, '1');
};

const routes = ['call_audio', 'content_versions', 'attachments'].flatMap((entity) => [
  {
    name: `media link of ${entity}`,
    open: (init: RequestInit) =>
      fetch(links.url({ tenant: 'default', entity, id: nextId() }), init),
  },
  {
    name: `connector service, ${entity}`,
    open: ({ headers = {}, ...init }: RequestInit) => {
      const { callAnalytics, crm } = service.instances;
      const range = new Headers(headers).get('range');
      const params =
        entity === 'call_audio'
          ? {
              filter: { callIds: [nextId()] },
              contentSelector: { exposedFields: { media: true } },
            }
          : { id: nextId() };
      return fetch(
        `${service.url}/api/v1/connectors/instances/${entity === 'call_audio' ? callAnalytics : crm}/execute`,
        {
          ...init,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${service.token}`,
          },
          body: JSON.stringify({
            entity,
            action: 'download',
            params: { ...params, ...(range !== null && { range_header: range }) },
          }),
        },
      );
    },
  },
]);

/** Opens a file, reads its first bytes if any come, and leaves. */
async function look(open: (typeof routes)[number]['open'], init: RequestInit = {}) {
  const leaving = new AbortController();
  const answer = await open({ ...init, signal: leaving.signal }).catch(() => null);
  await answer?.body
    ?.getReader()
    .read()
    .catch(() => undefined);
  leaving.abort();
  return answer;
}

const allClosed = () => expect.poll(() => vendors.open.size, { timeout: 3_000 }).toBe(0);

const half = '😀'.slice(0, 1);
const names = [
  ...[147, 148, 149, 150, 151].map((length) => `${'a'.repeat(length)}😀😀.pdf`),
  '😀'.repeat(200),
  `a${'😀'.repeat(200)}`,
  half,
  `${half}.pdf`,
  `a${half}b`,
  '',
  '"',
  '\r\nx: y',
  'e\u0301'.repeat(100),
];

describe('a file is sent under any name, and closed', () => {
  it.each(routes)('$name', async ({ open }) => {
    for (const fileName of names) {
      vendors.fileName = fileName;
      const answer = await look(open);
      expect([JSON.stringify(fileName), answer?.status]).toEqual([JSON.stringify(fileName), 200]);
      const shown = /filename\*=UTF-8''(\S+)/.exec(
        answer?.headers.get('content-disposition') ?? '',
      )?.[1];
      expect(decodeURIComponent(shown ?? '').isWellFormed()).toBe(true);
    }
    await allClosed();
  });
});

describe('an error without an end in place of a file is an error, and closed', () => {
  it.each(routes)('$name', async ({ open }) => {
    for (const status of [400, 401, 403, 404, 500, 503]) {
      vendors.status = status;
      const answer = await look(open);
      expect([status, answer?.status]).toEqual([
        status,
        expect.toSatisfy((shown) => shown >= 400 && shown < 600),
      ]);
      await allClosed();
    }
  });
});

/** Files with a step after the bytes began to come. */
const path = [
  'server/media-route.ts',
  'server/linked-file.ts',
  'server/http-server.ts',
  'contract/wire/download-header.ts',
  'connector-service/execute/download.ts',
  'connector-service/execute/execute.ts',
  'connector-service/vendor/http.ts',
  'connector-service/vendor/crm/file.ts',
  'connector-service/vendor/call-platform/recording-download.ts',
  'connector-service/vendor/sign-in/signed-request.ts',
  ...['transport', 'connector', 'budget', 'breaker', 'retry'].map((name) => `upstream/${name}.ts`),
];

describe('a file is closed whichever step fails after it was opened', () => {
  let steps: StepThrower;
  beforeEach(() => {
    steps = throwSteps(path);
    onTestFinished(() => steps.restore());
  });

  it.each(share(routes, 4))('$name', async ({ open }) => {
    for (const range of [null, 'bytes=10-99999']) {
      let nth = 0;
      for (let isThrown = true; isThrown; ) {
        nth += 1;
        await connector.close();
        connector = connect();
        steps.arm(0);
        vendors.onOpened = () => steps.arm(nth);
        await look(open, range === null ? {} : { headers: { range } });
        isThrown = steps.disarm();
        await expect
          .poll(() => vendors.open.size, { timeout: 3_000, interval: 2, message: `step ${nth}` })
          .toBe(0);
      }
      expect(nth).toBeGreaterThan(3);
    }
  });
});
