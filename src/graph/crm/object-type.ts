/** Object types of the CRM, from their declarations: the fields all records share, own fields, references, children, files. */

import type { InterfaceRef, ObjectFieldBuilder } from '@pothos/core';
import type { CrmField, CrmObject, CrmRelationship } from '../../contract/crm/model.ts';
import { scalarByType } from '../../contract/crm/row-decoder.ts';
import { filledTextOf, objectOf, textOf } from '../../contract/wire/upstream-value-reader.ts';
import { guarded } from '../../engine/field-permission.ts';
import { decodedRead, plain } from '../../engine/plan/resolve-info.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Builder, Ref, Types } from '../builder.ts';
import { encodeGlobalId } from '../global-id.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { childConnection } from './child.ts';
import { CrmRow, fieldOf } from './crm-row.ts';
import type { FilterInputs } from './filter.ts';
import type { OrderInputs, RankedOrder } from './order.ts';
import type { PostFilter } from './post-filter.ts';
import { childrenCost, linkedRecordCost, parentCost } from './record-cost.ts';
import { crmRequirement, reads } from './record-plan.ts';
import { linkParent, linkReference } from './reference.ts';
import { crmType } from './type-reference.ts';

export interface CrmShared {
  readonly record: InterfaceRef<Types, CrmRow>;
  readonly address: Ref<AddressValue>;
  readonly filters: FilterInputs;
  readonly orders: OrderInputs;
  /** Conditions in the filters of lists that the CRM does not evaluate. */
  readonly outer: readonly PostFilter[];
  /** Order of root lists by a figure that the CRM does not know. */
  readonly ranking: RankedOrder;
}

export function defineObjectType(graph: TypeRegistry, object: CrmObject, shared: CrmShared): void {
  const type = crmType(graph.crm, object.name);
  type.row.implement({
    cost: linkedRecordCost,
    description: object.description,
    interfaces: [graph.builder.nodeInterfaceRef(), shared.record],
    isTypeOf: (value) => value instanceof CrmRow && value.object.name === object.name,
    fields: (t) => {
      const fields: Record<string, ReturnType<FieldBuilder['field']>> = {
        recordName: t.string({
          description: `What people call the record: its ${object.nameField}.`,
          ...reads(object.nameField),
          resolve: recordName,
        }),
      };
      for (const field of object.fields) {
        if (field.name === 'Id') continue;
        const defined = recordField(t, field, shared.address);
        if (defined !== null) fields[field.graphName] = defined;
      }
      for (const relationship of object.relationships) {
        fields[relationship.graphName] = referenceField(t, graph, shared, relationship);
      }
      for (const field of object.fields) {
        const defined = pathlessReference(t, graph, shared, field);
        if (defined !== null) fields[field.graphName.replace(/Id$/, '')] ??= defined;
      }
      for (const child of object.children) {
        const target = crmType(graph.crm, child.object);
        fields[child.graphName] = t.field({
          type: target.connection,
          description: child.description,
          args: {
            ...t.arg.connectionArgs(),
            filter: t.arg({
              type: getOrThrow(shared.filters, child.object),
              description: 'Which of them; evaluated by the CRM.',
            }),
            orderBy: t.arg({
              type: [getOrThrow(shared.orders, child.object)],
              description: 'In which order; by id unless said otherwise.',
            }),
          },
          ...crmRequirement({ kind: 'children', child }),
          cost: childrenCost,
          resolve: (row, _args, context, info) => childConnection(context, info, row),
        });
      }
      return fields;
    },
  });
}

const leadsTo = ({ name }: CrmField): string =>
  `The record ${name} names; null when it names none or one that can't be read.`;

/** A reference to records of several objects: the id tells which. */
function anyReference(
  t: FieldBuilder,
  shared: CrmShared,
  field: CrmField,
  targets: readonly string[],
) {
  return t.field({
    type: shared.record,
    description: `${leadsTo(field)} One of ${targets.join(', ')}.`,
    ...reads(field.name),
    resolve: (row, _args, context, info) =>
      linkReference(context, info, filledTextOf(fieldOf(row, field.name))),
  });
}

function referenceField(
  t: FieldBuilder,
  graph: TypeRegistry,
  shared: CrmShared,
  relationship: CrmRelationship,
) {
  const { field, targets, polymorphic } = relationship;
  if (polymorphic || targets.length > 1) return anyReference(t, shared, field, targets);
  const target = crmType(graph.crm, targets[0]);
  return t.field({
    type: target.row,
    description: leadsTo(field),
    ...crmRequirement({ kind: 'parent', relationship }),
    cost: parentCost,
    resolve: (row, _args, context, info) =>
      linkParent(context, info, row, relationship, target.object),
  });
}

/** A reference for which the CRM has no path, though its objects are known: the record is always loaded by id. */
function pathlessReference(
  t: FieldBuilder,
  graph: TypeRegistry,
  shared: CrmShared,
  field: CrmField,
) {
  const { relationship, to = [] } = field.spec.reference ?? { relationship: '' };
  const targets = to.filter((name) => graph.model.object(name) !== undefined);
  const [only, ...others] = targets;
  // Fields of several ids name no single record.
  if (relationship !== null || only === undefined || !field.graphName.endsWith('Id')) return null;
  if (others.length > 0) return anyReference(t, shared, field, targets);
  const target = crmType(graph.crm, only);
  return t.field({
    type: target.row,
    description: leadsTo(field),
    ...reads(field.name),
    resolve: (row, _args, context, info) => {
      const id = filledTextOf(fieldOf(row, field.name));
      const names = id !== null && context.model.objectOfId(id) === target.object;
      return names ? linkReference(context, info, id) : null;
    },
  });
}

/** Adds the address to every object whose entity downloads bytes. */
export function defineFiles({ builder, crm, model }: TypeRegistry): void {
  for (const { name, entity } of model.objects) {
    if (entity.operations.download === undefined) continue;
    builder.objectField(crmType(crm, name).row, 'downloadUrl', (t) =>
      t.field({
        type: 'URL',
        description:
          'Where the file can be downloaded, by whoever has the address, for a while. Needs the right "media".',
        ...guarded('media', 'files'),
        resolve: (row, _args, context) => context.fileUrl({ entity: entity.entity, id: row.id }),
      }),
    );
  }
}

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
        resolve: plain((row: CrmRow) => encodeGlobalId(row.object.typeName, row.id)),
      }),
      upstreamId: t.id({
        nullable: false,
        description: 'Id in the CRM, in its 18-character form.',
        resolve: plain((row: CrmRow) => row.id),
      }),
      objectName: t.string({
        nullable: false,
        description: "API name of the record's object, e.g. Account.",
        resolve: plain((row: CrmRow) => row.object.name),
      }),
      recordName: t.string({
        description: 'What people call the record: its name, subject, title or number.',
        resolve: recordName,
      }),
    }),
  });
}

const recordName = decodedRead(
  plain((row: CrmRow) => fieldOf(row, row.object.nameField) as string | null),
  null,
);

type FieldBuilder = ObjectFieldBuilder<Types, CrmRow>;

const readOf = (name: string) =>
  decodedRead(
    plain((row: CrmRow) => fieldOf(row, name)),
    ['values', name],
  );

/** A CRM field as a field of the graph, by its type; null for one that the graph does not show. */
function recordField(t: FieldBuilder, { name, spec }: CrmField, address: Ref<AddressValue>) {
  const common = { description: spec.description, ...reads(name) };
  switch (spec.type) {
    case 'id':
    case 'reference':
      return t.id({ ...common, resolve: readOf(name) as (row: CrmRow) => string | null });
    // The wire carries a path to the bytes, which is of no use without the CRM's own session.
    case 'base64':
      return null;
    case 'url':
      return t.string({ ...common, resolve: readOf(name) as (row: CrmRow) => string | null });
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
      return t.field({
        ...common,
        type: scalarByType[spec.type] ?? 'String',
        resolve: readOf(name) as never,
      });
  }
}

interface AddressValue {
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
