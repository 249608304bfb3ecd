/** Encryption of stored credentials and tokens: AES-256-GCM, bound to their owner. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivLength = 12;
const tagLength = 16;
export const keyLength = 32;

/** iv, tag and ciphertext of `text`; `owner` is authenticated with it, so a row can't be moved to another instance. */
export function encrypt(key: Uint8Array, owner: string, text: string): Buffer {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength });
  cipher.setAAD(Buffer.from(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

/** @throws Error when the key, the owner or the bytes differ from `encrypt`'s. */
export function decrypt(key: Uint8Array, owner: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(bytes.subarray(ivLength, ivLength + tagLength));
  const body = bytes.subarray(ivLength + tagLength);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
