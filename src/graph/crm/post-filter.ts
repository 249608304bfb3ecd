/** Post-filters: conditions on CRM records that the CRM can't evaluate. A list takes them out of its filter and tests the records that the other conditions leave. */

import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { CrmModel, CrmObject, CrmRelationship } from '../../contract/crm/model.ts';
import { isObject } from '../../contract/wire/json.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import type { Condition } from '../../soql/query.ts';
import type { ChildWindow } from './child-window.ts';
import { CrmRow, crmRow } from './crm-row.ts';

/** A filter as a client sends it, by field. */
export type Filter = { readonly [field: string]: unknown };

export interface PostFilter {
  /** Its field in the filter. */
  readonly name: string;
  readonly description: string;
  /** By the API name of the objects whose filter has it. */
  readonly inputs: ReadonlyMap<string, InputRef<unknown>>;
  /** Adds the cost of the condition in a list's filter. */
  readonly cost: (
    fieldPlace: FieldPlace,
    object: CrmObject,
    input: NonNullable<unknown>,
    /** Index of the condition in the filter. */
    at: number,
  ) => void;
  /**
   * Test of a condition in a filter; null where it does not restrict. All tests of a filter must
   * hold.
   * @throws UserInputError for contradictions
   */
  readonly test: (
    context: GraphContext,
    object: CrmObject,
    input: NonNullable<unknown>,
  ) => RowTest | null;
}

/** A condition for one list. */
export interface RowTest {
  /** In a canonical spelling: cursors are bound to it. */
  readonly text: string;
  /** Fields and children a record has to bring along. */
  readonly paths: readonly string[];
  readonly windows: readonly ChildWindow[];
  /**
   * Prefilter: a CRM condition that every record passing the test meets; undefined where there is
   * none. Called again before each stretch of the list: what costs a call can wait until `read`
   * stretches were not enough.
   */
  readonly narrow: (read: number) => Promise<Condition | undefined>;
  /** Tests the records, one result for each. */
  readonly accept: (rows: readonly CrmRow[]) => Promise<readonly boolean[]>;
  /** Called with the connection of the accepted rows, for its additional fields, and to report it incomplete. */
  readonly shown: (connection: object, info: GraphQLResolveInfo) => Promise<void>;
}

/** Filter of a list with its possible post-filters. */
export interface FilteredList {
  readonly filter?: Filter | null | undefined;
  readonly outer?: readonly PostFilter[];
}

/** A condition that was taken out of a filter. */
interface OuterCondition {
  readonly name: string;
  readonly input: NonNullable<unknown>;
  /** The references from the list's records to the ones it is about; none where it is about them. */
  readonly via: readonly CrmRelationship[];
  readonly object: CrmObject;
}

interface SplitFilter {
  readonly filter: Filter | null;
  readonly outer: readonly OuterCondition[];
}

/** Takes the conditions of these names out of the top of a filter, out of its `and` and out of the filters of single parents. */
export function splitFilter(
  model: CrmModel,
  object: CrmObject,
  filter: Filter | null | undefined,
  names: ReadonlySet<string>,
): SplitFilter {
  const outer: OuterCondition[] = [];
  const strip = (from: Filter, of: CrmObject, via: readonly CrmRelationship[]): Filter =>
    Object.fromEntries(
      Object.entries(from).flatMap(([name, argument]) => {
        if (argument === null || argument === undefined) return [];
        if (name === 'and')
          return [[name, (argument as Filter[]).map((filter) => strip(filter, of, via))]];
        if (names.has(name)) {
          outer.push({ name, input: argument, via, object: of });
          return [];
        }
        const parent = of.relationships.find(
          ({ graphName, polymorphic }) => graphName === name && !polymorphic,
        );
        const target = parent && model.object(parent.targets[0]);
        if (parent === undefined || target === undefined) return [[name, argument]];
        return [[name, strip(argument as Filter, target, [...via, parent])]];
      }),
    );
  return { filter: filter ? strip(filter, object, []) : null, outer };
}

/** The test of a parent as one of the records that lead to it. One without the parent does not pass. */
function testVia(model: CrmModel, { via }: OuterCondition, test: RowTest): RowTest {
  if (via.length === 0) return test;
  const path = via.map(({ name }) => name).join('.');
  return {
    text: `${path}: ${test.text}`,
    paths: ['Id', ...test.paths].map((inner) => `${path}.${inner}`),
    // Children of a parent don't come with the statement: the test reads them by the parent's id.
    windows: [],
    narrow: async () => undefined,
    async accept(rows) {
      const parents = rows.map((row) => parentOf(model, row, via));
      const present = parents.filter((row) => row !== null);
      const accepted = await test.accept(present);
      const passed = new Set(present.filter((_row, at) => accepted[at]));
      return parents.map((row) => row !== null && passed.has(row));
    },
    shown: test.shown,
  };
}

/** @throws SwitchboardError for a parent that lost its id. */
function parentOf(model: CrmModel, row: CrmRow, via: readonly CrmRelationship[]): CrmRow | null {
  let values: unknown = row.values;
  for (const { name } of via) {
    values = isObject(values) ? values[name] : null;
    if (values === undefined) throw missingUpstreamField(name);
    if (values instanceof Error) throw values;
  }
  if (!isObject(values)) return null;
  const parent = crmRow(model.declaredObject(via.at(-1)!.targets[0]), values);
  if (parent === null) throw invalidUpstreamValue('a record with its Id', values.Id);
  return parent;
}

/** The CRM's part of a filter, and what tests its records besides. */
export function testsOf(
  context: GraphContext,
  object: CrmObject,
  { filter, outer = [] }: FilteredList,
): { readonly filter: Filter | null; readonly tests: readonly RowTest[] } {
  const names = new Set(outer.map((condition) => condition.name));
  const split = splitFilter(context.model, object, filter, names);
  return { filter: split.filter, tests: madeTests(context, split.outer, outer) };
}

/** Tests belong to one request: what they have found out holds for it alone. */
export const madeTests = (
  context: GraphContext,
  conditions: readonly OuterCondition[],
  outer: readonly PostFilter[],
): readonly RowTest[] =>
  conditions.flatMap((condition) => {
    const { test } = outer.find(({ name }) => name === condition.name)!;
    const rowTest = test(context, condition.object, condition.input);
    return rowTest === null ? [] : testVia(context.model, condition, rowTest);
  });

/** Tests rows against all post-filters. */
export async function filterRows(
  tests: readonly RowTest[],
  rows: readonly CrmRow[],
): Promise<boolean[]> {
  const readable = rows.filter((row) => row instanceof CrmRow);
  const answers = await Promise.all(tests.map((test) => test.accept(readable)));
  const accepted = new Set(readable.filter((_row, i) => answers.every((answer) => answer[i])));
  // An unreadable row may match, so it stays.
  return rows.map((row) => !(row instanceof CrmRow) || accepted.has(row));
}
