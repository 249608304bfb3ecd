/** File download: status and headers by range, then chunks at the speed of the client. */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { BackendAnswer } from '../backend.ts';

export type Bytes = Extract<BackendAnswer, { kind: 'bytes' }>;

interface DownloadOptions {
  /** The requested range, if any. */
  readonly range: string | undefined;
  readonly honourRanges: boolean;
  readonly signal: AbortSignal;
}

/** Bytes sent. Resolves when the last one is handed to the socket, or the client is gone. */
export async function sendFile(
  response: ServerResponse,
  file: Bytes,
  { range, honourRanges, signal }: DownloadOptions,
): Promise<number> {
  // A missing file is 200 with no bytes, with any Range.
  const requested = readRange(honourRanges && file.size > 0 ? range : undefined, file.size);
  if (requested.kind === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${file.size}`, 'content-length': 0 }).end();
    return 0;
  }
  const first = requested.kind === 'part' ? requested.first : 0;
  const last = requested.kind === 'part' ? requested.last : file.size - 1;
  const length = last - first + 1;
  const chunks = length === 0 ? null : file.open(first, last)[Symbol.asyncIterator]();
  try {
    // The first chunk before the head: a file that can't be read is a status then, not a cut connection.
    const begin = await chunks?.next();
    response.writeHead(requested.kind === 'part' ? 206 : 200, {
      'content-type': headerText.test(file.contentType) ? file.contentType : anyBytes,
      'content-length': length,
      'content-disposition': disposition(file.fileName.toWellFormed()),
      ...(honourRanges ? { 'accept-ranges': 'bytes' } : {}),
      ...(requested.kind === 'part'
        ? { 'content-range': `bytes ${first}-${last}/${file.size}` }
        : {}),
    });
    const sent =
      chunks === null || begin === undefined ? 0 : await pump(response, begin, chunks, signal);
    if (!signal.aborted) response.end();
    return sent;
  } finally {
    // Whatever ended it: the bytes behind the chunks come from a vendor, whose connection stays open else.
    await chunks?.return?.();
  }
}

const headerText = /^[\x20-\x7e]+$/;
const anyBytes = 'application/octet-stream';

type Chunks = AsyncIterator<Uint8Array>;

/** Writes chunks, the first of which is read, waiting whenever the client's side is full. */
async function pump(
  response: ServerResponse,
  begin: Awaited<ReturnType<Chunks['next']>>,
  chunks: Chunks,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0;
  try {
    for (let next = begin; next.done !== true; next = await chunks.next()) {
      if (signal.aborted) break;
      sent += next.value.length;
      if (!response.write(next.value)) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return sent;
}

/** `attachment` with an ASCII name, and the real one beside it where that differs. */
function disposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const extended = encodeURIComponent(fileName).replace(/['()*]/g, percent);
  return `attachment; filename="${plain}"${plain === fileName ? '' : `; filename*=UTF-8''${extended}`}`;
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * `bytes=0-99`, `bytes=100-` and `bytes=-100`. Anything else, several ranges included, is answered
 * with the whole file, which HTTP allows; a well-formed range outside the file is unsatisfiable.
 */
function readRange(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return { kind: 'whole' };
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return { kind: 'whole' };
  return first >= size ? { kind: 'unsatisfiable' } : { kind: 'part', first, last };
}
