/** A CRM field as a field of the graph, by its type: what its value becomes in an answer. */

import type { ObjectFieldBuilder } from '@pothos/core';
import type { FieldType } from '../../contract/crm/declaration.ts';
import type { CrmField } from '../../contract/crm/model.ts';
import { filledTextOf, objectOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import type { Builder, Ref, Types } from '../builder.ts';
import { plain } from '../plan/resolve-info.ts';
import type { outputReaders } from '../scalar.ts';
import { type CrmRow, fieldOf } from './crm-row.ts';
import { reads } from './record-plan.ts';

export type FieldBuilder = ObjectFieldBuilder<Types, CrmRow>;

/** Types of the graph by the CRM's; all others are text. */
const scalars: Readonly<Partial<Record<FieldType, keyof typeof outputReaders>>> = {
  boolean: 'Boolean',
  int: 'Int',
  double: 'Float',
  currency: 'Float',
  percent: 'Float',
  date: 'Date',
  datetime: 'DateTime',
  email: 'EmailAddress',
};

/** Null for a field that the graph does not show. */
export function recordField(t: FieldBuilder, { name, spec }: CrmField, address: Ref<AddressValue>) {
  const common = { description: spec.description, ...reads(name) };
  switch (spec.type) {
    case 'id':
    case 'reference':
      return t.id({ ...common, resolve: plain((row: CrmRow) => filledTextOf(fieldOf(row, name))) });
    // The wire carries a path to the bytes, which is of no use without the CRM's own session.
    case 'base64':
      return null;
    case 'multipicklist':
      return t.stringList({
        ...common,
        nullable: { list: true, items: false },
        // No value of a list is empty.
        resolve: (row) => textOf(fieldOf(row, name))?.split(';').filter(Boolean),
      });
    case 'address':
      return t.field({
        ...common,
        type: address,
        resolve: (row) => objectOf<AddressValue>(fieldOf(row, name)),
      });
    default:
      // Values are held to the field's type on their way out: see resolver-value-check.ts.
      return t.field({
        ...common,
        type: scalars[spec.type] ?? 'String',
        resolve: plain((row: CrmRow) => fieldOf(row, name) as never),
      });
  }
}

export interface AddressValue {
  readonly street?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly stateCode?: string | null;
  readonly postalCode?: string | null;
  readonly country?: string | null;
  readonly countryCode?: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly geocodeAccuracy?: string | null;
}

const parts = {
  street: 'Street and number, lines separated by line breaks.',
  city: 'City.',
  state: 'State or province.',
  stateCode: 'Code of the state, where the organisation uses a list.',
  postalCode: 'Postal code.',
  country: 'Country.',
  countryCode: 'ISO code of the country, where the organisation uses a list.',
  geocodeAccuracy: 'How exact the coordinates are.',
} as const;

export function createAddress(builder: Builder): Ref<AddressValue> {
  return builder.objectRef<AddressValue>('Address').implement({
    description: 'A postal address.',
    fields: (t) => ({
      ...Object.fromEntries(
        Object.entries(parts).map(([name, description]) => [
          name,
          t.string({ description, resolve: (value) => value[name as keyof typeof parts] }),
        ]),
      ),
      latitude: t.float({ description: 'Degrees north.', resolve: (value) => value.latitude }),
      longitude: t.float({ description: 'Degrees east.', resolve: (value) => value.longitude }),
    }),
  });
}
