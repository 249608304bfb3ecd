/** Own calls: facts of the calls that the platform linked to records, each within its bounds, of thousands of records by one statement. */

import { cleanText } from '../../contract/email-address.ts';
import { memberAt } from '../../contract/member-at.ts';
import { facetKinds } from '../call-facet.ts';
import type { CallChoice, OwnCalls, OwnCallsLook, OwnCallsQuery } from '../call-query.ts';
import { keyKinds, normaliseCrmId } from '../match-key.ts';
import { isVisible } from './call-condition.ts';
import type { Database, Dialect, SqlValue } from './database.ts';
import { forever, visibleKeys, visibleTables } from './query-parameter.ts';

const none: OwnCalls = {
  calls: 0,
  firstAt: null,
  lastAt: null,
  heard: 0,
  people: 0,
  talkRatio: null,
  seconds: 0,
  unaddressed: 0,
};

/** Those that look at the same go by one statement, or two with people. */
export async function queryOwnCalls(
  database: Database,
  tenant: number,
  queries: readonly OwnCallsQuery[],
): Promise<OwnCalls[]> {
  const found: OwnCalls[] = queries.map(() => none);
  const alike = Map.groupBy(queries.entries(), ([, { look, filter }]) =>
    JSON.stringify([look, filter?.includePrivate ?? true]),
  );
  await Promise.all(
    [...alike.values()].map(async (entries) => {
      const own = await queryAlike(
        database,
        tenant,
        entries.map(([, query]) => query),
      );
      for (const [at, [index]] of entries.entries()) found[index] = memberAt(own, at);
    }),
  );
  return found;
}

async function queryAlike(
  database: Database,
  tenant: number,
  queries: readonly OwnCallsQuery[],
): Promise<OwnCalls[]> {
  const { look } = memberAt(queries, 0);
  const { dialect } = database;
  const { tables, params } = chosenCalls(dialect, tenant, queries);
  const heard = look.heard.length === 0 ? '0' : `sum(${isHeard(look)})`;
  const talk = look.talk ? 'sum(c.talk), count(c.talk)' : 'NULL, 0';
  const length = look.length ? 'sum(coalesce(c.duration, 0))' : '0';
  const unaddressed = look.unaddressed
    ? 'CASE WHEN count(c.unaddressed) = count(*) THEN sum(c.unaddressed) END'
    : 'NULL';
  const call =
    look.talk || look.length || look.unaddressed
      ? `CROSS JOIN call c WHERE c.tenant = $1 AND ${dialect.sameCall('call')}`
      : '';
  const read = [
    database.read(
      `WITH ${tables} SELECT p.query, count(*), min(p.started), max(p.started), ${heard}, ${talk}, ${length}, ${unaddressed}
        FROM chosen p ${call} GROUP BY p.query`,
      params,
    ),
    look.people ? database.read(peopleSql(dialect, tables), params) : [],
  ] as const;
  const [rows, people] = await Promise.all(read);
  const found: OwnCalls[] = queries.map(() => none);
  const peopleOf = new Map(people.map(([query, count]) => [Number(query), Number(count)]));
  for (const row of rows) {
    const [query = 0, calls = 0, firstAt = 0, lastAt = 0, heardIn = 0, ...figures] =
      row.map(Number);
    const withoutAddress = row.at(-1) ?? null;
    const [sum = 0, measured = 0, seconds = 0] = figures;
    const talkRatio = measured === 0 ? null : sum / measured / 1e6;
    const counted = peopleOf.get(query) ?? 0;
    found[query] = {
      ...{ calls, firstAt, lastAt, heard: heardIn },
      ...{ people: counted, talkRatio, seconds },
      unaddressed: withoutAddress === null ? null : Number(withoutAddress),
    };
  }
  return found;
}

const subjectColumns = {
  query: 'integer',
  value: 'text',
  from_at: 'integer',
  to_at: 'integer',
} as const;
const wantedColumns = { filter: 'integer', kind: 'text', value: 'text', least: 'integer' } as const;

/** SQL tables, the last of which is `chosen p` (query, call, started), and their parameters. */
function chosenCalls(
  dialect: Dialect,
  tenant: number,
  queries: readonly OwnCallsQuery[],
): { readonly tables: string; readonly params: readonly SqlValue[] } {
  const { look, filter } = memberAt(queries, 0);
  const visibleBy = filter?.visibleBy ?? null;
  const subjects = queries.map(({ recordId, from, to }, at) => [
    at,
    normaliseCrmId(recordId),
    from ?? -forever,
    to,
  ]);
  const ends = queries.map(({ to }) => to);
  const starts = queries.map(({ from }) => from ?? -forever);
  const wanted = look.heard.flatMap(({ kind, values, least = 1 }, at) =>
    values.map((value) => [at, facetKinds[kind], cleanText(value) ?? null, least]),
  );
  const params = [
    tenant,
    JSON.stringify(subjects),
    visibleBy === null ? '[]' : visibleKeys(visibleBy),
    starts.reduce((least, start) => Math.min(least, start), forever),
    ends.reduce((most, end) => Math.max(most, end), -forever),
    filter?.includePrivate === false ? 0 : 1,
    JSON.stringify(wanted),
  ];
  const inOrder = (order: 'ASC' | 'DESC'): string =>
    `row_number() OVER (PARTITION BY s.query ORDER BY p.started ${order}, p.call ${order})`;
  const tables = `${visibleTables(dialect, 3, { from: '$4', to: '$5' })},
    wanted AS MATERIALIZED (SELECT a.filter, k.no AS key, a.least FROM ${dialect.rows(7, wantedColumns)} a
      CROSS JOIN key k WHERE k.tenant = $1 AND k.kind = a.kind AND k.value = a.value),
    subject AS MATERIALIZED (SELECT a.query, k.no AS key, a.from_at, a.to_at
      FROM ${dialect.rows(2, subjectColumns)} a CROSS JOIN key k
      WHERE k.tenant = $1 AND k.kind = '${keyKinds.crm}' AND k.value = a.value),
    own AS MATERIALIZED (SELECT s.query, p.call, p.started, ${inOrder('ASC')} AS up, ${inOrder('DESC')} AS down
      FROM subject s CROSS JOIN participation p
      WHERE p.key = s.key AND p.started >= s.from_at AND p.started < s.to_at AND p.private <= $6
        ${visibleBy === null ? '' : `AND ${isVisible(dialect, 'p.call', visibleBy)}`}),
    chosen AS MATERIALIZED (SELECT o.query, o.call, o.started FROM own o WHERE ${isChosen(look.choice)})`;
  return { tables, params };
}

function isChosen({ first, last, nth }: CallChoice): string {
  if (typeof first === 'number') return `o.up <= ${Math.trunc(first)}`;
  if (typeof last === 'number') return `o.down <= ${Math.trunc(last)}`;
  if (typeof nth !== 'number') return 'true';
  return nth > 0 ? `o.up = ${Math.trunc(nth)}` : `o.down = ${-Math.trunc(nth)}`;
}

/** SQL: 1 for a call that has each of the facets, else 0. */
const isHeard = ({ heard }: OwnCallsLook): string => {
  const conditions = heard.map(
    (_, at) => `EXISTS (SELECT 1 FROM wanted x CROSS JOIN mark m WHERE x.filter = ${at}
      AND m.key = x.key AND m.started = p.started AND m.call = p.call AND m.amount >= x.least)`,
  );
  return `CASE WHEN ${conditions.join(' AND ')} THEN 1 ELSE 0 END`;
};

/** Different people from outside, by their addresses: several parties of a call may have the same. */
function peopleSql(dialect: Dialect, tables: string): string {
  const outside = "'External'";
  const isOutside = `CASE WHEN q.more IS NULL THEN q.affiliation = ${outside} ELSE EXISTS (
    SELECT 1 FROM ${dialect.each('q.more', 'part')} WHERE part.value->>1 = ${outside}) END`;
  return `WITH ${tables} SELECT p.query,
      count(DISTINCT coalesce((SELECT s.person FROM alias s WHERE s.key = k.no), k.no))
    FROM chosen p CROSS JOIN call c CROSS JOIN ${dialect.each('c.keys', 'x')} CROSS JOIN key k
      CROSS JOIN participation q
    WHERE c.tenant = $1 AND c.id = p.call AND k.no = CAST(x.value->>0 AS bigint)
      AND k.kind = '${keyKinds.email}' AND q.key = k.no AND q.started = p.started AND q.call = p.call
      AND ${isOutside} GROUP BY p.query`;
}
