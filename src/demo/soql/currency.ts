/** Amounts in several currencies: each is in that of its record; compared with an amount in a named one, ordered and added up they are converted. */

import { currencyField } from '../../contract/crm/common-field.ts';
import type { CurrencyValue } from '../../soql/query.ts';
import { companyCurrencies } from '../company/currency.ts';
import type { ScopeColumn } from './scope.ts';
import { raw, type Sql, sql } from './sql.ts';
import { malformed } from './statement-error.ts';

/** The column that names the currency of an amount; null for what is no record's amount, and in an organisation with one currency. */
export function currencyOf({ type, target: reached, field }: ScopeColumn): Sql | null {
  const [target] = reached?.alternatives ?? [];
  if (type !== 'currency' || field === null || target === undefined) return null;
  const hasCurrency = target.object.fields.some(({ name }) => name === currencyField);
  return hasCurrency ? raw(`${target.alias}."${currencyField}"`) : null;
}

/** The amount in the corporate currency; any other value as it is. */
export function inCorporate(column: ScopeColumn): Sql {
  const currency = currencyOf(column);
  if (currency === null) return column.sql;
  const rates = companyCurrencies.map(({ code, rate }) => `WHEN '${code}' THEN ${rate}`).join(' ');
  return sql`(${column.sql} / CASE ${currency} ${raw(rates)} ELSE 1 END)`;
}

/** An amount of a statement in the corporate currency. @throws StatementError for a currency that the organisation does not have */
export function corporateAmount({ currency, amount }: CurrencyValue): number {
  const active = companyCurrencies.find(({ code }) => code === currency.toUpperCase());
  if (active === undefined) throw malformed(`${currency} is no active currency`, currency);
  return Number(amount) / active.rate;
}
