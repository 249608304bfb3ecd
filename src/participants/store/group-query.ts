/** Group queries: calls counted and measured by group, with their distinct people and accounts, in one statement. */

import { memberAt } from '../../contract/member-at.ts';
import { type FacetKind, facetKinds } from '../call-facet.ts';
import {
  type AggregateQuery,
  type CallExtent,
  type CallGroups,
  type GroupDimension,
  type IndexFilter,
  nextRank,
  type ParticipantKeys,
  type Period,
} from '../call-query.ts';
import { callTests, hidesNo, isShownRecord, opensCall, ownerOfField } from './call-condition.ts';
import type { Database, Dialect, SqlValue } from './database.ts';
import { callSource, callWindows, queryExtent } from './filtered-query.ts';
import { namesPeople } from './people-condition.ts';
import {
  forever,
  visibleKeys,
  visibleTables,
  windowParams,
  windowTables,
} from './query-parameter.ts';

/** Starts of the first and the last visible call in a range of time; null where it has none. */
async function visibleExtent(
  database: Database,
  tenant: number,
  { from, to }: Period,
  visibleBy: ParticipantKeys,
): Promise<CallExtent | null> {
  const [[first = null, last = null] = []] = await database.read(
    `WITH ${visibleTables(database.dialect, 2, { from: '$3', to: '$4' })}
      SELECT min(p.started), max(p.started) FROM vis d CROSS JOIN participation p
      WHERE p.key = d.key AND p.started >= $3 AND p.started < $4 AND ${opensCall('d.kind')}`,
    [tenant, visibleKeys(visibleBy), from ?? -forever, to ?? forever],
  );
  return first === null || last === null ? null : { first: Number(first), last: Number(last) };
}

/** A dimension whose periods are known. */
type KnownDimension =
  | Exclude<GroupDimension, { readonly by: 'period' }>
  | { readonly by: 'period'; readonly bounds: readonly number[] };

/** Counts and measures by group, in no order. */
export async function queryGroups(
  database: Database,
  tenant: number,
  query: AggregateQuery,
): Promise<CallGroups> {
  const groupBy: KnownDimension[] = [];
  for (const dimension of query.groupBy) {
    if (dimension.by !== 'period') groupBy.push(dimension);
    else {
      const { visibleBy } = query.filter;
      const extent = visibleBy
        ? await visibleExtent(database, tenant, query.filter, visibleBy)
        : await queryExtent(database, tenant, query.filter);
      groupBy.push({ by: 'period', bounds: extent === null ? [] : dimension.bounds(extent) });
    }
  }
  const statement = new GroupStatement(database.dialect, tenant, { ...query, groupBy });
  const rows = await database.read(statement.sql(), statement.params, {
    rank: query.rank ?? nextRank(),
  });
  if (rows.length > query.mostGroups) return { groups: [], isWhole: false };
  const size = groupBy.length;
  const readers = groupBy.map(keyReader);
  const groups = rows.map((row) => {
    const [calls = 0, seconds = 0, talk = 0, measured = 0, people = 0, accounts = 0] = row
      .slice(size)
      .map(Number);
    return {
      keys: readers.map((read, at) => read(row[at] ?? null)),
      calls,
      seconds,
      talkRatio: measured === 0 ? null : talk / measured / 1e6,
      people: query.people ? people : null,
      accounts: query.accounts ? accounts : null,
    };
  });
  return { groups, isWhole: true };
}

/** Groups are counted by numbers, which compare faster than texts. */
function keyReader(dimension: KnownDimension): (key: SqlValue) => string | number | null {
  if (dimension.by === 'period') return Number;
  if (dimension.by !== 'label') return (key) => key;
  const labels = labelsOf(dimension);
  return (key) => (key === null ? null : memberAt(labels, Number(key)));
}

/** The labels of a dimension, each once. */
const labelsOf = ({ labels }: LabelDimension): string[] => [
  ...new Set(labels.flatMap(([, label]) => label ?? [])),
];

type LabelDimension = Extract<GroupDimension, { readonly by: 'label' }>;

/** Stands for the label of a facet that the index got to know after the labels were looked up. */
const unknownLabel = -1;

/** A query whose dimensions are known. */
type KnownQuery = Omit<AggregateQuery, 'groupBy'> & { readonly groupBy: readonly KnownDimension[] };

/**
 * The filter's time as parameters: joined to a table of windows instead, PostgreSQL reads the
 * facets of all times and leaves those out that are not of this one. The table of windows stays beside
 * them: without it SQLite takes the facets for few, and compares each call with each of them.
 */
const startOfTime = 'CAST($5 AS bigint)';
const endOfTime = 'CAST($6 AS bigint)';

/**
 * Join condition of a table of facets and the chosen calls. Starts are numbers in order, by which SQLite builds and
 * searches its index of the table in half the time that ids take.
 */
const isOfCall = (facets: string): string =>
  `${facets}.started = ch.started AND ${facets}.call = ch.call`;

const allCalls = { readsCall: true, isWhole: true } as const;

/**
 * One statement for all measures. Each call brings its people and accounts as a text of numbers; a group
 * concatenates them and counts the different ones once: a row for each person of each call, sorted by
 * group, takes three times as long.
 */
class GroupStatement {
  readonly params: SqlValue[];
  readonly #dialect: Dialect;
  readonly #query: KnownQuery;
  readonly #tables: string;
  /** Expressions of the keys in `chosen ch` and what is joined to it, and of their values in the result `g`. */
  readonly #keys: string[] = [];
  readonly #joins: string[] = [];
  readonly #conditions: string[] = ['true'];
  readonly #values: string[] = [];

  constructor(dialect: Dialect, tenant: number, query: KnownQuery) {
    this.#dialect = dialect;
    this.#query = query;
    const { filter, groupBy } = query;
    const periods = JSON.stringify(periodsOf(filter, groupBy));
    const { from, to } = filter;
    this.params = [
      tenant,
      ...windowParams(dialect, { filter }),
      periods,
      from ?? -forever,
      to ?? forever,
    ];
    const tables = [
      windowTables(dialect, 2, callTests([{ filter }])),
      this.#periods(),
      this.#chosen(),
    ];
    for (const [at, dimension] of groupBy.entries()) tables.push(...this.#dimension(dimension, at));
    if (query.accounts) tables.push(this.#accounts());
    this.#tables = tables.join(',\n');
  }

  sql(): string {
    const { people, accounts, mostGroups } = this.#query;
    const { textGroup } = this.#dialect;
    const keys = this.#keys.map((key, at) => `${key} AS k${at},`).join(' ');
    const groups = this.#keys.map((_, at) => at + 1).join();
    return `WITH ${this.#tables}
      SELECT ${this.#values.map((value) => `${value},`).join(' ')} g.n, g.seconds, g.talk, g.measured,
        ${people ? this.#different('g.people', 'coalesce(s.person, one.no)', 'LEFT JOIN alias s ON s.key = one.no') : 0},
        ${accounts ? this.#different('g.accounts', 'one.no') : 0}
      FROM (SELECT ${keys} count(*) AS n, sum(coalesce(ch.duration, 0)) AS seconds, sum(ch.talk) AS talk,
          count(ch.talk) AS measured
          ${people ? `, ${textGroup(`nullif(ch.people, '[]')`)} AS people` : ''}
          ${accounts ? `, ${textGroup('acc.list')} AS accounts` : ''}
        FROM chosen ch ${this.#joins.join(' ')} WHERE ${this.#conditions.join(' AND ')}
        ${groups === '' ? '' : `GROUP BY ${groups}`} LIMIT ${Math.trunc(mostGroups) + 1}) g`;
  }

  /** Number of different values in a text of numbers `one.no`, whatever brackets are between them. */
  #different(list: string, value: string, joins = ''): string {
    const numbers = this.#dialect.numbers(`replace(replace(${list}, '[', ''), ']', '')`);
    return `(SELECT count(DISTINCT ${value}) FROM ${numbers} one ${joins})`;
  }

  /** The accounts of each call, as a text of numbers. */
  #accounts(): string {
    this.#joins.push(`LEFT JOIN acc ON ${isOfCall('acc')}`);
    return `acc AS MATERIALIZED (SELECT started, call, ${this.#dialect.textGroup('value')} AS list
      FROM (SELECT ${this.#facets('account', 'k.no')}) a GROUP BY started, call)`;
  }

  #periods(): string {
    const columns = { label: 'integer', from_at: 'integer', to_at: 'integer' } as const;
    return `period AS MATERIALIZED (SELECT * FROM ${this.#dialect.rows(4, columns)} r
      WHERE ${startOfTime} < ${endOfTime})`;
  }

  #chosen(): string {
    const { filter } = this.#query;
    const { tables, where, started, repeats } = callSource(this.#dialect, filter, allCalls);
    // PostgreSQL tries the window's conditions before it joins the periods; the sign keeps SQLite to these.
    return `chosen AS MATERIALIZED (SELECT ${repeats ? 'DISTINCT' : ''} c.id AS call, c.started, b.label AS period,
        c.duration, c.talk ${this.#columns()}
      FROM ${callWindows(filter)} CROSS JOIN period b CROSS JOIN ${tables}
      WHERE ${where} AND +${started} >= ${startOfTime} AND +${started} < ${endOfTime}
        AND ${started} >= b.from_at AND ${started} < b.to_at)`;
  }

  /** Further columns of the calls that the statements read: only those needed, because lists of keys are long. */
  #columns(): string {
    const { filter, groupBy, people, accounts } = this.#query;
    const marked = groupBy.some(({ by }) => by === 'facet' || by === 'label') || accounts;
    const names = new Set([
      ...groupBy.flatMap(({ by }) =>
        by === 'facet' || by === 'label' || by === 'period' ? [] : [by],
      ),
      ...(people ? ['people'] : []),
      ...(marked && isNarrow(filter) ? ['marks'] : []),
    ]);
    return [...names].map((name) => `, c.${name}`).join('');
  }

  /** Notes the dimension's key and value; its table, where it needs one. */
  #dimension(dimension: KnownDimension, at: number): string[] {
    if (dimension.by !== 'facet' && dimension.by !== 'label') {
      this.#keys.push(`ch.${dimension.by}`);
      this.#values.push(`g.k${at}`);
      return [];
    }
    this.#keys.push(`d${at}.value`);
    this.#joins.push(`LEFT JOIN d${at} ON ${isOfCall(`d${at}`)}`);
    const name = `d${at} AS MATERIALIZED`;
    if (dimension.by === 'facet') {
      const { kind, prefix = '' } = dimension;
      this.#values.push(
        `(SELECT substr(k.value, ${prefix.length + 1}) FROM key k WHERE k.no = g.k${at})`,
      );
      return [
        `${name} (SELECT ${this.#facets(kind, 'k.no', this.#within(prefix), undefined, prefix)})`,
      ];
    }
    this.#values.push(`g.k${at}`);
    // Facets without a label are in the group of null, like calls without a facet.
    const numbers = new Map(labelsOf(dimension).map((label, number) => [label, number]));
    this.params.push(
      JSON.stringify(
        dimension.labels.map(([value, label]) => [
          value,
          label === null ? null : numbers.get(label),
        ]),
      ),
    );
    const labels = this.#dialect.rows(this.params.length, { value: 'text', label: 'integer' });
    this.#conditions.push(`coalesce(d${at}.value, 0) <> ${unknownLabel}`);
    const labelled = this.#facets(dimension.kind, 'l.label', 'AND k.value = l.value', `l${at} l`);
    const isUnknown = `AND k.value NOT IN (SELECT value FROM l${at})`;
    const unknown = this.#facets(dimension.kind, String(unknownLabel), isUnknown);
    return [
      `l${at} AS MATERIALIZED (SELECT * FROM ${labels} r)`,
      `${name} (SELECT DISTINCT ${labelled} UNION ALL SELECT ${unknown})`,
    ];
  }

  /** Of a viewer, linked records that are not shown are no facets; nor are their fields. */
  #shownOnly(kind: FacetKind, prefix: string): string {
    if (!this.#query.filter.visibleBy) return '';
    if (kind === 'account' || kind === 'deal') return 'AND k.no IN (SELECT y.key FROM shown y)';
    const owner = kind === 'field' ? ownerOfField(prefix) : null;
    if (owner === null) return '';
    return `AND ${hidesNo(this.#dialect, 'ch.call', `'${facetKinds[owner]}'`)}
          UNION SELECT ch.started, ch.call, k.no FROM chosen ch CROSS JOIN ${this.#dialect.each('ch.marks', 'x')}
            CROSS JOIN key r CROSS JOIN key k
          WHERE r.no = CAST(x.value->>0 AS bigint) AND r.kind = '${facetKinds.recordField}'
            ${this.#within(prefix, 'r.value')} AND ${isShownRecord('r.value')}
            AND k.tenant = $1 AND k.kind = '${facetKinds.field}' AND k.value = substr(r.value, 1, length(r.value) - 16)`;
  }

  /** SQL of start, call and value for the facets of a kind, without SELECT. @param labels a table of the wanted values */
  #facets(kind: FacetKind, value: string, where = '', labels?: string, prefix = ''): string {
    const ofKind = `k.kind = '${facetKinds[kind]}' ${where} ${this.#shownOnly(kind, prefix)}`;
    // From the calls to their facets where a filter leaves few, else from facets to calls.
    return isNarrow(this.#query.filter)
      ? `ch.started, ch.call, ${value} AS value
          FROM chosen ch CROSS JOIN ${this.#dialect.each('ch.marks', 'x')} CROSS JOIN key k
            ${labels === undefined ? '' : `CROSS JOIN ${labels}`}
          WHERE k.no = CAST(x.value->>0 AS bigint) AND ${ofKind}`
      : `m.started, m.call, ${value} AS value FROM win w CROSS JOIN
            ${labels === undefined ? '' : `${labels} CROSS JOIN`} key k CROSS JOIN mark m
          WHERE k.tenant = $1 AND ${ofKind} AND m.key = k.no
            AND m.started >= ${startOfTime} AND m.started < ${endOfTime}`;
  }

  /** Range condition of a prefix. Prefixes are constants; quotes in them are doubled all the same. */
  #within(prefix: string, value = 'k.value'): string {
    if (prefix === '') return '';
    const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
    // Upper bound: the first text after all that have the prefix.
    const last = prefix.length - 1;
    const end = prefix.slice(0, last) + String.fromCharCode(prefix.charCodeAt(last) + 1);
    return `AND ${value} >= ${quoted(prefix)} AND ${value} < ${quoted(end)}`;
  }
}

/** Whether a filter leaves few calls, whose own facets are fewer than those of all calls. */
const isNarrow = (filter: IndexFilter): boolean =>
  Boolean(filter.facets?.length || filter.calls) ||
  (filter.visibleBy ?? null) !== null ||
  namesPeople(filter);

/** Periods of the filter's time as rows of label, from, to. Without periods there is one row. */
function periodsOf(filter: IndexFilter, groupBy: readonly KnownDimension[]): number[][] {
  const from = filter.from ?? -forever;
  const to = filter.to ?? forever;
  const period = groupBy.find((dimension) => dimension.by === 'period');
  const bounds = period?.bounds ?? [from, to];
  return bounds
    .slice(0, -1)
    .map((start, at) => [start, Math.max(start, from), Math.min(memberAt(bounds, at + 1), to)]);
}
