/** Body of an execute call to entity, action and params, checked against the catalogue. */

import { entitiesOf, findAccountEntity, findEntity } from '../../contract/entity-catalogue.ts';
import {
  type Action,
  checkParams,
  type EntitySpec,
  type OperationSpec,
  type ParamSpec,
} from '../../contract/entity-spec.ts';
import { isObject } from '../../contract/wire/json.ts';
import { beginningOf } from '../../errors.ts';
import { asObject, jsonKind } from '../http/json-exchange.ts';
import { type FieldIssue, invalid } from '../http/service-error.ts';
import type { StoredInstance } from '../instance/store.ts';

type Params = Readonly<Record<string, unknown>>;

/** An execute call that may be run. `params` holds the documented parameters only. */
export interface ExecuteCall {
  readonly instance: StoredInstance;
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
  readonly params: Params;
  /** The cursor or locator that came with it. */
  readonly cursor: string | null;
  readonly locator: string | null;
}

/**
 * Unknown params are dropped in silence, as the real services do; a missing required one is named.
 * @throws ServiceHttpError 422 naming params that are missing, of the wrong type, or not offered.
 */
export function readExecute(
  body: Readonly<Record<string, unknown>>,
  instance: StoredInstance,
): ExecuteCall {
  const name = requiredName(body, 'entity');
  const requested = requiredName(body, 'action');
  const isAccount = instance.profile.backend === 'vendor';
  const entity =
    findEntity(instance.system, name) ??
    (isAccount ? findAccountEntity(instance.system, name) : undefined);
  if (entity === undefined) {
    const names = entitiesOf(instance.system).map((spec) => spec.entity);
    throw notOffered('entity', `Unknown entity "${shortened(name)}". Available entities`, names);
  }
  const action = actionOf(entity, requested, instance);
  const operation = action === undefined ? undefined : entity.operations[action];
  if (action === undefined || operation === undefined) {
    const lead = `Unknown action "${shortened(requested)}" for entity "${name}". Available actions`;
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
  const { cursor, ...params } = locator === null ? checked(entity, action, operation, sent) : {};
  return { instance, entity, action, operation, params, cursor: optionalText(cursor), locator };
}

function actionOf(entity: EntitySpec, name: string, instance: StoredInstance): Action | undefined {
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
    { field, message: `Expected a string, got ${jsonKind(value)}`, error_code: 'string_type' },
  ]);
}

function notOffered(field: string, lead: string, names: Iterable<string>) {
  const message = `${lead}: ${[...names].sort().join(', ')}`;
  return invalid([{ field, message, error_code: `unknown_${field}` }]);
}

/** Input of a client, short enough for an error message. */
const shortened = (text: string): string => (text.length > 60 ? `${beginningOf(text, 60)}…` : text);

const optionalText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** @throws ServiceHttpError 422 naming every parameter that is missing or does not fit. */
function checked(entity: EntitySpec, action: Action, operation: OperationSpec, sent: Params) {
  const issues = checkParams(entity, action, sent, 'receive').map(
    ({ path, kind, expected, came }): FieldIssue => ({
      field: `params.${path}`,
      message:
        kind === 'missing' ? `Field required: ${expected}` : `Expected ${expected}, ${came} came`,
      error_code: kind === 'missing' ? 'missing' : 'value_error',
    }),
  );
  if (issues.length > 0) throw invalid(issues);
  return documented(operation.params, sent);
}

/** Documented members of the body, without nulls. */
function documented(specs: Readonly<Record<string, ParamSpec>>, sent: Params) {
  const parsed: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(specs)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if (value === undefined || value === null) continue;
    parsed[name] =
      spec.fields !== undefined && isObject(value) ? documented(spec.fields, value) : value;
  }
  return parsed;
}
