/** The Pothos builder: scalars, plugins and defaults. It knows no type of the graph. */

import SchemaBuilder, { type ImplementableObjectRef, type ObjectRef } from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import type { GraphContext } from '../engine/context.ts';
import { decodeGlobalId, encodeGlobalId } from './global-id.ts';
import { dateScalar, dateTimeScalar, emailAddressScalar, jsonScalar, urlScalar } from './scalar.ts';

export interface GraphTypes {
  Context: GraphContext;
  /** Fields are nullable by default, so that a dead upstream nulls only its own subtree. */
  DefaultFieldNullability: true;
  Scalars: {
    DateTime: { Input: Date; Output: Date | string };
    Date: { Input: Date; Output: Date | string };
    EmailAddress: { Input: string; Output: string };
    URL: { Input: URL; Output: URL | string };
    JSON: { Input: unknown; Output: unknown };
    /** A router's representation of an entity. */
    _Any: { Input: unknown; Output: unknown };
  };
}

export function createBuilder() {
  const builder = new SchemaBuilder<GraphTypes>({
    plugins: [RelayPlugin],
    relay: {
      cursorType: 'String',
      brandLoadedObjects: false,
      encodeGlobalID: (type, id) => encodeGlobalId(type, String(id)),
      decodeGlobalID: decodeGlobalId,
      nodeTypeOptions: { description: 'An object that can be fetched again by its global id.' },
      pageInfoTypeOptions: { description: 'Where a window lies in its list.' },
      hasNextPageFieldOptions: { description: 'Whether the list goes on after the last edge.' },
      hasPreviousPageFieldOptions: {
        description: 'Whether the list has edges before the first one.',
      },
      startCursorFieldOptions: {
        description: 'Cursor of the first edge; null when there is none.',
      },
      endCursorFieldOptions: { description: 'Cursor of the last edge; null when there is none.' },
      firstArgOptions: { description: 'At most this many, from the beginning or after "after".' },
      afterArgOptions: { description: 'Cursor of an edge: what follows it.' },
      lastArgOptions: { description: 'At most this many, from the end or before "before".' },
      beforeArgOptions: { description: 'Cursor of an edge: what stands before it.' },
      idFieldOptions: { description: 'Global id: opaque, stable, accepted by node and nodes.' },
      nodeQueryOptions: false,
      nodesQueryOptions: false,
    },
  });
  builder.addScalarType('DateTime', dateTimeScalar);
  builder.addScalarType('Date', dateScalar);
  builder.addScalarType('EmailAddress', emailAddressScalar);
  builder.addScalarType('URL', urlScalar);
  builder.addScalarType('JSON', jsonScalar);
  return builder;
}

export type Builder = ReturnType<typeof createBuilder>;

export type Types = PothosSchemaTypes.ExtendDefaultTypes<GraphTypes>;
export type Ref<Shape> = ObjectRef<Types, Shape>;
/** Reference to a type that another file implements. */
export type OpenRef<Shape> = ImplementableObjectRef<Types, Shape>;

/** annualRevenue → ANNUAL_REVENUE */
export function toScreamingSnakeCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/** Nullability of a list from upstream: it may be wrong as a whole, and each of its items by itself. */
export const wireList = { list: true, items: true } as const;
