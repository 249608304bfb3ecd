/** Group queries: calls counted and measured by group, one statement for counts and durations, one each for distinct people and accounts. */

import { facetKinds, fieldFacet } from '../call-facet.ts';
import type {
  AggregateQuery,
  CallExtent,
  CallGroups,
  GroupDimension,
  IndexFilter,
} from '../call-query.ts';
import type { Database, Dialect, ResultRow, SqlValue } from './database.ts';
import { callSource, callWindows } from './filtered-query.ts';
import { forever, windowParam, windowTables } from './query-parameter.ts';

/** When the first and the last call of a time started; null where there is none. */
export async function queryExtent(
  database: Database,
  tenant: number,
  { from, to }: Pick<IndexFilter, 'from' | 'to'>,
): Promise<CallExtent | null> {
  const end = (order: 'ASC' | 'DESC'): string => `(SELECT started FROM call
    WHERE tenant = $1 AND started >= $2 AND started < $3 ORDER BY started ${order} LIMIT 1)`;
  const [[first = null, last = null] = []] = await database.read(
    `SELECT ${end('ASC')}, ${end('DESC')}`,
    [tenant, from ?? -forever, to ?? forever],
  );
  return first === null || last === null ? null : { first: Number(first), last: Number(last) };
}

/** Whether any call is kept by a field of linked records; also where none is by any field of the object, as nothing is known then. */
export async function queryKeepsField(
  database: Database,
  tenant: number,
  object: string,
  field: string,
): Promise<boolean> {
  const hasFacet = (prefix: number): string => `EXISTS (SELECT 1 FROM key k WHERE k.tenant = $1
    AND k.kind = '${facetKinds.field}' AND k.value >= $${prefix} AND k.value < $${prefix + 1})`;
  const bounds = [`${object}.`, fieldFacet(object, field)].flatMap((text) => [
    text,
    `${text}\u{10FFFF}`,
  ]);
  const [[keeps] = []] = await database.read(
    `SELECT CASE WHEN ${hasFacet(4)} OR NOT ${hasFacet(2)} THEN 1 ELSE 0 END`,
    [tenant, ...bounds],
  );
  return keeps === 1;
}

/** Groups in no order. */
export async function queryGroups(
  database: Database,
  tenant: number,
  query: AggregateQuery,
): Promise<CallGroups> {
  const statement = new GroupStatement(database.dialect, tenant, query);
  const read = (measures: string, joins = ''): Promise<readonly ResultRow[]> =>
    database.read(statement.sql(measures, joins), statement.params);
  const rows = await read('count(*), sum(coalesce(ch.duration, 0)), sum(ch.talk), count(ch.talk)');
  if (rows.length > query.mostGroups) return { groups: [], isWhole: false };
  const people = query.people
    ? byKeys(await read(distinctPeople, ofPeople(database.dialect)))
    : null;
  const accounts = query.accounts
    ? byKeys(await read('count(DISTINCT acc.value)', 'JOIN acc ON acc.call = ch.call'))
    : null;
  const size = query.groupBy.length;
  const groups = rows.map((row) => {
    const keys = row.slice(0, size).map((key, at) => keyOf(query.groupBy[at]!, key));
    const [calls, seconds, talk, measured] = row.slice(size).map(Number);
    const name = JSON.stringify(row.slice(0, size).map(textOf));
    return {
      keys,
      calls: calls!,
      seconds: seconds!,
      talkRatio: measured === 0 ? null : talk! / measured! / 1e6,
      people: people && (people.get(name) ?? 0),
      accounts: accounts && (accounts.get(name) ?? 0),
    };
  });
  return { groups, isWhole: true };
}

const keyOf = (dimension: GroupDimension, key: SqlValue): string | number | null =>
  dimension.by === 'period' ? Number(key) : key;

const textOf = (key: SqlValue): string | null => (key === null ? null : String(key));

/** A count by the keys before it. */
const byKeys = (rows: readonly ResultRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map((row) => [JSON.stringify(row.slice(0, -1).map(textOf)), Number(row.at(-1))]));

const distinctPeople = 'count(DISTINCT coalesce(s.person, CAST(who.value->>0 AS bigint)))';
const ofPeople = (dialect: Dialect): string =>
  `CROSS JOIN ${dialect.each('ch.people', 'who')}
    LEFT JOIN alias s ON s.key = CAST(who.value->>0 AS bigint)`;

/**
 * The filter's time as parameters: joined to a table of windows instead, PostgreSQL reads the
 * facets of all times and leaves those out that are not of this one. The table of windows stays beside
 * them: without it SQLite takes the facets for few, and compares each call with each of them.
 */
const startOfTime = 'CAST($4 AS bigint)';
const endOfTime = 'CAST($5 AS bigint)';

/** The tables that all statements of a query share, and its parameters. */
class GroupStatement {
  readonly params: SqlValue[];
  readonly #dialect: Dialect;
  readonly #query: AggregateQuery;
  readonly #tables: string;
  /** Key expressions, and the joins they come from. */
  readonly #keys: string[] = [];
  readonly #joins: string[] = [];

  constructor(dialect: Dialect, tenant: number, query: AggregateQuery) {
    this.#dialect = dialect;
    this.#query = query;
    const { filter, groupBy } = query;
    const periods = JSON.stringify(periodsOf(filter, groupBy));
    const { from, to } = filter;
    this.params = [tenant, windowParam({ filter }), periods, from ?? -forever, to ?? forever];
    const tables = [windowTables(dialect, 2), this.#periods(), this.#chosen()];
    for (const [at, dimension] of groupBy.entries()) tables.push(...this.#dimension(dimension, at));
    if (query.accounts)
      tables.push(`acc AS MATERIALIZED (SELECT ${this.#facets('account', 'k.no')})`);
    this.#tables = tables.join(',\n');
  }

  sql(measures: string, joins: string): string {
    const keys = this.#keys.map((key) => `${key},`).join(' ');
    const groups = this.#keys.map((_, at) => at + 1).join();
    return `WITH ${this.#tables}
      SELECT ${keys} ${measures} FROM chosen ch ${this.#joins.join(' ')} ${joins}
      ${groups === '' ? '' : `GROUP BY ${groups}`} LIMIT ${Math.trunc(this.#query.mostGroups) + 1}`;
  }

  #periods(): string {
    const columns = { label: 'integer', from_at: 'integer', to_at: 'integer' } as const;
    return `period AS MATERIALIZED (SELECT * FROM ${this.#dialect.rows(3, columns)} r
      WHERE ${startOfTime} < ${endOfTime})`;
  }

  #chosen(): string {
    const { filter } = this.#query;
    const { tables, where, started, repeats } = callSource(this.#dialect, filter);
    return `chosen AS MATERIALIZED (SELECT ${repeats ? 'DISTINCT' : ''} c.id AS call, b.label AS period,
        c.duration, c.talk ${this.#columns()}
      FROM ${callWindows(filter)} CROSS JOIN period b CROSS JOIN ${tables}
      WHERE ${where} AND ${started} >= b.from_at AND ${started} < b.to_at)`;
  }

  /** What else of the calls the statements look at: lists of keys are long. */
  #columns(): string {
    const { filter, groupBy, people, accounts } = this.#query;
    const marked = groupBy.some(({ by }) => by === 'facet' || by === 'label') || accounts;
    const names = new Set([
      ...groupBy.flatMap(({ by }) =>
        by === 'facet' || by === 'label' || by === 'period' ? [] : [by],
      ),
      ...(people ? ['people'] : []),
      ...(marked && filter.facets?.length ? ['marks'] : []),
    ]);
    return [...names].map((name) => `, c.${name}`).join('');
  }

  /** Notes the dimension's key; its table, where it needs one. */
  #dimension(dimension: GroupDimension, at: number): string[] {
    if (dimension.by !== 'facet' && dimension.by !== 'label') {
      this.#keys.push(`ch.${dimension.by}`);
      return [];
    }
    this.#keys.push(`d${at}.value`);
    this.#joins.push(`LEFT JOIN d${at} ON d${at}.call = ch.call`);
    const name = `d${at} AS MATERIALIZED`;
    if (dimension.by === 'facet') {
      const { kind, prefix = '' } = dimension;
      const value = prefix === '' ? 'k.value' : `substr(k.value, ${prefix.length + 1})`;
      return [`${name} (SELECT ${this.#facets(kind, value, this.#within(prefix))})`];
    }
    this.params.push(JSON.stringify(dimension.labels));
    const labels = this.#dialect.rows(this.params.length, { value: 'text', label: 'text' });
    return [
      `l${at} AS MATERIALIZED (SELECT * FROM ${labels} r)`,
      `${name} (SELECT DISTINCT ${this.#facets(dimension.kind, 'l.label', 'AND k.value = l.value', `l${at} l`)})`,
    ];
  }

  /** Call and value of the facets of a kind, without SELECT. @param labels a table of the values wanted. */
  #facets(kind: keyof typeof facetKinds, value: string, where = '', labels?: string): string {
    const ofKind = `k.kind = '${facetKinds[kind]}' ${where}`;
    // Of few calls each is asked for its facets; of all calls of a time, the facets for theirs.
    return this.#query.filter.facets?.length
      ? `ch.call, ${value} AS value
          FROM chosen ch CROSS JOIN ${this.#dialect.each('ch.marks', 'x')} CROSS JOIN key k
            ${labels === undefined ? '' : `CROSS JOIN ${labels}`}
          WHERE k.no = CAST(x.value->>0 AS bigint) AND ${ofKind}`
      : `m.call, ${value} AS value FROM win w CROSS JOIN
            ${labels === undefined ? '' : `${labels} CROSS JOIN`} key k CROSS JOIN mark m
          WHERE k.tenant = $1 AND ${ofKind} AND m.key = k.no
            AND m.started >= ${startOfTime} AND m.started < ${endOfTime}`;
  }

  /** A prefix is the program's own; quotes in it are doubled all the same. */
  #within(prefix: string): string {
    if (prefix === '') return '';
    const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
    // The first text behind all that begin so: no character is behind all others.
    const last = prefix.length - 1;
    const end = prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
    return `AND k.value >= ${quoted(prefix)} AND k.value < ${quoted(end)}`;
  }
}

/** Stretches of the filter's time: label, from, to. Without periods there is one. */
function periodsOf(filter: IndexFilter, groupBy: readonly GroupDimension[]): number[][] {
  const from = filter.from ?? -forever;
  const to = filter.to ?? forever;
  const starts = groupBy.flatMap((one) => (one.by === 'period' ? [one.starts] : []))[0] ?? [from];
  return starts.map((start, at) => [
    start,
    Math.max(start, from),
    Math.min(starts[at + 1] ?? to, to),
  ]);
}
