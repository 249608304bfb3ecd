/** What a call can be found by (normalised e-mail addresses, CRM record ids, user ids), and what the index keeps of a call. */

import { hash } from 'node:crypto';
import type { Row } from '../contract/wire/answer.ts';
import { isObject } from '../contract/wire/json.ts';
import { idText, instantOf } from '../contract/wire/value.ts';

/** Stored as one letter, because a million rows carry it. */
export const keyKinds = { email: 'e', crm: 'c', user: 'u' } as const;

export type KeyKind = keyof typeof keyKinds;

export interface Key {
  readonly kind: KeyKind;
  /** Normalised. */
  readonly value: string;
}

/** One @, nothing that would need quoting, no empty label: what real systems hand out and match on. */
const address = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]/]{1,253}$/u;

/**
 * Trimmed and case-folded; null for what is no address. Two spellings of one address give one key:
 * ` Ana.Díaz@Example.COM ` → `ana.díaz@example.com`.
 */
export function normaliseEmail(value: unknown): string | null {
  const text = cleanText(value)?.normalize('NFC').toLowerCase();
  if (text === undefined || !address.test(text)) return null;
  const domain = text.slice(text.indexOf('@') + 1);
  return domain.split('.').some((label) => label === '') ? null : text;
}

/**
 * The id's first 15 characters, since the 15- and 18-character forms name the same record; case
 * counts. Ids of another form (another CRM's) stay as they are.
 */
export function normaliseCrmId(value: unknown): string | null {
  const text = cleanText(value);
  if (text === undefined || text.length > longestId) return null;
  return /^[a-zA-Z0-9]{18}$/.test(text) ? text.slice(0, 15) : text;
}

/** A decimal string of up to 20 digits, whether it came as text or as a number. */
export function normaliseUserId(value: unknown): string | null {
  const text = cleanText(idText(value));
  return text === undefined || text.length > longestId ? null : text;
}

/** Longer ids are noise; a bound keeps one odd row from filling a database page. */
const longestId = 100;

/** Text without what a database refuses (NUL, lone surrogates) and without outer space; undefined when nothing is left. */
function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
}

/**
 * A call id whose text order is the numeric order: the length goes first, as a letter.
 * `99` → `C99` sorts before `100` → `D100`.
 */
export function sortableId(id: string): string {
  return String.fromCharCode(0x41 + Math.min(id.length, longestId)) + id;
}

/** The id behind sortableId. */
export function originalId(sortable: string): string {
  return sortable.slice(1);
}

/** How somebody took part; bits of a mask. */
const roleBits = { HOST: 1, INVITEE: 2, ATTENDEE: 4 } as const;

export type Role = keyof typeof roleBits;

/** A key's part in a call. `partyId` is null where the key belongs to the call itself. */
export interface Part {
  readonly partyId: string | null;
  readonly affiliation: string | null;
  /** Mask of roleBits. */
  readonly roles: number;
}

/** One key of a call with all the parties that carry it (two people may share an address). */
export interface KeyedParts extends Key {
  readonly parts: readonly Part[];
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
  /** Trackers heard at least once; empty when they were not asked for. */
  readonly trackers: readonly (readonly [id: string, count: number])[];
  /** Changes with anything above; equal digests need no write. */
  readonly digest: string;
}

/** What the index keeps of a row, or null for a row that has no id or no time. */
export function extractCall(row: Row): IndexedCall | null {
  const meta = member(row, 'metaData');
  const id = rowId(row);
  const startedAt = instant(meta.started) ?? instant(meta.scheduled);
  if (id === null || startedAt === null) return null;
  const primaryUserId = normaliseUserId(meta.primaryUserId);
  const fields = {
    id,
    startedAt,
    windowAt: instant(meta.scheduled) ?? startedAt,
    durationSeconds: count(meta.duration),
    direction: shortText(meta.direction),
    scope: shortText(meta.scope),
    isPrivate: meta.isPrivate === true,
    primaryUserId,
    keys: keysOf(row, primaryUserId),
    trackers: trackersOf(row),
  };
  return { ...fields, digest: hash('sha256', JSON.stringify(fields), 'base64').slice(0, 16) };
}

/** The instant by which the platform orders a row, where it has one. */
export function rowWindowAt(row: Row): number | null {
  const meta = member(row, 'metaData');
  return instant(meta.scheduled) ?? instant(meta.started);
}

/** The id of a row, where it has one. */
export function rowId(row: Row): string | null {
  return shortText(idText(member(row, 'metaData').id));
}

function keysOf(row: Row, primaryUserId: string | null): KeyedParts[] {
  const found = new Map<string, { kind: Key['kind']; value: string; parts: Part[] }>();
  const add = (kind: Key['kind'], value: string | null, part: Part): void => {
    if (value === null) return;
    const name = `${kind} ${value}`;
    const known = found.get(name);
    if (known === undefined) found.set(name, { kind, value, parts: [part] });
    else if (!known.parts.some((other) => other.partyId === part.partyId)) known.parts.push(part);
  };
  const onCall: Part = { partyId: null, affiliation: null, roles: 0 };
  for (const id of contextIds(row.context)) add('crm', id, onCall);
  for (const party of list(row.parties)) {
    const userId = normaliseUserId(party.userId);
    const host = userId !== null && userId === primaryUserId;
    const part: Part = {
      partyId: shortText(idText(party.id)),
      affiliation: shortText(party.affiliation),
      roles: methodRoles(party.methods) | (host ? roleBits.HOST : 0),
    };
    add('email', normaliseEmail(party.emailAddress), part);
    add('user', userId, part);
    for (const id of contextIds(party.context)) add('crm', id, part);
  }
  // The host of one call in 25 is not among its parties.
  if (primaryUserId !== null && !found.has(`user ${primaryUserId}`))
    add('user', primaryUserId, { ...onCall, roles: roleBits.HOST });
  return [...found.values()];
}

function contextIds(context: unknown): (string | null)[] {
  return list(context).flatMap((system) =>
    list(system.objects).map((object) => normaliseCrmId(object.objectId)),
  );
}

function methodRoles(methods: unknown): number {
  let roles = 0;
  for (const method of Array.isArray(methods) ? methods : [])
    if (method === 'Invitee') roles |= roleBits.INVITEE;
    else if (method === 'Attendee') roles |= roleBits.ATTENDEE;
  return roles;
}

function trackersOf(row: Row): (readonly [string, number])[] {
  const heard = new Map<string, number>();
  for (const tracker of list(member(row, 'content').trackers)) {
    const id = shortText(idText(tracker.id));
    const times = count(tracker.count) ?? 0;
    if (id !== null && times > 0) heard.set(id, (heard.get(id) ?? 0) + times);
  }
  return [...heard];
}

/** The mask of some roles; 0 where none are given. */
export function maskOf(roles: readonly Role[] | null | undefined): number {
  return (roles ?? []).reduce((mask, role) => mask | roleBits[role], 0);
}

/** The roles in a mask, in the order of roleBits. */
export function rolesOf(mask: number): Role[] {
  return (Object.keys(roleBits) as Role[]).filter((role) => (mask & roleBits[role]) !== 0);
}

function member(row: Row, name: string): Row {
  return isObject(row[name]) ? row[name] : {};
}

function list(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function shortText(value: unknown): string | null {
  const text = cleanText(value);
  return text === undefined || text.length > longestId ? null : text;
}

/** Null for a value of another form: a row without a time is counted as skipped. */
function instant(value: unknown): number | null {
  try {
    return instantOf(value)?.getTime() ?? null;
  } catch {
    return null;
  }
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.max(0, Math.round(value))
    : null;
}
