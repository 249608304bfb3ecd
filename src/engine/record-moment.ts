/**
 * Record moments: in which state an execution has read each record, and from when. An answer shows a record at one
 * moment, in all its places: where it would show two, the operation is executed once more, past what is cached of
 * such records.
 */

import { cacheName, type EntitySpec, entityKey } from '../contract/entity-spec.ts';
import type { Row } from '../contract/wire/execute.ts';
import { isObject } from '../contract/wire/json.ts';
import type { RecordChanges } from '../upstream/entity-store.ts';

/** Records to read anew, each with the time before which no row of it is to be used again. */
export type ChangedRecords = ReadonlyMap<string, number>;

/** Rows of one answer, or a cached row. */
interface RowSource {
  readonly entity: EntitySpec;
  readonly rows: readonly Row[];
  /** When they came, in milliseconds of the connector's monotonic clock. */
  readonly at: number;
}

/** What has been read of a record so far. */
interface SeenRecord {
  values: Row;
  source: RowSource;
  oldest: number;
  newest: number;
}

/** Ages of answers are in whole milliseconds. */
const sameMs = 1;

export class RecordMoments {
  readonly #startedAt: number;
  readonly #changes: RecordChanges;
  readonly #past: ChangedRecords | null;
  readonly #sources: RowSource[] = [];
  #areSeveral = false;

  /** @param past records that an earlier execution has found to be of two moments */
  constructor(startedAt: number, changes: RecordChanges, past: ChangedRecords | null = null) {
    this.#startedAt = startedAt;
    this.#changes = changes;
    this.#past = past;
  }

  /** Notes rows that were read. Rows of one source are of one moment. */
  add(entity: EntitySpec, rows: readonly Row[], at: number): void {
    const first = this.#sources[0];
    this.#areSeveral ||= first !== undefined && Math.abs(first.at - at) > sameMs;
    this.#sources.push({ entity, rows, at });
  }

  /** Whether cached rows hold a record as it was before it changed. */
  isPast(entity: EntitySpec, rows: readonly Row[], at: number): boolean {
    const past = this.#past;
    if (past === null) return false;
    let isPast = false;
    for (const row of rows)
      visitRecords(entity, row, (id) => {
        const changedAt = Math.max(past.get(id) ?? 0, this.#changes.get(id) ?? 0);
        isPast ||= at < changedAt - sameMs;
      });
    return isPast;
  }

  /**
   * The records to read anew, because one of them is of two moments: all that were read from several sources, since
   * another may have changed with it. Null where all are of one.
   */
  changed(): ChangedRecords | null {
    if (!this.#areSeveral) return null;
    const records = new Map<string, SeenRecord>();
    const shared = new Map<string, number>();
    let isChanged = false;
    for (const source of this.#sources) {
      const { entity, rows, at } = source;
      const look = (id: string, values: Row): void => {
        const seen = records.get(id);
        if (seen === undefined) records.set(id, { values, source, oldest: at, newest: at });
        else if (seen.source !== source) {
          isChanged = this.#isChanged(id, seen, values, source) || isChanged;
          shared.set(id, Math.max(this.#startedAt, seen.newest));
        }
      };
      for (const row of rows) visitRecords(entity, row, look);
    }
    return isChanged ? shared : null;
  }

  /** Whether further values of a record are of another moment, by themselves or since it is known to have changed. */
  #isChanged(id: string, seen: SeenRecord, values: Row, source: RowSource): boolean {
    if (seen.values === values) return false;
    const isOther = differ(seen.values, values);
    const isPieced = join(seen, values, source);
    const lastChange = this.#changes.get(id) ?? 0;
    if (isOther) this.#changes.set(id, Math.max(lastChange, seen.newest));
    return isOther || (isPieced && lastChange > seen.oldest);
  }
}

/**
 * Joins further values of a record. Where one row has them all, the others tell of the same moment.
 * @returns whether none has
 */
function join(seen: SeenRecord, values: Row, source: RowSource): boolean {
  const { values: before } = seen;
  const { at } = source;
  seen.newest = Math.max(seen.newest, at);
  if (!lacksSome(before, values)) return false;
  seen.source = source;
  const isPieced = lacksSome(values, before);
  seen.values = isPieced ? { ...before, ...values } : values;
  seen.oldest = isPieced ? Math.min(seen.oldest, at) : at;
  return isPieced;
}

/** Visits the record that a row is, and those inside it: parents, and children on its pages. */
function visitRecords(
  entity: EntitySpec,
  row: Row,
  visit: (id: string, values: Row) => void,
): void {
  const { key, changesTogether, differsByList } = entity;
  if (differsByList === true) return;
  if (changesTogether === true) {
    if (key !== null) visitNested(key, row, visit);
    return;
  }
  const id = entityKey(entity, row);
  if (id !== null) visit(`${cacheName(entity)} ${id}`, row);
}

function visitNested(key: string, row: Row, visit: (id: string, values: Row) => void): void {
  const id = row[key];
  if (typeof id === 'string') visit(id, row);
  for (const name in row) {
    const value = row[name];
    if (!isObject(value) || value instanceof Error) continue;
    if (Array.isArray(value.records)) {
      for (const record of value.records) if (isObject(record)) visitNested(key, record, visit);
    } else if (key in value) visitNested(key, value, visit);
  }
}

/** Whether two rows of a record differ in a value that both have. Only scalars are compared: what lists and pages hold depends on the selection. */
function differ(a: Row, b: Row): boolean {
  for (const name in a) {
    const value = a[name];
    const other = b[name];
    if (!Object.is(value, other) && isScalar(value) && isScalar(other)) return true;
  }
  return false;
}

/** Whether a row lacks a scalar that the other has. */
function lacksSome(row: Row, other: Row): boolean {
  for (const name in other) if (row[name] === undefined && isScalar(other[name])) return true;
  return false;
}

const isScalar = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null);
