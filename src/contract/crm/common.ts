/** Fields that many CRM objects share, declared once. */

import type { FieldSpec } from './define.ts';
import * as f from './define.ts';

/** Who made and last changed the record, and whether it is in the recycle bin. Every object has these. */
export const audit = {
  IsDeleted: f.boolean('Whether the record is in the recycle bin.', { required: true }),
  CreatedDate: f.datetime('When the record was created.', { required: true }),
  CreatedById: f.reference('CreatedBy', 'User', 'User who created the record.', { required: true }),
  LastModifiedDate: f.datetime('When a user last changed the record.', { required: true }),
  LastModifiedById: f.reference('LastModifiedBy', 'User', 'User who last changed the record.', {
    required: true,
  }),
  SystemModstamp: f.datetime('When a user or an automated process last changed the record.', {
    required: true,
  }),
} as const;

/** When the reading user last saw the record or a record that relates to it. */
export const viewed = {
  LastViewedDate: f.datetime('When the connected user last viewed the record.'),
  LastReferencedDate: f.datetime(
    'When the connected user last viewed the record or one that refers to it.',
  ),
} as const;

export const lastActivity = {
  LastActivityDate: f.date('Day of the latest event or closed task on the record.'),
} as const;

export const owner = f.reference('Owner', 'User', 'User who owns the record.', { required: true });

/** Some records wait in a queue, which is a group, until a user takes them. */
export const ownerOrQueue = f.reference(
  'Owner',
  ['User', 'Group'],
  'User who owns the record, or the queue it waits in.',
  { required: true },
);

const accuracies = [
  'Address',
  'NearAddress',
  'Block',
  'Street',
  'ExtendedZip',
  'Zip',
  'Neighborhood',
  'City',
  'County',
  'State',
  'Unknown',
];

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
): Record<`${P}${AddressPart}`, FieldSpec> {
  const parts: Record<AddressPart, FieldSpec> = {
    Street: f.textarea(`${what}: street, often with line breaks.`, { length: 255 }),
    City: f.string(`${what}: city.`, { length: 40 }),
    State: f.string(`${what}: state or province.`, { length: 80 }),
    PostalCode: f.string(`${what}: postal code.`, { length: 20 }),
    Country: f.string(`${what}: country.`, { length: 80 }),
    Latitude: f.double(`${what}: latitude in degrees.`),
    Longitude: f.double(`${what}: longitude in degrees.`),
    GeocodeAccuracy: f.picklist(`${what}: how exactly its position is known.`, accuracies, {
      length: 40,
    }),
    Address: f.address(`${what}: all parts together; read-only.`, prefix),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([part, spec]) => [`${prefix}${part}`, spec]),
  ) as Record<`${P}${AddressPart}`, FieldSpec>;
}

/** Usual origins of a lead, a contact or a deal. */
export const sources = [
  'Web',
  'Phone Inquiry',
  'Partner Referral',
  'Purchased List',
  'Trade Show',
  'Employee Referral',
  'Other',
] as const;

export const industries = [
  'Agriculture',
  'Apparel',
  'Banking',
  'Biotechnology',
  'Chemicals',
  'Communications',
  'Construction',
  'Consulting',
  'Education',
  'Electronics',
  'Energy',
  'Engineering',
  'Entertainment',
  'Environmental',
  'Finance',
  'Food & Beverage',
  'Government',
  'Healthcare',
  'Hospitality',
  'Insurance',
  'Machinery',
  'Manufacturing',
  'Media',
  'Not For Profit',
  'Recreation',
  'Retail',
  'Shipping',
  'Technology',
  'Telecommunications',
  'Transportation',
  'Utilities',
  'Other',
] as const;

export const ratings = ['Hot', 'Warm', 'Cold'] as const;
export const salutations = ['Mr.', 'Ms.', 'Mrs.', 'Dr.', 'Prof.', 'Mx.'] as const;

/** How a record compares with a bought address database. */
export const cleanStatuses = [
  'Pending',
  'Matched',
  'Different',
  'Acknowledged',
  'NotFound',
  'Inactive',
  'SelectMatch',
  'Skipped',
] as const;
