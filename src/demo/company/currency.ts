/** Currencies of the synthetic company, and the CRM's own records of them and of the organisation. */

import * as f from '../../contract/crm/declaration.ts';

/** One currency, as most organisations have; or three, of which one has no decimals. */
export type CurrencyChoice = 'one' | 'three';

interface CompanyCurrency {
  readonly code: string;
  /** How much of it one of the corporate currency is. */
  readonly rate: number;
  readonly decimals: number;
  /** Share of the accounts and leads that have it. */
  readonly share: number;
}

/** The corporate currency first. */
export const companyCurrencies: readonly [CompanyCurrency, ...CompanyCurrency[]] = [
  { code: 'USD', rate: 1, decimals: 2, share: 5 },
  { code: 'EUR', rate: 0.92, decimals: 2, share: 3 },
  { code: 'JPY', rate: 150, decimals: 0, share: 2 },
];

export const corporateCurrency = companyCurrencies[0].code;

/** Id of the organisation, with its checksum. */
export const organisationId = '00D000000000001EAA';

const organisation = f.defineObject({
  object: 'Organization',
  entity: 'query',
  keyPrefix: '00D',
  nameField: 'Name',
  description: 'The organisation itself: one record.',
  fields: {
    Name: f.string('Name of the organisation.', 80, 'required'),
    OrganizationType: f.picklist('Edition.', '', 40, 'required'),
    IsSandbox: f.boolean('Whether it is a copy for trials.', 'required'),
    DefaultCurrencyIsoCode: f.picklist('ISO 4217 code of its currency.', '', 3, 'required'),
  },
  children: {},
  searchable: false,
});

/** Published: there in organisations with several currencies alone. */
const currencyType = f.defineObject({
  object: 'CurrencyType',
  entity: 'query',
  keyPrefix: '01L',
  nameField: 'IsoCode',
  description: 'A currency of the organisation.',
  fields: {
    IsoCode: f.picklist('ISO 4217 code.', '', 3, 'required'),
    ConversionRate: f.double('How much of it one of the corporate currency is.', 'required'),
    DecimalPlaces: f.int('Digits after the decimal point.', 'required'),
    IsActive: f.boolean('Whether records may have it.', 'required'),
    IsCorporate: f.boolean('Whether the others are converted into it.', 'required'),
  },
  children: {},
  searchable: false,
});

/** Objects of the CRM that the graph has no types of. */
export const organisationObjects = (currencies: CurrencyChoice) =>
  currencies === 'one' ? [organisation] : [organisation, currencyType];
