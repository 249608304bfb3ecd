/** Rows by key from statements whose pages may end early or hold fewer rows than announced: what is missing is asked for again. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { pages, rowsMissing, type SourcePage } from './pages.ts';

export interface KeyedReading<P> {
  readonly site: UpstreamSite;
  readonly keys: readonly string[];
  /** `fresh`: the answer must not come from a cache, the one before was short. */
  readonly ask: (
    keys: readonly string[],
    options: { readonly isBeyond: boolean; readonly fresh: boolean },
  ) => Promise<P>;
  /** Takes what came. @returns how many rows do not say which key they belong to. */
  readonly take: (page: P) => number;
  readonly isFound: (key: string) => boolean;
}

/**
 * @returns why keys that were not found may exist all the same; null where they don't.
 * @throws as `ask`.
 */
export async function readByKeys<P extends SourcePage<unknown>>({
  site,
  keys,
  ask,
  take,
  isFound,
}: KeyedReading<P>): Promise<UpstreamError | null> {
  let open = keys;
  let isRetried = false;
  let failure: UpstreamError | null = null;
  const next = (previous: P): boolean => {
    const { total, done } = previous.page;
    const isShort = total !== null && previous.rows.length < total;
    const rest = open.filter((key) => !isFound(key));
    if (rest.length === 0 || (done && !isShort)) return false;
    if (rest.length === open.length) {
      // No progress means that there are no more, unless the upstream announced them.
      if (isShort && isRetried) failure = rowsMissing(site, total, previous.rows.length);
      if (!isShort || isRetried) return false;
      isRetried = true;
    }
    open = rest;
    return true;
  };
  const read = async (previous: P | null, isBeyond: boolean): Promise<P | null> => {
    if (previous !== null && !next(previous)) return null;
    return ask(open, { isBeyond, fresh: previous?.page.done === true });
  };
  const steps = pages<P>(({ previous, isBeyond }) => read(previous, isBeyond), {
    ...{ site, estimated: 1, markOf: () => null },
  });
  for await (const step of steps) {
    if ('stopped' in step) return step.stopped;
    if (take(step.page) > 0) failure ??= unreadable(site);
  }
  return failure;
}

/** Any key that was not found may be that of such a row. */
function unreadable(site: UpstreamSite): UpstreamError {
  const message = `Expected rows of ${site.entity} that say which they are, got one that does not.`;
  return new UpstreamError('UPSTREAM_BAD_RESPONSE', message, site);
}
