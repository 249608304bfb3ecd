/** Presigned addresses of recordings, and the file store behind them. */

import { createHmac, randomBytes } from 'node:crypto';
import { BackendError } from '../../connector-service/backend.ts';
import { type Bytes, sendFile } from '../../connector-service/execute/download.ts';
import { type Exchange, sendText, signalOf } from '../../connector-service/http/json-exchange.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { DemoBackend } from '../demo-backend.ts';

interface MediaApiOptions {
  readonly backend: DemoBackend;
  readonly address: () => string;
  readonly clock: () => number;
  readonly lifeMs: number;
}

export interface MediaStore {
  /** The `media` block of a call: its addresses, good for so long from now. */
  present(callId: string, media: Row): Row;
  send(exchange: Exchange): Promise<void>;
}

const kinds = [
  ['audioUrl', 'mp3', 'call_audio'],
  ['videoUrl', 'mp4', 'call_video'],
] as const;

export function mediaStore({ backend, address, clock, lifeMs }: MediaApiOptions): MediaStore {
  const key = randomBytes(32);
  const sign = (path: string, date: string, expires: string): string =>
    createHmac('sha256', key).update(`GET ${path} ${date} ${expires}`).digest('hex');

  return {
    present(callId, media) {
      const urls: Record<string, string> = {};
      for (const [name, kind] of kinds) {
        if (media[name] === undefined) continue;
        const path = `/media-data/7894579473800974693/${callId}/${callId}.playback.${kind}`;
        const date = new Date(clock()).toISOString().replace(/[-:]|\.\d+/g, '');
        const expires = String(Math.floor(lifeMs / 1000));
        // Recorded: path and parameters of the addresses in calls_extensive.
        const query = new URLSearchParams({
          'X-Amz-Security-Token': 'none',
          'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
          'X-Amz-Date': date,
          'X-Amz-SignedHeaders': 'host',
          'X-Amz-Expires': expires,
          'X-Amz-Credential': 'none',
          'X-Amz-Signature': sign(path, date, expires),
        });
        urls[name] = `${address()}${path}?${query}`;
      }
      return urls;
    },

    // Published behaviour of the file store: one way to authorise, GET alone is signed, ranges work.
    async send({ request, response, path, query }) {
      if (request.headers.authorization !== undefined) {
        return storeError(
          response,
          400,
          'InvalidArgument',
          'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
        );
      }
      const date = query.get('X-Amz-Date') ?? '';
      const expires = query.get('X-Amz-Expires') ?? '';
      const signed = query.get('X-Amz-Signature') === sign(path, date, expires);
      if (request.method !== 'GET' || !signed)
        return storeError(response, 403, 'SignatureDoesNotMatch', 'The signature does not match');
      if (clock() >= instantOf(date) + Number(expires) * 1000)
        return storeError(response, 403, 'AccessDenied', 'Request has expired');
      const [, callId = '', kind = ''] = /\/(\d+)\.playback\.(mp\d)$/.exec(path) ?? [];
      const file = await fileOf(backend, callId, kind);
      if (file === null)
        return storeError(response, 404, 'NoSuchKey', 'The specified key does not exist.');
      await sendFile(response, file, {
        range: request.headers.range,
        honourRanges: true,
        signal: signalOf(response),
      });
    },
  };
}

/** `20251202T195256Z` in epoch ms. */
function instantOf(date: string): number {
  return Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
}

async function fileOf(backend: DemoBackend, callId: string, kind: string): Promise<Bytes | null> {
  try {
    const answer = await backend.execute({
      system: 'call-analytics',
      entity: kinds.find(([, ending]) => ending === kind)?.[2] ?? '',
      action: 'download',
      params: {
        filter: { callIds: [callId] },
        contentSelector: { exposedFields: { media: true } },
      },
      page: null,
    });
    return answer.kind === 'bytes' ? answer : null;
  } catch (error) {
    if (error instanceof BackendError) return null;
    throw error;
  }
}

function storeError(
  response: Exchange['response'],
  status: number,
  code: string,
  message: string,
): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  sendText(response, status, text, 'application/xml');
}
