/** Kinds of environment variables: the text each accepts, and the value it becomes. */

import { createPublicKey, type KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultApiVersion } from '../contract/crm/api-version.ts';
import { isSafeAddress } from '../contract/outside-address.ts';

export interface Kind<T> {
  /** Completes "expected …" in an issue. */
  readonly expects: string;
  readonly schema: z.ZodType<T, string>;
}

/** A control character in a header, a path or a log line is an attack or an accident. */
export const line: Kind<string> = {
  expects: 'a text without control characters',
  schema: z.string().regex(/^\P{Cc}+$/u),
};

/** In /proc Node would try for ever: it makes the directories above one that is not there, and they are there. */
export const directory: Kind<string> = {
  expects: 'a path outside /proc, without control characters',
  schema: line.schema.refine((path) => !/^\/proc(\/|$)/.test(resolve(path))),
};

/** One word of a header. */
export const bearerToken: Kind<string> = {
  expects: 'a token: ASCII without spaces',
  schema: z.string().regex(/^[\x21-\x7e]+$/),
};

export const longSecret: Kind<string> = {
  expects: 'at least 32 characters',
  schema: z.string().min(32),
};

/** Becomes one segment of the execute path, so nothing in it may change the path. */
export const instanceId: Kind<string> = {
  expects: 'an instance id: letters, digits, dots, dashes, underscores, a letter or digit first',
  schema: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/),
};

export const parameterName: Kind<string> = {
  expects: 'a name: letters, digits, dots, dashes, underscores, a letter or digit first',
  schema: instanceId.schema,
};

export const count = (least = 0, most = 2 ** 40): Kind<number> => ({
  expects: `a whole number from ${least} to ${most}`,
  schema: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most)),
});

/** A timer of more than 24 days would fire at once. */
export const milliseconds = (least = 0): Kind<number> => count(least, 2_000_000_000);

export const timeZone: Kind<string> = {
  expects: 'a time zone such as Europe/Paris',
  schema: z.string().refine((value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }) !== null;
    } catch {
      return false;
    }
  }),
};

export const port: Kind<number> = { ...count(0, 65_535), expects: 'a port from 0 to 65535' };

export const choice = <const V extends readonly string[]>(...values: V): Kind<V[number]> => ({
  expects: `one of ${values.join(', ')}`,
  schema: z.string().refine((value): value is V[number] => values.includes(value)),
});

const url = (...protocols: readonly string[]): Kind<URL> => ({
  expects: `a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`,
  schema: z.string().transform((value, context) => {
    const parsed = URL.parse(value);
    if (parsed !== null && protocols.includes(parsed.protocol.slice(0, -1))) return parsed;
    context.addIssue('not such a URL');
    return z.NEVER;
  }),
});

export const webUrl = url('http', 'https');

/** What links are made from, and paths begin at. */
export const publicUrl: Kind<URL> = {
  expects: 'a URL that begins with http:// or https://, without a path',
  schema: webUrl.schema.refine(({ href, origin }) => href === `${origin}/`),
};

/** Addresses that receive credentials, which must not cross a network in the clear. */
export const vendorUrl: Kind<URL> = {
  expects: 'a URL that begins with https://, or with http:// on this machine',
  schema: webUrl.schema.refine(isSafeAddress),
};

export const apiVersion: Kind<string> = {
  expects: `a version of the API, such as ${defaultApiVersion}`,
  schema: z.string().regex(/^v\d{2,3}\.0$/),
};

export const redisUrl = url('redis', 'rediss');
export const postgresUrl = url('postgres', 'postgresql');

const separate = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Host names in lower case, without ports. */
export const hostNames: Kind<readonly string[]> = {
  expects: 'host names without ports, separated by commas, or * for any',
  schema: z
    .string()
    .transform((value) => separate(value.toLowerCase()))
    .pipe(z.array(z.string().regex(/^(?:\*|\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})$/))),
};

export const origins: Kind<readonly string[]> = {
  expects: 'origins such as https://dashboard.example, separated by commas',
  schema: z
    .string()
    .transform(separate)
    .pipe(z.array(z.string().refine((item) => URL.parse(item)?.origin === item))),
};

/** Whether a text is an RSA public key, or several of them: see publicKeys. */
/** An RSA key of a length that nobody factors: shorter ones were. */
export const isStrongRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048;

export function isRsaKey(pem: string): boolean {
  try {
    const keys = publicKeys(pem);
    return keys.length > 0 && keys.every(isStrongRsa);
  } catch {
    return false;
  }
}

/**
 * The public keys of a text, one after the other: as PEM, or, as the call platform shows its key, the
 * base64 between PEM's lines alone, with an empty line or a block of PEM between two of them.
 * @throws Error for a text with something else
 */
export function publicKeys(text: string): KeyObject[] {
  const blocks = text.split(/(-----BEGIN [^-]+-----[^-]+-----END [^-]+-----)|\r?\n[ \t]*\r?\n/);
  return blocks
    .map((block = '') => block.trim())
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('-----') ? createPublicKey(block) : bareKey(block)));
}

function bareKey(text: string): KeyObject {
  const base64 = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw new TypeError('Expected a key in base64');
  return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
}
