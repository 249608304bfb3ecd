/** Currencies of groups: what they are grouped by, and which their sums are in. */

import { currencyField } from '../../contract/crm/common-field.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { floatOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { allOf } from '../../soql/query.ts';
import { type GroupBy, type GroupRow, groupValue, keyAlias } from './aggregate-key.ts';
import { currenciesOf, factRows } from './currency.ts';

/** The row with a key more, at its place among those of the question. */
export function withKey(
  row: Row,
  position: number,
  key: string | null,
  groupBy: readonly GroupBy[],
): Row {
  const keys = groupBy.slice(1).map((_, at) => row[keyAlias(at)]);
  const all = keys.toSpliced(position, 0, key);
  return { ...row, ...Object.fromEntries(all.map((value, at) => [keyAlias(at), value])) };
}

export const isCurrency = (object: CrmObject, field: string): boolean =>
  object.fields.some(({ name, spec }) => name === field && spec.severalCurrencies === true);

/**
 * In which currency the amounts of a group are. Published: those of an aggregate function are converted into the
 * default currency of the organisation, which is the corporate one. Null where groups by currency can't be measured.
 */
export async function currencyOfGroup(
  context: GraphContext,
  row: GroupRow,
): Promise<string | null> {
  const { areSeveral, main } = await currenciesOf(context);
  const position = row.groupBy.findIndex(({ field }) => isCurrency(row.object, field));
  if (position < 0 || !areSeveral) return main;
  const amounts = await amountsByCurrency(context);
  if (amounts === null) return null;
  return amounts === 'own' ? textOf(groupValue(row, keyAlias(position))) : main;
}

/** Whether sums of groups by currency are in that of their records or in the corporate one; null where nothing shows it. */
export const amountsByCurrency = async (
  context: GraphContext,
): Promise<'own' | 'corporate' | null> =>
  (context.connector.unreadable.facts.get(factName) as 'own' | 'corporate' | undefined) ??
  measured(context);

const factName = 'amounts of groups by currency';

/** A currency is worth something else than the corporate one, and so shows a conversion, from this difference of rates on. */
const leastDifference = 0.01;
const object = 'Opportunity';

/**
 * The amount of a deal beside the same as that of a group. What is published does not except groups whose records
 * have one currency, and who writes about such groups takes them for unconverted: each CRM is asked.
 */
const measured = memoizeByRequest(
  async (context: GraphContext): Promise<'own' | 'corporate' | null> => {
    const { all } = await currenciesOf(context);
    const others = all.filter(
      ({ isCorporate, rate }) =>
        !isCorporate && rate !== null && Math.abs(rate - 1) > leastDifference,
    );
    if (others.length === 0) return null;
    const deals = await factRows(context, {
      object,
      select: ['Id', 'Amount'],
      where: allOf(
        { op: 'in', path: currencyField, values: others.map(({ code }) => code) },
        { op: 'gt', path: 'Amount', value: 100 },
      ),
      limit: 1,
    });
    const id = textOf(deals?.[0]?.Id);
    const amount = floatOf(deals?.[0]?.Amount);
    if (id === null || amount === null) return null;
    const groups = await factRows(context, {
      object,
      select: [currencyField, { expression: { fn: 'MAX', of: 'Amount' }, alias: 'amount' }],
      where: { op: 'eq', path: 'Id', value: id },
      groupBy: [currencyField],
    });
    const grouped = floatOf(groups?.[0]?.amount);
    if (grouped === null) return null;
    const isOwn = Math.abs(grouped - amount) < (amount * leastDifference) / 2;
    const unit = isOwn ? 'own' : 'corporate';
    context.connector.unreadable.facts.set(factName, unit);
    return unit;
  },
);
