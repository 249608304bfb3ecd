/** API keys: random when created, stored as hashes, found by their text. */

import { hash, randomBytes } from 'node:crypto';
import type { Identity } from './identity.ts';

export interface ApiKey {
  /** SHA-256 of the key's text, in hex. A key has 256 random bits, so a fast hash keeps it safe. */
  readonly sha256: string;
  readonly identity: Identity;
}

/** Finds keys by hash; how long it takes says nothing about any key. */
export function apiKeys(keys: readonly ApiKey[]): (text: string) => Identity | null {
  const byHash = new Map(keys.map(({ sha256, identity }) => [sha256, identity]));
  return (text) => byHash.get(hashOfKey(text)) ?? null;
}

export function hashOfKey(text: string): string {
  return hash('sha256', text);
}

/** Prefix of every key, by which scanners of secrets recognise one. */
const prefix = 'sbk_';

/** A new key; its text is shown once and stored nowhere. */
export function createKey(): { readonly text: string; readonly sha256: string } {
  const text = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { text, sha256: hashOfKey(text) };
}
