/** Keys of calls, by which caches and flights tell them apart: of a list that is asked again and again the digest is made once. */

import { hash } from 'node:crypto';
import { canonicalJson } from '../contract/wire/json.ts';
import type { UpstreamSite } from '../errors.ts';
import type { ListContents } from './upstream-cache.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Params are digested in keys: they hold personal data, and keys travel. */
export const digestOf = (params: Params): string =>
  hash('sha256', canonicalJson(params), 'base64url');

export const callKey = (prefix: string, { entity, action }: UpstreamSite, digest: string): string =>
  `${prefix}${entity}:${action}:${digest}`;

type ContentsOf = (keyOf: (params: Params) => string) => ListContents;

/** The beginning of a list. What is asked again and again is digested once. */
export class FirstRows {
  readonly params: Params;
  readonly limit: number;
  /** What the rows hold, called where no cached answer is the call's own. */
  readonly contents: ContentsOf;
  #digest: string | null = null;

  constructor(params: Params, limit: number, contents: ContentsOf) {
    this.params = params;
    this.limit = limit;
    this.contents = contents;
  }

  get digest(): string {
    this.#digest ??= digestOf(this.params);
    return this.#digest;
  }
}
