/** Leading by words: how many calls of the asked time have a text decides how an answer looks for it. */

import type { IndexFilter, Period, SaidFilter } from '../call-query.ts';
import { originalId } from '../indexed-call.ts';
import type { Database, Dialect, SqlValue } from './database.ts';
import { forever } from './query-parameter.ts';
import { entryColumns, entryValues, isOneWord, isTurnOf } from './said-condition.ts';
import { callOfDocument, callsOfTime, firstDocument, isOfTime } from './transcript-document.ts';

/** Most rows of a rare text: its calls are read before, and lead to the answer. */
const fewRows = 2_000;

/** The newest calls of the asked time, which tell whether a text is frequent. */
const sampledCalls = 200;
/** Calls of these with a frequent text: each call of a window is looked at, until it is full. */
const frequentCalls = 10;

/** An entry as the store looks for it, or the ids of the calls that meet it. */
type Lead = SaidFilter | readonly string[];

const isList = (lead: Lead): lead is readonly string[] => Array.isArray(lead);

interface LeadOptions extends Period {
  readonly isNegated: boolean;
  /** Whether the first calls of many are asked for. */
  readonly isWindow: boolean;
}

const since = 'CAST($2 AS bigint)';
const until = 'CAST($3 AS bigint)';

async function leadOf(
  database: Database,
  tenant: number,
  entry: SaidFilter,
  { from, to, isNegated, isWindow }: LeadOptions,
): Promise<Lead> {
  if (isNegated) return entry;
  const { dialect } = database;
  const params = [
    dialect.wordsWanted(entry.words, entry.phrase),
    ...[from ?? -forever, to ?? forever],
  ];
  if (isWindow && (await isFrequent(database, tenant, entry, params)))
    return { ...entry, isEverywhere: true };
  const { rows, call } = rowsOf(dialect, entry);
  const [[count = 0] = []] = await database.read(
    `SELECT count(*) FROM (SELECT ${call} AS no FROM ${rows} LIMIT ${fewRows + 1}) f`,
    params,
  );
  if (Number(count) > fewRows) return entry;
  const found = isOneWord(entry)
    ? await database.read(
        `SELECT t.call FROM (SELECT DISTINCT ${call} AS no FROM ${rows}) f CROSS JOIN transcript t
          WHERE t.no = f.no AND t.tenant = $4`,
        [...params, tenant],
      )
    : await database.read(turnsOf(dialect), [
        ...params,
        tenant,
        JSON.stringify([entryValues(dialect, entry)]),
      ]);
  return found.map(([id]) => originalId(String(id)));
}

/** SQL of the rows that have the text `$1` in the time from `$2` to `$3`, and of their call's number. */
function rowsOf(dialect: Dialect, entry: SaidFilter): { rows: string; call: string } {
  if (isOneWord(entry)) {
    const { tables, where, document } = dialect.transcriptsWith('$1', ...callsOfTime(since, until));
    return { rows: `${tables} WHERE ${where}`, call: document };
  }
  const { tables, where, document } = dialect.turnsWith('$1');
  return {
    rows: `${tables} WHERE ${where} AND ${isOfTime(document, since, until)}`,
    call: callOfDocument(document),
  };
}

/** SQL: the calls with a turn that meets an entry. */
function turnsOf(dialect: Dialect): string {
  const { tables, where, document, turn, ofTurn } = dialect.turnsWith('$1');
  // Without the limit PostgreSQL expects a hundred entries, and reads all turns for them.
  const entries = `(SELECT * FROM ${dialect.rows(5, entryColumns)} r LIMIT 1)`;
  return `SELECT DISTINCT t.call FROM ${entries} h CROSS JOIN ${tables} ${turn} CROSS JOIN transcript t
    WHERE ${where} AND ${isOfTime(document, since, until)} ${ofTurn}
      AND t.no = ${callOfDocument(document)} AND t.tenant = $4 AND ${isTurnOf(dialect)}`;
}

/** Whether one in twenty of the newest calls of the time has the text. */
async function isFrequent(
  { dialect, read }: Database,
  tenant: number,
  entry: SaidFilter,
  params: readonly SqlValue[],
): Promise<boolean> {
  // SQLite puts a beginning's turns together in all calls before it looks at those of one.
  const isBeginning = [...entry.words, ...entry.phrase].some(({ isPrefix }) => isPrefix);
  if (isBeginning && dialect.wordTable !== null) return false;
  const sample = `SELECT t.no FROM transcript t
    WHERE t.tenant = $4 AND t.started >= $2 AND t.started < $3 ORDER BY t.started DESC LIMIT ${sampledCalls}`;
  const ends = `(SELECT min(no) AS first, max(no) AS last FROM (${sample}) n) e`;
  const { tables, where, call } = isOneWord(entry) ? sampledWords(dialect) : sampledTurns(dialect);
  const [[calls = 0] = []] = await read(
    `SELECT count(DISTINCT ${call}) FROM ${ends} CROSS JOIN ${tables} WHERE ${where}`,
    [...params, tenant],
  );
  return Number(calls) >= frequentCalls;
}

interface SampledRows {
  readonly tables: string;
  readonly where: string;
  readonly call: string;
}

/** Rows of the text `$1` in the calls between the ends `e`. */
function sampledWords(dialect: Dialect): SampledRows {
  const { document, ...rows } = dialect.transcriptsWith('$1', 'e.first', 'e.last');
  return { ...rows, call: document };
}

function sampledTurns(dialect: Dialect): SampledRows {
  const { tables, whereOfCall, document } = dialect.turnsWith('$1');
  return {
    tables,
    where: `${whereOfCall} AND ${document} >= ${firstDocument('e.first')} AND ${document} < ${firstDocument('e.last + 1')}`,
    call: callOfDocument(document),
  };
}

export const namesWords = (filter: IndexFilter | undefined): boolean =>
  Boolean(filter?.said?.length || filter?.unsaid?.length);

/** Queries with the calls of their rare texts in place of these, and with a mark at texts that are everywhere. */
export async function leadByWords<A extends { readonly filter?: IndexFilter | undefined }>(
  database: Database,
  tenant: number,
  queries: readonly A[],
  isWindow: boolean,
): Promise<readonly A[]> {
  if (!queries.some(({ filter }) => namesWords(filter))) return queries;
  // Queries of one level nearly always share their conditions.
  const read = new Map<string, Promise<Lead>>();
  const lead = (entry: SaidFilter, options: LeadOptions): Promise<Lead> => {
    const name = JSON.stringify([entry, options]);
    const leading = read.get(name) ?? leadOf(database, tenant, entry, options);
    read.set(name, leading);
    return leading;
  };
  const leadAll = (entries: IndexFilter['said'], { from, to }: Period, isNegated: boolean) =>
    Promise.all((entries ?? []).map((entry) => lead(entry, { from, to, isNegated, isWindow })));
  return Promise.all(
    queries.map(async (query) => {
      const { filter = {} } = query;
      const said = await leadAll(filter.said, filter, false);
      const unsaid = await leadAll(filter.unsaid, filter, true);
      const [first = null, ...others] = [filter.calls ?? null, ...said.filter(isList)].filter(
        (list) => list !== null,
      );
      const calls = others.reduce((common, list) => intersection(common, list), first ?? []);
      return {
        ...query,
        filter: {
          ...filter,
          calls: first === null ? null : calls,
          said: said.filter((each) => !isList(each)),
          unsaid: unsaid.filter((each) => !isList(each)),
        },
      };
    }),
  );
}

function intersection(some: readonly string[], others: readonly string[]): readonly string[] {
  const set = new Set(others);
  return some.filter((id) => set.has(id));
}
