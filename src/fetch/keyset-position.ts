/**
 * Order of a CRM list and positions in it: the sort keys with direction and place of nulls, ties broken by Id; their
 * ORDER BY; the sort keys of a row, and the condition that selects the rows beyond it. Positions need no upstream
 * state, so they work from any row, in both directions, as long as the key of the cursor's signature lives.
 */

import { isObject } from '../contract/wire/json.ts';
import { UpstreamError, type UpstreamSite } from '../errors.ts';
import { printNumber, printValue } from '../soql/literal.ts';
import {
  allOf,
  anyOf,
  type Condition,
  type FieldPath,
  never,
  type OrderBy,
  type Value,
} from '../soql/query.ts';
import { type CursorScalar, foreignPosition, type Position } from './cursor.ts';

/**
 * Types of sort keys: their ORDER BY agrees with `<` and `>`. Picklists are not among them: the CRM
 * sorts them by the order of their values in its setup, which no condition can express.
 */
export type KeyType = 'id' | 'string' | 'number' | 'boolean' | 'date' | 'datetime';

export interface OrderKey {
  readonly path: FieldPath;
  readonly type: KeyType;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last';
  /** Whether rows may have null. Default: true; false makes shorter conditions. */
  readonly nullable?: boolean | undefined;
  /**
   * Of an amount: the field that names its currency. Amounts are ordered by what they are worth, and have positions
   * such as `JPY7000`; those of a row that names no currency are numbers.
   */
  readonly currency?: FieldPath | undefined;
}

const idKey: OrderKey = {
  path: 'Id',
  type: 'id',
  direction: 'asc',
  nulls: 'first',
  nullable: false,
};

/** Total order: Id breaks ties, and keys after an Id are dropped, as they can't matter. That of a total order is itself. */
export function totalOrder(order: readonly OrderKey[]): readonly OrderKey[] {
  if (order.at(-1) === idKey) return order;
  const at = order.findIndex((key) => key.path === 'Id');
  if (at >= 0) return [...order.slice(0, at), { ...order[at]!, type: 'id', nullable: false }];
  return [...order, idKey];
}

/** @example reversed([{ path: 'Name', direction: 'asc', nulls: 'last' }]) // → [{ path: 'Name', direction: 'desc', nulls: 'first' }] */
export function reversed(order: readonly OrderKey[]): readonly OrderKey[] {
  return order.map((key) => ({
    ...key,
    direction: key.direction === 'asc' ? 'desc' : 'asc',
    nulls: key.nulls === 'first' ? 'last' : 'first',
  }));
}

/** ORDER BY as SOQL; always with NULLS FIRST or LAST, because the CRM's documented defaults contradict each other. */
export function orderByOf(order: readonly OrderKey[]): OrderBy[] {
  return order.map(({ path, direction, nulls, nullable }) =>
    nullable === false ? { path, direction } : { path, direction, nulls },
  );
}

/** Bounds of a stretch of an ordered list, in the direction of reading. */
export interface Bounds {
  readonly order: readonly OrderKey[];
  readonly start: readonly CursorScalar[] | null;
  readonly end: readonly CursorScalar[] | null;
}

/** Fields that a query must select for the positions of its rows. */
export function keysetPaths(order: readonly OrderKey[]): FieldPath[] {
  return totalOrder(order).flatMap(({ path, currency }) =>
    currency === undefined ? [path] : [path, currency],
  );
}

/**
 * Condition of the rows strictly after a position: after it in the first key, or equal there and
 * after it in the second, and so on. `values` are those of `order`, one for one.
 */
export function beyond(order: readonly OrderKey[], values: readonly CursorScalar[]): Condition {
  const ways: Condition[] = [];
  const same: Condition[] = [];
  for (const [i, key] of order.entries()) {
    const value = values[i] ?? null;
    const further = beyondOne(key, value);
    if (further !== undefined) ways.push(allOf(...same, further)!);
    same.push({ op: 'eq', path: key.path, value: literal(key, value) });
  }
  return anyOf(...ways) ?? never;
}

function beyondOne(key: OrderKey, value: CursorScalar): Condition | undefined {
  const { path, nulls } = key;
  if (value === null) {
    return nulls === 'first' ? { op: 'ne', path, value: null } : undefined;
  }
  const isNull: Condition | undefined =
    nulls === 'last' && key.nullable !== false ? { op: 'eq', path, value: null } : undefined;
  return anyOf(beyondValue(key, value), isNull);
}

function beyondValue(key: OrderKey, value: string | number | boolean): Condition | undefined {
  const { path, direction } = key;
  if (key.type === 'boolean') {
    // Booleans can be equal or not, but never greater.
    const further = direction === 'asc';
    return value === further ? undefined : { op: 'eq', path, value: further };
  }
  return { op: direction === 'asc' ? 'gt' : 'lt', path, value: literal(key, value) };
}

function literal(key: OrderKey, value: CursorScalar): Value {
  if (typeof value !== 'string') return value;
  if (key.type === 'date') return { date: value };
  if (key.type === 'datetime') return { datetime: value };
  if (key.type === 'number') return { currency: value.slice(0, 3), amount: value.slice(3) };
  return value;
}

/**
 * Position of a row: the values of its sort keys. Instants have the form that conditions need.
 * @throws UpstreamError when the row's value is not of the key's type.
 */
export function placeOf(row: unknown, order: readonly OrderKey[], site: UpstreamSite): Position {
  return ['k', ...order.map((key) => keyValue(row, key, site))];
}

export function keyValue(row: unknown, key: OrderKey, site: UpstreamSite): CursorScalar {
  const value = at(row, key.path);
  // A field that the row lacks was lost on the way; it is no null, which has a sort position of its
  // own.
  if (value === null) {
    if (key.path !== 'Id') return null;
  } else if (key.type === 'boolean') {
    if (typeof value === 'boolean') return value;
  } else if (key.type === 'number') {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number === 'number' && Number.isFinite(number)) return amountOf(row, key, number);
  } else if (typeof value === 'string') {
    return key.type === 'datetime' ? instant(value, key, site) : value;
  }
  throw misfit(key, site, value);
}

function amountOf(row: unknown, { currency }: OrderKey, amount: number): CursorScalar {
  const code = currency === undefined ? null : at(row, currency);
  return typeof code === 'string' && /^[A-Z]{3}$/.test(code) ? code + printNumber(amount) : amount;
}

function instant(value: string, key: OrderKey, site: UpstreamSite): string {
  try {
    return printValue({ datetime: value });
  } catch (cause) {
    throw misfit(key, site, value, cause);
  }
}

function misfit(key: OrderKey, site: UpstreamSite, value: unknown, cause?: unknown): UpstreamError {
  const came =
    value === null ? 'null' : value instanceof Error ? 'one of another form' : typeof value;
  return new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    `Expected a value of type ${key.type} in ${key.path}, by which the list is ordered, got ${came}`,
    site,
    { cause, retryable: false },
  );
}

/**
 * Position of a row; where it is unreadable, that of the nearest readable neighbour, preferably
 * before it: a window that begins there shows the row again and loses none.
 * @param isSound false for a row whose position contradicts the requested order.
 * @throws UpstreamError where no row has a readable position.
 */
export function nearestPlace(
  rows: readonly unknown[],
  index: number,
  order: readonly OrderKey[],
  site: UpstreamSite,
  isSound: (row: unknown) => boolean = () => true,
): Position {
  const before = rows.slice(0, index).reverse();
  const near = [rows[index], ...before, ...rows.slice(index + 1)];
  const placed = near.find((row) => isPlaced(row, order, site) && isSound(row));
  if (placed !== undefined) return placeOf(placed, order, site);
  placeOf(rows[index], order, site);
  const what = 'Expected rows of the window that was asked for, got others: no cursor leads on';
  throw new UpstreamError('UPSTREAM_BAD_RESPONSE', what, site);
}

/** Whether a row's position can be read. */
export function isPlaced(row: unknown, order: readonly OrderKey[], site: UpstreamSite): boolean {
  try {
    placeOf(row, order, site);
    return true;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}

/**
 * Identity of a row: its id.
 * @example rowIdentity({ Id: '001xx000003DGb2AAG', Name: 'Acme' }) // → '001xx000003DGb2AAG'
 */
export function rowIdentity(row: unknown): unknown {
  return typeof row === 'object' && row !== null
    ? (row as { readonly Id?: unknown }).Id
    : undefined;
}

/** Value at a path of relationships: null where a parent is null, undefined where the row lacks a member. */
function at(row: unknown, path: FieldPath): unknown {
  let value = row;
  // Most paths are one name: no list is made for them.
  if (!path.includes('.')) return isObject(row) ? row[path] : undefined;
  for (const name of path.split('.')) {
    if (value === null) return null;
    if (typeof value !== 'object') return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** @throws UserInputError for a position of another style or order. */
export function readPlace(
  position: Position,
  order: readonly OrderKey[],
  argument: 'after' | 'before',
): readonly CursorScalar[] {
  const [style, ...values] = position;
  const fits =
    style === 'k' &&
    values.length === order.length &&
    order.every((key, i) => fitsType(key, values[i] ?? null));
  if (!fits) throw foreignPosition(argument);
  return values;
}

function fitsType(key: OrderKey, value: CursorScalar): boolean {
  if (value === null) return key.path !== 'Id';
  if (key.currency !== undefined && typeof value === 'string')
    return /^[A-Z]{3}-?\d{1,400}(?:\.\d{1,400})?$/.test(value);
  if (key.type === 'number' || key.type === 'boolean') return typeof value === key.type;
  return typeof value === 'string';
}
