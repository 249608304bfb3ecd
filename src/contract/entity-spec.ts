/** Entity specs: the types in which an entity states its operations, their parameters, and how long its answers may be reused. */

import type { SystemName } from '../errors.ts';
import { isObject, type JsonObject } from './wire/json.ts';
import { idText } from './wire/upstream-value-reader.ts';

/** `search` and `download` exist only where an entity states them. No action writes. */
export type Action = 'list' | 'get' | 'search' | 'download';

/** Kind of an operation's answer, inside its wrapper. */
export type AnswerKind =
  /** Rows with a cursor block; absent cursor = last page. */
  | 'cursor-page'
  /** All rows at once. */
  | 'rows'
  /** One row. */
  | 'row'
  /** A SOQL page: totalSize, done, nextRecordsUrl, records. */
  | 'soql-page'
  /** SOSL hits. */
  | 'hits'
  /** The bytes of a file. */
  | 'bytes';

/** The documented type of one parameter, recursive for filter and contentSelector. */
export interface ParamSpec {
  /** `date-time` has an offset; `moment` is a date or a date-time. */
  readonly type: 'string' | 'date-time' | 'date' | 'moment' | 'strings' | 'boolean' | 'object';
  readonly required?: true;
  /** Allowed values of a string or of the elements of strings. */
  readonly values?: readonly string[];
  /** Exact number of elements, for strings. */
  readonly count?: number;
  /** The only value allowed, for booleans. */
  readonly is?: boolean;
  /** Members, for objects. */
  readonly fields?: Readonly<Record<string, ParamSpec>>;
}

export interface OperationSpec {
  readonly answer: AnswerKind;
  readonly params: Readonly<Record<string, ParamSpec>>;
}

/** Rows of one page of the call platform; so many ids in a filter are one page of answers. */
export const pageRows = 100;

/** One entity of one system: its name on the wire, its key and its operations. */
export interface EntitySpec {
  readonly system: SystemName;
  /** Name in the execute envelope, e.g. `calls_extensive`. */
  readonly entity: string;
  /** Path of the field that identifies a row, e.g. `id` or `metaData.id`; null when rows have no identity. */
  readonly key: string | null;
  /** Name under which its rows are cached, where several kinds of rows are read through one entity. Default: `entity`. */
  readonly cachedAs?: string;
  readonly operations: Readonly<Partial<Record<Action, OperationSpec>>>;
  readonly freshness: Freshness;
  /**
   * Whether a field of a row changes together with others: all of them are read from one answer, since those of two
   * moments may be of two states. Default: no field; any answers whose rows do not contradict each other are joined.
   */
  readonly changesTogether?: (field: string) => boolean;
}

/** The name under which rows of an entity are cached. */
export const cacheName = ({ cachedAs, entity }: EntitySpec): string => cachedAs ?? entity;

/** The key of a row by the entity's key path; null where the row has none. */
export function entityKey({ key }: EntitySpec, row: JsonObject): string | null {
  if (key === null) return null;
  let value: unknown = row;
  for (const name of key.split('.')) value = isObject(value) ? value[name] : null;
  return idText(value);
}

/** Declares an entity; keeps the literal types of its operations. */
export function defineEntity<const E extends EntitySpec>(spec: E): E {
  return spec;
}

/** Freshness: milliseconds for which an answer may be reused; 0 = never between requests. */
export interface Freshness {
  readonly freshMs: number;
  /** After freshMs, for how long it may still be served while a new one is fetched. */
  readonly staleMs: number;
}

const minutes = 60_000;

/** Shared freshness classes, so that an entity names a reason and not a number. */
export const freshness = {
  /** Settings and users: change rarely, and a few minutes late does no harm. */
  settings: { freshMs: 5 * minutes, staleMs: 10 * minutes },
  /** Finished calls and transcripts: processed once, corrected seldom. */
  recorded: { freshMs: 30 * minutes, staleMs: 60 * minutes },
  /** CRM records: people edit them while they look at the dashboard. */
  live: { freshMs: 30_000, staleMs: 60_000 },
  /** Statistics: recomputed through the day. */
  statistics: { freshMs: 60_000, staleMs: 2 * minutes },
  /** Free queries: their authors expect current data. */
  none: { freshMs: 0, staleMs: 0 },
} as const satisfies Record<string, Freshness>;
