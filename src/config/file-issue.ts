/** Issues of a configured JSON file in our words: what was expected at a place, and what came. */

import type { z } from 'zod';
import { nearest } from './name-suggestion.ts';

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ object: 'an object', record: 'an object', array: 'a list' },
};

/**
 * @param json what was read.
 * @param members of all objects of the file, among which a misspelt one is looked for.
 * @returns one line for each, beginning with its place, or with `path` for the whole file.
 */
export function issueLines(
  issues: readonly Issue[],
  json: unknown,
  { members, path }: { readonly members: readonly string[]; readonly path: string },
): readonly string[] {
  return issues.flatMap(ofUnion).flatMap((issue) => {
    const place = issue.path.map(String).join('.') || path;
    return sentences(issue, valueAt(json, issue.path), members).map((text) => `${place}: ${text}`);
  });
}

/** Of a text, a list or an object: what is wrong inside of the one that came; of none of them the last. */
function ofUnion(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union' || issue.message.startsWith('expected')) return [issue];
  const isOther = (inner: z.core.$ZodIssue): boolean =>
    /^invalid_(type|value)$/.test(inner.code) && inner.path.length === 0;
  return (issue.errors.find((inner) => !inner.some(isOther)) ?? issue.errors.at(-1) ?? [])
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(ofUnion);
}

function sentences(issue: Issue, value: unknown, members: readonly string[]): readonly string[] {
  if (issue.message.startsWith('expected'))
    return [value === undefined ? `${issue.message}; got none` : issue.message];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const meant = nearest(key, members);
        return meant === null || meant === key
          ? `expected no member "${key}"; there is none of that name here`
          : `expected ${meant}, probably; got "${key}", which is no member here`;
      });
    case 'invalid_key':
      return [issue.issues[0]?.message ?? 'expected another name'];
    case 'invalid_type':
      return [`expected ${kinds[issue.expected] ?? issue.expected}; got ${kindOf(value)}`];
    case 'invalid_value':
      return [`expected ${issue.values.join(', ')}; got ${quoted(value)}`];
    case 'too_small':
      return [
        typeof value === 'number'
          ? `expected ${issue.minimum} or more; got ${value}`
          : 'expected a text; got an empty one',
      ];
    case 'too_big':
      return [`expected at most ${issue.maximum}; got ${quoted(value)}`];
    default:
      return [issue.message];
  }
}

function valueAt(json: unknown, path: readonly PropertyKey[]): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = value[step as keyof typeof value];
  }
  return value;
}

const kindOf = (value: unknown): string =>
  value === undefined
    ? 'none'
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : (kinds[typeof value] ?? 'something else');

/** A text may be a secret in the wrong place: only short plain words are repeated. */
const quoted = (value: unknown): string =>
  typeof value === 'string' && /^[\w -]{1,40}$/.test(value) ? `"${value}"` : kindOf(value);
