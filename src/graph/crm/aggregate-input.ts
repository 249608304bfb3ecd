/** Aggregate inputs of an object, from its declaration: fields to group records by, and conditions on the groups. */

import type { EnumRef, InputRef } from '@pothos/core';
import { isLongText } from '../../contract/crm/declaration.ts';
import type { CrmField, CrmObject } from '../../contract/crm/model.ts';
import type { Types } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import type { FieldComparison, Having } from './aggregate.ts';
import type { ComparatorInputs } from './comparator.ts';
import { fieldValues } from './order.ts';

export const numeric = new Set(['int', 'double', 'currency', 'percent']);
const uncountable = new Set(['multipicklist', 'address', 'base64']);
/** Types of measures, by which the CRM can't group. */
const ungroupable = new Set(['double', 'currency', 'percent']);

export const isCountable = ({ spec }: CrmField) => !uncountable.has(spec.type) && !isLongText(spec);

export function groupFieldEnum(graph: TypeRegistry, object: CrmObject): EnumRef<Types, string> {
  const groupable = object.fields.filter(
    (field) => isCountable(field) && !ungroupable.has(field.spec.type),
  );
  return graph.builder.enumType(`${object.typeName}GroupField`, {
    description: `What ${object.name} records can be grouped by.`,
    values: fieldValues(groupable),
  });
}

export function havingInput(
  graph: TypeRegistry,
  object: CrmObject,
  comparators: ComparatorInputs,
): InputRef<Having> {
  const numbers = object.fields.filter((field) => numeric.has(field.spec.type));
  const comparison =
    numbers.length === 0 ? null : comparisonInput(graph, object, numbers, comparators);
  return graph.builder.inputRef<Having>(`${object.typeName}Having`).implement({
    description: `Which groups of ${object.name} records to keep; everything given must hold.`,
    fields: (t) => ({
      count: t.field({
        type: comparators.Int,
        description: 'How many records a group has to have.',
      }),
      ...(comparison === null
        ? {}
        : {
            sum: t.field({
              type: [comparison],
              description: 'Between which bounds sums over a group have to lie.',
            }),
            avg: t.field({
              type: [comparison],
              description: 'Between which bounds means over a group have to lie.',
            }),
          }),
    }),
  });
}

function comparisonInput(
  graph: TypeRegistry,
  object: CrmObject,
  numbers: readonly CrmField[],
  comparators: ComparatorInputs,
): InputRef<FieldComparison> {
  const measured = graph.builder.enumType(`${object.typeName}NumberField`, {
    description: `What can be added up of ${object.name} records.`,
    values: fieldValues(numbers),
  });
  return graph.builder.inputRef<FieldComparison>(`${object.typeName}GroupComparison`).implement({
    description: `Compares a measure of ${object.name} groups.`,
    fields: (t) => ({
      field: t.field({ type: measured, required: true, description: 'Field measured.' }),
      value: t.field({ type: comparators.Float, required: true, description: 'Comparators.' }),
    }),
  });
}
