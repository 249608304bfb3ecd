/** Files: opened like any call, then streamed with the reader setting the pace. */

import { Readable } from 'node:stream';
import { FileMissingError } from '../contract/wire/failure.ts';
import { readMediaHead } from '../contract/wire/media.ts';
import { UpstreamError } from '../errors.ts';
import type { UpstreamCall } from './call.ts';
import type { Download } from './connector.ts';
import { cancelled, networkError } from './fault.ts';
import type { StreamHead, Transport } from './transport.ts';

/** One attempt at opening a file. @throws UpstreamError, FileMissingError when there are no bytes */
export function openFile(
  call: UpstreamCall,
  transport: Transport,
  range: string | undefined,
): Promise<Download> {
  return transport.stream(call, async ({ response, closed }: StreamHead) => {
    const { headers, body, statusCode } = response;
    try {
      const head = readMediaHead(
        statusCode === 206 ? 206 : 200,
        (name) => {
          const value = headers[name];
          return Array.isArray(value) ? (value[0] ?? null) : (value ?? null);
        },
        range,
        call.site,
      );
      const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      // A missing file is a success of zero bytes, which only the first chunk tells.
      const first = await chunks.next();
      if (first.done) throw new FileMissingError(call.site, { status: statusCode });
      const stream = Readable.from(measured(call, first.value, chunks, head.contentLength), {
        objectMode: false,
        highWaterMark: 65_536,
      });
      // Destroying must reach the connection even while the upstream is silent.
      stream.once('close', () => {
        closed();
        body.destroy();
      });
      return { ...head, body: stream };
    } catch (error) {
      body.on('error', () => {});
      body.destroy();
      throw error;
    }
  });
}

/** The bytes, with every way of ending early made an error: a short file must not look whole. */
async function* measured(
  call: UpstreamCall,
  first: Buffer,
  rest: AsyncIterator<Buffer>,
  length: number | null,
): AsyncGenerator<Buffer> {
  let count = 0;
  try {
    for (let chunk: Buffer | null = first; chunk !== null; ) {
      count += chunk.length;
      yield chunk;
      const next = await rest.next();
      chunk = next.done ? null : next.value;
    }
  } catch (error) {
    throw call.signal.aborted ? cancelled(call.site) : networkError(error, call.site);
  }
  if (length !== null && count !== length) {
    throw new UpstreamError(
      'UPSTREAM_UNAVAILABLE',
      `${call.site.entity} download: ended after ${count} of ${length} bytes.`,
      call.site,
    );
  }
}
