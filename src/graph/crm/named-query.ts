/**
 * Named queries: where no statements say which rows a question is about, the ids that its long conditions turn on are
 * read first and compared here, and the rows that are left are named. The CRM still orders, counts and adds them up.
 */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Answer, Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { missingUpstreamField } from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, type PageOptions } from '../../engine/context.ts';
import { UpstreamError, UserInputError } from '../../errors.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type KeysetRequest, readKeysetList } from '../../fetch/keyset-list.ts';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import { lengthOf } from '../../row-access/split-condition.ts';
import { SourceNames } from '../../soql/analysis.ts';
import { printQuery } from '../../soql/print.ts';
import {
  allOf,
  always,
  anyOf,
  type Condition,
  type FieldPath,
  type FromClause,
  type JoinCondition,
  type JoinQuery,
  type ListCondition,
  never,
  type Query,
} from '../../soql/query.ts';
import { maxRows } from '../../soql/statement-limit.ts';
import { tooLong, unfitting } from './fitting-query.ts';
import { fillNulls } from './left-out-null.ts';
import { longestStatement } from './list-statement.ts';
import { type SplitQuery, splitQuery } from './split-statement.ts';

/** Asks one statement about rows that are visible by its condition; its rows have every selected field. */
export type AskStatement = (
  object: CrmObject,
  query: Query,
  page?: PageOptions,
) => MaybePromise<Answer>;

/** Asks a statement as it is. */
export async function askPlainly(
  context: GraphContext,
  { entity }: CrmObject,
  query: Query,
  page?: PageOptions,
): Promise<Answer> {
  const q = printQuery(query, longestStatement(context));
  const answer = await context.connector.execute(
    entity,
    'list',
    { q },
    executeOptions(context, page),
  );
  return fillNulls(context, answer, query.select);
}

export interface NamedQuery {
  readonly query: Query;
  /** The statements that it takes, where it is too long for one. */
  readonly split: SplitQuery | null;
}

/** Most ids that one condition is read as: as many as accounts and deals. */
const mostIds = 10_000;

/**
 * @param length bytes of the query as one statement
 * @throws UserInputError where that can't be said of its rows, or they are too many
 */
export async function namedQuery(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  length: number,
  ask: AskStatement,
): Promise<NamedQuery> {
  const longest = longestStatement(context);
  const fitting = (where: Condition): NamedQuery | null => {
    const changed = { ...query, where };
    if (tooLong(changed, longest) === null) return { query: changed, split: null };
    const split = splitQuery(changed, longest);
    return split && { query: changed, split };
  };
  const reader = new IdReader(context, object, query, length, ask);
  const conjuncts = await Promise.all(conjunctsOf(query.where).map((part) => reader.joined(part)));
  const long = conjuncts.filter((part) => reader.isLong(part));
  const joined = long.length < 2 ? fitting(allOf(...conjuncts)!) : null;
  const named = joined ?? fitting(await reader.named(conjuncts));
  if (named === null) throw unfitting(object, longest, length);
  return named;
}

/** Statements of a query that no statements make, at most, as long as none gives more than one page. */
export function mostStatements(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  longest: number,
): number {
  const reader = new IdReader(context, object, query, 0, () => {
    throw new Error('An estimate asks nothing.');
  });
  return reader.mostStatements(conjunctsOf(query.where)) + Math.ceil((mostIds * idBytes) / longest);
}

const conjunctsOf = (where: Condition = always): readonly Condition[] =>
  where.op === 'and' ? where.conditions : [where];

/** Whether a row meets a condition. @param met ids of the rows that meet each condition that the CRM compares */
type Test = (row: Row, met: readonly ReadonlySet<string>[]) => boolean;

/** What tests look at. */
interface Needs {
  readonly paths: Set<FieldPath>;
  /** Conditions that the CRM compares. */
  readonly compared: Condition[];
}

class IdReader {
  readonly #context: GraphContext;
  readonly #object: CrmObject;
  readonly #from: FromClause;
  readonly #names: SourceNames;
  readonly #length: number;
  readonly #longest: number;
  readonly #ask: AskStatement;

  constructor(
    context: GraphContext,
    object: CrmObject,
    { object: name, alias, parents }: FromClause,
    length: number,
    ask: AskStatement,
  ) {
    this.#context = context;
    this.#object = object;
    this.#from = { object: name, alias, parents };
    this.#names = new SourceNames(this.#from);
    this.#length = length;
    this.#longest = longestStatement(context);
    this.#ask = (of, query, page) => {
      // A question is estimated before anything is read that its conditions turn on.
      if (page?.isBeyond !== true) context.allowance.extend(1);
      return ask(of, query, page);
    };
  }

  /** Whether a condition leaves too little of a statement to others. */
  readonly isLong = (condition: Condition): boolean => lengthOf(condition) > this.#longest / 4;

  /** A long join as a list of the ids that it looks up. */
  async joined(condition: Condition): Promise<Condition> {
    if (!isJoin(condition) || !this.isLong(condition)) return condition;
    const values = [...(await this.#joinedIds(condition))];
    const isIn = condition.op === 'semiJoin';
    if (values.length === 0) return isIn ? never : always;
    return { op: isIn ? 'in' : 'nin', path: condition.path, values };
  }

  async #joinedIds({ query }: JoinCondition): Promise<Set<string>> {
    const { field } = query;
    const object = this.#context.model.declaredObject(query.object);
    const ids = new Set<string>();
    const read = async (piece: Query): Promise<void> => {
      for (let after: Condition | undefined; ; ) {
        const query = { ...piece, where: allOf(piece.where, after), groupBy: [field] };
        const { rows, page } = await this.#ask(object, query);
        for (const { joined } of rows) ids.add(idOf(joined, field));
        expectFew(object, ids.size);
        if (page.done && (page.total ?? 0) > rows.length) throw missingRows(object);
        const last = rows.at(-1)?.joined;
        if (last === undefined || (page.done && rows.length < maxRows)) return;
        after = { op: 'gt', path: field, value: String(last) };
      }
    };
    await Promise.all(this.#pieces(object, joinedList(query)).map(read));
    return ids;
  }

  /** Those by which the ids of long conditions are read. */
  mostStatements(conditions: readonly Condition[]): number {
    const [joins, others] = [conditions.filter(isJoin), conditions.filter((part) => !isJoin(part))];
    const needs: Needs = { paths: new Set(), compared: [] };
    const short = others.filter((part) => !this.isLong(part));
    const long = others.filter(this.isLong);
    const first = this.#fewestStatements(short, long);
    for (const part of long) if (part !== first?.condition) this.#test(part, needs);
    const ofJoins = joins.filter(this.isLong).map(({ query }) => {
      const object = this.#context.model.declaredObject(query.object);
      return this.#pieces(object, joinedList(query)).length;
    });
    return (
      ofJoins.reduce((sum, count) => sum + count, 0) +
      (first?.statements ?? mostPages) * (1 + needs.compared.length)
    );
  }

  /** The statements that a list takes. */
  #pieces(object: CrmObject, list: Query): readonly Query[] {
    if (list.where === undefined) return [list];
    const split = splitQuery(list, this.#longest);
    if (split === null) throw unfitting(object, this.#longest, this.#length);
    return split.queries;
  }

  /** The short ones of conditions, and the ids of the rows that meet all of them. */
  async named(conditions: readonly Condition[]): Promise<Condition> {
    const short = conditions.filter((part) => !this.isLong(part));
    const long = conditions.filter(this.isLong);
    const first = this.#fewestStatements(short, long)?.condition;
    const read = allOf(...short, first);
    const needs: Needs = { paths: new Set(), compared: [] };
    const tests = long.filter((part) => part !== first).map((part) => this.#test(part, needs));
    const [rows, ...met] = await Promise.all([
      this.#rows(read, [...needs.paths]),
      ...needs.compared.map((part) => this.#rows(allOf(read, part), [])),
    ]);
    const sets = met.map((found) => new Set(found.keys()));
    const values = [...rows].flatMap(([id, row]) =>
      tests.every((test) => test(row, sets)) ? [id] : [],
    );
    return allOf(...short, values.length === 0 ? never : { op: 'in', path: 'Id', values })!;
  }

  /** Of long conditions the one whose rows are read in the fewest statements; undefined where none can be sent. */
  #fewestStatements(short: readonly Condition[], long: readonly Condition[]) {
    const splits = long.flatMap((condition) => {
      const list = { ...this.#from, select: ['Id'], where: allOf(...short, condition) };
      const split = splitQuery(list, this.#longest);
      return split === null ? [] : [{ condition, statements: split.pieces.length }];
    });
    return splits.sort((left, right) => left.statements - right.statements)[0];
  }

  /** By id the rows under a condition, with these fields. */
  async #rows(where: Condition | undefined, paths: readonly FieldPath[]) {
    const object = this.#object;
    const site = listSite(object.entity);
    const rows = new Map<string, Row>();
    const read = async (piece: Query): Promise<void> => {
      const query = ({ where, orderBy, limit, ...page }: KeysetRequest) =>
        this.#ask(object, { ...piece, where: allOf(piece.where, where), orderBy, limit }, page);
      const advice = 'what you may see is looked up in fewer';
      for await (const page of readKeysetList(
        { order: [], site, query },
        { maxPages: mostPages, advice },
      )) {
        for (const row of page) rows.set(idOf(row.Id, 'Id'), row);
        expectFew(object, rows.size);
      }
    };
    const list: Query = { ...this.#from, select: [...new Set(['Id', ...paths])], where };
    await Promise.all(this.#pieces(object, list).map(read));
    return rows;
  }

  #test(condition: Condition, needs: Needs): Test {
    if (this.isLong(condition))
      switch (condition.op) {
        case 'and':
        case 'or': {
          const combine = condition.op === 'and' ? allOf : anyOf;
          const short = combine(...condition.conditions.filter((part) => !this.isLong(part)));
          const long = condition.conditions.filter(this.isLong);
          const parts = short === undefined ? long : [short, ...long];
          // Of many short ones nothing is left to look into.
          if (parts.length === 1 && parts[0] === short) break;
          const tests = parts.map((part) => this.#test(part, needs));
          return condition.op === 'and'
            ? (row, met) => tests.every((test) => test(row, met))
            : (row, met) => tests.some((test) => test(row, met));
        }
        case 'not': {
          const test = this.#test(condition.condition, needs);
          return (row, met) => !test(row, met);
        }
        case 'in':
        case 'nin':
          if (isIdList(condition)) return this.#listTest(condition, needs);
      }
    const at = needs.compared.push(condition) - 1;
    return ({ Id }, met) => met[at]!.has(idOf(Id, 'Id'));
  }

  #listTest({ op, path, values }: IdList, { paths }: Needs): Test {
    paths.add(path);
    const ids = new Set(values.map((value) => normalizeCrmId(value)));
    const names = this.#names.resolve(path);
    const isItself =
      names.length > 1 && names[0]!.toLowerCase() === this.#object.name.toLowerCase();
    const members = isItself ? names.slice(1) : names;
    return (row) => {
      const value = members.reduce<unknown>(memberOf, row);
      return (value !== null && ids.has(idOf(value, path))) === (op === 'in');
    };
  }
}

/** An id in quotes with its comma, as they stand in a URL. */
const idBytes = 27;

/** Of so many rows, and one more. */
const mostPages = mostIds / maxRows + 1;

const isJoin = (condition: Condition): condition is JoinCondition => 'query' in condition;

/** The ids that a join looks up, in the order of the ids; null is none of them. */
const joinedList = ({ field, where, ...from }: JoinQuery): Query => ({
  ...{ ...from, select: [{ expression: field, alias: 'joined' }], limit: maxRows },
  where: allOf(where, { op: 'ne', path: field, value: null }),
  orderBy: [{ path: field, direction: 'asc' }],
});

interface IdList extends ListCondition {
  readonly path: FieldPath;
  readonly values: readonly string[];
}

const isIdList = (condition: ListCondition): condition is IdList =>
  typeof condition.path === 'string' &&
  condition.values.every((value) => typeof value === 'string' && normalizeCrmId(value) !== null);

/** A member of a row; null where there is no row. Clients write names in any case. */
function memberOf(row: unknown, name: string): unknown {
  if (!isObject(row)) return row;
  if (name in row) return row[name];
  const key = Object.keys(row).find((key) => key.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : row[key];
}

/** @throws SwitchboardError for a member that was lost on the way */
function idOf(value: unknown, path: FieldPath): string {
  const id = typeof value === 'string' ? normalizeCrmId(value) : null;
  if (id === null) throw missingUpstreamField(path);
  return id;
}

function expectFew({ name }: CrmObject, count: number): void {
  if (count > mostIds)
    throw new UserInputError(
      `Expected a question whose conditions leave at most ${mostIds} records of ${name} to be looked up (${count} were read): what you may see takes several statements. Ask for less, or below an account or deal.`,
    );
}

const missingRows = ({ entity }: CrmObject): UpstreamError =>
  new UpstreamError(
    'UPSTREAM_BAD_RESPONSE',
    'The CRM announced more rows of this list than it handed out.',
    listSite(entity),
  );
