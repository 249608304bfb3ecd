import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FacadeRequest } from '../../../src/demo/vendor-api/vendor-api.ts';
import { openVendorCompany, type VendorCompanyOptions } from '../../support/vendor.ts';

async function open(options?: VendorCompanyOptions) {
  const world = await openVendorCompany(options);
  onTestFinished(() => world.close());
  const { company, client, instances } = world;
  const sent = (path: string): FacadeRequest[] =>
    client.facade.requests.filter(({ url }) => url.startsWith(path));
  const [call] = await company.rows(company.service.instances.callAnalytics, 'calls', {
    fromDateTime: '2026-09-01T00:00:00Z',
    toDateTime: '2026-10-01T00:00:00Z',
  });
  const q =
    'SELECT Id, BodyLength FROM Attachment WHERE BodyLength > 1000 AND BodyLength < 100000 ORDER BY Id DESC LIMIT 1';
  const [file] = await company.rows(company.service.instances.crm, 'attachments', { q });
  const audio = (range?: string) =>
    company.post(instances['call-analytics'], 'call_audio', 'download', {
      filter: { callIds: [call!.id] },
      contentSelector: { exposedFields: { media: true } },
      ...(range === undefined ? {} : { range_header: range }),
    });
  const attachment = (range?: string, own = false) =>
    company.post(own ? company.service.instances.crm : instances.crm, 'attachments', 'download', {
      id: file!.Id,
      ...(range === undefined ? {} : { range_header: range }),
    });
  return { ...world, sent, audio, attachment, size: Number(file!.BodyLength) };
}

const bytes = async (answer: Promise<Response>) => Buffer.from(await (await answer).arrayBuffer());

describe('recordings', () => {
  it('come from presigned addresses that are asked for once, without Authorization', async () => {
    const { audio, sent } = await open();
    const whole = await bytes(audio());
    const part = await audio('bytes=10-19');
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
    expect(sent('/v2/calls/extensive')).toHaveLength(1);
    expect(sent('/media-data/').every(({ headers }) => headers.authorization === undefined)).toBe(
      true,
    );
  });

  it('get another address shortly before the first one ends', async () => {
    const { audio, sent, client } = await open();
    await bytes(audio());
    client.time.now += 7.5 * 3_600_000;
    await bytes(audio());
    expect(sent('/v2/calls/extensive')).toHaveLength(1);
    client.time.now += 0.4 * 3_600_000;
    expect((await audio()).status).toBe(200);
    expect(sent('/v2/calls/extensive')).toHaveLength(2);
  });

  it('get another address after a 403, once', async () => {
    let refused = 1;
    const { audio, sent } = await open({
      facade: {
        instead: ({ url }) =>
          url.startsWith('/media-data/') && refused-- > 0 ? { status: 403 } : null,
      },
    });
    expect((await bytes(audio())).length).toBeGreaterThan(1_000);
    expect(sent('/v2/calls/extensive')).toHaveLength(2);
    refused = 100;
    const never = await open({
      facade: { instead: ({ url }) => (url.startsWith('/media-data/') ? { status: 403 } : null) },
    });
    expect((await never.audio()).status).toBe(404);
    expect(never.sent('/v2/calls/extensive')).toHaveLength(2);
  });
});

describe('a store of recordings that answers oddly', () => {
  it.each([
    [{ status: 503, body: '<h1>Unavailable</h1>' }, 502],
    [{ status: 404 }, 404],
  ] as const)('is not a call without a recording: %j', async (instead, status) => {
    const { audio } = await open({
      facade: { instead: ({ url }) => (url.startsWith('/media-data/') ? instead : null) },
    });
    expect((await audio()).status).toBe(status);
  });

  it.each(['100%25.mp3', '100%.mp3', '%e0%a4%a', ''])('may call the file %s', async (name) => {
    const bytes = 'x'.repeat(200);
    const store = createServer((request, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!.map(Number);
      response
        .writeHead(206, { 'content-range': `bytes ${first}-${last}/${bytes.length}` })
        .end(bytes.slice(first, last! + 1));
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void store.close());
    const audioUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}/${name}`;
    const { audio } = await open({
      facade: {
        instead: ({ url }) =>
          url === '/v2/calls/extensive'
            ? { status: 200, body: JSON.stringify({ calls: [{ media: { audioUrl } }] }) }
            : null,
      },
    });
    const answer = await audio();
    expect([answer.status, await answer.text()]).toEqual([200, bytes]);
  });

  it('that does not say how long the recording is has no empty one', async () => {
    const store = createServer((_, response) => {
      response.write('chunk');
      response.end('chunk');
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void store.close());
    const audioUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}/a.mp3`;
    const { audio } = await open({
      facade: {
        instead: ({ url }) =>
          url === '/v2/calls/extensive'
            ? { status: 200, body: JSON.stringify({ calls: [{ media: { audioUrl } }] }) }
            : null,
      },
    });
    expect((await audio()).status).toBe(502);
  });
});

describe('files of the CRM', () => {
  it.each([true, false])('are read by range, honoured or not: %s', async (fileRanges) => {
    const { attachment, size } = await open({ facade: { fileRanges } });
    const whole = await bytes(attachment(undefined, true));
    expect(whole).toHaveLength(size);
    for (const [range, first, end] of [
      [undefined, 0, size],
      ['bytes=0-9', 0, 10],
      ['bytes=500-', 500, size],
      ['bytes=-7', size - 7, size],
      [`bytes=100-${size - 2}`, 100, size - 1],
    ] as const) {
      const answer = await attachment(range);
      expect(answer.status).toBe(range === undefined ? 200 : 206);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(first, end));
    }
  });

  it('may lie elsewhere: the session stays behind', async () => {
    const seen: (string | undefined)[] = [];
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end('x'.repeat(2_000));
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void elsewhere.close());
    const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/file`;
    const { attachment, sent } = await open({ facade: { fileRedirect: () => address } });
    const part = await attachment('bytes=5-14');
    expect([part.status, await part.text()]).toEqual([206, 'x'.repeat(10)]);
    expect(seen).toEqual([undefined]);
    expect(sent('/services/data/v65.0/sobjects/').at(-1)?.headers.authorization).toMatch(
      /^Bearer /,
    );
  });

  it.each(['http://files.example/x', 'ftp://127.0.0.1/x', 'javascript:0'])(
    'are not looked for at %s',
    async (address) => {
      const { attachment } = await open({ facade: { fileRedirect: () => address } });
      expect((await attachment()).status).toBe(502);
    },
  );

  it('that end early end the connection, too', async () => {
    const { attachment } = await open({
      facade: {
        instead: ({ url }) =>
          url.includes('/sobjects/Attachment/')
            ? { status: 200, body: 'a few bytes', contentType: 'text/plain' }
            : null,
      },
    });
    const answer = await attachment();
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
