/** Split figures: what an aggregate of a group is made of in the rows of several statements, and whether groups are kept. */

import type { Row } from '../../contract/wire/execute.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import { UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { printNumber } from '../../soql/literal.ts';
import { printExpression } from '../../soql/print.ts';
import type { Condition, Expression, FieldPath, FunctionCall, Value } from '../../soql/query.ts';

type Fold = 'sum' | 'min' | 'max';

/** A figure that each statement is asked for. */
export interface Column {
  readonly alias: string;
  readonly expression: FunctionCall;
  readonly fold: Fold;
}

export const folds: Readonly<Record<string, Fold>> = {
  COUNT: 'sum',
  SUM: 'sum',
  MIN: 'min',
  MAX: 'max',
};

/** The field whose different values an aggregate counts; null for others. Pieces have no record in common: ids are counted as records. */
export const countedField = (expression: Expression): FieldPath | null =>
  typeof expression === 'object' &&
  'fn' in expression &&
  expression.fn === 'COUNT_DISTINCT' &&
  typeof expression.of === 'string' &&
  expression.of !== 'Id'
    ? expression.of
    : null;

/** What an aggregate is made of. @throws UserInputError for one that is not made of those of pieces */
export function partsOf(expression: Expression): readonly FunctionCall[] {
  if (typeof expression === 'string' || !('fn' in expression))
    throw unsayable(printExpression(expression));
  const { fn, of } = expression;
  if (fn === 'AVG')
    return [
      { fn: 'SUM', of },
      { fn: 'COUNT', of },
    ];
  if (fn === 'COUNT_DISTINCT' && of === 'Id') return [{ fn: 'COUNT', of }];
  if (folds[fn] === undefined || of === null) throw unsayable(printExpression(expression));
  return [expression];
}

export const unsayable = (name: string): UserInputError =>
  new UserInputError(
    `Expected no ${name} here: what you may see takes several statements, and their answers can't be put together to it.`,
  );

/** Figures of one group. */
export class Figures {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #parts: readonly Row[];
  readonly #distinct: (field: FieldPath) => number | UserInputError;

  constructor(
    columns: ReadonlyMap<string, Column>,
    parts: readonly Row[],
    distinct: (field: FieldPath) => number | UserInputError,
  ) {
    this.#columns = columns;
    this.#parts = parts;
    this.#distinct = distinct;
  }

  /** A number, an instant, a day, null, or the error of a value that can't be read. */
  value(expression: Expression): unknown {
    const counted = countedField(expression);
    if (counted !== null) return this.#distinct(counted);
    const parts = partsOf(expression).map((call) => this.#folded(call));
    const [first, second] = parts;
    const error = parts.find((part) => part instanceof Error);
    if (error !== undefined || parts.length === 1) return error ?? first;
    return typeof first === 'number' && typeof second === 'number' && second > 0
      ? first / second
      : null;
  }

  #folded(call: FunctionCall): unknown {
    const { alias, fold } = getOrThrow(this.#columns, printExpression(call));
    const values = this.#parts.map((row) => row[alias]);
    const error = values.find((value) => value instanceof Error);
    if (error !== undefined) return error;
    // A member that is lost on the way is no null.
    if (values.includes(undefined)) return undefined;
    const present = values.filter((value) => value !== null);
    if (fold === 'sum') {
      if (present.length === 0) return call.fn === 'COUNT' ? 0 : null;
      return present.every((value) => typeof value === 'number')
        ? decimalSum(present)
        : invalidUpstreamValue(
            'a number',
            present.find((value) => typeof value !== 'number'),
          );
    }
    const [lowest, highest] = extremes(present);
    return (fold === 'min' ? lowest : highest) ?? null;
  }
}

/** Numbers, days or instants; the CRM writes those of a field in one form. */
function extremes(values: readonly unknown[]): readonly [unknown, unknown] {
  const sorted = [...values].sort((a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
  );
  return [sorted[0], sorted.at(-1)];
}

/** The sum of numbers as they are written: of 0.1 and 0.2 it is 0.3. */
function decimalSum(numbers: readonly number[]): number {
  const texts = numbers.map(printNumber);
  const places = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length));
  const units = texts.reduce((sum, text) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return sum + BigInt(whole + fraction.padEnd(places, '0'));
  }, 0n);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const point = digits.length - places;
  return Number(`${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`);
}

export function comparedIn(condition: Condition): readonly Expression[] {
  if ('conditions' in condition) return condition.conditions.flatMap(comparedIn);
  return 'condition' in condition ? comparedIn(condition.condition) : [condition.path];
}

export function holds(condition: Condition, figures: Figures): boolean {
  switch (condition.op) {
    case 'and':
      return condition.conditions.every((part) => holds(part, figures));
    case 'or':
      return condition.conditions.some((part) => holds(part, figures));
    case 'not':
      return !holds(condition.condition, figures);
    case 'in':
    case 'nin': {
      const figure = figures.value(condition.path);
      return (
        condition.values.some((value) => compares('eq', figure, value)) === (condition.op === 'in')
      );
    }
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return compares(condition.op, figures.value(condition.path), condition.value);
    default:
      throw unsayable('HAVING');
  }
}

function compares(
  op: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte',
  left: unknown,
  right: Value,
): boolean {
  if (right !== null && typeof right !== 'number') throw unsayable('HAVING');
  if (op === 'eq' || op === 'ne') return (left === right) === (op === 'eq');
  if (typeof left !== 'number' || typeof right !== 'number') return false;
  const difference = left - right;
  if (op === 'lt' || op === 'lte') return op === 'lt' ? difference < 0 : difference <= 0;
  return op === 'gt' ? difference > 0 : difference >= 0;
}
