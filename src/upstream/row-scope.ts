/**
 * Row scope: whose eyes rows are read with. It is part of each key under which one request finds what another has
 * read, and this file alone makes such keys.
 *
 * A key begins with a prefix (tenant, instance, entity), since what has changed is forgotten for all scopes at once;
 * the scope follows.
 */

import { hash } from 'node:crypto';

/** Scope of rows. Equal scopes share what they read; a scope is a value, so whoever asks under an equal condition has the same. */
export class RowScope {
  readonly tenant: string;
  /** Digest of the condition that rows are read under; `-` is none. */
  readonly viewer: string;
  /** Private, so that no other object passes for a scope. */
  readonly #text: string;

  private constructor(tenant: string, viewer: string) {
    this.tenant = tenant;
    this.viewer = viewer;
    this.#text = viewer === allRows ? tenant : `${tenant}\n${viewer}`;
  }

  /** All rows that the user sees whom the tenant's accounts are connected as. */
  static ofConnectedUser(tenant: string): RowScope {
    return new RowScope(tenant, allRows);
  }

  /** The rows under a condition. @param condition equal texts are equal conditions; it may hold personal data */
  static ofViewer(tenant: string, condition: string): RowScope {
    return new RowScope(tenant, digest(condition));
  }

  /** The scope as text, for what is signed; of the connected user it is the tenant's name. */
  get text(): string {
    return this.#text;
  }

  /**
   * The same eyes after so many changes that may have opened or closed rows to them: what they saw before answers nobody.
   * @param observer who counts the changes
   */
  after(changes: number, observer: string): RowScope {
    if (changes === 0 || this.viewer === allRows) return this;
    return new RowScope(this.tenant, `${this.viewer}.${observer}.${changes}`);
  }

  equals(other: RowScope): boolean {
    return this === other || this.#text === other.#text;
  }
}

const allRows = '-';

declare const prefix: unique symbol;
declare const key: unique symbol;

/** Beginning of the keys of a tenant, of one of its instances, or of an entity there: those of all scopes. */
export type KeyPrefix = string & { readonly [prefix]: true };

/** Key of what is shared between requests of one scope. */
export type ScopedKey = string & { readonly [key]: true };

export const tenantPrefix = (tenant: string): KeyPrefix =>
  `${encodeURIComponent(tenant)}:` as KeyPrefix;

/** @param secret another one may see other rows, so cached rows of the former are not served to it. */
export const instancePrefix = (tenant: string, address: string, secret: string): KeyPrefix =>
  `${tenantPrefix(tenant)}${digest(address).slice(0, 16)}:${digest(secret).slice(0, 12)}:` as KeyPrefix;

export const entityPrefix = (instance: KeyPrefix, entity: string): KeyPrefix =>
  `${instance}${entity}:` as KeyPrefix;

/** @example scopedKey(tenantPrefix('acme'), RowScope.ofConnectedUser('acme'), 'list') // → 'acme:-:list' */
export const scopedKey = (keyPrefix: KeyPrefix, { viewer }: RowScope, name: string): ScopedKey =>
  `${keyPrefix}${viewer}:${name}` as ScopedKey;

/** Key of a read that no earlier one stands in for. */
export const reloadKey = (read: ScopedKey): ScopedKey => `${read}!` as ScopedKey;

/** Digest in place of a text that is secret or too long for a key. */
export const digest = (text: string): string => hash('sha256', text, 'base64url');
