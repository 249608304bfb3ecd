/** tmp */
import type { GraphQLResolveInfo } from 'graphql';
import type { Connection } from '../../paging/connection.ts';
import type { CrmChild } from '../../records/crm/model.ts';
import type { GraphContext } from '../context.ts';
import type { CrmRow } from './row.ts';
export interface ChildArgs {
  first?: number | null;
}
export function childConnection(
  _c: GraphContext,
  _i: GraphQLResolveInfo,
  _r: CrmRow,
  _ch: CrmChild,
  _a: ChildArgs,
): Promise<Connection<CrmRow>> {
  throw new Error();
}
