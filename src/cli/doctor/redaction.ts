/**
 * Redaction of recordings by an allow-list: keys and words that the published descriptions name,
 * and the shapes of dates and numbers. Everything else is replaced.
 */

import type { VendorExchange } from '../../connector-service/vendor/http.ts';
import { isObject, parseJson } from '../../contract/wire/json.ts';
import {
  documentedKeys,
  documentedParts,
  documentedValues,
  documentedWords,
  isDocumentedSentence,
} from './redaction-allow-list.ts';

interface ScrubbedExchange {
  readonly request: {
    readonly method: string;
    /** Without the host, which names the customer. */
    readonly path: string;
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly response: unknown;
}

/** Rows of a list that are shown: the others have the same shapes. */
const shownRows = 3;

export function scrubExchange({ request, status, header, text }: VendorExchange): ScrubbedExchange {
  const { pathname, searchParams } = new URL(request.url);
  const query = Object.fromEntries(searchParams);
  const signsIn = /\/oauth2\//.test(pathname);
  return {
    request: {
      method: request.method,
      path: scrubPath(pathname),
      ...(searchParams.size > 0 && { query: scrub(query) }),
      // Credentials do not even show their shape.
      ...(request.body !== undefined && !signsIn && { body: scrubText(request.body) }),
    },
    status,
    headers: scrubHeaders(header),
    response: scrubText(text),
  };
}

function scrubHeaders(header: VendorExchange['header']): Record<string, string> {
  const type = /^(?:application\/json|text\/html|text\/plain)/.exec(header('content-type') ?? '');
  const wait = header('retry-after');
  const usage = /^api-usage=\d+\/\d+/.exec(header('sforce-limit-info') ?? '');
  return {
    ...(type !== null && { 'content-type': type[0] }),
    ...(wait !== null && { 'retry-after': scrubString('', wait) }),
    ...(usage !== null && { 'sforce-limit-info': ones(usage[0]) }),
  };
}

function scrubText(text: string): unknown {
  if (text === '') return null;
  try {
    return scrub(parseJson(text));
  } catch {
    return replaced(text);
  }
}

/** @param key the member that holds the value, or the list it is in. */
function scrub(value: unknown, key = ''): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' || typeof value === 'bigint')
    return JSON.rawJSON(/e/.test(String(value)) ? '1' : ones(String(value)));
  if (typeof value === 'string') return scrubString(key, value);
  if (Array.isArray(value)) return shownOf(value).map((item) => scrub(item, key));
  if (!isObject(value)) return null;
  const unknown = Object.keys(value).filter((name) => !documentedKeys.has(name));
  const keyOf = (name: string): string =>
    documentedKeys.has(name) ? name : `key ${unknown.indexOf(name) + 1}`;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [keyOf(name), scrub(member, name)]),
  );
}

/** Which fields the CRM describes is told by all rows alone. */
const shownOf = (list: readonly unknown[]): readonly unknown[] =>
  list.every((item) => isObject(item) && 'QualifiedApiName' in item)
    ? list
    : list.slice(0, shownRows);

const date = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;
const locator = /^\/services\/data\/v\d+\.\d+\//;

function scrubString(key: string, text: string): string {
  const values = Object.hasOwn(documentedValues, key) ? documentedValues[key] : undefined;
  if (text === '' || values?.includes(text)) return text;
  if ((key === 'errors' || key === 'message') && isDocumentedSentence(text)) return text;
  if (date.test(text)) return anyDate(text);
  if (/^-?\d{1,30}(?:\.\d{1,10})?$/.test(text)) return ones(text);
  if (key === 'q') return scrubStatement(text);
  if ((key === 'url' || key === 'nextRecordsUrl') && locator.test(text)) return scrubPath(text);
  return replaced(text);
}

/** The first of January 2000, at midnight, in the same form. */
function anyDate(text: string): string {
  const [day = '', time = ''] = text.split('T');
  return time === '' ? day.replace(/.*/, '2000-01-01') : `2000-01-01T${time.replace(/\d/g, '0')}`;
}

/** A number of the same form: as many digits, none of them telling; nothing but zero stays. */
const ones = (text: string): string => (Number(text) === 0 ? text : text.replace(/\d/g, '1'));

function scrubPath(path: string): string {
  return path
    .split('/')
    .map((part) =>
      part === '' || documentedParts.has(part) || /^v\d{1,2}\.\d$/.test(part)
        ? part
        : replaced(part),
    )
    .join('/');
}

function scrubStatement(text: string): string {
  return text.replace(/[^\s,]+/g, (word) =>
    documentedWords.has(word) || /^\d{1,4}$/.test(word) ? word : replaced(word),
  );
}

/** Kind and length of a replaced text. */
function replaced(text: string): string {
  if (/^[^\s@]+@[^\s@.]+\.\S+$/.test(text)) return '<e-mail>';
  if (/^https?:\/\//.test(text)) return '<address>';
  if (/^[A-Za-z0-9]{15}(?:[A-Za-z0-9]{3})?$/.test(text)) return `<id ${text.length}>`;
  return `<text ${text.length}>`;
}
