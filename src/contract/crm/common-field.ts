/** Fields that many CRM objects share, declared once. */

import type { CrmFieldSpec } from './declaration.ts';
import * as f from './declaration.ts';

/** Fields for the creator and last editor of a record, with the times. */
export const stamps = {
  CreatedDate: f.datetime('When the record was created.', 'required'),
  CreatedById: f.reference('CreatedBy', 'User', 'User who created the record.', 'required'),
  LastModifiedDate: f.datetime('When a user last changed the record.', 'required'),
  LastModifiedById: f.reference(
    'LastModifiedBy',
    'User',
    'User who last changed the record.',
    'required',
  ),
  SystemModstamp: f.datetime(
    'When a user or an automated process last changed the record.',
    'required',
  ),
} as const;

/** The same, and whether it is in the recycle bin, of objects whose records are put there. */
export const audit = {
  IsDeleted: f.boolean('Whether the record is in the recycle bin.', 'required'),
  ...stamps,
} as const;

/** Times when the reading user last saw the record or a related one. */
export const viewed = {
  LastViewedDate: f.datetime('When the connected user last viewed the record.'),
  LastReferencedDate: f.datetime(
    'When the connected user last viewed the record or one that refers to it.',
  ),
} as const;

export const lastActivity = {
  LastActivityDate: f.date('Day of the latest event or closed task on the record.'),
} as const;

export const owner = f.reference('Owner', 'User', 'User who owns the record.', 'required');

/** Some records wait in a queue, which is a group, until a user takes them. */
export const ownerOrQueue = f.reference(
  'Owner',
  'User | Group',
  'User who owns the record, or the queue it waits in.',
  'required',
);

/** Name of the field that says in which currency a record's amounts are. */
export const currencyField = 'CurrencyIsoCode';

/** Currency of a record, in an organisation with several. */
export const recordCurrency: CrmFieldSpec = {
  type: 'picklist',
  description:
    'ISO 4217 code of the currency that the amounts of the record are in; in an organisation with one currency the code of that one, or null where the CRM does not tell it.',
  length: 3,
  values: [],
  severalCurrencies: true,
};

const accuracies = f.list(`
  Address | NearAddress | Block | Street | ExtendedZip | Zip | Neighborhood | City | County |
  State | Unknown`);

type AddressPart =
  | 'Street'
  | 'City'
  | 'State'
  | 'PostalCode'
  | 'Country'
  | 'Latitude'
  | 'Longitude'
  | 'GeocodeAccuracy'
  | 'Address';

/**
 * The parts of an address and the compound that shows them together.
 * `addressFields('Billing', 'Billing address')` gives BillingStreet … BillingAddress.
 */
export function addressFields<P extends string>(
  prefix: P,
  what: string,
): Record<`${P}${AddressPart}`, CrmFieldSpec> {
  const parts: Record<AddressPart, CrmFieldSpec> = {
    Street: f.textarea(`${what}: street, often with line breaks.`, 255),
    City: f.string(`${what}: city.`, 40),
    State: f.string(`${what}: state or province.`, 80),
    PostalCode: f.string(`${what}: postal code.`, 20),
    Country: f.string(`${what}: country.`, 80),
    Latitude: f.double(`${what}: latitude in degrees.`),
    Longitude: f.double(`${what}: longitude in degrees.`),
    GeocodeAccuracy: f.picklist(`${what}: how exactly its position is known.`, accuracies, 40),
    Address: f.address(`${what}: all parts together; read-only.`, prefix),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, spec]) => [`${prefix}${part}`, spec]),
  ) as Record<`${P}${AddressPart}`, CrmFieldSpec>;
}

/** Usual origins of a lead, a contact or a deal. */
export const sources = f.list(`
  Web | Phone Inquiry | Partner Referral | Purchased List | Trade Show | Employee Referral |
  Other`);

export const industries = f.list(`
  Agriculture | Apparel | Banking | Biotechnology | Chemicals | Communications | Construction |
  Consulting | Education | Electronics | Energy | Engineering | Entertainment | Environmental |
  Finance | Food & Beverage | Government | Healthcare | Hospitality | Insurance | Machinery |
  Manufacturing | Media | Not For Profit | Recreation | Retail | Shipping | Technology |
  Telecommunications | Transportation | Utilities | Other`);

export const ratings = f.list('Hot | Warm | Cold');
export const salutations = f.list('Mr. | Ms. | Mrs. | Dr. | Prof. | Mx.');

/** Values of the comparison with a bought address database. */
export const cleanStatuses = f.list(`
  Pending | Matched | Different | Acknowledged | NotFound | Inactive | SelectMatch | Skipped`);
