/**
 * An order of CRM records by something that the CRM does not know. It stands in orderBy like a
 * field; the list at the root takes it out, and ranks all records of its filter.
 */

import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../context.ts';
import type { FieldPlace } from '../plan/cost.ts';
import type { ChildWindow } from './child-window.ts';
import type { CrmRow } from './crm-row.ts';

/** Pages of 2,000 records that a list is ranked over. */
export const mostRankedPages = 5;

export interface RankedOrder {
  /** Its member of orderBy. */
  readonly name: 'callCount';
  readonly description: string;
  /** By the API name of the objects that can be ordered so. */
  readonly inputs: ReadonlyMap<string, InputRef<object>>;
  /** Adds what finding out the figures costs, the records apart. */
  readonly cost: (place: FieldPlace, object: CrmObject, given: object) => void;
  /** @throws UserInputError for what contradicts itself. */
  readonly rank: (context: GraphContext, object: CrmObject, given: object) => RowRank;
}

/** An order for one list. */
export interface RowRank {
  /** In a canonical spelling: cursors are bound to it. */
  readonly text: string;
  /** Fields and children a record has to bring along. */
  readonly paths: readonly string[];
  readonly windows: readonly ChildWindow[];
  /** The figure of each record. */
  readonly measure: (rows: readonly CrmRow[]) => Promise<readonly number[]>;
  /** Called with the connection that shows the records, for its additional fields. */
  readonly shown: (connection: object, info: GraphQLResolveInfo) => Promise<void>;
}

export interface ComputedOrderArgs {
  readonly given: object;
  readonly direction: 'asc' | 'desc';
}
