/** Match reasons: how a record of one system was matched with one of the other. */

import type { EnumRef } from '@pothos/core';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { normaliseEmail } from '../../contract/email-address.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  emailOf,
  idOf,
  listOf,
  objectOf,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import { prefetched } from '../../engine/plan/field-cost.ts';
import type { Builder, Ref, Types } from '../builder.ts';
import type { CrmRow } from '../crm/crm-row.ts';
import { type CrmType, type CrmTypes, crmType } from '../crm/type-reference.ts';

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
const matchedObjects = ['Account', 'Contact', 'Lead', 'Opportunity', 'User'] as const;

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
      record: t.expose('record', {
        type: type.row,
        cost: prefetched,
        nullable: false,
        description: 'The record.',
      }),
    }),
  });
}

const none: readonly string[] = [];

/**
 * Ids of one object among the CRM records the platform linked, ascending, each once.
 * @throws SwitchboardError for links of another form than documented.
 */
export function linkedIds(context: unknown, objectType: string): readonly string[] {
  return linkedByType(context).get(objectType) ?? none;
}

function linkedByType(context: unknown): ReadonlyMap<string, readonly string[]> {
  const byType = new Map<string, string[]>();
  const objects = (listOf(context) ?? []).flatMap(
    (entry) => listOf(objectOf<Row>(entry)?.objects) ?? [],
  );
  for (const object of objects) {
    const linked = objectOf<Row>(object);
    const objectType = textOf(linked?.objectType);
    const id = normalizeCrmId(idOf(linked?.objectId) ?? '');
    // Another CRM's, or none.
    if (id === null || objectType === null) continue;
    const ids = byType.get(objectType);
    if (ids === undefined) byType.set(objectType, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }
  for (const ids of byType.values()) ids.sort();
  return byType;
}

/** Keys by which a party is found in the CRM. */
export interface PartyKeys {
  /** Its address, where it has one that could be one. */
  readonly emails: readonly string[];
  /** Ids the platform linked, by object type, ascending. */
  readonly linked: ReadonlyMap<string, readonly string[]>;
}

/** @throws SwitchboardError for a party whose address or links can't be read. */
export const keysOf: (party: Row) => PartyKeys = memoizeByObject(
  ({ emailAddress, context }: Row) => {
    const email = normaliseEmail(emailOf(emailAddress));
    return { emails: email === null ? none : [email], linked: linkedByType(context) };
  },
);

/** Filters ids of this object. */
export function ownIds(
  model: CrmModel,
  object: CrmObject,
  ids: readonly string[],
): readonly string[] {
  return ids.length === 0 ? ids : ids.filter((id) => model.objectOfId(id) === object);
}

/** Matches of both kinds as one list: what the platform linked first, then by id. */
export function mergeMatches(
  byContext: readonly CrmRow[],
  byEmail: readonly CrmRow[],
): readonly RecordMatch[] {
  if (byContext.length === 0) return byEmail.map((record) => ({ record, matchedBy: email }));
  const emails = new Set(byEmail.map((row) => row.id));
  const linked = new Set(byContext.map((row) => row.id));
  return [
    ...byContext.map((record) => ({
      record,
      matchedBy: emails.has(record.id) ? contextAndEmail : context,
    })),
    ...byEmail.filter((row) => !linked.has(row.id)).map((record) => ({ record, matchedBy: email })),
  ];
}

const email: readonly MatchReason[] = ['EMAIL'];
const context: readonly MatchReason[] = ['CRM_CONTEXT'];
const contextAndEmail: readonly MatchReason[] = ['CRM_CONTEXT', 'EMAIL'];
