/** Errors of lists that can't be read to their end. */

import type { EntitySpec } from '../contract/entity-spec.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { Shortfall } from './incomplete-list.ts';

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
