/** Keys of execute requests, by which caches and flights tell them apart: of a list that is asked again and again the digest is made once. */

import { canonicalJson } from '../contract/wire/json.ts';
import type { UpstreamSite } from '../errors.ts';
import {
  digest,
  entityPrefix,
  type KeyPrefix,
  type RowScope,
  type ScopedKey,
  scopedKey,
} from './row-scope.ts';
import type { ListContents } from './upstream-cache.ts';

export type Params = Readonly<Record<string, unknown>>;

/** Params are digested in keys: they hold personal data, and keys travel. */
export const digestOf = (params: Params): string => digest(canonicalJson(params));

export const requestKey = (
  instance: KeyPrefix,
  scope: RowScope,
  { entity, action }: UpstreamSite,
  paramsDigest: string,
): ScopedKey => scopedKey(entityPrefix(instance, entity), scope, `${action}:${paramsDigest}`);

type ContentsOf = (keyOf: (params: Params) => ScopedKey) => ListContents;

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
