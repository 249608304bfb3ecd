/**
 * The one loop over an upstream's pages: follows what leads on, guards against circles, and pays
 * for pages that nobody estimated from the request's reserve.
 */

import type { Answer } from '../contract/wire/answer.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { AllowanceSpentError } from '../upstream/allowance.ts';
import type { Page } from './page.ts';

/** A page as a source hands it out: an `Answer`, or rows made of one. */
export type SourcePage<R> = Page<R> & Pick<Answer, 'cached'>;

export interface PageRead<P> {
  /** The page before; null for the first. */
  readonly previous: P | null;
  /** One page more than the estimate counted on: only the request's reserve pays for it. */
  readonly isBeyond: boolean;
}

export interface PagesOptions<P> {
  readonly site: UpstreamSite;
  /** Pages that the estimate counts on. Default: no bound. */
  readonly estimated?: number | undefined;
  /** Most pages that are read. Default: no bound. */
  readonly maxPages?: number | undefined;
  /** What names the page after this one; met twice, it leads in circles. Default: the page's cursor. */
  readonly markOf?: ((page: P) => string | null) | undefined;
  /** What to do where `maxPages` are not enough; ends a sentence. */
  readonly advice?: string | undefined;
}

/** A page, or why the ones after it were not read. */
export type PageStep<P> =
  | {
      readonly page: P /** Age of the oldest page so far, in milliseconds. */;
      readonly ageMs: number;
    }
  | { readonly page: null; readonly stopped: UpstreamError };

/**
 * Yields pages until `read` answers null. Where the request may not ask for another page, or
 * `maxPages` were read, the last step says so; it is for the caller to hand out what it has or to
 * throw.
 * @param read the page after `previous`; null where none follows.
 * @throws what `read` throws; PAGINATION_LOOP for a cursor that was handed out before.
 */
export async function* pages<P extends SourcePage<unknown>>(
  read: (request: PageRead<P>) => Promise<P | null>,
  { site, estimated = Infinity, maxPages = Infinity, markOf = cursorOf, advice }: PagesOptions<P>,
): AsyncGenerator<PageStep<P>, void, undefined> {
  const marks = new Set<string>();
  let previous: P | null = null;
  let ageMs = 0;
  for (let count = 0; ; count += 1) {
    if (count >= maxPages && leadsOn(previous)) {
      yield { page: null, stopped: scanLimit(site, count, advice) };
      return;
    }
    let page: P | null;
    try {
      page = await read({ previous, isBeyond: count >= estimated });
    } catch (error) {
      if (!(error instanceof AllowanceSpentError)) throw error;
      yield { page: null, stopped: error };
      return;
    }
    if (page === null) return;
    const mark = markOf(page);
    if (mark !== null && marks.has(mark)) throw pageLoop(site);
    if (mark !== null) marks.add(mark);
    ageMs = Math.max(ageMs, page.cached?.ageMs ?? 0);
    yield { page, ageMs };
    previous = page;
  }
}

const cursorOf = ({ page }: SourcePage<unknown>): string | null => page.cursor;

function leadsOn(previous: SourcePage<unknown> | null): boolean {
  return previous === null || !previous.page.done || previous.page.cursor !== null;
}

function pageLoop(site: UpstreamSite): UpstreamError {
  return new UpstreamError(
    'PAGINATION_LOOP',
    `The upstream handed out the same page cursor of ${site.entity} again`,
    site,
  );
}

/** The error of a list that has more pages than a reader may read. */
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

/** Fewer rows came than the upstream announced, and asking again did not bring them. */
export function rowsMissing(
  site: UpstreamSite,
  announced: number | null,
  received: number | null,
): UpstreamError {
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected ${announced ?? 'all'} rows of ${site.entity} as announced, got ${received ?? 'fewer'}.`,
    site,
  );
}
