/** Error bodies: codes, texts and fields, read from every form in which a service sends them. */

import { isObject, parseJson } from './json.ts';

/** Marks that classify a failure. The texts are the upstream's own and may hold secrets: they never leave the classifier. */
export interface ErrorBody {
  /** Codes such as MALFORMED_QUERY; capitals and underscores only, so none can carry a secret. */
  readonly codes: readonly string[];
  /** Messages, as they came. Never shown, never logged. */
  readonly texts: readonly string[];
  /** Fields named by a validation error, as they came: show only those known from elsewhere. */
  readonly fields: readonly string[];
  /** The call-analytics platform's own form `{requestId, errors: [string]}` was met. */
  readonly isPlatformForm: boolean;
}

const textKeys = ['message', 'error', 'error_description', 'detail', 'details', 'errors', 'reason'];
const codeKeys = ['errorCode', 'error_code', 'code', 'error'];

/** Errors nested deeper than this, or longer, are noise. */
const deepest = 8;
const longest = 64_000;

/**
 * Reads JSON objects and arrays, JSON written inside a string (also after some words, as in
 * `Upstream said: [{"errorCode": …}]`), plain text and HTML.
 */
export function readErrorBody(text: string): ErrorBody {
  const body: Found = { codes: [], texts: [], fields: [], isPlatformForm: false };
  visit(text.slice(0, longest), body, 0);
  return body;
}

interface Found {
  readonly codes: string[];
  readonly texts: string[];
  readonly fields: string[];
  isPlatformForm: boolean;
}

function visit(value: unknown, body: Found, depth: number): void {
  if (depth > deepest) return;
  if (typeof value === 'string') {
    const inner = jsonInside(value);
    if (inner !== undefined) visit(inner, body, depth + 1);
    body.texts.push(value.slice(0, 2_000));
  } else if (Array.isArray(value)) {
    for (const element of value.slice(0, 20) as readonly unknown[]) visit(element, body, depth + 1);
  } else if (isObject(value)) {
    visitObject(value, body);
    for (const key of textKeys) if (value[key] !== undefined) visit(value[key], body, depth + 1);
  }
}

function visitObject(value: Readonly<Record<string, unknown>>, body: Found): void {
  for (const key of codeKeys) {
    const code = value[key];
    if (typeof code === 'string' && /^[A-Z][A-Z_]{2,60}$/.test(code)) body.codes.push(code);
  }
  if (typeof value.field === 'string') body.fields.push(value.field);
  if (typeof value.requestId === 'string' && Array.isArray(value.errors))
    body.isPlatformForm = true;
}

function jsonInside(text: string): unknown {
  const start = text.search(/[{[]/);
  if (start < 0 || /^\s*</.test(text)) return undefined;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  try {
    return parseJson(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}
