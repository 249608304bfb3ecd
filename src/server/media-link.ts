/** Media links: signed addresses of one file of one tenant, which end after a while. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FileRef } from '../engine/context.ts';

interface MediaFile extends FileRef {
  readonly tenant: string;
}

export interface MediaLinks {
  /** An absolute URL below `/media/`. */
  url(file: MediaFile): string;
  /** The file a link's path names; null when it is not the path of a link, to the letter, or its time is over. */
  read(path: string): MediaFile | null;
}

interface MediaLinkOptions {
  readonly key: Uint8Array;
  /** Address of this server, read with each link, since a port may be chosen late. */
  readonly base: () => URL;
  readonly lifeSeconds: number;
  /** Wall clock, epoch milliseconds. */
  readonly now: () => number;
}

export const mediaPrefix = '/media/';

export function createMediaLinks(options: MediaLinkOptions): MediaLinks {
  const key = createHmac('sha256', options.key).update('media link 1').digest();
  const pathOf = (payload: string): string => {
    const mac = createHmac('sha256', key).update(payload).digest().subarray(0, 20);
    return `${mediaPrefix}${payload}.${mac.toString('base64url')}`;
  };
  return {
    url({ tenant, entity, id }) {
      // Links made within one minute are the same, so that players and proxies can reuse them.
      const minute = Math.floor(options.now() / 60_000) * 60;
      const until = minute + 60 + options.lifeSeconds;
      const payload = Buffer.from(JSON.stringify([tenant, entity, id, until])).toString(
        'base64url',
      );
      return new URL(pathOf(payload), options.base()).href;
    },
    read(path) {
      const payload = path.slice(mediaPrefix.length).split('.', 1)[0]!;
      // Texts, not what they decode to: base64 has several spellings of the same bytes.
      const signature = Buffer.from(path);
      const expected = Buffer.from(pathOf(payload));
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
        return null;
      const [tenant, entity, id, until] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as [string, string, string, number];
      return until * 1000 > options.now() ? { tenant, entity, id } : null;
    },
  };
}
