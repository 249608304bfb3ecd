/**
 * Conditions on CRM records that something other than the CRM evaluates. They stand in the filter
 * of a list like any other; the list takes them out, and looks at the records the rest leaves.
 */

import type { InputRef } from '@pothos/core';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Condition } from '../../soql/query.ts';
import type { GraphContext } from '../context.ts';
import type { Place } from '../plan/cost.ts';
import type { ChildWindow } from './child-window.ts';
import type { CrmRow } from './row.ts';

/** A filter as a client sends it, by field. */
export type Filter = { readonly [field: string]: unknown };

export interface OuterCondition {
  /** Its field in the filter. */
  readonly name: string;
  readonly description: string;
  /** By the API name of the objects whose filter has it. */
  readonly inputs: ReadonlyMap<string, InputRef<unknown>>;
  /** Adds what the list costs more for what stands in its filter. */
  readonly cost: (place: Place, object: CrmObject, given: readonly NonNullable<unknown>[]) => void;
  /**
   * The test of what stands in a filter; null where it does not restrict. All tests of a filter must hold.
   * @throws UserInputError for what contradicts itself.
   */
  readonly test: (
    context: GraphContext,
    object: CrmObject,
    given: NonNullable<unknown>,
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
   * A condition of the CRM that no record fails which passes the test; undefined where there is
   * none. Asked again before each stretch of the list: what costs a call can wait until `read`
   * stretches were not enough.
   */
  readonly narrow: (read: number) => Promise<Condition | undefined>;
  /** Which of the records pass, one answer for each. */
  readonly keep: (rows: readonly CrmRow[]) => Promise<readonly boolean[]>;
  /** Told of the connection that shows what was kept, so that its fields can say more. */
  readonly shown: (connection: object) => void;
}

interface SplitFilter {
  readonly filter: Filter | null;
  /** What was taken out, by name. */
  readonly outer: ReadonlyMap<string, readonly NonNullable<unknown>[]>;
}

/** Takes the conditions of these names out of the top of a filter and out of its `and`. */
export function splitFilter(
  filter: Filter | null | undefined,
  names: ReadonlySet<string>,
): SplitFilter {
  const outer = new Map<string, NonNullable<unknown>[]>();
  const strip = (from: Filter): Filter =>
    Object.fromEntries(
      Object.entries(from).flatMap(([name, given]) => {
        if (given === null || given === undefined) return [];
        if (name === 'and') return [[name, (given as Filter[]).map(strip)]];
        if (!names.has(name)) return [[name, given]];
        outer.set(name, [...(outer.get(name) ?? []), given]);
        return [];
      }),
    );
  return { filter: filter ? strip(filter) : null, outer };
}
