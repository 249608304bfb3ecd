/** Split groups: aggregates of the rows of several statements, put together from those of each. */

import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { ConditionPiece } from '../../row-access/split-condition.ts';
import { selectedValue } from '../../soql/analysis.ts';
import { printExpression } from '../../soql/print.ts';
import type { Expression, FieldPath, Query, SelectItem } from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import {
  type Column,
  comparedIn,
  countedField,
  Figures,
  folds,
  holds,
  partsOf,
  unsayable,
} from './split-figure.ts';

/** A selected group key, and its alias in the statements. */
interface GroupKey {
  readonly item: SelectItem;
  readonly expression: Expression;
  readonly alias: string;
  readonly name: string;
}

/** Numbers of different values by the keys of groups. */
export type DistinctCounts = ReadonlyMap<string, number>;

const valueAlias = 'different';

/** Types that the CRM compares and does not group. */
const ungroupable: ReadonlySet<string> = new Set(['datetime', 'double', 'currency', 'percent']);

const apartAlias = (at: number): string => `apart${at}`;

/** What a query with aggregates asks of each piece, and how the answers make its groups. */
export class GroupSplit {
  readonly #query: Query;
  readonly #keys: readonly GroupKey[];
  readonly #names: readonly string[];
  readonly #columns = new Map<string, Column>();
  /** Fields whose different values are counted. */
  readonly distinct = new Set<FieldPath>();

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
    // Different values are counted apart: a statement has to ask for something.
    if (this.#keys.length + this.#columns.size === 0) this.#require({ fn: 'COUNT', of: 'Id' });
  }

  #require(expression: Expression): void {
    const counted = countedField(expression);
    if (counted !== null) this.distinct.add(counted);
    for (const call of counted === null ? partsOf(expression) : []) {
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

  /** The query of each group's different values of a field. By what the CRM doesn't group it has those of each record. */
  distinctQuery(field: FieldPath, object: CrmObject): Query {
    const {
      having: _having,
      orderBy: _order,
      offset: _offset,
      limit: _limit,
      ...query
    } = this.#query;
    const { groupBy = [] } = query;
    const keys = this.#keys.map(({ expression, alias }) => ({ expression, alias }));
    const isKey = groupBy.map(spelled).includes(spelled(field));
    if (isKey) return { ...query, select: keys };
    if (!ungroupable.has(typeOf(object, field) ?? '')) {
      const select = [...keys, { expression: field, alias: valueAlias }];
      return { ...query, select, groupBy: [...groupBy, field] };
    }
    const value = { expression: { fn: 'MIN', of: field }, alias: valueAlias } as const;
    const select = [...keys, { expression: 'Id', alias: 'record' }, value];
    return { ...query, select, groupBy: [...groupBy, 'Id'] };
  }

  /** How many different values of the field the groups have, by their keys. @param rows of the query of different values */
  distinctCounts(field: FieldPath, rows: readonly Row[], object: CrmObject): DistinctCounts {
    const key = this.#keys.find(({ expression }) => spelled(expression) === spelled(field));
    const alias = key?.alias ?? valueAlias;
    const filled = rows.filter((row) => row[alias] !== null && row[alias] !== undefined);
    const byKey = Map.groupBy(filled, (row) => this.#keyOf(row, object));
    return new Map(
      [...byKey].map(([key, rows]) => [key, new Set(rows.map((row) => row[alias])).size]),
    );
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

  #keyOf(row: Row, object: CrmObject): string {
    return JSON.stringify(
      this.#keys.map(({ expression, alias }) => {
        const value = row[alias];
        // The CRM groups texts without regard to case.
        const folds = typeof value === 'string' && isText(object, expression);
        return folds ? value.toLowerCase() : (value ?? null);
      }),
    );
  }

  /**
   * The groups of all pieces, in no order.
   * @param counts of different values by field, or why they can't be counted
   */
  merged(
    rows: readonly Row[],
    object: CrmObject,
    counts: ReadonlyMap<FieldPath, DistinctCounts | UserInputError>,
  ): readonly Row[] {
    const { select, groupBy = [], having } = this.#query;
    const byKey = Map.groupBy(rows, (row) => this.#keyOf(row, object));
    if (byKey.size === 0 && groupBy.length === 0) byKey.set('[]', []);
    return [...byKey].flatMap(([key, parts]) => {
      const figures = new Figures(this.#columns, parts, (field) => {
        const ofField = getOrThrow(counts, field);
        return ofField instanceof Error ? ofField : (ofField.get(key) ?? 0);
      });
      if (having !== undefined && !holds(having, figures)) return [];
      const { attributes } = parts[0] ?? {};
      const keys = this.#keys.map(({ alias, name }) => [
        name,
        least(parts.map((row) => row[alias])),
      ]);
      const measures = select.flatMap((item, at) =>
        this.#keys.some((key) => key.item === item)
          ? []
          : [[this.#names[at], figures.value(selectedValue(item)!)]],
      );
      return [
        {
          ...(attributes !== undefined && { attributes }),
          ...Object.fromEntries([...keys, ...measures]),
        },
      ];
    });
  }
}

const typeOf = ({ fields }: CrmObject, key: Expression) =>
  fields.find(({ name }) => name === key)?.spec.type;

const isText = (object: CrmObject, key: Expression): boolean => {
  const type = typeOf(object, key);
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

export class TooManyGroupsError extends UserInputError {
  constructor() {
    super(
      `Expected a question whose groups fit statements of ${maxRows} groups each: what you may see takes several statements. Ask for less, or below an account or deal.`,
    );
  }
}

export const tooManyValues = (field: FieldPath): UserInputError =>
  new UserInputError(
    `Expected no COUNT_DISTINCT(${field}) of so many values: what you may see takes several statements, and each gives ${maxRows} different ones. Ask for less, or below an account or deal.`,
  );
