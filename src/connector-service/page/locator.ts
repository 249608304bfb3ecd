/** Query locators of the CRM: short paths that name a result the service remembers for a while. */

import { randomBytes } from 'node:crypto';
import type { Continuation } from '../backend.ts';
import { refusedLocator } from '../http/refusal.ts';

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

export interface LocatorOptions {
  readonly clock: () => number;
  readonly lifeMs: number;
}

export interface LocatorStore {
  /** Remembers the query; the path to hand out as `nextRecordsUrl`. */
  keep(query: Omit<OpenQuery, 'id'> & { readonly id: string | null }): string;
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
    if (open.size > capacity) open.delete(open.keys().next().value!);
  };

  return {
    keep(query) {
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
      const found = open.get(name);
      if (found === undefined || found.query.instance !== instance) throw refusedLocator();
      if (clock() >= found.expires) {
        open.delete(name);
        throw refusedLocator();
      }
      return found.query;
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
