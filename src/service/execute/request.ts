/** Reads the body of an execute call: entity, action and params, held against the catalogue. */

import type { Action, EntitySpec, OperationSpec, ParamSpec } from '../../records/catalog.ts';
import { asObject, isObject, kindOf } from '../http/exchange.ts';
import { type FieldProblem, invalid } from '../http/refusal.ts';
import type { Instance } from '../instance/store.ts';

/** An execute call that may be run. `params` holds the documented parameters only. */
export interface ExecuteCall {
  readonly instance: Instance;
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
  readonly params: Readonly<Record<string, unknown>>;
  /** The cursor or locator that came with it. */
  readonly cursor: string | null;
  readonly locator: string | null;
}

/**
 * Unknown params are dropped in silence, as the real services do; required ones are asked for by name.
 * @throws Refusal 422 naming what is missing, of the wrong type, or not offered.
 */
export function readExecute(
  body: Readonly<Record<string, unknown>>,
  instance: Instance,
  entities: ReadonlyMap<string, EntitySpec>,
): ExecuteCall {
  const name = requiredName(body, 'entity');
  const wanted = requiredName(body, 'action');
  const entity = entities.get(name);
  if (entity === undefined) {
    throw notOffered(
      'entity',
      `Unknown entity "${shown(name)}". Available entities`,
      entities.keys(),
    );
  }
  const action = actionOf(entity, wanted, instance);
  const operation = action === undefined ? undefined : entity.operations[action];
  if (action === undefined || operation === undefined) {
    const lead = `Unknown action "${shown(wanted)}" for entity "${name}". Available actions`;
    throw notOffered('action', lead, Object.keys(entity.operations));
  }
  const sent =
    body.params === undefined || body.params === null ? {} : asObject(body.params, 'params');
  const { locatorParam } = instance.profile;
  const locator =
    operation.answer === 'soql-page' && locatorParam !== null
      ? optionalText(sent[locatorParam])
      : null;
  // A locator names its query; `q` is not needed beside it.
  const { cursor, ...params } = locator === null ? checked(operation, sent) : {};
  return { instance, entity, action, operation, params, cursor: optionalText(cursor), locator };
}

function actionOf(entity: EntitySpec, name: string, instance: Instance): Action | undefined {
  if (name === 'api_search' && instance.profile.wrapper === 'newer') return 'search';
  return Object.hasOwn(entity.operations, name) ? (name as Action) : undefined;
}

function requiredName(body: Readonly<Record<string, unknown>>, field: string): string {
  const value = body[field];
  if (typeof value === 'string' && value !== '') return value;
  if (value === undefined || value === null || value === '') {
    throw invalid([{ field, message: 'Field required', error_code: 'missing' }]);
  }
  throw invalid([
    { field, message: `Expected a string, got ${kindOf(value)}`, error_code: 'string_type' },
  ]);
}

function notOffered(field: string, lead: string, names: Iterable<string>) {
  const message = `${lead}: ${[...names].sort().join(', ')}`;
  return invalid([{ field, message, error_code: `unknown_${field}` }]);
}

/** What a client sent, short enough to repeat to it. */
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

const optionalText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

function checked(operation: OperationSpec, sent: Readonly<Record<string, unknown>>) {
  const problems: FieldProblem[] = [];
  const params = checkMembers(operation.params, sent, 'params', problems);
  if (problems.length > 0) throw invalid(problems);
  return params;
}

function checkMembers(
  specs: Readonly<Record<string, ParamSpec>>,
  sent: Readonly<Record<string, unknown>>,
  path: string,
  problems: FieldProblem[],
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    const field = `${path}.${name}`;
    if (value === undefined || value === null) {
      if (spec.required) problems.push({ field, message: 'Field required', error_code: 'missing' });
    } else {
      kept[name] = checkValue(spec, value, field, problems);
    }
  }
  return kept;
}

function checkValue(
  spec: ParamSpec,
  value: unknown,
  field: string,
  problems: FieldProblem[],
): unknown {
  if (spec.type === 'object' && isObject(value)) {
    return spec.fields === undefined ? value : checkMembers(spec.fields, value, field, problems);
  }
  const expected = expectation(spec, value);
  if (expected !== null) {
    const message = `Expected ${expected}, got ${kindOf(value)}`;
    problems.push({ field, message, error_code: 'type_error' });
  }
  return value;
}

/** What was expected instead of `value`; null when it fits. */
function expectation(spec: ParamSpec, value: unknown): string | null {
  const texts: readonly unknown[] =
    spec.type === 'strings' && Array.isArray(value) ? value : [value];
  const allowed = spec.values;
  if (allowed !== undefined && !texts.every((text) => allowed.includes(String(text)))) {
    return `one of ${allowed.join(', ')}`;
  }
  switch (spec.type) {
    case 'object':
      return 'an object';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'a boolean';
    case 'strings':
      return Array.isArray(value) && value.every((item) => typeof item === 'string')
        ? null
        : 'an array of strings';
    case 'date-time':
      return isInstant(value) ? null : 'an ISO 8601 date and time';
    case 'date':
      return isDay(value) ? null : 'a date as YYYY-MM-DD';
    case 'string':
      return typeof value === 'string' ? null : 'a string';
  }
}

function isInstant(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

function isDay(value: unknown): boolean {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
  );
}
