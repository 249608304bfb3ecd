/** Sort key comparison of CRM rows, as far as it is possible without the CRM's collation. */

import { UpstreamError, type UpstreamSite } from '../errors.ts';
import type { CursorScalar } from './cursor.ts';
import { type Bounds, keyValue, type OrderKey } from './keyset-position.ts';

/** Comparison result: negative, positive, 0 for a tie, or null where only the CRM knows. */
type Verdict = number | null;

/** Whether the order of two neighbours may be right; false where it is certainly wrong. */
export function isInOrder(
  rows: readonly unknown[],
  order: readonly OrderKey[],
  site: UpstreamSite,
): boolean {
  let before: readonly CursorScalar[] | null = null;
  for (const row of rows) {
    const values = valuesOf(row, order, site);
    if (before !== null && values !== null && compareValues(before, values, order) > 0)
      return false;
    before = values;
  }
  return true;
}

/** Whether a row may lie in the requested stretch; false where it certainly does not. */
export function isWithin(
  rows: readonly unknown[],
  { order, start, end }: Bounds,
  site: UpstreamSite,
): boolean {
  return rows.every((row) => {
    const values = valuesOf(row, order, site);
    if (values === null) return true;
    const isBehind = start === null || compareValues(start, values, order) <= 0;
    return isBehind && (end === null || compareValues(values, end, order) <= 0);
  });
}

/** Sorts rows in the requested order; rows without readable sort keys come last, unsorted. */
export function inOrder<R>(
  rows: readonly R[],
  order: readonly OrderKey[],
  site: UpstreamSite,
): R[] {
  const valued = rows.map((row) => ({ row, values: valuesOf(row, order, site) }));
  valued.sort((a, b) =>
    a.values === null || b.values === null
      ? Number(a.values === null) - Number(b.values === null)
      : compareValues(a.values, b.values, order, compareLoosely),
  );
  return valued.map(({ row }) => row);
}

/**
 * Compares which of two rows the CRM lists first: 0 for the same place, null where only the CRM knows. Ids are compared
 * by their codes: whoever relies on it looks whether the CRM's own rows are in that order.
 */
export function rowComparer(
  order: readonly OrderKey[],
  site: UpstreamSite,
): (left: unknown, right: unknown) => Verdict {
  const cached = new Map<unknown, readonly CursorScalar[] | null>();
  const valuesIn = (row: unknown): readonly CursorScalar[] | null => {
    let values = cached.get(row);
    if (values === undefined) {
      values = valuesOf(row, order, site);
      cached.set(row, values);
    }
    return values;
  };
  return (left, right) => {
    const [a, b] = [valuesIn(left), valuesIn(right)];
    if (a === null || b === null) return null;
    for (let i = 0; i < order.length; i += 1) {
      const compared = compareKey(order[i]!, a[i] ?? null, b[i] ?? null, compareTextsOrIds);
      if (compared !== 0) return compared;
    }
    return 0;
  };
}

const compareTextsOrIds: typeof compareSurely = (a, b, type) =>
  type === 'id' ? compareCodes(a, b) : compareSurely(a, b, type);

/** Sort values of a row; null where one is not of its type. */
function valuesOf(
  row: unknown,
  order: readonly OrderKey[],
  site: UpstreamSite,
): readonly CursorScalar[] | null {
  try {
    return order.map((key) => keyValue(row, key, site));
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}

function compareValues(
  a: readonly CursorScalar[],
  b: readonly CursorScalar[],
  order: readonly OrderKey[],
  compareTexts = compareSurely,
): number {
  for (let i = 0; i < order.length; i += 1) {
    const compared = compareKey(order[i]!, a[i] ?? null, b[i] ?? null, compareTexts);
    // After an uncertain key, further keys decide nothing.
    if (compared === null) return 0;
    if (compared !== 0) return compared;
  }
  return 0;
}

/** Compares two values of one sort key, in the key's direction. */
function compareKey(
  { type, direction, nulls }: OrderKey,
  left: CursorScalar,
  right: CursorScalar,
  compareTexts: typeof compareSurely,
): Verdict {
  if (left === right) return 0;
  if (left === null) return nulls === 'first' ? -1 : 1;
  if (right === null) return nulls === 'first' ? 1 : -1;
  if (type === 'number') {
    const difference = differenceOf(left, right);
    return difference === null || direction === 'asc' ? difference : -difference;
  }
  const isText = type === 'string' || type === 'id';
  // Ids in the order of their codes are in no certain disorder, wherever they differ.
  if (type === 'id' && direction === 'asc' && left < right) return -1;
  const compared = isText ? compareTexts(String(left), String(right), type) : left < right ? -1 : 1;
  return compared === null || direction === 'asc' ? compared : -compared;
}

/** Amounts of two currencies only the CRM compares. */
function differenceOf(left: CursorScalar, right: CursorScalar): Verdict {
  const [unit, amount] = amountParts(left);
  const [other, otherAmount] = amountParts(right);
  return unit === other ? amount - otherAmount : null;
}

const amountParts = (value: CursorScalar): readonly [currency: string, amount: number] =>
  typeof value === 'string' ? [value.slice(0, 3), Number(value.slice(3))] : ['', Number(value)];

/**
 * Collations agree on two texts that are the same up to a letter or digit, which differ whatever
 * their case; texts that differ only in the case of such letters are a tie. Ids are case-sensitive,
 * with no documented order of cases.
 */
function compareSurely(a: string, b: string, type: 'string' | 'id'): Verdict {
  const at = firstDifference(a, b, type === 'id');
  if (at === a.length && at === b.length) return asciiLowerCase(a) === asciiLowerCase(b) ? 0 : null;
  const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
  const kind = kindOf(left);
  const other = kindOf(right);
  if (kind === null || other === null) return null;
  if (type === 'id' && kind !== other) return null;
  const [x, y] = [lowerCase(left, kind), lowerCase(right, other)];
  return x < y ? -1 : x > y ? 1 : null;
}

/** Compares texts ignoring case: texts that differ only in case are a tie to the CRM, and the next key decides. */
function compareLoosely(a: string, b: string, type: 'string' | 'id'): Verdict {
  return type === 'id' ? compareCodes(a, b) : compareCodes(a.toLowerCase(), b.toLowerCase());
}

const compareCodes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const asciiLowerCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function firstDifference(a: string, b: string, caseSensitive: boolean): number {
  let at = 0;
  while (
    at < a.length &&
    (a.charCodeAt(at) === b.charCodeAt(at) ||
      (!caseSensitive && a.charAt(at).toLowerCase() === b.charAt(at).toLowerCase()))
  )
    at += 1;
  return at;
}

type Kind = 'digit' | 'upper' | 'lower';

/** Kind of an ASCII letter or digit, by its code; null for any other character, and after a text's end. */
function kindOf(code: number): Kind | null {
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 97 && code <= 122 ? 'lower' : null;
}

const lowerCase = (code: number, kind: Kind): number => (kind === 'upper' ? code + 32 : code);
