/**
 * Recordings: presigned addresses out of calls_extensive, cached until shortly before they end,
 * read without Authorization.
 */

import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';
import { createLru } from '../../../lru.ts';
import { type BackendAnswer, BackendError, callAnalyticsError } from '../../backend.ts';
import { orDestroy, type VendorHttp, type VendorStream } from '../http.ts';

interface MediaReader {
  /** @throws BackendError 404 for a call without the recording. */
  open(
    callId: string,
    kind: 'audioUrl' | 'videoUrl',
    signal: AbortSignal | undefined,
  ): Promise<BackendAnswer>;
}

interface VendorMediaOptions {
  readonly http: VendorHttp;
  /** Address of the account, which names the recordings'. */
  readonly base: () => Promise<string>;
  /** A row of calls_extensive with its media. @throws BackendError */
  readonly call: (callId: string, signal: AbortSignal | undefined) => Promise<Row>;
  readonly clock: () => number;
}

/** Documented: addresses are good for eight hours. */
const hours = 3_600_000;
const longestLife = 8 * hours;
/** So long before its end an address is not used any more. */
const marginMs = 10 * 60_000;

interface Addresses {
  readonly audioUrl?: string;
  readonly videoUrl?: string;
}

export function mediaReader({ http, base, call, clock }: VendorMediaOptions): MediaReader {
  const cache = createLru<string, { readonly addresses: Addresses; readonly until: number }>(1_000);

  const request = async (callId: string, signal: AbortSignal | undefined): Promise<Addresses> => {
    const { media } = await call(callId, signal);
    const addresses: Record<string, string> = {};
    let until = clock() + longestLife;
    for (const kind of ['audioUrl', 'videoUrl'] as const) {
      const url = isObject(media) ? media[kind] : undefined;
      if (typeof url !== 'string' || url === '') continue;
      addresses[kind] = url;
      until = Math.min(until, endOf(url) ?? until);
    }
    cache.set(callId, { addresses, until: until - marginMs });
    return addresses;
  };
  const lookup = (callId: string, signal: AbortSignal | undefined): Promise<Addresses> => {
    const entry = cache.get(callId);
    return entry !== undefined && clock() < entry.until
      ? Promise.resolve(entry.addresses)
      : request(callId, signal);
  };

  return {
    async open(callId, kind, signal) {
      const missing = (): BackendError =>
        callAnalyticsError(
          404,
          `Call ID ${callId} has no ${kind === 'audioUrl' ? 'audio' : 'video'}`,
        );
      /** A part of the file; once more with a fresh address where the one at hand has ended. */
      const read = async (range: string) => {
        const from = async (addresses: Addresses) => {
          const url = addresses[kind];
          if (url === undefined) throw missing();
          const account = await base();
          return http.open({ method: 'GET', url, from: account, headers: { range }, signal });
        };
        const first = await from(await lookup(callId, signal));
        if (first.status !== 403) return first;
        first.destroy();
        return from(await request(callId, signal));
      };
      // The signature does not cover HEAD: one byte shows size and type.
      const head = await read('bytes=0-0');
      const size = await orDestroy(head, async () => {
        await head.dump();
        return sizeOf(head);
      });
      if (head.status === 403 || head.status === 404) throw missing();
      if (size === null)
        throw new BackendError(502, `The recording's store answered ${head.status} without a size`);
      const fileName = fileNameOf((await lookup(callId, signal))[kind] ?? 'https://none/');
      return {
        kind: 'bytes',
        size,
        contentType: head.header('content-type') ?? 'application/octet-stream',
        fileName,
        async *open(start, end) {
          const part = await read(`bytes=${start}-${end}`);
          try {
            if (part.status !== 206 && !(part.status === 200 && start === 0 && end === size - 1))
              throw new BackendError(
                502,
                `The recording's store answered ${part.status} to a range`,
              );
            yield* part.chunks();
          } finally {
            part.destroy();
          }
        },
      };
    },
  };
}

/** The last part of an address's path, as it stands where its escapes are none. */
function fileNameOf(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Bytes of the whole file; 0 for an empty one, null for an answer without a size. */
function sizeOf({ status, header }: VendorStream): number | null {
  const total = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(header('content-range') ?? '')?.[1];
  if ((status === 206 || status === 416) && total !== undefined) return Number(total);
  const length = header('content-length');
  return status === 200 && length !== null ? Number(length) : null;
}

/** End of a presigned address, epoch ms; null for an address without one. */
function endOf(url: string): number | null {
  const searchParams = URL.parse(url)?.searchParams ?? new URLSearchParams();
  const [, date = ''] = /^(\d{8}T\d{6}Z)$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? [];
  const seconds = Number(searchParams.get('X-Amz-Expires'));
  const begin = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  return Number.isNaN(begin) || !(seconds > 0) ? null : begin + seconds * 1000;
}
