/**
 * Statements about currencies, as the organisation understands them: where it has one, its records have no field for
 * it and amounts are compared as plain numbers.
 */

import { currencyField } from '../../contract/crm/common-field.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { UserInputError } from '../../errors.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { Condition, CurrencyValue, Query, SelectItem, Value } from '../../soql/query.ts';
import { type Currencies, currenciesOrError } from './currency.ts';
import { type FilledPath, pathsIn, usedPaths } from './readable-statement.ts';

interface CurrencyStatement {
  readonly query: Query;
  /** The organisation's currency in the place of each that is no field, or why it is not known. */
  readonly fills: readonly FilledPath[];
}

/**
 * @throws UserInputError for a condition on currencies that the organisation does not have; the error of the lookup
 *   where a condition hangs on it
 */
export function withCurrencies(
  context: GraphContext,
  query: Query,
): MaybePromise<CurrencyStatement> {
  const isUsed = usesCurrency(query);
  if (!isUsed && !selectsCurrency(query.select)) return { query, fills: [] };
  return adapted(context, query, isUsed);
}

async function adapted(
  context: GraphContext,
  query: Query,
  isUsed: boolean,
): Promise<CurrencyStatement> {
  const currencies = await currenciesOrError(context);
  if (!(currencies instanceof Error) && currencies.areSeveral) return { query, fills: [] };
  if (currencies instanceof Error && isUsed) throw currencies;
  const fills: FilledPath[] = [];
  return { query: inOneCurrency(query, currencies, [], fills), fills };
}

const isCurrency = (path: string): boolean =>
  path === currencyField || path.endsWith(`.${currencyField}`);

/** By the selection, which a plan has once for all of its questions. */
const selectsCurrency = memoizeByObject((select: Query['select']): boolean =>
  select.some((item) => {
    if (typeof item === 'string') return isCurrency(item);
    if ('subquery' in item)
      return selectsCurrency(item.subquery.select) || usesCurrency(item.subquery);
    return 'alias' in item && pathsIn(item.expression).some(isCurrency);
  }),
);

/** By the query, too: a list's is the same for all who ask it. */
const usesCurrency = memoizeByObject(
  (query: Query): boolean =>
    usedPaths(query).some(([, paths]) => paths.some(isCurrency)) ||
    comparesCurrency(query.where) ||
    query.select.some(
      (item) => typeof item === 'object' && 'subquery' in item && usesCurrency(item.subquery),
    ),
);

const isAmount = (value: Value): value is CurrencyValue =>
  typeof value === 'object' && value !== null && 'currency' in value;

function comparesCurrency(condition: Condition | undefined): boolean {
  if (condition === undefined) return false;
  if ('conditions' in condition) return condition.conditions.some(comparesCurrency);
  if ('condition' in condition) return comparesCurrency(condition.condition);
  if ('query' in condition)
    return (
      comparesCurrency(condition.query.where) ||
      usedPaths({ ...condition.query, select: [] }).some(([, paths]) => paths.some(isCurrency))
    );
  if ('values' in condition) return condition.values.some(isAmount);
  return 'value' in condition && isAmount(condition.value);
}

type CurrenciesOrError = Currencies | Error;

function inOneCurrency(
  query: Query,
  currencies: CurrenciesOrError,
  path: readonly string[],
  fills: FilledPath[],
): Query {
  for (const [use, paths] of usedPaths(query)) if (paths.some(isCurrency)) throw notHere(use);
  const value = currencies instanceof Error ? currencies : currencies.main;
  const select = query.select.flatMap((item): SelectItem[] => {
    if (typeof item === 'string') {
      if (!isCurrency(item)) return [item];
      fills.push({ path: [...path, ...item.split('.')], value });
      return [];
    }
    if (!('subquery' in item)) return [item];
    const { subquery } = item;
    const below = [...path, subquery.object, '*'];
    return [{ subquery: inOneCurrency(subquery, currencies, below, fills) }];
  });
  return {
    ...query,
    select: select.length > 0 ? select : ['Id'],
    where: currencies instanceof Error ? query.where : plainAmounts(query.where, currencies.main),
  };
}

const notHere = (use: string): UserInputError =>
  new UserInputError(
    `Expected no ${use} by currencyIsoCode: the organisation has one currency, and its records do not name it.`,
  );

function plainAmounts<C extends Condition | undefined>(condition: C, code: string | null): C {
  const plain = (value: Value): Value => (isAmount(value) ? amountIn(value, code) : value);
  const replaced = (condition: Condition): Condition => {
    if ('conditions' in condition)
      return { ...condition, conditions: condition.conditions.map(replaced) };
    if ('condition' in condition) return { ...condition, condition: replaced(condition.condition) };
    if ('query' in condition)
      return {
        ...condition,
        query: { ...condition.query, where: plainAmounts(condition.query.where, code) },
      };
    if ('values' in condition) return { ...condition, values: condition.values.map(plain) };
    return 'value' in condition ? { ...condition, value: plain(condition.value) } : condition;
  };
  return (condition === undefined ? undefined : replaced(condition)) as C;
}

function amountIn({ currency, amount }: CurrencyValue, code: string | null): Value {
  if (currency === code) return { decimal: amount };
  throw new UserInputError(
    `Expected ${code ?? 'no currency'} in the filter of an amount, as the organisation has one currency; got ${currency}.`,
  );
}
