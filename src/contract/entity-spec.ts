/** Entity specs: the types in which an entity states its operations, their parameters, and how long its answers may be reused; and the check of a call's parameters against them. */

import type { SystemName } from '../errors.ts';
import { beginningOf } from '../errors.ts';
import { isObject, type JsonObject } from './wire/json.ts';
import type { RowDecoder } from './wire/row-decoder.ts';
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

/** A list in pages, of the rows that a filter of these members admits. */
export const filteredPages = <const Fields extends Readonly<Record<string, ParamSpec>>>(
  fields: Fields,
) =>
  ({
    answer: 'cursor-page',
    params: { filter: { type: 'object', fields }, cursor: { type: 'string' } },
  }) as const satisfies OperationSpec;

/** Rows of one page of the call platform; so many ids in a filter are one page of answers. */
export const pageRows = 100;

/** One entity of one system: its name on the wire, its key and its operations. */
export interface EntitySpec {
  readonly system: SystemName;
  /** Name in the execute envelope, e.g. `calls_extensive`. */
  readonly entity: string;
  /** The field that identifies a row, at most one block deep, e.g. `id` or `metaData.id`; null when rows have no identity. */
  readonly key: string | null;
  /** Name under which its rows are cached, where several kinds of rows are read through one entity. Default: `entity`. */
  readonly cachedAs?: string;
  readonly operations: Readonly<Partial<Record<Action, OperationSpec>>>;
  readonly freshness: Freshness;
  /** Decodes the rows that `list` and `get` answer with, as they enter. Default: they stay as they are on the wire. */
  readonly decode?: RowDecoder;
  /**
   * Whether the fields of a row change together: all of them are read from one answer, since those of two moments may
   * be of two states; windows of other rows beside them may be of another. Default: no; any answers whose rows do not
   * contradict each other are joined.
   */
  readonly changesTogether?: boolean;
  /** Whether a row tells of something in a list, as of a call in a folder, so that lists differ in what they say of it. Default: no. */
  readonly differsByList?: boolean;
}

/** The name under which rows of an entity are cached. */
export const cacheName = ({ cachedAs, entity }: EntitySpec): string => cachedAs ?? entity;

/** The key of a row by the entity's key path; null where the row has none. */
export function entityKey({ key }: EntitySpec, row: JsonObject): string | null {
  if (key === null) return null;
  const point = key.indexOf('.');
  if (point < 0) return idText(row[key]);
  const block = row[key.slice(0, point)];
  return isObject(block) ? idText(block[key.slice(point + 1)]) : null;
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

/** One thing wrong with the parameters of an operation. */
interface ParamIssue {
  /** Path, e.g. `filter.callIds[2]`; `action` when the entity doesn't offer it. */
  readonly path: string;
  readonly kind: 'unknown' | 'missing' | 'invalid';
  readonly expected: string;
  /** Kind of the actual value; the value itself may be personal. */
  readonly came: string;
}

/**
 * `send`: what Switchboard is about to send. Unknown parameters, nulls and empty lists are faults,
 * since an upstream ignores them in silence and then answers with everything.
 * `receive`: what the service was sent. Unknown parameters are ignored and null means absent.
 */
export type Strictness = 'send' | 'receive';

/** Everything wrong with `params`; empty when the operation may run. */
export function checkParams(
  entity: EntitySpec,
  action: string,
  params: unknown,
  strictness: Strictness,
): readonly ParamIssue[] {
  // The action may come from the wire, and every object has a member toString.
  const operation = Object.hasOwn(entity.operations, action)
    ? entity.operations[action as Action]
    : undefined;
  if (operation === undefined) {
    const expected = Object.keys(entity.operations).join(' or ');
    return [{ path: 'action', kind: 'invalid', expected, came: `"${beginningOf(action, 40)}"` }];
  }
  return checkMembers(operation.params, params ?? {}, '', strictness);
}

/** A fault as one line: `filter.fromDate: expected a date (YYYY-MM-DD), a number came`. */
export function issueLine({ path, expected, came }: ParamIssue): string {
  return `${path}: expected ${expected}, ${came} came`;
}

function checkMembers(
  specs: Readonly<Record<string, ParamSpec>>,
  value: unknown,
  path: string,
  strictness: Strictness,
): ParamIssue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [
      { path: path || 'params', kind: 'invalid', expected: 'an object', came: kindOf(value) },
    ];
  }
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const issues: ParamIssue[] = [];
  for (const [name, spec] of Object.entries(specs)) {
    const member: unknown = Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
    if (member === undefined || (member === null && strictness === 'receive')) {
      if (spec.required !== true) continue;
      issues.push({
        path: at(name),
        kind: 'missing',
        expected: expectation(spec),
        came: 'nothing',
      });
    } else {
      issues.push(...checkValue(spec, member, at(name), strictness));
    }
  }
  if (strictness === 'receive') return issues;
  const expected = Object.keys(specs).join(', ') || 'no parameter';
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(specs, name)) continue;
    issues.push({
      path: at(beginningOf(name, 40)),
      kind: 'unknown',
      expected,
      came: 'another name',
    });
  }
  return issues;
}

function checkValue(
  spec: ParamSpec,
  value: unknown,
  path: string,
  strictness: Strictness,
): ParamIssue[] {
  const invalid = (at = path, came = value): ParamIssue[] => [
    { path: at, kind: 'invalid', expected: expectation(spec), came: kindOf(came) },
  ];
  switch (spec.type) {
    case 'object':
      return checkMembers(spec.fields ?? {}, value, path, strictness);
    case 'boolean':
      if (typeof value !== 'boolean') return invalid();
      return spec.is === undefined || spec.is === value ? [] : invalid();
    case 'strings': {
      if (!Array.isArray(value)) return invalid();
      const list: readonly unknown[] = value;
      if (spec.count !== undefined && list.length !== spec.count) return invalid();
      if (list.length === 0 && strictness === 'send') return invalid();
      return list.flatMap((element, n) =>
        typeof element === 'string' && allowed(spec, element)
          ? []
          : invalid(`${path}[${n}]`, element),
      );
    }
    case 'string':
      return typeof value === 'string' && allowed(spec, value) ? [] : invalid();
    case 'date':
      return typeof value === 'string' && isDate(value) ? [] : invalid();
    case 'date-time':
      return typeof value === 'string' && isDateTime(value) ? [] : invalid();
    case 'moment':
      return typeof value === 'string' && (isDate(value) || isDateTime(value)) ? [] : invalid();
  }
}

function allowed(spec: ParamSpec, value: string): boolean {
  // An empty id or query can't be meant, and an upstream may take it for no filter at all.
  return spec.values === undefined ? value !== '' : spec.values.includes(value);
}

/** A day that exists, as YYYY-MM-DD. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** An instant that exists: date, time to the second or finer, and an offset. */
function isDateTime(text: string): boolean {
  const match =
    /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i.exec(
      text,
    );
  return match !== null && isDate(match[1] ?? '');
}

const kinds: Readonly<Record<ParamSpec['type'], string>> = {
  string: 'a string',
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'an ISO 8601 date-time with an offset (2026-01-31T09:00:00Z)',
  moment: 'an ISO 8601 date or date-time (2026-01-31T09:00:00Z)',
  strings: 'a list of strings',
  boolean: 'true or false',
  object: 'an object',
};

function expectation(spec: ParamSpec): string {
  if (spec.is !== undefined) return String(spec.is);
  if (spec.values !== undefined) return spec.values.map((value) => `"${value}"`).join(' or ');
  if (spec.count !== undefined) return `a list of exactly ${spec.count} non-empty string`;
  if (spec.type === 'string') return 'a non-empty string';
  if (spec.type === 'strings') return 'a list of non-empty strings';
  return kinds[spec.type];
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') {
    return value === '' ? 'an empty string' : `a string of ${value.length} characters`;
  }
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
