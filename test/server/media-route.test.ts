import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DemoService, startDemoService } from '../../src/demo/service.ts';
import { createMediaLinks, type MediaLinks } from '../../src/server/media-link.ts';
import { createConnector, type UpstreamConnector } from '../../src/upstream/connector.ts';
import { type Chromium, hasBrowser, launchBrowser } from '../support/browser.ts';
import { isWide } from '../support/cases.ts';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { type SmallServer, startSmallServer } from '../support/small-server.ts';
import { openSynthetic } from '../support/synthetic.ts';

const today = new Date('2026-11-02T12:00:00Z');
let service: DemoService;
let connector: UpstreamConnector;
let server: SmallServer;
let links: MediaLinks;
let callId: string;
let videoId: string;
/** Seconds, by call. */
let durations: ReadonlyMap<string, number>;
let now = today.getTime();
/** As many calls as these tests make together. */
const share = { calls: 1_000 };

const connectorTo = (baseUrl: string, ids: DemoService['instances'], token: string) =>
  createConnector({
    baseUrl,
    credential: { kind: 'token', token },
    instances: {
      'call-analytics': { id: ids.callAnalytics, budget: { perSecond: null, perDay: null } },
      crm: { id: ids.crm },
    },
  });

async function rowsOf(entity: string, instance: string, params: object): Promise<unknown[]> {
  const response = await fetch(`${service.url}/api/v1/connectors/instances/${instance}/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${service.token}` },
    body: JSON.stringify({ entity, action: 'list', params }),
  });
  const { result } = (await response.json()) as { result: unknown };
  return Array.isArray(result) ? result : (result as { records: unknown[] }).records;
}

beforeAll(async () => {
  service = await startDemoService({
    backend: openSynthetic({ now: () => today }),
    clock: () => today.getTime(),
  });
  connector = connectorTo(service.url, service.instances, service.token);
  links = createMediaLinks({
    key: Buffer.alloc(32, 1),
    base: () => server.url,
    lifeSeconds: 600,
    now: () => now,
  });
  server = await startSmallServer({
    media: { links, connector: (tenant) => (tenant === 'default' ? connector : null), share },
  });
  const calls = (await rowsOf('calls', service.instances.callAnalytics, {})) as {
    id: string;
    media: string;
    duration: number;
  }[];
  durations = new Map(calls.map(({ id, duration }) => [id, duration]));
  callId = calls.find(({ media }) => media === 'Audio')!.id;
  videoId = calls.find(({ media }) => media === 'Video')!.id;
});
afterAll(async () => {
  await server.close();
  await connector.close();
  await service.close();
});
beforeEach(() => {
  now = today.getTime();
});

const audio = (): string => links.url({ tenant: 'default', entity: 'call_audio', id: callId });
const read = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { headers, method });

describe('media links', () => {
  it('play a recording, whole and in parts', async () => {
    const whole = await read(audio());
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toMatch(/^audio\//);
    expect(whole.headers.get('accept-ranges')).toBe('bytes');
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.length).toBe(Number(whole.headers.get('content-length')));

    const part = await read(audio(), { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));

    const tail = await read(audio(), { range: 'bytes=-50' });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(bytes.subarray(-50));
  });

  it('tell of a recording without sending it', async () => {
    const head = await read(audio(), {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000);
    expect(await head.text()).toBe('');
  });

  it('download the CRM’s files under their own name, and never as a page', async () => {
    const [file] = (await rowsOf('content_versions', service.instances.crm, {
      q: "SELECT Id, Title, ContentSize FROM ContentVersion WHERE FileExtension = 'pdf' LIMIT 1",
    })) as { Id: string; ContentSize: number }[];
    const response = await read(
      links.url({ tenant: 'default', entity: 'content_versions', id: file!.Id }),
    );
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(file!.ContentSize);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('that are altered, expired, or for nothing there is are refused without an upstream call', async () => {
    const before = service.calls().length;
    const fair = audio();
    const [payload, mac] = fair.split('/media/')[1]!.split('.') as [string, string];
    const other = Buffer.from(JSON.stringify(['default', 'call_audio', '1', 9e9])).toString(
      'base64url',
    );
    const expired = audio();
    const bad = [
      `${fair}x`,
      fair.slice(0, -1),
      fair.replace(payload, other),
      fair.replace(mac, 'A'.repeat(27)),
      fair.replace(`.${mac}`, ''),
      links.url({ tenant: 'nobody', entity: 'call_audio', id: callId }),
      links.url({ tenant: 'default', entity: 'users', id: callId }),
      links.url({ tenant: 'default', entity: '__proto__', id: callId }),
      new URL('/media/', server.url).href,
    ];
    for (const url of bad) expect((await read(url)).status, url).toBe(403);
    now += 700_000;
    expect((await read(expired)).status).toBe(403);
    expect(service.calls().length).toBe(before);
  });

  it('have one spelling: any other is refused, whoever made it', async () => {
    const before = service.calls().length;
    const path = new URL(audio()).pathname;
    expect(links.read(path)).not.toBeNull();
    const flipped = (letter: string): string =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const spellings = new Set<string>();
    for (let at = 0; at < path.length; at += 1) {
      const [head, letter, tail] = [path.slice(0, at), path[at]!, path.slice(at + 1)];
      const hex = letter.charCodeAt(0).toString(16);
      for (const other of [
        flipped(letter),
        `%${hex}`,
        `%${hex.toUpperCase()}`,
        '',
        `${letter}${letter}`,
      ])
        spellings.add(head + other + tail);
      for (const other of [
        '=',
        '.',
        ' ',
        '\t',
        '%',
        '%00',
        '/',
        './',
        '?',
        ';',
        '&',
        '+',
        '-',
        '_',
        '\u00e9',
      ])
        spellings.add(head + other + letter + tail);
    }
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/';
    for (const last of alphabet) spellings.add(path.slice(0, -1) + last);
    for (const end of [
      '=',
      '==',
      '?',
      '?x',
      '?x=1&x=2',
      '#',
      '/',
      '.',
      '.x',
      '%20',
      '\0',
      ';a',
      'A',
      path,
    ])
      spellings.add(path + end);
    spellings.delete(path);
    expect(spellings.size).toBeGreaterThan(1_000);
    for (const spelling of spellings) expect(links.read(spelling), spelling).toBeNull();
    const sent = [...spellings].filter((one) => one.startsWith('/media/') && /^[!-~]+$/.test(one));
    for (const spelling of sent.filter((_, n) => n % 40 === 0 || n > sent.length - 20))
      expect((await sendRaw(server.url, rawRequest(`GET ${spelling}`))).status, spelling).toBe(403);
    expect(service.calls().length).toBe(before);
  });

  it('refuse a range outside the file, and methods that change something', async () => {
    const outside = await read(audio(), { range: 'bytes=999999999-' });
    const { headers } = await read(audio(), {}, 'HEAD');
    expect([outside.status, outside.headers.get('content-range')]).toEqual([
      416,
      `bytes */${headers.get('content-length')}`,
    ]);
    for (const method of ['POST', 'DELETE', 'OPTIONS'])
      expect((await read(audio(), {}, method)).status).toBe(405);
  });

  const validators = ['"v1"', 'W/"v1"', 'Mon, 02 Nov 2026 12:00:00 GMT'];
  it.each([
    ...['lines=0-1', 'seconds=5-9', 'bytes', ''].map((range) => ({ range })),
    ...['bytes=0-1,5-9', `bytes=${'1-2,'.repeat(20)}3-4`].map((range) => ({ range })),
    ...['bytes=5-1', 'bytes=-0', 'bytes=a-b', 'bytes=0-1\tx', 'bytes=-'].map((range) => ({
      range,
    })),
    ...validators.map((validator) => ({ range: 'bytes=0-9', 'if-range': validator })),
    { 'if-range': '"v1"' },
    { 'if-none-match': '"v1", W/"v2"' },
    { 'if-modified-since': 'Mon, 02 Nov 2026 12:00:00 GMT' },
    { 'if-unmodified-since': 'Mon, 02 Nov 2020 12:00:00 GMT' },
    { 'if-match': '*' },
  ] as Readonly<Record<string, string>>[])(
    'send the whole where a range or a condition is to be ignored: %j',
    async (headers) => {
      const answer = await read(audio(), headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.has('content-range')).toBe(false);
      const { byteLength } = await answer.arrayBuffer();
      expect(byteLength).toBe(Number(answer.headers.get('content-length')));
      expect(byteLength).toBeGreaterThan(1000);
    },
  );

  it('tell of the whole whatever range a HEAD names', async () => {
    const whole = await read(audio(), {}, 'HEAD');
    const head = await read(audio(), { range: 'bytes=0-9' }, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(whole.headers.get('content-length'));
  });

  it.each(['GET', 'HEAD'])(
    'send nothing under a condition that can’t be met: %s',
    async (method) => {
      const path = new URL(audio()).pathname;
      const statusUnder = async (headers: Record<string, string>) => {
        const { status, body } = await sendRaw(
          server.url,
          rawRequest(`${method} ${path}`, headers),
        );
        return [status, body];
      };
      expect(await statusUnder({ 'if-match': '"v1"' })).toEqual([412, '']);
      expect(await statusUnder({ 'if-match': '"v1"', range: 'bytes=0-9' })).toEqual([412, '']);
      expect(await statusUnder({ 'if-none-match': '*' })).toEqual([304, '']);
    },
  );

  it('are refused as such before their conditions are looked at', async () => {
    expect((await read(`${audio()}x`, { 'if-match': '"v1"' })).status).toBe(403);
    const none = links.url({ tenant: 'default', entity: 'call_audio', id: 'none' });
    expect((await read(none, { 'if-match': '"v1"' })).status).toBe(404);
  });
});

describe('what an upstream says of a file', () => {
  let evil: Server;
  let evilConnector: UpstreamConnector;
  let evilServer: SmallServer;
  let head: Record<string, string>;
  beforeAll(async () => {
    evil = createServer((request, response) => {
      request.resume();
      response.writeHead(200, head);
      response.end('<script>alert(1)</script>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const { port } = evil.address() as AddressInfo;
    evilConnector = connectorTo(`http://127.0.0.1:${port}`, service.instances, 'token');
    evilServer = await startSmallServer({
      media: { links, connector: () => evilConnector, share },
    });
  });
  afterAll(async () => {
    await evilServer.close();
    await evilConnector.close();
    evil.close();
  });

  it.each([
    [{ 'content-type': 'text/html' }, 'application/octet-stream', 'attachment'],
    [{ 'content-type': 'image/svg+xml' }, 'application/octet-stream', 'attachment'],
    [
      {
        'content-type': 'audio/mpeg',
        'content-disposition': 'attachment; filename="../../é"x\\".html"',
      },
      'audio/mpeg',
      'attachment; filename="_"; filename*=UTF-8\'\'%C3%A9',
    ],
    [
      {
        'content-type': 'audio/mpeg; a=b',
        'content-disposition': "inline; filename*=utf-8''a%0d%0ab%2Fc'.mp3",
      },
      'audio/mpeg',
      "attachment; filename=\"c'.mp3\"; filename*=UTF-8''c%27.mp3",
    ],
  ])('%j can do no harm', async (sent, type, disposition) => {
    head = sent as Record<string, string>;
    const path = new URL(audio()).pathname;
    const response = await read(new URL(path, evilServer.url).href);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(disposition);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    await response.text();
  });
});

/** Most bytes of a recording that come in one answer. */
const partBytes = 100_000;

describe.skipIf(!hasBrowser || !isWide)('a recording in Chromium', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it.each(['audio', 'video'] as const)(
    'plays in an <%s> tag as long as its call, and seeks by ranges',
    async (tag) => {
      const { page } = await browser.open(800, 600);
      await page.goto(new URL('/nothing', server.url).href);
      const id = tag === 'audio' ? callId : videoId;
      const url = links.url({ tenant: 'default', entity: `call_${tag}`, id });
      const parts: string[] = [];
      // How far Chromium reads ahead is its own affair: of a range that it asks for, it gets the beginning.
      await page.route(url, async (route) => {
        const headers = route.request().headers();
        const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1]);
        const range = `bytes=${from}-${from + partBytes - 1}`;
        const response = await route.fetch({ headers: { ...headers, range } });
        parts.push(`${response.status()} ${response.headers()['content-range']}`);
        await route.fulfill({ response });
      });
      const heard = await page.evaluate(
        async ([name, address]) => {
          // The page's own globals: this function runs in the browser.
          const { document } = globalThis as unknown as {
            document: { createElement(n: string): Player };
          };
          interface Player {
            src: string;
            muted: boolean;
            currentTime: number;
            readonly duration: number;
            readonly videoWidth?: number;
            play(): Promise<void>;
            addEventListener(event: string, run: () => void, options: { once: true }): void;
          }
          const player = document.createElement(name!);
          const next = (event: string) =>
            new Promise<void>((resolve) => player.addEventListener(event, resolve, { once: true }));
          player.muted = true;
          const loaded = next('loadedmetadata');
          player.src = address!;
          await loaded;
          await player.play();
          const seeked = next('seeked');
          player.currentTime = player.duration * 0.8;
          await seeked;
          const at = player.currentTime;
          await next('timeupdate');
          return { duration: player.duration, at, width: player.videoWidth };
        },
        [tag, url],
      );
      await page.unrouteAll({ behavior: 'wait' });
      expect(Math.abs(heard.duration - durations.get(id)!)).toBeLessThan(0.05);
      expect(Math.abs(heard.at - heard.duration * 0.8)).toBeLessThan(0.05);
      expect(parts.every((part) => part.startsWith('206 bytes '))).toBe(true);
      expect(heard.width).toBe(tag === 'video' ? 640 : undefined);
      expect(parts.length).toBeGreaterThan(1);
    },
  );
});
