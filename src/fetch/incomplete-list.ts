/** Incomplete lists: the rows received against those announced, the error or the entry of `extensions.incomplete` that reports what is missing. */

import type { EntitySpec } from '../contract/entity-spec.ts';
import type { Lack } from '../contract/wire/execute.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Page } from './page.ts';

/** Counts rows, each once, over all readings of a list. */
export interface RowCount<P> {
  readonly received: number;
  /** @param isFirst the page begins a reading */
  add(page: P, isFirst: boolean): void;
  /** Shortfall at the end of the list; null where nothing is known to be missing. @param isFinal no reading follows */
  shortfall(isFinal: boolean): Shortfall | null;
}

interface DistinctRowsOptions {
  /** Identity of a row for counting; null for a row without one, which counts each time. Default: null for all. */
  readonly keyOf?: ((row: unknown) => unknown) | undefined;
  /** Page size: without a total, a full last page may not have been the last. */
  readonly pageRows?: number | undefined;
  /** A further reading requests only the missing rows, and its total counts just those. */
  readonly requestsRest?: boolean | undefined;
  /** The upstream reports a total for this list, so a page without one leaves completeness in doubt. */
  readonly owesTotal?: boolean | undefined;
  /** Message of the shortfall, for the client. */
  readonly message?: string | undefined;
}

/** Counts rows by key against the total of a reading's first page. */
export class DistinctRows implements RowCount<Page<unknown>> {
  readonly #options: DistinctRowsOptions;
  readonly #keys = new Set<unknown>();
  /** Keys compared with the total. */
  #counted = this.#keys;
  /** Rows of this reading that have no key. */
  #keyless = 0;
  #announced: number | null = null;
  #lastRows = 0;
  #lack: Lack | undefined;

  constructor(options: DistinctRowsOptions = {}) {
    this.#options = options;
  }

  get received(): number {
    return this.#keys.size;
  }

  get announced(): number | null {
    return this.#announced;
  }

  add({ rows, page }: Page<unknown>, isFirst: boolean): void {
    const { keyOf, requestsRest: asksForRest } = this.#options;
    if (isFirst) {
      this.#keyless = 0;
      if (asksForRest) this.#counted = new Set();
      this.#announced = page.total ?? this.#announced;
    }
    for (const row of rows) {
      const key = keyOf?.(row) ?? null;
      if (key === null) this.#keyless += 1;
      else {
        this.#keys.add(key);
        this.#counted.add(key);
      }
    }
    this.#lastRows = rows.length;
    this.#lack = page.lacksTotal;
  }

  shortfall(): Shortfall | null {
    const { pageRows = Infinity, message = rowsMissingMessage, owesTotal } = this.#options;
    const expected = this.#announced;
    const received = this.#counted.size + this.#keyless;
    if (expected !== null) return received < expected ? { message, expected, received } : null;
    if (owesTotal && this.#lack !== undefined) return uncountedRows(this.#lack);
    return this.#lastRows < pageRows ? null : fullLastPage;
  }
}

/** Rows missing from a list: how many were expected and received. */
export interface Shortfall {
  /** A sentence for the client: what may be missing and why. */
  readonly message: string;
  /** Number of rows that the upstream announced; null where not counted. */
  readonly expected: number | null;
  /** Number of rows received; null where not counted. */
  readonly received: number | null;
  /** No failure: the service has no more to hand out, however often it is asked. */
  readonly isLasting?: boolean;
}

export const rowsMissingMessage =
  'The upstream announced more rows of this list than it handed out.';

/** Shortfall: a full last page without a total, so more rows may exist. */
export const fullLastPage: Shortfall = {
  message:
    'The upstream ended this list after a full page and did not say whether there are more rows.',
  expected: null,
  received: null,
};

const uncounted: Readonly<Record<Lack, Shortfall>> = {
  missing: {
    message: 'The upstream did not say how many rows this list has; some may be missing.',
    expected: null,
    received: null,
  },
  malformed: {
    message:
      'What the upstream gave as the size of this list is no number of rows; some may be missing.',
    expected: null,
    received: null,
  },
};

/** Shortfall: the total that this list reports did not come, or is none, so completeness is unknown. */
export function uncountedRows(lack: Lack): Shortfall;
export function uncountedRows(lack: Lack | undefined): Shortfall | null;
export function uncountedRows(lack: Lack | undefined): Shortfall | null {
  return lack === undefined ? null : uncounted[lack];
}

/** Error in the place of a total that the upstream gave as something else than a number of rows. */
export const malformedTotal = ({ service, entity, action }: UpstreamSite): UpstreamError =>
  new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected a number of rows as the size of the list of ${entity}, got something else.`,
    { service, entity, action },
  );

/** A walk whose windows hold another number of rows than the list, although nothing follows; null where it is the same. */
export function otherSize(expected: number, received: number): Shortfall | null {
  if (expected === received) return null;
  const message =
    'The windows of this walk hold another number of rows than the list: it changed meanwhile, or rows did not come, or came twice.';
  return { message, expected, received };
}

export interface IncompleteList extends Omit<Shortfall, 'isLasting'> {
  /** Path of the list in the response, without indexes where it speaks of all lists there; empty for the entry that counts the lists not named. */
  readonly path: readonly (string | number)[];
}

/** Most lists that one answer names; the others are counted in one entry more. */
const maxNamed = 100;

/** Incomplete lists of one request. A response with an entry that is not lasting is never stored in the answer cache. */
export class IncompleteLists {
  readonly #named = new Map<string, IncompleteList>();
  #unnamed = 0;
  #areLasting = true;

  /** Whether the next answer would lack the same. */
  get areLasting(): boolean {
    return this.#areLasting;
  }

  /** Number of reported shortfalls, each path once. */
  get count(): number {
    return this.#named.size + this.#unnamed;
  }

  /** Reports a list. The first report of a path wins. */
  add(path: readonly (string | number)[], shortfall: Shortfall): void {
    const { message, expected, received, isLasting = false } = shortfall;
    this.#areLasting &&= isLasting;
    const key = JSON.stringify(path);
    if (this.#named.has(key)) return;
    if (this.#named.size < maxNamed) this.#named.set(key, { path, message, expected, received });
    else this.#unnamed += 1;
  }

  /** The entries of the answer's `extensions.incomplete`, in the order of their reports. */
  entries(): IncompleteList[] {
    const entries = [...this.#named.values()];
    if (this.#unnamed > 0) {
      const message = `${this.#unnamed} further lists of this answer are incomplete.`;
      entries.push({ path: [], message, expected: null, received: null });
    }
    return entries;
  }
}

export const listSite = ({ system, entity }: EntitySpec): UpstreamSite => ({
  service: system,
  entity,
  action: 'list',
});

export function pageLoop(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'PAGINATION_LOOP',
    `The upstream handed out the same page cursor of ${site.entity} again`,
    site,
  );
}

/** Error of a list with more pages than the limit. */
export function scanLimit(
  site: UpstreamSite,
  count: number,
  advice = 'narrow the list',
): UpstreamError {
  return new UpstreamError(
    'SCAN_LIMIT',
    `Read ${count} pages of ${site.entity} and there are more; ${advice}.`,
    site,
  );
}

/** Shortfall: fewer rows came than the upstream announced, also after reading again. */
export function rowsMissing(
  site: UpstreamSite,
  { expected, received }: Omit<Shortfall, 'message'>,
): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected ${expected ?? 'all'} rows of ${site.entity} as announced, got ${received ?? 'fewer'}.`,
    site,
  );
}
