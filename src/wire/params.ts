/** Params against the catalogue, before anything is sent: the service ignores what it does not know, and answers with everything. */

import { UserInputError } from '../errors.ts';
import type { OperationSpec, ParamSpec } from '../records/catalog.ts';
import { isObject } from './json.ts';

type Specs = Readonly<Record<string, ParamSpec>>;

/**
 * @throws UserInputError naming the param, what was expected and the kind of thing that came —
 *   never the value, which may be personal.
 */
export function checkParams(
  operation: OperationSpec,
  params: Readonly<Record<string, unknown>>,
  what: string,
): void {
  checkMembers(operation.params, params, what, '');
}

function checkMembers(
  specs: Specs,
  values: Readonly<Record<string, unknown>>,
  what: string,
  path: string,
): void {
  for (const name of Object.keys(values)) {
    if (values[name] === undefined) continue;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      const known = Object.keys(specs).join(', ') || 'none';
      throw new UserInputError(`${what} takes the params ${known}; got ${path}${shown(name)}.`);
    }
    checkValue(spec, values[name], what, path + name);
  }
  for (const [name, spec] of Object.entries(specs)) {
    if (spec.required && values[name] === undefined) {
      throw new UserInputError(`${what} needs the param ${path}${name}.`);
    }
  }
}

const patterns = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/,
} as const;

function checkValue(spec: ParamSpec, value: unknown, what: string, path: string): void {
  const refuse = (expected: string): never => {
    throw new UserInputError(`${what}: ${path} must be ${expected}; got ${kindOf(value)}.`);
  };
  switch (spec.type) {
    case 'boolean':
      if (typeof value !== 'boolean') refuse('true or false');
      return;
    case 'object':
      if (!isObject(value)) refuse('an object');
      else if (spec.fields !== undefined) checkMembers(spec.fields, value, what, `${path}.`);
      return;
    case 'strings': {
      // An empty list would be read as "no filter" upstream.
      const elements: readonly unknown[] = Array.isArray(value) ? value : [];
      if (elements.length === 0) refuse('a list of at least one');
      for (const element of elements) {
        if (typeof element !== 'string' || element === '') refuse('a list of non-empty strings');
        else if (spec.values && !spec.values.includes(element)) {
          refuse(`a list of ${spec.values.join(', ')}`);
        }
      }
      return;
    }
    case 'date':
    case 'date-time':
      if (typeof value !== 'string' || !patterns[spec.type].test(value)) {
        refuse(
          spec.type === 'date' ? 'a date (YYYY-MM-DD)' : 'an ISO 8601 date-time with its offset',
        );
      }
      return;
    case 'string':
      if (typeof value !== 'string' || (spec.required && value === '')) {
        refuse('a non-empty string');
      } else if (spec.values && !spec.values.includes(value))
        refuse(`one of ${spec.values.join(', ')}`);
  }
}

const shown = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? name : 'a name that is not one';

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (value === '') return 'an empty string';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
