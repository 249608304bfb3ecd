/** Page faults: wrong rows, fields, texts and page tokens inside an answer, and pages that end early. */

import type { BackendAnswer, Continuation } from '../../connector-service/backend.ts';
import type { AnswerPage } from '../../connector-service/execute/answer-page.ts';
import { checksum, normalizeCrmId } from '../../contract/crm/id.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { beginningOf } from '../../errors.ts';
import type { FaultOf } from './fault.ts';
import type { FaultHits } from './fault-plan.ts';
import { type RandomSource, shuffled } from './random-source.ts';

// Part of the language and of Node; TypeScript's own declarations don't have it yet.
declare global {
  interface JSON {
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

interface PageContext {
  /** Path of the field that names a row; null when rows have none. */
  readonly key: string | null;
  /** Cursor or locator in the request for this page. */
  readonly requested: string | null;
}

/** The page after all faults that apply to it. */
export function corruptPage(
  hits: FaultHits,
  page: AnswerPage,
  { key, requested }: PageContext,
): AnswerPage {
  let corrupted = page;
  for (const { effect, random } of hits.all('rows')) {
    corrupted = { ...corrupted, rows: changeRows(effect.change, corrupted.rows, key, random) };
  }
  for (const { effect, random } of hits.all('fields')) {
    const rows = corrupted.rows.map((row) => changeField(effect, row, key, random));
    corrupted = { ...corrupted, rows };
  }
  const clipped = hits.of('clipped')?.effect;
  if (clipped !== undefined) {
    corrupted = {
      ...corrupted,
      rows: corrupted.rows.map((row) => clip(row, clipped.length) as Row),
    };
  }
  const total = hits.of('total')?.effect;
  if (total !== undefined) corrupted = { ...corrupted, total: changeTotal(total, corrupted.total) };
  const cursor = hits.of('cursor')?.effect;
  return cursor === undefined ? corrupted : changeToken(cursor, corrupted, requested);
}

/** A list that announces no total stays as it is. */
function changeTotal({ change, rows = 10, value }: FaultOf<'total'>, total: unknown): unknown {
  if (typeof total !== 'number') return total;
  if (change === 'by') return Math.max(0, total + rows);
  if (change === 'missing') return undefined;
  return value === undefined ? 'unknown' : value;
}

function changeRows(
  change: FaultOf<'rows'>['change'],
  rows: readonly Row[],
  key: string | null,
  random: RandomSource,
): readonly Row[] {
  switch (change) {
    case 'empty':
      return [];
    case 'short':
      // At least one row goes, and at least one of several stays.
      return rows.filter((_row, at) => at > 0 && (at === 1 || random() < 0.7));
    case 'reordered':
      return shuffled(rows, random);
    case 'duplicated':
      return rows.flatMap((row, at) => (at === 0 || random() < 0.3 ? [row, row] : [row]));
    case 'strangers': {
      const strangers = rows.slice(0, 3).map((row) => withForeignId(row, key, random));
      return shuffled([...rows, ...strangers], random);
    }
    case 'unkeyed':
      // The first row of several keeps its key.
      return rows.map((row, at) =>
        key === null || (at === 0 && rows.length > 1) || random() < 0.7 ? row : without(row, key),
      );
    case 'numbered':
      return rows.map((row) => numbered(row, key));
  }
}

/** A row that the request did not name: the same fields under another id. */
function withForeignId(row: Row, key: string | null, random: RandomSource): Row {
  if (key === null) return row;
  const id = at(row, key);
  if (typeof id !== 'string') return row;
  const middle = 9;
  const digit = String((Number(id[middle] ?? 0) + 1 + Math.floor(random() * 8)) % 10 || 7);
  const changed = id.slice(0, middle) + digit + id.slice(middle + 1);
  const isCrmId = id.length === 18 && normalizeCrmId(id) === id;
  return put(row, key, isCrmId ? changed.slice(0, 15) + checksum(changed.slice(0, 15)) : changed);
}

/** The row with its id as a number of all its digits, as no JavaScript number could hold it. */
function numbered(row: Row, key: string | null): Row {
  const id = key === null ? null : at(row, key);
  const isNumber = typeof id === 'string' && /^[1-9]\d*$/.test(id);
  return key !== null && isNumber ? put(row, key, JSON.rawJSON(id)) : row;
}

function changeField(
  { change, field }: FaultOf<'fields'>,
  row: Row,
  key: string | null,
  random: RandomSource,
): Row {
  if (change === 'extra') return { ...row, unheardOf: { since: 2031, values: [null, 'x'] } };
  if (change === 'nulls-left-out') return withoutNulls(row) as Row;
  const names = Object.keys(row).filter((name) => name !== key && name !== 'attributes');
  const path = field ?? names[Math.floor(random() * names.length)];
  if (path === undefined || at(row, path) === undefined) return row;
  if (change === 'missing') return without(row, path);
  return put(row, path, change === 'null' ? null : illTyped(at(row, path)));
}

/** A value of the wrong type. */
function illTyped(value: unknown): unknown {
  if (typeof value === 'string') return { value };
  return Array.isArray(value) || typeof value === 'object' ? 'see attachment' : [String(value)];
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === null ? [] : [[name, withoutNulls(inner)]],
    ),
  );
}

function clip(value: unknown, length: number): unknown {
  if (typeof value === 'string')
    return value.length > length ? `${beginningOf(value, length)}…` : value;
  if (Array.isArray(value)) return value.map((item) => clip(item, length));
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, clip(inner, length)]),
  );
}

function changeToken(
  { change, value }: FaultOf<'cursor'>,
  page: AnswerPage,
  requested: string | null,
): AnswerPage {
  if (change === 'repeated' && requested !== null) return { ...page, next: requested, done: false };
  if (change === 'withheld') return { ...page, next: null, done: false };
  if (change === 'foreign') {
    return {
      ...page,
      next: value ?? 'https://example.invalid/services/data/v59.0/query/0r8',
      done: false,
    };
  }
  return page;
}

function at(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Row | null | undefined)?.[name], row);
}

/** A copy of the row with the value at a dotted path replaced. */
function put(row: Row, path: string, value: unknown): Row {
  const [name = '', ...inner] = path.split('.');
  return {
    ...row,
    [name]: inner.length === 0 ? value : put(row[name] as Row, inner.join('.'), value),
  };
}

function without(row: Row, path: string): Row {
  const [name = '', ...inner] = path.split('.');
  const { [name]: gone, ...others } = row;
  return inner.length === 0 ? others : { ...others, [name]: without(gone as Row, inner.join('.')) };
}

/** Continuation of a cut page: the backend's own page, and the number of rows to skip. */
interface Cut {
  /** The continuation of the backend's page; null for its first. */
  readonly page: Continuation | null;
  readonly skip: number;
  /** Pages that cutting has made so far, beyond the backend's own. */
  readonly extra: number;
}

/** @param next content of this service's page token; the backend's own where the page was not cut. */
export function readCut(next: Continuation | null): Cut {
  const cut = next?.cut as Cut | undefined;
  return cut ?? { page: next, skip: 0, extra: 0 };
}

/** The answer from its last cut on, and cut again where a fault orders it. */
export function endEarly(
  answer: BackendAnswer,
  from: Cut,
  effect: FaultOf<'early-end'> | undefined,
): BackendAnswer {
  if (answer.kind !== 'cursor-page' && answer.kind !== 'soql-page') return answer;
  const { skip, page, extra } = from;
  const most = effect?.rows ?? Number.POSITIVE_INFINITY;
  const rows = answer.kind === 'cursor-page' ? answer.rows : answer.records;
  const slice = rows.slice(skip, skip + most);
  const end = skip + slice.length;
  const next =
    end < rows.length ? token({ page, skip: end, extra: extra + 1 }) : onto(answer, extra);
  if (answer.kind === 'cursor-page')
    return { ...answer, rows: slice, pageNumber: answer.pageNumber + extra, next };
  return { ...answer, records: slice.map((row) => shortened(row, effect?.children)), next };
}

const token = (cut: Cut): Continuation => ({ cut });

/** The backend's next page, with the page numbers that cuts have added. */
const onto = ({ next }: { readonly next: Continuation | null }, extra: number) =>
  next === null || extra === 0 ? next : token({ page: next, skip: 0, extra });

/** Child lists have no continuation that the service accepts: `done` alone marks the cut. */
function shortened(row: Row, most: number | undefined): Row {
  if (most === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const list = value as { readonly records?: unknown } | null;
      if (!Array.isArray(list?.records) || list.records.length <= most) return [name, value];
      return [name, { ...list, records: list.records.slice(0, most), done: false }];
    }),
  );
}
