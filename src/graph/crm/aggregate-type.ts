/** Aggregate types of an object, from its declaration: groups, their keys and measures, and the root fields. */

import type { EnumRef } from '@pothos/core';
import type { CrmField, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isNoText } from '../../contract/wire/json.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import { typedUrlOf } from '../../contract/wire/url-reader.ts';
import { prefetched } from '../../engine/plan/field-cost.ts';
import { UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Ref, Types } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  type AggregateArgs,
  type AggregateFunction,
  aggregate,
  aggregateCost,
  maxGroups,
  measureAlias,
  measuredName,
  measureTypeName,
  usualGroups,
} from './aggregate.ts';
import { currencyOfGroup } from './aggregate-currency.ts';
import { groupFieldEnum, havingInput, isCountable, numeric } from './aggregate-input.ts';
import { countAlias, type GroupBy, type GroupRow, groupValue, keyAlias } from './aggregate-key.ts';
import type { ComparatorInputs } from './comparator.ts';
import { type GroupPeriod, periodDescriptions } from './group-period.ts';
import type { CrmShared } from './object-type.ts';
import { linkReference } from './reference.ts';

/** One key of a group. */
interface GroupKey {
  readonly field: CrmField;
  readonly by: GroupPeriod | null;
  readonly value: unknown;
}

interface SharedAggregateTypes {
  readonly period: EnumRef<Types, GroupPeriod>;
  readonly key: Ref<GroupKey>;
}

const timed = new Set(['date', 'datetime']);
export function defineAggregates(
  graph: TypeRegistry,
  shared: CrmShared,
  comparators: ComparatorInputs,
  rootName: (object: CrmObject) => string,
): void {
  const types = sharedTypes(graph, shared);
  for (const object of graph.model.objects) {
    const group = groupType(graph, object, types);
    const fields = groupFieldEnum(graph, object);
    const groupBy = graph.builder.inputRef<GroupBy>(`${object.typeName}GroupBy`).implement({
      description: `One thing groups of ${object.name} records have in common.`,
      fields: (t) => ({
        field: t.field({ type: fields, required: true, description: 'Field to group by.' }),
        by: t.field({ type: types.period, description: 'Which part of a time.' }),
      }),
    });
    const having = havingInput(graph, object, comparators);
    graph.builder.queryField(`${rootName(object)}Aggregate`, (t) =>
      t.field({
        type: [group],
        cost: aggregateCost(object),
        nullable: { list: true, items: false },
        description: `${object.name} records counted and measured by the CRM, largest groups first; one group of all without groupBy.`,
        args: {
          filter: t.arg({
            type: getOrThrow(shared.filters, object.name),
            description: 'Which records.',
          }),
          groupBy: t.arg({ type: [groupBy], description: 'What the groups have in common.' }),
          having: t.arg({ type: having, description: 'Which groups to keep.' }),
          first: t.arg.int({
            defaultValue: usualGroups,
            description: `At most this many groups, up to ${maxGroups}.`,
          }),
        },
        resolve: (_root, args, context, info) => {
          const first = args.first ?? usualGroups;
          if (first < 0 || first > maxGroups) {
            throw new UserInputError(`Expected first from 0 to ${maxGroups}, got ${first}.`);
          }
          if (first === 0) return [];
          return aggregate(context, info, object, { ...args, first } as AggregateArgs);
        },
      }),
    );
  }
}

function sharedTypes({ builder }: TypeRegistry, shared: CrmShared): SharedAggregateTypes {
  const period = builder.enumType('GroupPeriod', {
    description: 'The part of a time that records are grouped by.',
    values: Object.fromEntries(
      Object.entries(periodDescriptions).map(([value, description]) => [
        value.replace(/([A-Z])/g, '_$1').toUpperCase(),
        { value: value as GroupPeriod, description },
      ]),
    ),
  });
  const key = builder.objectRef<GroupKey>('GroupKey').implement({
    description: 'One thing the records of a group have in common.',
    fields: (t) => ({
      field: t.string({
        nullable: false,
        description: 'Name of the field.',
        resolve: (row) => row.field.graphName,
      }),
      by: t.expose('by', {
        type: period,
        description: 'The part of the time; null for plain fields.',
      }),
      value: t.string({
        description: 'The common value as text; null for records without one.',
        resolve: ({ value, field }) => {
          if (value === null || value === undefined) return null;
          if (field.spec.type === 'url') return typedUrlOf(value);
          if (typeof value === 'object' || isNoText(value))
            throw invalidUpstreamValue('a text, a number or a truth', value);
          return String(value);
        },
      }),
      number: t.float({
        description: 'The common value where it is a number, as for years and months.',
        resolve: (row) => (typeof row.value === 'number' ? row.value : null),
      }),
      record: t.field({
        type: shared.record,
        description: 'The record the common value names, where the field is a reference.',
        resolve: (row, _args, context, info) =>
          row.field.spec.type === 'reference' && typeof row.value === 'string'
            ? linkReference(context, info, row.value)
            : null,
      }),
    }),
  });
  return { period, key };
}

function groupType(
  graph: TypeRegistry,
  object: CrmObject,
  types: SharedAggregateTypes,
): Ref<GroupRow> {
  const numbers = object.fields.filter((field) => numeric.has(field.spec.type));
  const measured = object.fields.filter(
    ({ spec }) => numeric.has(spec.type) || timed.has(spec.type),
  );
  // How many currencies there are is no question about records where there is one.
  const countable = object.fields.filter(
    (field) => isCountable(field) && field.spec.severalCurrencies !== true,
  );
  const sums = numbers.length === 0 ? null : measureType(graph, object, 'sum', numbers);
  const extremes = measureType(graph, object, 'max', measured);
  const distinct = measureType(graph, object, 'countDistinct', countable);
  return graph.builder.objectRef<GroupRow>(`${object.typeName}Group`).implement({
    description: `A group of ${object.name} records.`,
    fields: (t) => {
      const measure = (type: Ref<Measured>, name: AggregateFunction, description: string) =>
        t.field({ type, description, resolve: ({ values }) => ({ measure: name, values }) });
      return {
        keys: t.field({
          cost: prefetched,
          type: [types.key],
          nullable: { list: false, items: false },
          description: 'What the records have in common, in the order of groupBy.',
          resolve: (row) =>
            row.groupBy.map(({ field, by }, at) => ({
              field: object.fields.find((candidate) => candidate.name === field)!,
              by: by ?? null,
              value: groupValue(row, keyAlias(at)),
            })),
        }),
        count: t.int({
          nullable: false,
          description: 'How many records.',
          resolve: (row) => groupValue(row, countAlias) as number,
        }),
        ...(!hasCurrency(object)
          ? {}
          : {
              currencyIsoCode: t.string({
                description:
                  'ISO 4217 code of the currency that amounts of the group are in: the corporate currency of the organisation, into which the CRM converts them; of groups by currency their own where this CRM leaves them in it, which is tried once a day. Null where the CRM does not tell it.',
                resolve: (row, _args, context) => currencyOfGroup(context, row),
              }),
            }),
        ...(sums === null
          ? {}
          : {
              sum: measure(sums, 'sum', 'Sums.'),
              avg: measure(sums, 'avg', 'Means of the records that have a value.'),
            }),
        min: measure(extremes, 'min', 'Smallest values.'),
        max: measure(extremes, 'max', 'Greatest values.'),
        countDistinct: measure(distinct, 'countDistinct', 'How many different values.'),
      };
    },
  });
}

const hasCurrency = (object: CrmObject): boolean =>
  object.fields.some(({ spec }) => spec.severalCurrencies === true);

interface Measured {
  readonly measure: AggregateFunction;
  readonly values: Row;
}

/** Names of the measures' types; AVG shares the type of SUM, MIN that of MAX. */
const measureNames: Readonly<Record<AggregateFunction, string>> = {
  sum: 'Sums or means',
  avg: 'Sums or means',
  min: 'Smallest or greatest values',
  max: 'Smallest or greatest values',
  countDistinct: 'Numbers of different values',
};

function measureType(
  { builder }: TypeRegistry,
  object: CrmObject,
  measure: AggregateFunction,
  fields: readonly CrmField[],
): Ref<Measured> {
  return builder.objectRef<Measured>(measureTypeName(object, measure)).implement({
    description: `${measureNames[measure]} of ${object.name} records, field by field.`,
    fields: (t) =>
      Object.fromEntries(
        fields.map((field) => {
          const common = {
            description: field.spec.description,
            resolve: (row: Measured) =>
              groupValue(row, measureAlias(row.measure, field.name)) as never,
          };
          const { type } = field.spec;
          const time = type === 'date' ? 'Date' : 'DateTime';
          const inputType =
            measure === 'countDistinct'
              ? t.int(common)
              : timed.has(type)
                ? t.field({ ...common, type: time })
                : t.float(common);
          return [measuredName(field), inputType];
        }),
      ),
  });
}
