/** Leading by words: how many turns of the asked time have a text decides how an answer looks for it. */

import type { IndexFilter, Period, SaidFilter } from '../call-query.ts';
import { originalId } from '../indexed-call.ts';
import type { Database } from './database.ts';
import { forever } from './query-parameter.ts';
import { entryColumns, entryValues, isTurnOf } from './said-condition.ts';
import { callOfDocument, isOfTime } from './transcript-document.ts';

/** Most turns of a rare text: its calls are read before, and lead to the answer. */
const fewTurns = 20_000;
/** Most turns of a text that are all looked at for a window of calls; one in more of them is in most calls. */
const manyTurns = 500_000;

/** An entry as the store looks for it, or the ids of the calls that meet it. */
type Lead = SaidFilter | readonly string[];

const isList = (lead: Lead): lead is readonly string[] => Array.isArray(lead);

interface LeadOptions extends Period {
  readonly isNegated: boolean;
  /** Whether the first calls of many are asked for. */
  readonly isWindow: boolean;
}

async function leadOf(
  database: Database,
  tenant: number,
  entry: SaidFilter,
  { from, to, isNegated, isWindow }: LeadOptions,
): Promise<Lead> {
  const { dialect } = database;
  const { tables, where, document, turn, ofTurn } = dialect.turnsWith('$1');
  const params = [dialect.wordsWanted(entry.words, entry.phrase), from ?? -forever, to ?? forever];
  const time = isOfTime(document, 'CAST($2 AS bigint)', 'CAST($3 AS bigint)');
  const turns = `SELECT ${document} AS doc FROM ${tables} WHERE ${where} AND ${time}`;
  const most = isWindow ? manyTurns : fewTurns;
  const [[count = 0] = []] = await database.read(
    `SELECT count(*) FROM (${turns} LIMIT ${most + 1}) f`,
    params,
  );
  if (isWindow && Number(count) > manyTurns) return { ...entry, isEverywhere: true };
  if (Number(count) > fewTurns || isNegated) return entry;
  // Without the limit PostgreSQL expects a hundred entries, and reads all turns for them.
  const entries = `(SELECT * FROM ${dialect.rows(5, entryColumns)} r LIMIT 1)`;
  const rows = await database.read(
    `SELECT DISTINCT t.call FROM ${entries} h CROSS JOIN ${tables} ${turn} CROSS JOIN transcript t
      WHERE ${where} AND ${time} ${ofTurn} AND t.no = ${callOfDocument(document)} AND t.tenant = $4
        AND ${isTurnOf(dialect)}`,
    [...params, tenant, JSON.stringify([entryValues(dialect, entry)])],
  );
  return rows.map(([call]) => originalId(String(call)));
}

/** Queries with the calls of their rare texts in place of these, and with a mark at texts that are everywhere. */
export async function leadByWords<A extends { readonly filter?: IndexFilter | undefined }>(
  database: Database,
  tenant: number,
  queries: readonly A[],
  isWindow: boolean,
): Promise<readonly A[]> {
  if (queries.every(({ filter }) => !filter?.said?.length && !filter?.unsaid?.length))
    return queries;
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
