/** Values of a statement as the database stores them. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CurrencyValue, DateTimeValue, DecimalValue } from '../../soql/query.ts';
import { StatementError } from './statement-error.ts';

/** Of an amount in a currency its number: the organisation has that one alone. */
export function storedNumber(value: number | DecimalValue | CurrencyValue): number {
  if (typeof value === 'number') return value;
  return Number('decimal' in value ? value.decimal : value.amount);
}

/** An instant with any offset: UTC with milliseconds. */
export function storedInstant({ datetime }: DateTimeValue): string {
  return new Date(datetime.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')).toISOString();
}

/**
 * The 18-character form of an id.
 * @throws StatementError INVALID_QUERY_FILTER_OPERATOR for text that can't be an id.
 */
export function storedId(text: string): string {
  const id = normalizeCrmId(text);
  if (id !== null) return id;
  throw new StatementError('INVALID_QUERY_FILTER_OPERATOR', `invalid ID field: ${text}`, text);
}
