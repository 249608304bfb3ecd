import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { FileMissingError } from '../../src/contract/wire/failure.ts';
import { manualClock } from '../support/clock.ts';
import { connected, outcome, thing, until } from '../support/connect.ts';
import type { Reply } from '../support/upstream.ts';

const file =
  (status: number, headers: Record<string, string>, bytes: Buffer | string): Reply =>
  (response) =>
    response.writeHead(status, headers).end(bytes);

async function read(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('a download', () => {
  it('streams the whole, and a range passed through', async () => {
    const { connector, upstream } = await connected(({ params }) =>
      params.range_header === undefined
        ? file(200, { 'content-type': 'audio/mpeg', 'content-length': '10' }, '0123456789')
        : file(206, { 'content-type': 'audio/mpeg', 'content-range': 'bytes 2-4/10' }, '234'),
    );
    const whole = await connector.download(thing, { id: '1' });
    expect(whole).toMatchObject({ status: 200, contentType: 'audio/mpeg', contentLength: 10 });
    expect(await read(whole.body)).toBe('0123456789');
    const part = await connector.download(thing, { id: '1' }, { range: 'bytes=2-4' });
    expect(part).toMatchObject({ status: 206, contentRange: 'bytes 2-4/10' });
    expect(await read(part.body)).toBe('234');
    expect(upstream.received.map(({ action, params }) => [action, params])).toEqual([
      ['download', { id: '1' }],
      ['download', { id: '1', range_header: 'bytes=2-4' }],
    ]);
  });

  for (const range of [
    'bytes=0-1,3-4',
    'bytes=5-1',
    'bytes=0-1\r\nx: y',
    `bytes=${'1'.repeat(9_999)}-`,
  ]) {
    it(`asks for the whole where the range is ${JSON.stringify(range.slice(0, 16))}`, async () => {
      const { connector, upstream } = await connected(() => file(200, {}, 'x'));
      const { body } = await connector.download(thing, { id: '1' }, { range });
      body.destroy();
      expect(upstream.received).toHaveLength(1);
      expect(JSON.stringify(upstream.received)).not.toContain('range');
    });
  }

  for (const [title, reply] of [
    ['a success of zero bytes', file(200, { 'content-length': '0' }, '')],
    ['an empty chunked success', file(200, {}, '')],
    ['a 404 of the vendor', { status: 404, body: [{ errorCode: 'NOT_FOUND', message: '' }] }],
  ] as const) {
    it(`reports a missing file: ${title}`, async () => {
      const { connector } = await connected(() => reply);
      const { error } = await outcome(connector.download(thing, { id: '1' }));
      expect(error).toBeInstanceOf(FileMissingError);
      expect(error).toMatchObject({ retryable: false });
    });
  }

  it.each([
    ['bytes */98', 98],
    ['bytes 0-1/98', null],
    ['bytes */many', null],
    ['', null],
  ])('passes on that a range is not there, and the size it is told: %s', async (range, size) => {
    const headers = { 'content-range': range };
    const { connector } = await connected(() => ({ status: 416, headers, body: '' }));
    await expect(
      connector.download(thing, { id: '1' }, { range: 'bytes=99-' }),
    ).rejects.toMatchObject({ code: 'UPSTREAM_BAD_REQUEST', status: 416, size });
  });

  it('opens again after a 503, before a byte was read', async () => {
    const { connector, upstream } = await connected((_, index) =>
      index === 0 ? { status: 503, body: '' } : file(200, {}, 'bytes'),
    );
    expect(await read((await connector.download(thing, { id: '1' })).body)).toBe('bytes');
    expect(upstream.received).toHaveLength(2);
  });

  for (const [title, headers] of [
    ['with a length', { 'content-length': '100000' }],
    ['in chunks', {}],
  ] as const) {
    it(`that is cut off in the middle ends in an error, ${title}`, async () => {
      const { connector } = await connected(() => (response) => {
        response.writeHead(200, headers);
        response.write('x'.repeat(50_000), () => response.socket?.resetAndDestroy());
      });
      const { body } = await connector.download(thing, { id: '1' });
      await expect(read(body)).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    });
  }

  it('ends upstream when its reader leaves, even while the upstream is silent', async () => {
    const { connector, upstream } = await connected(() => (response) => {
      response.writeHead(200, {});
      response.write('first');
    });
    const { body } = await connector.download(thing, { id: '1' });
    body.destroy();
    await until(() => upstream.aborted.length === 1);
  });

  it('ends when its signal does, before the head and after it', async () => {
    const { connector, upstream } = await connected((_, index) => (response) => {
      if (index === 0) response.writeHead(200, {}).write('first');
    });
    const leaver = new AbortController();
    const { body } = await connector.download(thing, { id: '1' }, { signal: leaver.signal });
    const ended = once(body, 'error').catch((error: unknown) => [error]);
    body.resume();
    const waiting = outcome(connector.download(thing, { id: '2' }, { signal: leaver.signal }));
    await until(() => upstream.received.length === 2);
    leaver.abort();
    expect((await waiting).error).toMatchObject({ code: 'CANCELLED' });
    expect(await ended).toMatchObject([{ code: 'CANCELLED' }]);
    await until(() => upstream.aborted.length === 2);
  });

  it('has a time limit until its first byte, and none of a request after it', async () => {
    const clock = manualClock();
    let go = (): void => {};
    const { connector, upstream } = await connected(
      (_, index) => (response) => {
        if (index === 0) return;
        response.writeHead(200, {}).write('first');
        go = () => response.end('last');
      },
      { runtime: { clock, random: () => 0 }, limits: { attempts: 1 } },
    );
    const silent = outcome(connector.download(thing, { id: '1' }));
    await until(() => upstream.received.length === 1);
    await clock.advance(30_000);
    expect((await silent).error).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    const { body } = await connector.download(thing, { id: '2' });
    await clock.advance(3_600_000);
    go();
    expect(await read(body)).toBe('firstlast');
  });

  it('is read no faster than its reader reads', async () => {
    const chunk = Buffer.alloc(65_536);
    let written = 0;
    const { connector } = await connected(() => (response) => {
      response.writeHead(200, {});
      const more = (): void => {
        while (written < 100_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    const { body } = await connector.download(thing, { id: '1' });
    let before = -1;
    // The sockets' own buffers fill; then the upstream stands still.
    while (before !== written) {
      before = written;
      for (let turn = 0; turn < 200; turn += 1) await new Promise((done) => setImmediate(done));
    }
    expect(written).toBeLessThan(20_000_000);
    expect(body.readableLength).toBeLessThanOrEqual(256 * 1024);
    body.destroy();
  });

  it('gives back its turn in the budget once its head is there', async () => {
    const { connector } = await connected(
      () => (response) => void response.writeHead(200, {}).write('x'),
      {
        instances: {
          'call-analytics': { id: 'a', budget: { perSecond: null, concurrent: 1 } },
        },
      },
    );
    const files = [];
    for (let n = 0; n < 5; n += 1) files.push(await connector.download(thing, { id: String(n) }));
    expect(connector.budget('call-analytics')).toMatchObject({ running: 0, queued: 0 });
    for (const { body } of files) body.destroy();
  });
});
