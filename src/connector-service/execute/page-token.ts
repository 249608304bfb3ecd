/** Page tokens: signed cursors of the call platform, remembered locators of the CRM. */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Continuation } from '../backend.ts';
import { refusedCursor, refusedLocator } from '../http/service-error.ts';

interface CursorOptions {
  readonly key: Uint8Array;
  readonly clock: () => number;
  readonly lifeMs: number;
}

export interface PageTokenCodec {
  /** A token that continues at `next`; it is valid for the same `scope` alone. */
  seal(scope: string, next: Continuation): string;
  /** @throws BackendError 400 as the platform refuses an expired, foreign or mangled cursor. */
  open(scope: string, cursor: string): Continuation;
}

/** Expiry in epoch ms, digest of the scope, where to go on. */
type Payload = readonly [expires: number, scope: string, next: Continuation];

export function cursorCodec({ key, clock, lifeMs }: CursorOptions): PageTokenCodec {
  const sign = (text: string): Buffer =>
    createHmac('sha256', key).update(text).digest().subarray(0, 16);

  return {
    seal(scope, next) {
      const payload: Payload = [clock() + lifeMs, digest(scope), next];
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `${body}.${sign(body).toString('base64url')}`;
    },

    open(scope, cursor) {
      const [body = '', signature = ''] = cursor.split('.');
      const proof = Buffer.from(signature, 'base64url');
      const expected = sign(body);
      if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) {
        throw refusedCursor('foreign');
      }
      const [expires, of, next] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Payload;
      if (of !== digest(scope)) throw refusedCursor('foreign');
      if (clock() >= expires) throw refusedCursor('expired');
      return next;
    },
  };
}

function digest(scope: string): string {
  return createHash('sha256').update(scope).digest('base64url').slice(0, 16);
}

/** A query under way: which, and where it goes on. */
export interface OpenQuery {
  /** First part of the locator, the same on every page of one query. */
  readonly id: string;
  readonly instance: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly next: Continuation;
  /** Rows handed out so far. */
  readonly offset: number;
}

interface LocatorOptions {
  readonly clock: () => number;
  readonly lifeMs: number;
}

export interface LocatorStore {
  /** Remembers the query; the path to hand out as `nextRecordsUrl`. */
  store(query: Omit<OpenQuery, 'id'> & { readonly id: string | null }): string;
  /** Remembers a path the backend printed itself, for the rest of a child list. */
  adopt(path: string, instance: string): void;
  /** @throws BackendError INVALID_QUERY_LOCATOR for one that is unknown, expired or another instance's. */
  find(instance: string, locator: string): OpenQuery;
}

const path = '/services/data/v59.0/query/';
/** Locators remembered at most; the oldest make room. */
const capacity = 10_000;

export function locatorStore({ clock, lifeMs }: LocatorOptions): LocatorStore {
  const open = new Map<string, { readonly query: OpenQuery; readonly expires: number }>();
  const remember = (name: string, query: OpenQuery): void => {
    open.delete(name);
    open.set(name, { query, expires: clock() + lifeMs });
    const [oldest] = open.keys();
    if (open.size > capacity && oldest !== undefined) open.delete(oldest);
  };

  return {
    store(query) {
      const id = query.id ?? newId();
      const name = `${id}-${query.offset}`;
      remember(name, { ...query, id });
      return path + name;
    },

    adopt(printed, instance) {
      const [, id, offset] =
        /^\/services\/data\/v\d+\.\d+\/query\/(\w+)-(\d+)$/.exec(printed) ?? [];
      if (id === undefined) return;
      const next = { nextRecordsUrl: printed };
      remember(`${id}-${offset}`, { id, instance, params: {}, next, offset: Number(offset) });
    },

    find(instance, locator) {
      const name = locator.startsWith(path) ? locator.slice(path.length) : locator;
      const entry = open.get(name);
      if (entry === undefined || entry.query.instance !== instance) throw refusedLocator();
      if (clock() >= entry.expires) {
        open.delete(name);
        throw refusedLocator();
      }
      return entry.query;
    },
  };
}

/** A query locator's id: key prefix 0r8 and fifteen letters or digits. */
function newId(): string {
  const letters = randomBytes(32)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '');
  return `0r8${letters.slice(0, 15)}`;
}
