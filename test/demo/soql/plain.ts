/**
 * SOQL's meaning, once more and in another way: conditions, orders and joins over plain arrays.
 * Shares no code with the engine; statements are printed from the same data the evaluator walks.
 */

export type Cell = string | number | boolean | null;
export type PlainRow = Readonly<Record<string, Cell>>;
export type World = Readonly<Record<'Account' | 'Contact' | 'User', readonly PlainRow[]>>;
export type ObjectName = keyof World;

/** Where a relationship leads, and by which field. */
const relations: Readonly<Record<string, readonly [field: string, to: ObjectName]>> = {
  'Contact.Account': ['AccountId', 'Account'],
  'Contact.Owner': ['OwnerId', 'User'],
  'Contact.ReportsTo': ['ReportsToId', 'Contact'],
  'Account.Owner': ['OwnerId', 'User'],
  'Account.Parent': ['ParentId', 'Account'],
};

/** The value at the end of a path; null once a parent is missing. */
export function lookUp(world: World, object: ObjectName, row: PlainRow, path: string): Cell {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) return row[first] ?? null;
  const [field, to] = relations[`${object}.${first}`]!;
  const parent = world[to].find((candidate) => candidate.Id === row[field]);
  return parent ? lookUp(world, to, parent, rest.join('.')) : null;
}

/** A right side: how the statement spells it, and what it stands for. */
export interface Operand {
  readonly text: string;
  readonly value: Cell;
  /** For a date literal: the first moment and the one after the last. */
  readonly period?: readonly [from: string, to: string];
}

export type Plain =
  | { readonly op: 'and'; readonly parts: readonly Plain[] }
  | { readonly op: 'or'; readonly parts: readonly Plain[] }
  | { readonly op: 'not'; readonly part: Plain }
  | {
      readonly op: '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE';
      readonly path: string;
      readonly right: Operand;
    }
  | {
      readonly op: 'IN' | 'NOT IN' | 'INCLUDES' | 'EXCLUDES';
      readonly path: string;
      readonly right: readonly Operand[];
    }
  | {
      readonly op: 'in-query' | 'not-in-query';
      readonly path: string;
      readonly from: ObjectName;
      readonly select: string;
      readonly where: Plain;
    };

export function print(condition: Plain): string {
  switch (condition.op) {
    case 'and':
    case 'or':
      return `(${condition.parts.map(print).join(` ${condition.op.toUpperCase()} `)})`;
    case 'not':
      return `(NOT ${print(condition.part)})`;
    case 'IN':
    case 'NOT IN':
    case 'INCLUDES':
    case 'EXCLUDES':
      return `${condition.path} ${condition.op} (${condition.right.map((o) => o.text).join(', ')})`;
    case 'in-query':
    case 'not-in-query': {
      const operator = condition.op === 'in-query' ? 'IN' : 'NOT IN';
      const inner = `SELECT ${condition.select} FROM ${condition.from} WHERE ${print(condition.where)}`;
      return `${condition.path} ${operator} (${inner})`;
    }
    default:
      return `${condition.path} ${condition.op} ${condition.right.text}`;
  }
}

const dateLike = /^\d{4}-\d\d-\d\d/;

/** Text without regard to case, by code points; everything else by itself. */
export function order(a: Cell, b: Cell): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b);
  const [left, right] = [[...a.toLowerCase()], [...b.toLowerCase()]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = left[i]!.codePointAt(0)! - right[i]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

function equals(value: Cell, right: Operand): boolean {
  if (right.value === null && !right.period) return value === null;
  if (value === null) return false;
  if (right.period) return String(value) >= right.period[0] && String(value) < right.period[1];
  return order(value, right.value) === 0;
}

function compares(op: string, value: Cell, right: Operand): boolean {
  if (op === '=') return equals(value, right);
  if (op === '!=') return !equals(value, right);
  if (value === null || (right.value === null && !right.period)) return false;
  if (op === 'LIKE') return like(String(value), String(right.value));
  const [from, to] = right.period ?? [right.value, null];
  const below = order(value, from) < 0;
  const above = to === null ? order(value, from) > 0 : order(value, to) >= 0;
  switch (op) {
    case '<':
      return below;
    case '<=':
      return !above;
    case '>':
      return above;
    default:
      return !below;
  }
}

/** `pattern` with % and _; a backslash takes their meaning away. */
function like(value: string, pattern: string): boolean {
  const source = pattern.replace(/\\([\s\S])|([%_])|([^%_\\])/g, (_, escaped, wild, other) => {
    if (wild === '%') return '[^]*';
    if (wild === '_') return '[^]';
    return ((escaped ?? other) as string).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 'iu').test(value);
}

export function holds(world: World, object: ObjectName, row: PlainRow, condition: Plain): boolean {
  const again = (part: Plain): boolean => holds(world, object, row, part);
  if (condition.op === 'and') return condition.parts.every(again);
  if (condition.op === 'or') return condition.parts.some(again);
  if (condition.op === 'not') return !again(condition.part);
  const raw = lookUp(world, object, row, condition.path);
  // A flag of a parent that is missing counts as false.
  const value = raw === null && condition.path.endsWith('IsEmailBounced') ? false : raw;
  switch (condition.op) {
    case 'IN':
      return condition.right.some((operand) => equals(value, operand));
    case 'NOT IN':
      return !condition.right.some((operand) => equals(value, operand));
    case 'INCLUDES':
      return condition.right.some((operand) => includes(value, operand));
    case 'EXCLUDES':
      return !condition.right.some((operand) => includes(value, operand));
    case 'in-query':
    case 'not-in-query': {
      const { from, select, where } = condition;
      const inside = world[from]
        .filter((inner) => holds(world, from, inner, where))
        .map((inner) => inner[select] ?? null);
      const found = value !== null && inside.includes(value);
      return condition.op === 'in-query' ? found : !found;
    }
    default:
      return compares(condition.op, value, condition.right);
  }
}

function includes(value: Cell, right: Operand): boolean {
  const chosen = value === null ? [] : String(value).toLowerCase().split(';');
  return String(right.value)
    .toLowerCase()
    .split(';')
    .every((wanted) => chosen.includes(wanted));
}

export interface Key {
  readonly path: string;
  readonly descending: boolean;
  readonly nulls: 'FIRST' | 'LAST' | null;
}

export function printKey({ path, descending, nulls }: Key): string {
  return `${path}${descending ? ' DESC' : ''}${nulls === null ? '' : ` NULLS ${nulls}`}`;
}

/** Values of the sort keys with ties left as they are. */
export function sorted(
  world: World,
  object: ObjectName,
  rows: readonly PlainRow[],
  keys: readonly Key[],
): PlainRow[] {
  return [...rows].sort((a, b) => {
    for (const { path, descending, nulls } of keys) {
      const [x, y] = [lookUp(world, object, a, path), lookUp(world, object, b, path)];
      if (x === null || y === null) {
        if (x === y) continue;
        return (x === null) === (nulls !== 'LAST') ? -1 : 1;
      }
      const difference = order(x, y);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });
}

/** A stored datetime as the wire has it; other values as they are. */
export function onWire(value: Cell): Cell {
  if (typeof value === 'string' && dateLike.test(value) && value.endsWith('Z')) {
    return value.replace('Z', '+0000');
  }
  return value;
}
