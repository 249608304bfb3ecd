/** The pages of a list operation that takes its cursors back. */

import type { EntitySpec } from '../contract/catalog.ts';
import type { Answer } from '../contract/wire/answer.ts';
import type { UpstreamSite } from '../errors.ts';
import type { Connector, ExecuteOptions, Params } from '../upstream/connector.ts';
import { type PageStep, pages } from './pages.ts';

export interface ListPagesRequest {
  readonly connector: Connector;
  readonly entity: EntitySpec;
  /** Resent with every cursor. */
  readonly params: Params;
  readonly options?: ExecuteOptions | undefined;
  /** Pages that the estimate counts on. */
  readonly estimated: number;
}

/** @throws as `pages`. */
export function listPages({
  connector,
  entity,
  params,
  options,
  estimated,
}: ListPagesRequest): AsyncGenerator<PageStep<Answer>> {
  return pages<Answer>(
    async ({ previous, isBeyond }) => {
      const cursor = previous?.page.cursor ?? null;
      if (previous !== null && cursor === null) return null;
      const asked = cursor === null ? params : { ...params, cursor };
      return connector.execute(entity, 'list', asked, { ...options, isBeyond });
    },
    { site: listSite(entity), estimated },
  );
}

export const listSite = ({ system, entity }: EntitySpec): UpstreamSite => ({
  service: system,
  entity,
  action: 'list',
});
