/** Keys and rows of groups: the names that their values have in a statement. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { missingUpstreamField } from '../../contract/wire/upstream-value-reader.ts';
import type { GroupPeriod } from './group-period.ts';

export interface GroupBy {
  /** Wire name. */
  readonly field: string;
  readonly by?: GroupPeriod | null;
}

/** One group of records. */
export interface GroupRow {
  readonly object: CrmObject;
  readonly groupBy: readonly GroupBy[];
  readonly values: Row;
}

/** A key or measure of a group. @throws SwitchboardError where its row lacks it. */
export function groupValue({ values }: Pick<GroupRow, 'values'>, alias: string): unknown {
  const value = values[alias];
  if (value === undefined) throw missingUpstreamField(alias);
  if (value instanceof Error) throw value;
  return value;
}

/** Aliases of the n-th group key and of the number of records. Aliases of SOQL are one word. */
export const keyAlias = (at: number): string => `k${at}`;
export const countAlias = 'n';
