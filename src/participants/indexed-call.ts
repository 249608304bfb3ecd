/** Indexed calls: what the index stores of a call (its keys with their roles, times, columns, facets), and ids in sortable form. */

import { hash } from 'node:crypto';
import { normaliseEmail } from '../contract/email-address.ts';
import type { Row } from '../contract/wire/execute.ts';
import { idText } from '../contract/wire/upstream-value-reader.ts';
import { beginningOf } from '../errors.ts';
import { type Facet, facetsOf, outcomeOf, talkOf } from './call-facet.ts';
import {
  countOf,
  foldedText,
  instantMs,
  type Key,
  longestId,
  member,
  normaliseCrmId,
  normaliseUserId,
  rowList,
  shortText,
} from './match-key.ts';

/**
 * Sortable form of a call id, whose text order is the numeric order: a letter for the length goes
 * first.
 * @example
 * sortableId('99') // → 'C99'
 * sortableId('99') < sortableId('100') // → true
 */
export function sortableId(id: string): string {
  return String.fromCharCode(0x41 + Math.min(id.length, longestId)) + id;
}

/**
 * Reverses sortableId.
 * @example originalId('C99') // → '99'
 */
export function originalId(sortable: string): string {
  return sortable.slice(1);
}

/** Roles of a participant, as bits of a mask. */
const roleBits = { HOST: 1, INVITEE: 2, ATTENDEE: 4 } as const;

export type Role = keyof typeof roleBits;

/** Participation of a key in a call. `partyId` is null where the key belongs to the call itself. */
export interface Participation {
  readonly partyId: string | null;
  readonly affiliation: string | null;
  /** Mask of roleBits. */
  readonly roles: number;
}

/** A key of a call with all parties that have it (two people may share an address). */
export interface KeyedParts extends Key {
  readonly parts: readonly Participation[];
}

export interface IndexedCall {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** The instant by which the platform puts a call into a date range: scheduled, else started. */
  readonly windowAt: number;
  readonly durationSeconds: number | null;
  readonly direction: string | null;
  readonly scope: string | null;
  readonly isPrivate: boolean;
  readonly primaryUserId: string | null;
  readonly keys: readonly KeyedParts[];
  readonly system: string | null;
  readonly language: string | null;
  readonly workspaceId: string | null;
  /** In lower case, without accents. */
  readonly title: string | null;
  readonly outcome: string | null;
  /** The host's share of the talk, in millionths. */
  readonly talk: number | null;
  /** Parties from outside without a readable e-mail address; null in calls that an older version stored. */
  readonly unaddressed: number | null;
  /** Empty, as title, outcome and talk are null, when contents were not requested. */
  readonly facets: readonly Facet[];
  /** Trackers with at least one hit; empty when they were not requested. */
  readonly trackers: readonly (readonly [id: string, count: number])[];
  /** Whose voices its transcript names. Empty where the platform has not told them apart yet. */
  readonly speakers: readonly Speaker[];
  /** Digest of all members above: a call with an equal digest needs no write. */
  readonly digest: string;
}

/** Voice of a transcript: whose it is. */
export interface Speaker {
  readonly id: string;
  readonly side: 'ours' | 'theirs' | null;
  readonly userId: string | null;
}

/** Extracts the indexed call from a row of the platform; null for a row without an id or a time. */
export function extractCall(row: Row): IndexedCall | null {
  const meta = member(row, 'metaData');
  const id = rowId(row);
  const startedAt = instantMs(meta.started) ?? instantMs(meta.scheduled);
  if (id === null || startedAt === null) return null;
  const primaryUserId = normaliseUserId(meta.primaryUserId);
  const facets = facetsOf(row);
  const fields = {
    id,
    startedAt,
    windowAt: instantMs(meta.scheduled) ?? startedAt,
    durationSeconds: countOf(meta.duration),
    direction: shortText(meta.direction),
    scope: shortText(meta.scope),
    isPrivate: meta.isPrivate === true,
    primaryUserId,
    keys: keysOf(row, primaryUserId),
    system: shortText(meta.system),
    language: shortText(meta.language),
    workspaceId: shortText(idText(meta.workspaceId)),
    title: shortTitle(meta.title),
    outcome: outcomeOf(row),
    talk: talkOf(row),
    unaddressed: unaddressedOf(row),
    facets,
    trackers: facets
      .filter(({ kind }) => kind === 'tracker')
      .map(({ value, amount }) => [value, amount] as const),
    speakers: speakersOf(row),
  };
  const digest = hash('sha256', JSON.stringify(fields), 'base64').slice(0, 16);
  return { ...fields, digest };
}

const sides: Readonly<Record<string, Speaker['side']>> = { Internal: 'ours', External: 'theirs' };

/** Nobody can say whether these were on another call, too. */
const unaddressedOf = (row: Row): number =>
  rowList(row.parties).filter(
    ({ affiliation, emailAddress }) =>
      affiliation === 'External' && normaliseEmail(emailAddress) === null,
  ).length;

/** The voices of a row with parties. */
const speakersOf = (row: Row): Speaker[] =>
  rowList(row.parties).flatMap((party) => {
    const id = shortText(idText(party.speakerId));
    const side = sides[String(party.affiliation)] ?? null;
    return id === null ? [] : [{ id, side, userId: normaliseUserId(party.userId) }];
  });

/** The instant by which the platform orders a row, where it has one. */
export function rowWindowAt(row: Row): number | null {
  const meta = member(row, 'metaData');
  return instantMs(meta.scheduled) ?? instantMs(meta.started);
}

/** The id of a row, where it has one. */
export function rowId(row: Row): string | null {
  return shortText(idText(member(row, 'metaData').id));
}

/** The keys of a row with metadata, parties and context. */
export const keysOfCall = (row: Row): readonly KeyedParts[] =>
  keysOf(row, normaliseUserId(member(row, 'metaData').primaryUserId));

function keysOf(row: Row, primaryUserId: string | null): KeyedParts[] {
  const keys = new Map<string, { kind: Key['kind']; value: string; parts: Participation[] }>();
  const add = (kind: Key['kind'], value: string | null, part: Participation): void => {
    if (value === null) return;
    const name = `${kind} ${value}`;
    const key = keys.get(name);
    if (key === undefined) keys.set(name, { kind, value, parts: [part] });
    else if (!key.parts.some((other) => other.partyId === part.partyId)) key.parts.push(part);
  };
  const onCall: Participation = { partyId: null, affiliation: null, roles: 0 };
  for (const id of contextIds(row.context)) add('crm', id, onCall);
  for (const party of rowList(row.parties)) {
    const userId = normaliseUserId(party.userId);
    const host = userId !== null && userId === primaryUserId;
    const part: Participation = {
      partyId: shortText(idText(party.id)),
      affiliation: shortText(party.affiliation),
      roles: methodRoles(party.methods) | (host ? roleBits.HOST : 0),
    };
    add('email', normaliseEmail(party.emailAddress), part);
    add('user', userId, part);
    for (const id of contextIds(party.context)) add('crm', id, part);
  }
  // The host of one call in 25 is not among its parties.
  if (primaryUserId !== null && !keys.has(`user ${primaryUserId}`))
    add('user', primaryUserId, { ...onCall, roles: roleBits.HOST });
  return [...keys.values()];
}

function contextIds(context: unknown): (string | null)[] {
  return rowList(context).flatMap((system) =>
    rowList(system.objects).map((object) => normaliseCrmId(object.objectId)),
  );
}

function methodRoles(methods: unknown): number {
  let roles = 0;
  for (const method of Array.isArray(methods) ? methods : [])
    if (method === 'Invitee') roles |= roleBits.INVITEE;
    else if (method === 'Attendee') roles |= roleBits.ATTENDEE;
  return roles;
}

const longestTitle = 500;

/** Title in the form that searches compare: bounded, in lower case, without accents. */
export function shortTitle(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? bounded(foldedText(bounded(value))) : null;
}

/** Title in the form that was indexed before accents were folded: calls keep it until they are read again. */
export function unfoldedTitle(value: string): string {
  return bounded(value).toLowerCase();
}

/** Text without what a database refuses: a NUL, or half a character. */
const bounded = (text: string): string =>
  beginningOf(text.replaceAll('\0', ''), longestTitle).toWellFormed();

/** The mask of some roles; 0 where none are given. */
export function maskOf(roles: readonly Role[] | null | undefined): number {
  return (roles ?? []).reduce((mask, role) => mask | roleBits[role], 0);
}

/** The roles in a mask, in the order of roleBits. */
export function rolesOf(mask: number): Role[] {
  return (Object.keys(roleBits) as Role[]).filter((role) => (mask & roleBits[role]) !== 0);
}
