/** Split groups: aggregates of the rows of several statements, put together from those of each. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import { UserInputError } from '../../errors.ts';
import type { ConditionPiece } from '../../row-access/split-condition.ts';
import { selectedValue } from '../../soql/analysis.ts';
import { printNumber } from '../../soql/literal.ts';
import { printExpression } from '../../soql/print.ts';
import type {
  Condition,
  Expression,
  FunctionCall,
  Query,
  SelectItem,
  Value,
} from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';

type Fold = 'sum' | 'min' | 'max';

/** A figure that each statement is asked for. */
interface Column {
  readonly alias: string;
  readonly expression: FunctionCall;
  readonly fold: Fold;
}

const folds: Readonly<Record<string, Fold>> = { COUNT: 'sum', SUM: 'sum', MIN: 'min', MAX: 'max' };

/** A selected group key, and its alias in the statements. */
interface GroupKey {
  readonly item: SelectItem;
  readonly expression: Expression;
  readonly alias: string;
  readonly name: string;
}

const apartAlias = (at: number): string => `apart${at}`;

/** What a query with aggregates asks of each piece, and how the answers make its groups. */
export class GroupSplit {
  readonly #query: Query;
  readonly #keys: readonly GroupKey[];
  readonly #names: readonly string[];
  readonly #columns = new Map<string, Column>();

  /** @throws UserInputError that names what can't be put together */
  constructor(query: Query) {
    this.#query = query;
    const { select, groupBy = [], having, orderBy = [], subtotals } = query;
    if (subtotals !== undefined) throw unsayable(subtotals);
    const groups = new Set(groupBy.map(spelled));
    this.#names = resultNames(select);
    this.#keys = select.flatMap((item, at): readonly GroupKey[] => {
      const expression = selectedValue(item);
      if (expression === null || !groups.has(spelled(expression))) return [];
      return [{ item, expression, alias: `key${at}`, name: this.#names[at]! }];
    });
    if (this.#keys.length < groups.size) throw unsayable('GROUP BY');
    for (const item of select) {
      const value = selectedValue(item);
      if (value === null) throw unsayable('FIELDS()');
      if (!groups.has(spelled(value))) this.#require(value);
    }
    for (const expression of having === undefined ? [] : comparedIn(having))
      this.#require(expression);
    for (const { path } of orderBy) if (!groups.has(spelled(path))) this.#require(path);
    const [only] = select;
    if (this.#keys.length + this.#columns.size === 0 && only !== undefined)
      throw unsayable(printExpression(selectedValue(only)!));
  }

  #require(expression: Expression): void {
    for (const call of partsOf(expression) ?? []) {
      const name = printExpression(call);
      const alias = `part${this.#columns.size}`;
      const fold = folds[call.fn] ?? 'sum';
      if (!this.#columns.has(name)) this.#columns.set(name, { alias, expression: call, fold });
    }
  }

  /** All groups of a piece, with the fields by which rows of other pieces are told from its own. */
  queryOf({ where, others }: Partial<ConditionPiece> & Pick<ConditionPiece, 'others'>): Query {
    const {
      having: _having,
      orderBy: _order,
      offset: _offset,
      groupBy = [],
      ...query
    } = this.#query;
    const apart = others.map(({ path }, at) => ({ expression: path, alias: apartAlias(at) }));
    const keys = [...groupBy, ...new Set(others.map(({ path }) => path))];
    const distinct = apart.filter(
      ({ expression }, at) => others.findIndex(({ path }) => path === expression) === at,
    );
    const isSingle = keys.length === 0;
    return {
      ...query,
      select: [
        ...this.#keys.map(({ expression, alias }) => ({ expression, alias })),
        ...distinct,
        ...this.#columns.values(),
      ],
      where,
      groupBy: isSingle ? undefined : keys,
      // A page that ends early is gone on with by its number of rows.
      orderBy: isSingle ? undefined : keys.map((path) => ({ path, direction: 'asc' })),
      limit: isSingle ? undefined : maxRows,
    };
  }

  /** Whether the groups of a piece may be more than a statement gives. */
  isFull(rows: readonly Row[]): boolean {
    return rows.length >= maxRows;
  }

  /** Rows of a piece's groups that no other piece has. */
  ownRows({ others }: ConditionPiece, rows: readonly Row[]): readonly Row[] {
    if (others.length === 0) return rows;
    const aliasOf = (path: string): string =>
      apartAlias(others.findIndex((other) => other.path === path));
    return rows.filter(
      (row) => !others.some(({ path, ids }) => ids.has(String(row[aliasOf(path)]))),
    );
  }

  /** The groups of all pieces, in no order. */
  merged(rows: readonly Row[], object: CrmObject): readonly Row[] {
    const { select, groupBy = [], having } = this.#query;
    const byKey = Map.groupBy(rows, (row) =>
      JSON.stringify(
        this.#keys.map(({ expression, alias }) => {
          const value = row[alias];
          // The CRM groups texts without regard to case.
          const folds = typeof value === 'string' && isText(object, expression);
          return folds ? value.toLowerCase() : (value ?? null);
        }),
      ),
    );
    if (byKey.size === 0 && groupBy.length === 0) byKey.set('[]', []);
    return [...byKey.values()].flatMap((parts) => {
      const figures = new Figures(this.#columns, parts);
      if (having !== undefined && !holds(having, figures)) return [];
      const first = parts[0] ?? {};
      const keys = this.#keys.map(({ alias, name }) => [
        name,
        least(parts.map((row) => row[alias])),
      ]);
      const measures = select.flatMap((item, at) => {
        const expression = selectedValue(item)!;
        if (this.#keys.some((key) => key.item === item)) return [];
        return [
          [
            this.#names[at],
            partsOf(expression) === null ? unmerged(expression) : figures.value(expression),
          ],
        ];
      });
      const { attributes } = first;
      return [
        {
          ...(attributes !== undefined && { attributes }),
          ...Object.fromEntries([...keys, ...measures]),
        },
      ];
    });
  }
}

const isText = ({ fields }: CrmObject, key: Expression): boolean => {
  const type = fields.find(({ name }) => name === key)?.spec.type;
  return type !== undefined && type !== 'id' && type !== 'reference';
};

/** Of the spellings of a text in a group the least is shown. */
const least = (values: readonly unknown[]): unknown =>
  values.every((value) => typeof value === 'string') ? [...values].sort()[0] : values[0];

/** Clients may write a name in any case. */
const spelled = (expression: Expression): string => printExpression(expression).toLowerCase();

/** Names of the selections in the rows: the alias, the last part of a path, or expr0, expr1 … in their order. */
export function resultNames(select: Query['select']): readonly string[] {
  let unnamed = 0;
  return select.map((item) => {
    if (typeof item === 'object' && 'alias' in item) return item.alias;
    return typeof item === 'string' ? item.split('.').at(-1)! : `expr${unnamed++}`;
  });
}

/** What an aggregate is made of; null for one that is not made of those of pieces. */
function partsOf(expression: Expression): readonly FunctionCall[] | null {
  if (typeof expression === 'string' || !('fn' in expression))
    throw unsayable(printExpression(expression));
  const { fn, of } = expression;
  if (fn === 'AVG')
    return [
      { fn: 'SUM', of },
      { fn: 'COUNT', of },
    ];
  // Pieces have no record in common.
  if (fn === 'COUNT_DISTINCT' && of === 'Id') return [{ fn: 'COUNT', of }];
  if (fn === 'COUNT_DISTINCT') return null;
  if (folds[fn] === undefined || of === null) throw unsayable(printExpression(expression));
  return [expression];
}

const unsayable = (name: string): UserInputError =>
  new UserInputError(
    `Expected no ${name} here: what you may see takes several statements, and their answers can't be put together to it.`,
  );

/** In the place of a figure. */
const unmerged = (expression: Expression): UserInputError => unsayable(printExpression(expression));

/** Figures of one group. */
class Figures {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #parts: readonly Row[];

  constructor(columns: ReadonlyMap<string, Column>, parts: readonly Row[]) {
    this.#columns = columns;
    this.#parts = parts;
  }

  /** A number, an instant, a day, null, or the error of a value that can't be read. */
  value(expression: Expression): unknown {
    const parts = (partsOf(expression) ?? []).map((call) => this.#folded(call));
    const [first, second] = parts;
    const error = parts.find((part) => part instanceof Error);
    if (error !== undefined || parts.length === 1) return error ?? first;
    return typeof first === 'number' && typeof second === 'number' && second > 0
      ? first / second
      : null;
  }

  #folded(call: FunctionCall): unknown {
    const { alias, fold } = this.#columns.get(printExpression(call))!;
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

function comparedIn(condition: Condition): readonly Expression[] {
  if ('conditions' in condition) return condition.conditions.flatMap(comparedIn);
  return 'condition' in condition ? comparedIn(condition.condition) : [condition.path];
}

function holds(condition: Condition, figures: Figures): boolean {
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

export const tooManyGroups = (): UserInputError =>
  new UserInputError(
    `Expected a question whose groups fit statements of ${maxRows} groups each: what you may see takes several statements. Ask for less, or below an account or deal.`,
  );
