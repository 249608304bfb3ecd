/** Windows as a selection needs them: what nobody looks at is not fetched. */

import { type PageArgs, readWindow, type Window } from '../fetch/connection.ts';
import type { PlanContext } from './context.ts';

/**
 * The window of a connection field. One of which no row is looked at is empty: a lone totalCount
 * costs its count and nothing else.
 * @param fields what of the connection is selected
 */
export function askedWindow(
  context: PlanContext,
  args: PageArgs,
  fields: ReadonlySet<string>,
): Window {
  const window = readWindow(args, context.pageLimits);
  const looked = fields.has('nodes') || fields.has('edges') || fields.has('pageInfo');
  return looked ? window : { ...window, size: 0 };
}
