/** A CRM object over an array: evaluates conditions by their own rules, cuts pages short, lets locators die. */

import { lastPage } from '../../src/contract/wire/execute.ts';
import { UpstreamError, type UpstreamSite } from '../../src/errors.ts';
import type { KeysetList, KeysetRequest } from '../../src/fetch/keyset-list.ts';
import type { OrderKey } from '../../src/fetch/keyset-position.ts';
import type { Page } from '../../src/fetch/page.ts';
import { printQuery } from '../../src/soql/print.ts';
import type { Condition, OrderBy, Value } from '../../src/soql/query.ts';

export interface Deal {
  readonly Id: string;
  readonly Name: string | null;
  readonly Amount: number | null;
  readonly CloseDate: string | null;
  readonly CreatedDate: string;
  readonly IsWon: boolean;
  readonly Account: { readonly Name: string | null } | null;
}

export const site: UpstreamSite = { service: 'crm', entity: 'deals', action: 'list' };

export interface FakeCrmOptions {
  /** Most rows in one page, whatever the LIMIT. */
  readonly pageRows: number;
  /** The service reads pages by their address. */
  readonly takesLocators: boolean;
  readonly locatorsDie: boolean;
  /** As many rows of the list are counted and never handed out. */
  readonly hides?: number;
  /** Share of a page's rows that are left out at a reading, and of pages in another order. */
  readonly drops?: number;
  readonly shuffles?: number;
  /** Draws from 0 to 1. */
  readonly random?: () => number;
}

type Comparable = string | number | boolean | null;

/** A field's value as the CRM compares it: text without case, instants as such, empty parents as null. */
function fieldOf(row: unknown, path: string): Comparable {
  let value: unknown = row;
  for (const name of path.split('.')) {
    value = (value as Record<string, unknown> | null)?.[name] ?? null;
    if (value === null) return null;
  }
  return comparable(value as Comparable, path);
}

function comparable(value: Value, path: string): Comparable {
  if (typeof value === 'object' && value !== null) {
    if ('date' in value) return value.date;
    if ('datetime' in value) return Date.parse(value.datetime);
    throw new Error('no relative dates here');
  }
  if (path.endsWith('Date') && path !== 'CloseDate' && typeof value === 'string') {
    return Date.parse(value.replace('+0000', 'Z'));
  }
  return typeof value === 'string' && path.endsWith('Name') ? value.toLowerCase() : value;
}

export function matches(row: unknown, condition: Condition | undefined): boolean {
  if (condition === undefined) return true;
  switch (condition.op) {
    case 'and':
      return condition.conditions.every((each) => matches(row, each));
    case 'or':
      return condition.conditions.some((each) => matches(row, each));
    case 'eq':
    case 'ne': {
      const path = String(condition.path);
      const same = fieldOf(row, path) === comparable(condition.value, path);
      return same === (condition.op === 'eq');
    }
    case 'lt':
    case 'gt': {
      const path = String(condition.path);
      const left = fieldOf(row, path);
      const right = comparable(condition.value, path);
      if (left === null || right === null || typeof right === 'boolean') {
        if (right === null || typeof right === 'boolean') throw new Error('MALFORMED_QUERY');
        return false;
      }
      return condition.op === 'lt' ? left < right : left > right;
    }
    default:
      throw new Error(`${condition.op} is not part of a keyset`);
  }
}

export function sortBy(rows: readonly Deal[], orderBy: readonly OrderBy[]): Deal[] {
  return [...rows].sort((a, b) => {
    for (const { path, direction, nulls } of orderBy) {
      const left = fieldOf(a, String(path));
      const right = fieldOf(b, String(path));
      if (left === right) continue;
      if (left === null || right === null) {
        if (nulls === undefined) throw new Error('nulls without a place');
        return (left === null) === (nulls === 'first') ? -1 : 1;
      }
      return left < right === (direction !== 'desc') ? -1 : 1;
    }
    return 0;
  });
}

export class FakeCrm {
  rows: Deal[];
  readonly asked: KeysetRequest[] = [];
  followed = 0;
  counted = 0;
  readonly #options: FakeCrmOptions;
  readonly #results = new Map<string, { rows: readonly Deal[]; at: number; total: number }>();

  constructor(rows: readonly Deal[], options: FakeCrmOptions) {
    this.rows = [...rows];
    this.#options = options;
  }

  list(order: readonly OrderKey[]): KeysetList<Deal> {
    return {
      order,
      query: async (request) => this.query(request),
      follow: this.#options.takesLocators ? async (url) => this.#follow(url) : undefined,
      count: async () => {
        this.counted += 1;
        return this.rows.length;
      },
      site,
    };
  }

  query(request: KeysetRequest): Page<Deal> {
    this.asked.push(request);
    const { where, orderBy, limit } = request;
    // What cannot be printed cannot be asked.
    printQuery({ object: 'Deal', select: ['Id'], where, orderBy, limit });
    const matched = this.rows.filter((row) => matches(row, where));
    const rows = sortBy(matched, orderBy).slice(0, limit);
    return this.#page(rows, 0, rows.length);
  }

  #page(rows: readonly Deal[], at: number, total: number): Page<Deal> {
    const end = at + this.#options.pageRows;
    const done = end >= rows.length;
    const name = `0r8${String(this.#results.size).padStart(15, '0')}-${end}`;
    const url = `/services/data/v59.0/query/${name}`;
    if (!done) this.#results.set(url, { rows, at: end, total });
    return {
      rows: this.#spoilt(rows.slice(at, end)),
      page: { ...lastPage, done, total, nextRecordsUrl: done ? null : url },
    };
  }

  #spoilt(rows: readonly Deal[]): Deal[] {
    const { hides = 0, drops = 0, shuffles = 0, random = () => 0.5 } = this.#options;
    const hidden = new Set(this.rows.slice(0, hides).map(({ Id }) => Id));
    const shown = rows.filter(({ Id }) => !hidden.has(Id) && random() >= drops);
    if (random() >= shuffles) return shown;
    return shown
      .map((row) => ({ row, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ row }) => row);
  }

  #follow(url: string): Page<Deal> {
    this.followed += 1;
    const result = this.#results.get(url);
    if (result === undefined || this.#options.locatorsDie) {
      throw new UpstreamError('CURSOR_EXPIRED', 'gone', site);
    }
    return this.#page(result.rows, result.at, result.total);
  }
}
