/** Record list: all records of the CRM under a condition, with the rights of the connected user. */

import { query } from '../contract/crm/entity.ts';
import { normalizeCrmId } from '../contract/crm/id.ts';
import { type EntitySpec, freshness } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { UpstreamError } from '../errors.ts';
import { listSite } from '../fetch/incomplete-list.ts';
import { type KeysetList, readKeysetList } from '../fetch/keyset-list.ts';
import { chunkByEncodedLength } from '../soql/literal.ts';
import { printQuery } from '../soql/print.ts';
import { allOf, type Condition } from '../soql/query.ts';
import type { Reading } from './kept-read.ts';

/** Rows of an object that has no entity of its own, kept like those of others. */
export const recordsOf = (object: string): EntitySpec => ({
  ...query,
  key: 'Id',
  cachedAs: `query ${object}`,
  freshness: freshness.live,
});

interface RecordList {
  readonly entity: EntitySpec;
  readonly object: string;
  /** Fields beside Id. */
  readonly select: readonly string[];
  readonly where: Condition;
  /** Reading ends with more rows than these. Default: never. */
  readonly most?: number;
}

/** 100,000 records: no company has as many users. */
const maxPages = 50;

/** Reads all records under a condition, by ascending id, 2,000 a call. @throws UpstreamError, where rows are missing, too */
export async function readRecords(
  reading: Reading,
  { entity, object, select, where, most = Number.POSITIVE_INFINITY }: RecordList,
): Promise<Row[]> {
  const list: KeysetList<Row> = {
    order: [],
    site: listSite(entity),
    query(page) {
      const { orderBy, limit, fresh } = page;
      const statement = { object, select: ['Id', ...select], where: allOf(where, page.where) };
      return reading.list(entity, { q: printQuery({ ...statement, orderBy, limit }) }, fresh);
    },
  };
  const rows: Row[] = [];
  const advice = 'whose rows somebody sees is looked up in fewer';
  for await (const page of readKeysetList(list, { maxPages, advice })) {
    rows.push(...page);
    if (rows.length > most) break;
  }
  return rows;
}

/** Room for what surrounds the listed ids: fields, operators, the position of a further page. */
const around = ' '.repeat(1_000);

/** Reads the records whose condition lists ids, in as many statements as their length takes. @param times how often each id occurs */
export async function readRecordsOf(
  reading: Reading,
  list: Omit<RecordList, 'where'>,
  ids: ReadonlySet<string>,
  where: (ids: readonly string[]) => Condition,
  times = 1,
): Promise<Row[]> {
  const chunks = chunkByEncodedLength([...ids], { around, times });
  const read = chunks.map((chunk) => readRecords(reading, { ...list, where: where(chunk) }));
  return (await Promise.all(read)).flat();
}

/** An id of 18 characters in a row; null where the field is empty. */
export function idIn(row: Row, field: string): string | null {
  const value = row[field];
  return typeof value === 'string' ? normalizeCrmId(value) : null;
}

/** Ids of a field of rows, without those that are empty. */
export function idsIn(rows: readonly Row[], field: string): Set<string> {
  return new Set(rows.flatMap((row) => idIn(row, field) ?? []));
}

/**
 * Reads what an organisation may lack, or its user may not read. It is learnt once: nothing is by it then.
 * @throws UpstreamError where the CRM does not answer for another reason
 */
export async function orNone(
  { connector }: Reading,
  object: string,
  read: () => Promise<Row[]>,
): Promise<Row[]> {
  const { facts } = connector.unreadable;
  const fact = `no rows by ${object}`;
  if (facts.get(fact) !== undefined) return [];
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.refused === undefined) throw error;
    facts.set(fact, true);
    return [];
  }
}
