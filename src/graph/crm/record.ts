/** What all CRM records share: the interface CrmRecord, and the compound address. */

import type { InterfaceRef } from '@pothos/core';
import { textOf } from '../../contract/wire/value.ts';
import type { Builder } from '../builder.ts';
import { encodeGlobalId } from '../global-id.ts';
import type { Ref, Types } from '../graph.ts';
import { linkedRecordCost } from './record-cost.ts';
import { CrmRow, fieldOf } from './row.ts';

/** `recordName` needs each object's own name field, so every object defines it again with its need. */
export function createRecordInterface(builder: Builder): InterfaceRef<Types, CrmRow> {
  return builder.interfaceRef<CrmRow>('CrmRecord').implement({
    cost: linkedRecordCost,
    description: 'A record of the CRM, whatever its object.',
    resolveType: (value) => (value instanceof CrmRow ? value.object.typeName : null),
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: (row) => encodeGlobalId(row.object.typeName, row.id),
      }),
      upstreamId: t.id({
        nullable: false,
        description: 'Id in the CRM, in its 18-character form.',
        resolve: (row) => row.id,
      }),
      objectName: t.string({
        nullable: false,
        description: "API name of the record's object, e.g. Account.",
        resolve: (row) => row.object.name,
      }),
      recordName: t.string({
        description: 'What people call the record: its name, subject, title or number.',
        resolve: recordName,
      }),
    }),
  });
}

export function recordName(row: CrmRow): string | null {
  return textOf(fieldOf(row, row.object.nameField));
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
