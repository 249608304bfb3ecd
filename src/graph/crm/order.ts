/** Order inputs of CRM records: an enum of sortable fields per object, ties broken by Id; or a ranking by a value outside the CRM, which reads all records of the filter. */

import type { EnumRef, InputRef } from '@pothos/core';
import { currencyField } from '../../contract/crm/common-field.ts';
import type { CrmField, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { UserInputError } from '../../errors.ts';
import type { OrderKey } from '../../fetch/keyset-position.ts';
import { type Builder, type Types, toScreamingSnakeCase } from '../builder.ts';
import type { CrmRow } from './crm-row.ts';
import type { RowTest } from './post-filter.ts';
import { keyType } from './sort-key.ts';

export interface Order {
  /** Wire name. */
  readonly field?: string | null;
  /** Order by a figure that the CRM does not know: see `RankedOrder`. */
  readonly callCount?: object | null;
  readonly direction?: 'asc' | 'desc' | null;
  readonly nulls?: 'first' | 'last' | null;
}

export type OrderInputs = ReadonlyMap<string, InputRef<Order>>;

export type OrderDirection = EnumRef<Types, 'asc' | 'desc'>;

export function createOrderDirection(builder: Builder): OrderDirection {
  return builder.enumType('OrderDirection', {
    description: 'Which end comes first.',
    values: {
      ASC: { value: 'asc' as const, description: 'Smallest first.' },
      DESC: { value: 'desc' as const, description: 'Greatest first.' },
    },
  });
}

export function createOrderInputs(
  builder: Builder,
  model: CrmModel,
  direction: OrderDirection,
  outer: RankedOrder,
): OrderInputs {
  const nulls = builder.enumType('OrderNulls', {
    description: 'Where records without a value go.',
    values: {
      FIRST: { value: 'first' as const, description: 'Before all others.' },
      LAST: { value: 'last' as const, description: 'After all others.' },
    },
  });
  return new Map(
    model.objects.map((object) => {
      const field = builder.enumType(`${object.typeName}OrderField`, {
        description: `What ${object.name} records can be ordered by.`,
        values: fieldValues(object.fields.filter(({ spec }) => keyType(spec) !== null)),
      });
      const ranking = outer.inputs.get(object.name);
      const input = builder.inputRef<Order>(`${object.typeName}Order`).implement({
        description: `One key of an order of ${object.name} records. The id breaks ties.`,
        fields: (t) => ({
          field: t.field({
            type: field,
            required: ranking === undefined,
            description:
              ranking === undefined
                ? 'Field to order by.'
                : `Field to order by; required unless ${outer.name} is given.`,
          }),
          ...(ranking && {
            [outer.name]: t.field({ type: ranking, description: outer.description }),
          }),
          direction: t.field({
            type: direction,
            defaultValue: 'asc',
            description: 'Ascending unless said otherwise.',
          }),
          nulls: t.field({
            type: nulls,
            description: 'First unless said otherwise, as the CRM has it.',
          }),
        }),
      });
      return [object.name, input] as const;
    }),
  );
}

/** Fields as values of an enum. */
export function fieldValues(fields: readonly CrmField[]) {
  return Object.fromEntries(
    fields.map(({ name, graphName, spec }) => [
      toScreamingSnakeCase(graphName),
      { value: name, description: spec.description },
    ]),
  );
}

/**
 * Sort keys of an order without the tie-break, which paging adds. Fields whose order no condition
 * can express, such as picklists, are not offered.
 * @throws UserInputError for a computed order, which only root lists take
 */
export function orderKeys(
  object: CrmObject,
  order: readonly Order[] | null | undefined,
): OrderKey[] {
  const hasCurrency = object.fields.some(({ name }) => name === currencyField);
  return (order ?? []).flatMap(({ field: name, callCount, direction, nulls }) => {
    if ((callCount ?? null) !== null)
      throw new UserInputError(
        'Expected "field" in this orderBy: only lists at the root are ordered by callCount.',
      );
    if ((name ?? null) === null) throw new UserInputError('Expected "field" in orderBy, got none.');
    const field = object.fields.find((candidate) => candidate.name === name);
    const type = field === undefined ? null : keyType(field.spec);
    if (field === undefined || type === null) return [];
    return {
      path: field.name,
      type,
      direction: direction ?? 'asc',
      nulls: nulls ?? 'first',
      nullable: field.spec.required !== true,
      ...(field.spec.type === 'currency' && hasCurrency && { currency: currencyField }),
    };
  });
}

/** Computed order in an orderBy; null for an order by fields. @throws UserInputError for both at once */
export function computedOrderOf(
  { name }: RankedOrder,
  orderBy: readonly Order[] | null | undefined,
): ComputedOrderArgs | null {
  const keys = orderBy ?? [];
  const key = keys.find((order) => (order[name] ?? null) !== null);
  if (key === undefined) return null;
  if (keys.length > 1 || (key.field ?? null) !== null)
    throw new UserInputError(`Expected ${name} to be all of orderBy, got other keys beside it.`);
  return { input: key[name]!, direction: key.direction ?? 'asc' };
}

export interface RankedOrder {
  /** Its member of orderBy. */
  readonly name: 'callCount';
  readonly description: string;
  /** By the API name of the objects that can be ordered so. */
  readonly inputs: ReadonlyMap<string, InputRef<object>>;
  /** Adds what finding out the figures costs, the records apart. */
  readonly cost: (fieldPlace: FieldPlace, object: CrmObject, input: object) => void;
  /** @throws UserInputError for what contradicts itself. */
  readonly rank: (context: GraphContext, object: CrmObject, input: object) => RowRank;
}

/** An order for one list. */
export interface RowRank extends Pick<RowTest, 'text' | 'paths' | 'windows' | 'shown'> {
  /** The figure of each record; null leaves it out. */
  readonly measure: (rows: readonly CrmRow[]) => Promise<readonly (number | null)[]>;
}

export interface ComputedOrderArgs {
  readonly input: object;
  readonly direction: 'asc' | 'desc';
}
