import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { byteAt, chunkSize } from '../support/backend.ts';
import { openService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const file = (more = {}) => ({
  entity: 'attachments',
  action: 'download',
  params: { id: '00P_plan', ...more },
});
const bytes = async (response: Response): Promise<number[]> => [
  ...new Uint8Array(await response.arrayBuffer()),
];
const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, n) => byteAt(first + n));

/** The answer with its body unread. */
async function start(body: unknown): Promise<IncomingMessage> {
  const sent = request(
    `${service.url}/api/v1/connectors/instances/${service.instances.crm}/execute`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    },
  );
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return response;
}

describe('a download', () => {
  it('is the bytes alone, with their type and name', async () => {
    service = await openService();
    const response = await service.post(file(), { crm: true });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'content-disposition': `attachment; filename="Plan _M_ller_.pdf"; filename*=UTF-8''Plan%20%22M%C3%BCller%22.pdf`,
    });
    expect(await bytes(response)).toEqual(span(0, 999));
    expect(service.calls()).toMatchObject([{ status: 200, bytes: 1000, rows: null }]);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=990-2000', 990, 999],
    ['bytes=500-', 500, 999],
    ['bytes=-10', 990, 999],
    ['bytes=0-0', 0, 0],
  ])('answers %s with that part', async (range_header, first, last) => {
    service = await openService();
    const response = await service.post(file({ range_header }), { crm: true });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(await bytes(response)).toEqual(span(first, last));
  });

  it('takes the range of the header as well', async () => {
    service = await openService();
    const response = await service.post(file(), { crm: true, headers: { range: 'bytes=5-9' } });
    expect(await bytes(response)).toEqual(span(5, 9));
  });

  it('refuses a range behind the end', async () => {
    service = await openService();
    const response = await service.post(file({ range_header: 'bytes=1000-' }), { crm: true });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */1000');
  });

  it('sends the whole file where the instance knows no ranges', async () => {
    service = await openService({ crm: { ranges: 'ignored' } });
    const response = await service.post(file({ range_header: 'bytes=0-9' }), { crm: true });
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
    expect(await bytes(response)).toHaveLength(1000);
  });

  it('is 200 with no bytes for a file that is missing, whatever part was asked for', async () => {
    service = await openService();
    const missing = { id: '00P_missing', range_header: 'bytes=0-9' };
    const response = await service.post(file(missing), { crm: true });
    expect([response.status, await bytes(response)]).toEqual([200, []]);
  });

  it('waits for a client that reads slowly, and stops for one that has left', async () => {
    const gigabyte = 2 ** 30;
    service = await openService({ memory: { fileSize: gigabyte } });
    const response = await start(file());
    response.pause();
    const held = await settled(service);
    // What the sockets and streams between the two hold, of 4,096 chunks in all.
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThan(200);
    response.destroy();
    await expect.poll(() => service.calls()[0]?.aborted).toBe(true);
    expect(await settled(service)).toBeLessThan(held + 10);
  });

  it('is never held: no more is made than is about to be read', async () => {
    const size = 2 ** 25;
    service = await openService({ memory: { fileSize: size } });
    const response = await start(file());
    let read = 0;
    let ahead = 0;
    // Counted and not weighed: what the heap holds is for the most part what it has not yet let go.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      read += chunk.length;
      ahead = Math.max(ahead, service.backend.chunks() - read / chunkSize);
    }
    expect(read).toBe(size);
    expect(ahead).toBeLessThan(200);
  });
});

/** Chunks made, once no more are: client and service share this thread, so a thousand idle turns of it are the end. */
async function settled({ backend }: TestService): Promise<number> {
  let made = backend.chunks();
  for (let idle = 0; idle < 1_000; idle += 1) {
    await new Promise((turn) => setImmediate(turn));
    if (backend.chunks() !== made) idle = 0;
    made = backend.chunks();
  }
  return made;
}

describe('reading a range', () => {
  const statusOf = async (range_header: string): Promise<number> => {
    service = await openService({ memory: { fileSize: 100 } });
    const response = await service.post(file({ range_header }), { crm: true });
    await response.arrayBuffer();
    return response.status;
  };

  it.each(['bytes=5-1', 'bytes=0-1,4-5', 'items=0-1', 'bytes=-', 'bytes=a-b', 'x'.repeat(10_000)])(
    'takes %.20s for none',
    async (header) => {
      expect(await statusOf(header)).toBe(200);
    },
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('finds %s unsatisfiable', async (header) => {
    expect(await statusOf(header)).toBe(416);
  });
});
