/**
 * An order of CRM records by something that the CRM does not know. It stands in orderBy like a
 * field; the list at the root takes it out, and ranks all records of its filter.
 */

import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import type { GraphContext } from '../context.ts';
import type { Place } from '../plan/cost.ts';
import type { ChildWindow } from './child-window.ts';
import type { Order } from './order.ts';
import type { CrmRow } from './row.ts';

/** Pages of 2,000 records that a list is ranked over. */
export const mostRankedPages = 5;

export interface OuterOrder {
  /** Its member of orderBy. */
  readonly name: 'callCount';
  readonly description: string;
  /** By the API name of the objects that can be ordered so. */
  readonly inputs: ReadonlyMap<string, InputRef<object>>;
  /** Adds what finding out the figures costs, the records apart. */
  readonly cost: (place: Place, object: CrmObject, given: object) => void;
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
  /** Told of the connection that shows the records, so that its fields can say more. */
  readonly shown: (connection: object, info: GraphQLResolveInfo) => Promise<void>;
}

export interface OuterOrderGiven {
  readonly given: object;
  readonly direction: 'asc' | 'desc';
}

/** What is not the CRM's in an orderBy; null for an order by fields. @throws UserInputError where both stand there. */
export function outerOrderOf(
  { name }: OuterOrder,
  orderBy: readonly Order[] | null | undefined,
): OuterOrderGiven | null {
  const keys = orderBy ?? [];
  const key = keys.find((one) => (one[name] ?? null) !== null);
  if (key === undefined) return null;
  if (keys.length > 1 || (key.field ?? null) !== null)
    throw new UserInputError(`Expected ${name} to be all of orderBy, got other keys beside it.`);
  return { given: key[name]!, direction: key.direction ?? 'asc' };
}
