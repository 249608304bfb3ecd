/** How a record of one system was found to belong to one of the other. */

import type { EnumRef } from '@pothos/core';
import type { CrmContext } from '../../records/calls/call.ts';
import { normalizeCrmId } from '../../records/crm/id.ts';
import type { Builder } from '../builder.ts';
import type { CrmRow } from '../crm/row.ts';
import { type CrmType, type CrmTypes, crmType } from '../crm/type.ts';
import type { Ref, Types } from '../graph.ts';

export type MatchReason = 'EMAIL' | 'CRM_CONTEXT' | 'USER';

export function createMatchReason(builder: Builder): EnumRef<Types, MatchReason> {
  return builder.enumType('MatchReason', {
    description: 'How two things of different systems were found to belong together.',
    values: {
      EMAIL: { description: 'They carry the same e-mail address, capitals and blanks aside.' },
      CRM_CONTEXT: { description: 'The call-analytics platform itself linked the CRM record.' },
      USER: { description: 'A user of the platform took part.' },
    },
  });
}

/** A record of the CRM with the ways it was found. */
export interface RecordMatch {
  readonly record: CrmRow;
  readonly matchedBy: readonly MatchReason[];
}

/** By the object's API name. */
export type MatchTypes = ReadonlyMap<string, Ref<RecordMatch>>;

/** Objects that things of the call-analytics platform can belong to. */
export const matchedObjects = ['Account', 'Contact', 'Lead', 'Opportunity', 'User'] as const;

export function createMatchTypes(
  builder: Builder,
  types: CrmTypes,
  reason: EnumRef<Types, MatchReason>,
): MatchTypes {
  return new Map(
    matchedObjects.map((object) => [object, matchType(builder, reason, crmType(types, object))]),
  );
}

function matchType(
  builder: Builder,
  reason: EnumRef<Types, MatchReason>,
  type: CrmType,
): Ref<RecordMatch> {
  const { typeName } = type.object;
  return builder.objectRef<RecordMatch>(`${typeName}Match`).implement({
    description: `A ${typeName} that belongs to something of the call-analytics platform, and why.`,
    fields: (t) => ({
      matchedBy: t.field({
        type: [reason],
        nullable: { list: false, items: false },
        description: 'Every way it was found.',
        resolve: (match) => [...match.matchedBy],
      }),
      record: t.field({
        type: type.row,
        nullable: false,
        description: 'The record.',
        resolve: (match) => match.record,
      }),
    }),
  });
}

/** Ids of one object among the CRM records the platform linked, ascending, each once. */
export function linkedIds(
  context: readonly CrmContext[] | undefined,
  objectType: string,
): readonly string[] {
  const ids = (context ?? [])
    .flatMap((one) => one.objects ?? [])
    .filter((object) => object.objectType === objectType)
    .map((object) => normalizeCrmId(String(object.objectId)))
    .filter((id) => id !== null);
  return [...new Set(ids)].sort();
}

/** Matches of both kinds as one list: what the platform linked first, then by id. */
export function mergeMatches(
  byContext: readonly CrmRow[],
  byEmail: readonly CrmRow[],
): RecordMatch[] {
  const emails = new Set(byEmail.map((row) => row.id));
  const linked = new Set(byContext.map((row) => row.id));
  const first = byContext.map(
    (record): RecordMatch => ({
      record,
      matchedBy: emails.has(record.id) ? ['CRM_CONTEXT', 'EMAIL'] : ['CRM_CONTEXT'],
    }),
  );
  const rest = byEmail
    .filter((row) => !linked.has(row.id))
    .map((record): RecordMatch => ({ record, matchedBy: ['EMAIL'] }));
  return [...first, ...rest];
}
