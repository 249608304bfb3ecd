/** FORMAT(): values as a user of the organisation's locale (en_US, UTC, US dollars) reads them. */

import type { FieldType } from '../../../../contract/crm/define.ts';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 18 });
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** A stored value for reading; null and text stay as they are. */
export function formatValue(type: FieldType, stored: unknown): unknown {
  if (typeof stored === 'number' && type !== 'boolean') {
    if (type === 'currency') return money.format(stored);
    return type === 'percent' ? `${number.format(stored)}%` : number.format(stored);
  }
  if (typeof stored !== 'string') return stored;
  if (type === 'date') return day.format(new Date(`${stored}T00:00:00Z`));
  return type === 'datetime' ? time.format(new Date(stored)) : stored;
}
