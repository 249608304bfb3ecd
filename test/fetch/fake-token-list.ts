/**
 * A list behind opaque tokens as a hostile upstream keeps it: rows come, go and move, pages are cut
 * anywhere and shuffled at each reading, tokens die or are withheld, totals are told or not.
 */

import { hash } from 'node:crypto';
import { lastPage } from '../../src/contract/wire/execute.ts';
import { UpstreamError, type UpstreamSite } from '../../src/errors.ts';
import type { Page } from '../../src/fetch/page.ts';
import type { TokenList, TokenRequest } from '../../src/fetch/token-list.ts';

export interface Item {
  readonly id: string;
  /** By which the upstream orders; ties are common. */
  readonly at: number;
  /** How the upstream breaks ties: nobody else knows. */
  readonly tie: number;
}

export interface FakeTokenOptions {
  readonly pageRows: number;
  /** What a token remembers: the last row's place, or how many rows went before. */
  readonly tokens: 'keyed' | 'counted';
  readonly tellsTotal: boolean;
  /** Whether the token of a full page carries the list's total of that moment. Default: totals are of the moment. */
  readonly carriesTotal?: boolean;
  /** So many rows more (or fewer) are announced than there are. */
  readonly announces?: number;
  /** Whether a page that gains or loses a row is in another order. Default: the other rows stay in theirs. */
  readonly reshuffles?: boolean;
  /** By time, from any of them on; by id, from the beginning; or nobody knows. */
  readonly order: 'time' | 'id' | 'none';
  /** Share of pages that end early, of those in another order than before, and of tokens withheld or dead. */
  readonly cut?: number;
  readonly shuffled?: number;
  readonly withheld?: number;
  readonly dead?: number;
}

export const site: UpstreamSite = { service: 'call-analytics', entity: 'items', action: 'list' };
/** Times are rounded down to this before the list is asked from there. */
export const grain = 4;

interface Token {
  /** Where the full page begins that the token leads into. */
  readonly after: Item | null;
  readonly offset: number;
  /** Rows of that page which were handed out before it was cut. */
  readonly skip: number;
  readonly from: number | null;
  readonly epoch: number;
  readonly total: number | null;
}

export class FakeTokenList {
  items: Item[];
  readonly requests: TokenRequest[] = [];
  readonly #options: FakeTokenOptions;
  #epoch = 0;
  #state: number;
  /** Before each answer, as if other people worked meanwhile. */
  onFetch: (draw: () => number) => void = () => {};
  readonly list: TokenList<Item>;

  constructor(items: readonly Item[], options: FakeTokenOptions, seed: number) {
    this.items = [...items];
    this.#options = options;
    this.#state = seed >>> 0;
    const { order, pageRows } = options;
    this.list = {
      fetch: async (request) => this.#fetch(request),
      key: idOf,
      order: order === 'time' ? timeOf : order === 'id' ? idOf : undefined,
      roundDown: order === 'time' ? roundDown : undefined,
      pageRows,
      site,
    };
  }

  /** From now on, tokens handed out before are refused. */
  expire(): void {
    this.#epoch += 1;
  }

  /** In the upstream's own order. */
  sorted(): Item[] {
    const compare = this.#options.order === 'id' ? compareIds : compareTimes;
    return [...this.items].sort(compare);
  }

  #fetch(request: TokenRequest): Page<Item> {
    this.requests.push(request);
    this.onFetch(() => this.#draw());
    const {
      pageRows,
      tokens,
      tellsTotal,
      cut = 0,
      shuffled = 0,
      withheld = 0,
      dead = 0,
    } = this.#options;
    const token = request.token === null ? null : (JSON.parse(request.token) as Token);
    if (token !== null && (token.epoch !== this.#epoch || this.#draw() < dead)) {
      throw new UpstreamError('CURSOR_EXPIRED', 'gone', site);
    }
    const from = token === null ? request.from : token.from;
    const all = this.sorted().filter((item) => from === null || item.at >= from);
    const total = token?.total ?? all.length + (this.#options.announces ?? 0);
    const start: Token = token ?? {
      ...{ after: null, offset: 0, skip: 0, from, epoch: this.#epoch, total: null },
    };
    const compare = this.#options.order === 'id' ? compareIds : compareTimes;
    const rest =
      tokens === 'counted'
        ? all.slice(start.offset)
        : all.filter((item) => start.after === null || compare(item, start.after) > 0);
    const full = rest.slice(0, pageRows);
    // The order inside a page is arbitrary, but the same for the same rows.
    const page = (this.#options.reshuffles ? shuffledAnew(full) : arbitrary(full)).slice(
      start.skip,
    );
    const size = this.#draw() < cut ? Math.ceil(this.#draw() * page.length) : page.length;
    const rows = page.slice(0, size);
    const next: Token | null =
      size < page.length
        ? { ...start, skip: start.skip + size }
        : rest.length > pageRows
          ? {
              ...start,
              ...{ after: full.at(-1)!, offset: start.offset + pageRows, skip: 0 },
              total: this.#options.carriesTotal === true ? total : null,
            }
          : null;
    const isShown = next !== null && this.#draw() >= withheld;
    if (this.#draw() < shuffled) this.#shuffle(rows);
    return {
      rows,
      page: {
        ...lastPage,
        cursor: isShown ? JSON.stringify(next) : null,
        done: next === null,
        total: tellsTotal ? Math.max(0, total) : null,
      },
    };
  }

  #shuffle(rows: Item[]): void {
    for (let i = rows.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.#draw() * (i + 1));
      [rows[i], rows[j]] = [rows[j]!, rows[i]!];
    }
  }

  #draw(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const idOf = (item: Item): string => item.id;
const timeOf = (item: Item): number => item.at;
const roundDown = (at: number): number => Math.floor(at / grain) * grain;

const arbitrary = (rows: readonly Item[]): Item[] => [...rows].sort((a, b) => a.tie - b.tie);

/** One row more or less, and all of them are elsewhere. */
const shuffledAnew = (rows: readonly Item[]): Item[] => {
  const order = new Map(rows.map((row) => [row, hash('sha1', ids(rows) + row.id)]));
  return [...rows].sort((a, b) => (order.get(a)! < order.get(b)! ? -1 : 1));
};
const ids = (rows: readonly Item[]): string => rows.map(({ id }) => id).join();

const compareIds = (a: Item, b: Item): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const compareTimes = (a: Item, b: Item): number => a.at - b.at || a.tie - b.tie || compareIds(a, b);
