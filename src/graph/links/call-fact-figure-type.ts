/** Types of figures by a fact of own calls: groups of records, their keys and measures. */

import type { EnumRef } from '@pothos/core';
import { prefetched } from '../../engine/plan/field-cost.ts';
import { UserInputError } from '../../errors.ts';
import type { Coverage } from '../../participants/call-query.ts';
import type { Ref, Types } from '../builder.ts';
import type { TypeRegistry } from '../type-registry.ts';
import {
  type FactFigures,
  type FactGroup,
  type FactGroupField,
  type FactKey,
  groupField,
  groupFieldNames,
  percentileOf,
} from './call-fact-figure.ts';

type GroupFieldEnum = EnumRef<Types, FactGroupField>;

export function createGroupField({ builder }: TypeRegistry): GroupFieldEnum {
  return builder.enumType('CallFactGroupField', {
    description: 'What records are grouped by, beside a fact of their calls.',
    values: Object.fromEntries(
      groupFieldNames.map((name) => {
        const { description, of } = groupField(name);
        const alone = of === undefined ? '' : ' Of deals alone.';
        return [name, { value: name as FactGroupField, description: `${description}${alone}` }];
      }),
    ),
  });
}

function createKey({ builder }: TypeRegistry, field: GroupFieldEnum): Ref<FactKey> {
  return builder.objectRef<FactKey>('CallFactGroupKey').implement({
    description: 'One thing that the records of a group have in common.',
    fields: (t) => ({
      field: t.expose('field', { type: field, nullable: false, description: 'What it is.' }),
      value: t.exposeString('value', {
        description:
          'The common value as text: a name, a word, a bucket such as 3–5; null for records without one.',
      }),
      upstreamId: t.string({
        description: 'Id in the CRM of the user, of OWNER and MANAGER; null for other fields.',
        resolve: ({ id }) => id ?? null,
      }),
      from: t.float({
        description:
          'Where the bucket begins, of FACT; null for other fields, and below the first bound.',
        resolve: ({ from }) => (from === undefined || from === -Infinity ? null : from),
      }),
      to: t.float({
        description:
          'Where the next bucket begins, of FACT; null for other fields, and for the last one.',
        resolve: ({ to }) => to ?? null,
      }),
    }),
  });
}

function createGroup({ builder }: TypeRegistry, key: Ref<FactKey>): Ref<FactGroup> {
  return builder.objectRef<FactGroup>('CallFactGroup').implement({
    description: 'Records that have something in common, and the fact over them.',
    fields: (t) => ({
      keys: t.field({
        type: [key],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'What they have in common, in the order of groupBy.',
        resolve: ({ keys }) => [...keys],
      }),
      count: t.int({
        nullable: false,
        description: 'How many records.',
        resolve: ({ values }) => values.length,
      }),
      calls: t.exposeInt('calls', {
        nullable: false,
        description:
          'How many calls they have together; one that is linked to several counts for each.',
      }),
      sum: t.float({
        nullable: false,
        description: 'Sum of the fact.',
        resolve: ({ values }) => sumOf(values),
      }),
      mean: t.float({
        nullable: false,
        description: 'Mean of the fact.',
        resolve: ({ values }) => sumOf(values) / values.length,
      }),
      median: t.float({
        nullable: false,
        description: 'Median of the fact.',
        resolve: ({ values }) => percentileOf(values, 50),
      }),
      percentile: t.float({
        nullable: false,
        description: 'Percentile of the fact, by linear interpolation between the nearest ranks.',
        args: { p: t.arg.float({ required: true, description: 'Which, from 0 to 100.' }) },
        resolve({ values }, { p }) {
          if (p < 0 || p > 100) throw new UserInputError(`Expected p from 0 to 100, got ${p}.`);
          return percentileOf(values, p);
        },
      }),
      perCall: t.float({
        description:
          'Sum of the fact divided by their calls: of HEARD the share of calls in which it was heard. Null without calls.',
        resolve: ({ values, calls }) => (calls === 0 ? null : sumOf(values) / calls),
      }),
      shareOfAll: t.float({
        nullable: false,
        description: 'Share of the records of all groups that are in this one.',
        resolve: ({ values, ofAll }) => values.length / ofAll,
      }),
      shareOfGroup: t.float({
        nullable: false,
        description:
          'Share of the records that have all keys but the last in common: with groupBy [FACT, RESULT], of WON the win rate of its bucket.',
        resolve: ({ values, ofGroup }) => values.length / ofGroup,
      }),
    }),
  });
}

export function createFigures(
  graph: TypeRegistry,
  field: GroupFieldEnum,
  coverage: Ref<Coverage>,
): Ref<FactFigures> {
  const group = createGroup(graph, createKey(graph, field));
  return graph.builder.objectRef<FactFigures>('CallFactGroups').implement({
    description:
      'Records counted and measured by a fact of their own calls. Those that lack the fact are in no group, nor those whose calls may begin before the index does; both are counted.',
    fields: (t) => ({
      groups: t.field({
        type: [group],
        cost: prefetched,
        nullable: { list: false, items: false },
        description: 'The groups, in the order of their keys.',
        resolve: ({ groups }) => [...groups],
      }),
      totalCount: t.int({
        nullable: false,
        description: 'How many groups there are.',
        resolve: ({ groups }) => groups.length,
      }),
      rows: t.exposeInt('rows', {
        nullable: false,
        description: 'How many records the figures rest on.',
      }),
      withoutFact: t.exposeInt('withoutFact', {
        nullable: false,
        description:
          'Records left out because they lack the fact: without a call, or without one that was measured.',
      }),
      beforeCoverage: t.exposeInt('beforeCoverage', {
        nullable: false,
        description:
          'Records left out because their calls may begin before `coverage.completeFrom`; see CallFacts.isComplete.',
      }),
      coverage: t.expose('coverage', {
        type: coverage,
        nullable: false,
        description: 'How complete the index is.',
      }),
    }),
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
