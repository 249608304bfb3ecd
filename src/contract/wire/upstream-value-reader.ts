/**
 * Value readers: each returns one upstream value in its documented form, null where the upstream sends nothing, and
 * throws for any other form. They guess nothing: a number is no date, a text no number.
 */

import { SwitchboardError } from '../../errors.ts';
import { isNoText, isObject, type JsonObject } from './json.ts';

/** @throws SwitchboardError UPSTREAM_BAD_RESPONSE for a value of another form. */
export type ValueReader<T> = (value: unknown) => T | null;

/**
 * Error of a value in another form than documented. The value is not quoted: it may be personal. In a decoded row it
 * has been replaced by its error already, which stays.
 */
export function invalidUpstreamValue(expected: string, value: unknown): SwitchboardError {
  if (value instanceof SwitchboardError) return value;
  const message = `Expected ${expected} from upstream, got ${kindOf(value)}.`;
  return new SwitchboardError('UPSTREAM_BAD_RESPONSE', message, false);
}

/** Error of a requested member that is missing, where the upstream sends null for no value. */
export function missingUpstreamField(name: string): SwitchboardError {
  const message = `Expected ${name} from upstream, null or not, got an answer without it.`;
  return new SwitchboardError('UPSTREAM_BAD_RESPONSE', message, false);
}

/** The form of a value in words that hold nothing of the value. */
function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return 'true or false';
  if (typeof value === 'string') return 'other text';
  if (isNoText(value)) return 'text that is not Unicode';
  return typeof value === 'object' ? 'an object' : 'a number';
}

/**
 * Errors by what they say, which holds nothing of a value: an answer that is wrong throughout would keep a stack for
 * each of its values, and weigh a hundred times what came.
 */
const errors = new Map<string, Error>();

/** The value as its reader returns it, or the error that it throws. */
export function valueOrError(read: ValueReader<unknown>, value: unknown): unknown {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const shared = errors.get(error.message) ?? error;
    errors.set(error.message, shared);
    return shared;
  }
}

const isNothing = (value: unknown): value is null | undefined =>
  value === null || value === undefined;

/** Whether a value is blank text, which upstreams send for null in ids, dates and addresses. */
export const isBlank = (value: unknown): boolean =>
  isNothing(value) || (typeof value === 'string' && value.trim() === '');

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (isNothing(value)) return null;
  throw invalidUpstreamValue('text', value);
}

/** Text, with blank text as none. */
export function filledTextOf(value: unknown): string | null {
  return isBlank(value) ? null : textOf(value);
}

/** A number or its digits, as text: `1` → `'1'`. */
export function numeralOf(value: unknown): string | null {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : textOf(value);
}

/** An id, whether its digits came as text or as a number; null for a value that is none. */
export function idText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  // A number beyond 2^53 that still is one has lost its digits (see parseJson).
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  return null;
}

export function idOf(value: unknown): string | null {
  if (isBlank(value)) return null;
  const id = idText(value);
  if (id === null) throw invalidUpstreamValue('an id', value);
  return id;
}

export function booleanOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (isNothing(value)) return null;
  throw invalidUpstreamValue('true or false', value);
}

export function floatOf(value: unknown): number | null {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (isNothing(value)) return null;
  const nearest = typeof value === 'bigint' ? Number(value) : Number.NaN;
  if (Number.isFinite(nearest)) return nearest;
  throw invalidUpstreamValue('a finite number', value);
}

/** An integer of 32 bits: GraphQL's Int holds no more. */
export function intOf(value: unknown): number | null {
  if (typeof value === 'number' && (value | 0) === value) return value + 0;
  if (isNothing(value)) return null;
  throw invalidUpstreamValue('an integer below 2^31', value);
}

/** A day as text: `2026-02-28`. One the calendar does not have is none. */
export function dateOf(value: unknown): string | null {
  if (typeof value === 'string' && isDay(value)) return value;
  if (isBlank(value)) return null;
  throw invalidUpstreamValue('a date (YYYY-MM-DD)', value);
}

const isDay = (text: string): boolean =>
  text.length === 10 &&
  text[4] === '-' &&
  text[7] === '-' &&
  isOfCalendar(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2));

/**
 * The number that digits at a known place of a text spell; NaN where anything else stands there. Most answers are full
 * of dates, which patterns with groups read at a quarter of the speed.
 */
function digits(text: string, from: number, length: number): number {
  let number = 0;
  for (let at = from; at < from + length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const shortMonths: readonly number[] = [4, 6, 9, 11];

function isOfCalendar(year: number, month: number, day: number): boolean {
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1)) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (isLeap ? 29 : 28) : shortMonths.includes(month) ? 30 : 31);
}

const instants = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,20})?(?:Z|[+-]\d{2}:?\d{2})$/i;

/** Whether a text is RFC 3339 with an offset, or the CRM's form without a colon in it, of a moment that the calendar has. */
const isInstant = (text: string): boolean =>
  instants.test(text) &&
  isOfCalendar(digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)) &&
  digits(text, 11, 2) < 24 &&
  digits(text, 14, 2) < 60 &&
  digits(text, 17, 2) < 60 &&
  offsetMinutesOf(text) !== null;

const firstYear = Date.parse('0000-01-01T00:00:00Z');
const afterLastYear = Date.parse('9999-12-31T23:59:59.999Z') + 1;

/**
 * An instant to the millisecond.
 * @example `2026-11-01T10:30:00-07:00`, `2026-11-01T17:30:00.000+0000`, `2026-11-01T19:30:00.816562+02:00`
 */
export function instantOf(value: unknown): Date | null {
  if (isBlank(value)) return null;
  const at = typeof value === 'string' && isInstant(value) ? epochMsOf(value) : Number.NaN;
  // What another offset carries out of the years that RFC 3339 can write could not be written again.
  if (at >= firstYear && at < afterLastYear) return new Date(at);
  throw invalidUpstreamValue('an instant with an offset (RFC 3339)', value);
}

/**
 * The same instant as text in UTC.
 * @example `2026-11-01T17:30:00.000+0000` → `2026-11-01T17:30:00.000Z`
 */
export function instantTextOf(value: unknown): string | null {
  const isText = typeof value === 'string' && isInstant(value) && value[10] === 'T';
  const minute = isText ? minuteInUtc(value) : Number.NaN;
  // A Date takes three times as long, and most offsets leave the day as it is.
  if (!isText || minute < 0 || minute >= 24 * 60) return instantOf(value)?.toISOString() ?? null;
  const time = `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
  const start = `${value.slice(0, 11)}${time}`;
  const isExact = value[19] === '.' && digits(value, 20, 3) >= 0;
  if (isExact) return `${start}${value.slice(16, 23)}Z`;
  const fraction = String(1_000 + millisecondsOf(value)).slice(1);
  return `${start}${value.slice(16, 19)}.${fraction}Z`;
}

const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number));

/** The calendar repeats itself after so many years. */
const cycle = { years: 400, ms: 146_097 * 86_400_000 };

/** @param text an instant. */
function epochMsOf(text: string): number {
  const month = digits(text, 5, 2) - 1;
  // Date.UTC takes the years below 100 for others.
  const day = Date.UTC(digits(text, 0, 4) + cycle.years, month, digits(text, 8, 2)) - cycle.ms;
  return day + (minuteInUtc(text) * 60 + digits(text, 17, 2)) * 1_000 + millisecondsOf(text);
}

/** Of the day that stands in an instant's text: below 0 on the day before it, from 1,440 on the day after. */
const minuteInUtc = (text: string): number =>
  digits(text, 11, 2) * 60 + digits(text, 14, 2) - offsetMinutesOf(text)!;

/** What stands behind the point of an instant's seconds, to the millisecond and not beyond. */
function millisecondsOf(text: string): number {
  let sum = 0;
  for (let at = 20, of = 100; text[19] === '.' && of >= 1; at += 1, of /= 10) {
    const digit = digits(text, at, 1);
    if (Number.isNaN(digit)) break;
    sum += digit * of;
  }
  return sum;
}

function offsetMinutesOf(text: string): number | null {
  const end = text.length;
  if (text[end - 1] === 'Z' || text[end - 1] === 'z') return 0;
  const sign = end - (text[end - 3] === ':' ? 6 : 5);
  const hours = digits(text, sign + 1, 2);
  const minutes = digits(text, end - 2, 2);
  if (hours > 23 || minutes > 59) return null;
  return (text[sign] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** Dots anywhere, for real addresses have them where the standard has none; a part in quotes may hold what else must not stand there. */
const local = String.raw`(?:[^\s\p{Cc}@"(),:;<>[\]\\]{1,256}|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}]){0,256}")`;
/** Most addresses, at a fraction of the time. */
const usualAddress = /^[\w.+'-]{1,256}@[\w.-]{1,256}$/;
const address = new RegExp(`^${local}@[^\\s\\p{Cc}@"(),;<>\\\\]{1,256}$`, 'u');

/**
 * E-mail address without surrounding blanks. Characters that separate addresses from each other or
 * from names are rejected; beyond that, real addresses break every rule.
 */
export function emailOf(value: unknown): string | null {
  if (typeof value === 'string' && usualAddress.test(value)) return value;
  if (isBlank(value)) return null;
  const text = typeof value === 'string' ? value.trim() : '';
  if (!address.test(text)) throw invalidUpstreamValue('an e-mail address', value);
  return text;
}

/** Value passed on unchanged. Integers beyond 2^53 keep their digits. */
export function jsonOf(value: unknown): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value));
  if (typeof value === 'number' && !Number.isFinite(value))
    throw invalidUpstreamValue(isNoText(value) ? 'text' : 'a finite number', value);
  if (Array.isArray(value)) return value.map(jsonOf);
  // What has been read once stays as it is.
  if (!isObject(value) || JSON.isRawJSON(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]));
}

export function objectOf<T extends object>(value: T | null | undefined): T | null;
export function objectOf<T extends object = JsonObject>(value: unknown): T | null;
export function objectOf<T extends object>(value: unknown): T | null {
  if (isNothing(value)) return null;
  if (isObject(value)) return value as T;
  throw invalidUpstreamValue('an object', value);
}

export function listOf(value: unknown): readonly unknown[] | null {
  if (isNothing(value)) return null;
  if (Array.isArray(value)) return value;
  throw invalidUpstreamValue('a list', value);
}

/**
 * A list whose items are objects, each made into another. A wrong item is an error at its own
 * place, a null stays one.
 */
export function objectsOf<U>(value: unknown, make: (item: JsonObject) => U): (U | null)[] | null {
  const items = listOf(value);
  if (items === null) return null;
  return items.map((item) => {
    if (isNothing(item)) return null;
    // An executor takes an Error among a list's items for the failure of that item.
    return isObject(item) ? make(item) : (invalidUpstreamValue('an object', item) as never);
  });
}

/** The objects of a list, without what is none: for questions about all of them. */
export function plainObjects(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
