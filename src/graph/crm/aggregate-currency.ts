/** Currencies of groups: what they are grouped by, and which their sums are in. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../context.ts';
import { type GroupBy, type GroupRow, groupValue, keyAlias } from './aggregate-key.ts';
import { currenciesOf } from './currency.ts';

/** The row with a key more, at its place among those of the question. */
export function withKey(
  row: Row,
  place: number,
  key: string | null,
  asked: readonly GroupBy[],
): Row {
  const keys = asked.slice(1).map((_, at) => row[keyAlias(at)]);
  const all = keys.toSpliced(place, 0, key);
  return { ...row, ...Object.fromEntries(all.map((value, at) => [keyAlias(at), value])) };
}

export const isCurrency = (object: CrmObject, field: string): boolean =>
  object.fields.some(({ name, spec }) => name === field && spec.severalCurrencies === true);

/**
 * In which currency the amounts of a group are: that which all its records have where it is grouped by currency,
 * otherwise the corporate one, into which the CRM converts them.
 */
export async function currencyOfGroup(
  context: GraphContext,
  row: GroupRow,
): Promise<string | null> {
  const place = row.groupBy.findIndex(({ field }) => isCurrency(row.object, field));
  if (place >= 0) return textOf(groupValue(row, keyAlias(place)));
  return (await currenciesOf(context)).main;
}
