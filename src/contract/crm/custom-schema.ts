/** Custom schema: an organisation's own fields and objects, read from configuration into declarations. */

import { z } from 'zod';
import { counted } from '../../errors.ts';
import { isObject } from '../wire/json.ts';
import { audit, ownerOrQueue } from './common-field.ts';
import {
  customFieldSpec,
  fieldConfig,
  fieldNameIssue,
  matching,
  shownInput,
  text,
} from './custom-field.ts';
import { type CrmFieldSpec, type CrmObjectSpec, string } from './declaration.ts';
import { standardObjects } from './standard.ts';

/** One thing wrong with the configuration of custom fields and objects. */
export interface SchemaIssue {
  /** Path, e.g. `objects.Account.fields.ARR__c.type`. */
  readonly path: string;
  /** Expected and actual value. */
  readonly message: string;
  /** What to write instead, for whoever writes the file. */
  readonly advice?: string;
}

/** Everything wrong with a custom schema at once, so that one edit can mend it. */
export class CustomSchemaError extends Error {
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[]) {
    const lines = issues.map(
      ({ path, message, advice }) =>
        `  ${path}: ${message}${advice === undefined ? '' : `; ${advice}`}`,
    );
    super(`The custom schema has ${counted(issues.length, 'fault')}:\n${lines.join('\n')}`);
    this.name = 'CustomSchemaError';
    this.issues = issues;
  }
}

const typeName = matching(/^[A-Z][A-Za-z0-9]*$/, 'a GraphQL type name that starts with a capital');
const keyPrefix = matching(
  /^[a-z][A-Za-z0-9]{2}$/,
  'three characters, the first a small letter: a01',
);

const fields = z.record(z.string(), z.unknown());

/** Form of an extension of a standard object. */
const extensionConfig = z.strictObject({ fields });

const objectConfig = z.strictObject({
  keyPrefix,
  nameField: z.string().optional(),
  label: text.optional(),
  description: text.optional(),
  typeName: typeName.optional(),
  /** Tasks and events may concern its records. */
  activities: z.boolean().optional(),
  /** Notes and legacy attachments may belong to its records. */
  attachments: z.boolean().optional(),
  searchable: z.boolean().optional(),
  fields,
});

/** Extensions of the standard objects, and custom objects. */
export interface CustomSchema {
  /** Added fields, by the API name of their object, in the order of the configuration. */
  readonly fields: ReadonlyMap<string, CrmObjectSpec['fields']>;
  /** Added objects, their fields included. */
  readonly objects: readonly CrmObjectSpec[];
}

export const noCustomSchema: CustomSchema = { fields: new Map(), objects: [] };

const customName = /^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?__c$/;

/**
 * Reads `{objects: {Account: {fields: {ARR__c: {…}}}, Product_Usage__c: {keyPrefix, fields: {…}}}}`.
 * @throws CustomSchemaError with every fault of the form; `buildCrmModel` finds those of the whole.
 */
export function parseCustomSchema(input: unknown): CustomSchema {
  const issues: SchemaIssue[] = [];
  const fields = new Map<string, CrmObjectSpec['fields']>();
  const objects: CrmObjectSpec[] = [];
  for (const [name, config] of objectEntries(input, issues)) {
    const path = `objects.${name}`;
    const isStandard = standardObjects.some((spec) => spec.object === name);
    if (!isStandard && !customName.test(name)) {
      const message =
        'expected a standard object that Switchboard declares (case counts) or a name that ends in __c';
      issues.push({ path, message });
      continue;
    }
    const object = isStandard ? null : checked(objectConfig, config, path, issues);
    if (isStandard) checked(extensionConfig, config, path, issues);
    const ownFields = readFields(name, config, issues);
    fields.set(name, ownFields);
    if (object !== null) objects.push(objectSpec(name, object, ownFields));
  }
  if (issues.length > 0) throw new CustomSchemaError(issues);
  return { fields, objects };
}

/** Own entries of `objects`; a fault for anything beside it. */
function objectEntries(input: unknown, issues: SchemaIssue[]): [string, unknown][] {
  if (!isObject(input)) {
    issues.push({ path: '(root)', message: `expected an object, ${shownInput(input)} came` });
    return [];
  }
  for (const key of Object.keys(input)) {
    if (key !== 'objects' && key !== '$schema') {
      issues.push({ path: key, message: 'unknown key; expected only objects' });
    }
  }
  const objects = input.objects ?? {};
  if (isObject(objects)) return Object.entries(objects);
  issues.push({ path: 'objects', message: `expected an object, ${shownInput(objects)} came` });
  return [];
}

function objectSpec(
  name: string,
  {
    label = name,
    description = label,
    nameField = 'Name',
    ...object
  }: z.infer<typeof objectConfig>,
  fields: CrmObjectSpec['fields'],
): CrmObjectSpec {
  const nameOf = string(`Name of the record: ${label}.`, 80, 'required');
  return {
    ...object,
    object: name,
    entity: 'query',
    nameField,
    description,
    fields: { Name: nameOf, OwnerId: ownerOrQueue, ...fields, ...audit },
    children: {},
    custom: true,
  };
}

function readFields(
  object: string,
  config: unknown,
  issues: SchemaIssue[],
): CrmObjectSpec['fields'] {
  const specs: Record<string, CrmFieldSpec> = {};
  // Read from the input, not from zod's copy, which leaves out a key named __proto__ in silence.
  const fields = isObject(config) && isObject(config.fields) ? config.fields : {};
  for (const [name, input] of Object.entries(fields)) {
    const path = `objects.${object}.fields.${name}`;
    const isStandard = isObject(input) && input.standard === true;
    const message = fieldNameIssue(object, name, isStandard);
    if (message !== null) {
      issues.push({ path, message });
      continue;
    }
    const field = checked(fieldConfig, input, path, issues);
    if (field !== null) specs[name] = customFieldSpec(object, name, field);
  }
  return specs;
}

/** The parsed value, or null with its faults listed. */
function checked<T>(
  schema: z.ZodType<T>,
  input: unknown,
  path: string,
  issues: SchemaIssue[],
): T | null {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  issues.push(...issuesOf(result.error, path, input));
  return null;
}

/** Zod's issues as faults below `path`, each saying what came where that is not plain. */
function issuesOf(error: z.ZodError, path: string, input: unknown): SchemaIssue[] {
  return error.issues.map((issue) => {
    const at = [path, ...issue.path.map(String)].filter((part) => part !== '').join('.');
    const came = shownInput(valueAt(input, issue.path));
    const plain = issue.code === 'custom' || issue.code === 'unrecognized_keys';
    return { path: at, message: plain ? issue.message : `${issue.message}; ${came} came` };
  });
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}
