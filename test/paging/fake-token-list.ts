/** A list behind opaque tokens, as an upstream might keep it: rows come and go, tokens die, pages come shuffled. */

import { UpstreamError, type UpstreamSite } from '../../src/errors.ts';
import type { CursorList, PageRequest } from '../../src/paging/cursor-list.ts';
import type { Page } from '../../src/paging/page.ts';
import { lastPage } from '../../src/wire/answer.ts';

export interface Item {
  readonly id: string;
  /** By which the upstream orders; ties are common. */
  readonly at: number;
  /** How the upstream breaks ties: nobody else knows. */
  readonly tie: number;
  /** Never shown, though counted. */
  readonly hidden?: boolean;
}

export interface FakeTokenOptions {
  readonly pageSize: number;
  /** What a token remembers: the last row's place, or how many rows went before. */
  readonly tokens: 'keyed' | 'counted';
  readonly tellsTotal: boolean;
  readonly restartable: boolean;
  /** False: the reader is not told by what the upstream orders. */
  readonly ordered: boolean;
}

export const site: UpstreamSite = { service: 'call-analytics', entity: 'items', action: 'list' };

interface Token {
  readonly after: Item | null;
  readonly offset: number;
  readonly from: number | null;
  readonly epoch: number;
  readonly page: number;
}

export class FakeTokenList {
  items: Item[];
  readonly requests: PageRequest[] = [];
  readonly #options: FakeTokenOptions;
  #epoch = 0;
  #shuffle: number;

  constructor(items: readonly Item[], options: FakeTokenOptions, shuffleSeed: number) {
    this.items = [...items];
    this.#options = options;
    this.#shuffle = shuffleSeed;
  }

  /** From now on, tokens handed out before are refused. */
  expire(): void {
    this.#epoch += 1;
  }

  /** In the upstream's own order. */
  sorted(): Item[] {
    return [...this.items].sort(compare);
  }

  list(): CursorList<Item> {
    const { ordered, restartable } = this.#options;
    return {
      fetch: async (request) => this.#fetch(request),
      key: (item) => item.id,
      order: ordered ? (item) => item.at : undefined,
      restartable,
      site,
    };
  }

  #fetch(request: PageRequest): Page<Item> {
    this.requests.push(request);
    const { pageSize, tokens, tellsTotal } = this.#options;
    const token = request.token === null ? null : (JSON.parse(request.token) as Token);
    if (token !== null && token.epoch !== this.#epoch) {
      throw new UpstreamError('CURSOR_EXPIRED', 'gone', site);
    }
    const from = token === null ? (request.from as number | null) : token.from;
    const all = this.sorted().filter((item) => from === null || item.at >= from);
    const after = token?.after ?? null;
    const offset = token?.offset ?? 0;
    const rest =
      tokens === 'counted'
        ? all.slice(offset)
        : all.filter((item) => after === null || compare(item, after) > 0);
    const rows = rest.slice(0, pageSize);
    const last = rows.at(-1);
    const next: Token | null =
      last !== undefined && rest.length > pageSize
        ? {
            after: last,
            offset: offset + pageSize,
            from,
            epoch: this.#epoch,
            page: (token?.page ?? 0) + 1,
          }
        : null;
    return {
      rows: this.#shuffled(rows.filter((item) => item.hidden !== true)),
      page: {
        ...lastPage,
        cursor: next === null ? null : JSON.stringify(next),
        done: next === null,
        total: tellsTotal ? all.length : null,
        pageNumber: token?.page ?? 0,
      },
    };
  }

  #shuffled(rows: Item[]): Item[] {
    for (let i = rows.length - 1; i > 0; i -= 1) {
      this.#shuffle = (Math.imul(this.#shuffle, 1_103_515_245) + 12_345) >>> 0;
      const j = this.#shuffle % (i + 1);
      [rows[i], rows[j]] = [rows[j]!, rows[i]!];
    }
    return rows;
  }
}

const compare = (a: Item, b: Item): number =>
  a.at - b.at || a.tie - b.tie || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
