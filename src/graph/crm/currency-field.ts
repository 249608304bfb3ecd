/** The root field `crmCurrencies`: which currencies the organisation behind the CRM has. */

import { prefetched } from '../../engine/plan/field-cost.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { type Currencies, currenciesOf, type OrganisationCurrency } from './currency.ts';

export function defineCurrencies({ builder }: TypeRegistry): void {
  const currency = builder.objectRef<OrganisationCurrency>('CrmCurrency').implement({
    description: 'A currency of the organisation behind the CRM.',
    fields: (t) => ({
      isoCode: t.exposeString('code', { nullable: false, description: 'ISO 4217 code.' }),
      conversionRate: t.exposeFloat('rate', {
        description: 'How much of it one of the corporate currency is, by the CRM’s current rate.',
      }),
      decimalPlaces: t.exposeInt('decimals', {
        description:
          'Digits after the decimal point, such as 0 for JPY; null where the CRM does not tell.',
      }),
      isActive: t.exposeBoolean('isActive', {
        nullable: false,
        description: 'Whether records may have it.',
      }),
      isCorporate: t.exposeBoolean('isCorporate', {
        nullable: false,
        description: 'Whether it is the corporate currency, into which the CRM converts.',
      }),
    }),
  });
  const currencies = builder.objectRef<Currencies>('CrmCurrencies').implement({
    description: 'The currencies of the organisation behind the CRM.',
    fields: (t) => ({
      areSeveral: t.exposeBoolean('areSeveral', {
        nullable: false,
        description: 'Whether each record with amounts has a currency of its own.',
      }),
      corporate: t.exposeString('main', {
        description:
          'ISO 4217 code of the corporate currency, or of the only one; null where the CRM does not tell.',
      }),
      currencies: t.field({
        type: [currency],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'All of them; none where the CRM does not tell.',
        resolve: ({ all }) => [...all],
      }),
    }),
  });
  builder.queryField('crmCurrencies', (t) =>
    t.field({
      type: currencies,
      cost: prefetched,
      description:
        'The currencies of the organisation behind the CRM; looked up once, and kept for a day.',
      resolve: (_root, _args, context) => currenciesOf(context),
    }),
  );
}
