/** Custom schema: an organisation's own fields and objects, read from configuration into declarations. */

import { z } from 'zod';
import { counted } from '../../errors.ts';
import { isObject } from '../wire/json.ts';
import { audit, ownerOrQueue } from './common-field.ts';
import { type CrmFieldSpec, type CrmObjectSpec, string } from './declaration.ts';
import { standardObjects } from './standard.ts';

/** One thing wrong with the configuration of custom fields and objects. */
export interface SchemaIssue {
  /** Path, e.g. `objects.Account.fields.ARR__c.type`. */
  readonly path: string;
  /** Expected and actual value. */
  readonly message: string;
}

/** Everything wrong with a custom schema at once, so that one edit can mend it. */
export class CustomSchemaError extends Error {
  readonly issues: readonly SchemaIssue[];

  constructor(issues: readonly SchemaIssue[]) {
    const lines = issues.map(({ path, message }) => `  ${path}: ${message}`);
    super(`The custom schema has ${counted(issues.length, 'fault')}:\n${lines.join('\n')}`);
    this.name = 'CustomSchemaError';
    this.issues = issues;
  }
}

const customTypes = [
  ...([
    'string',
    'textarea',
    'picklist',
    'multipicklist',
    'boolean',
    'int',
    'double',
    'currency',
  ] as const),
  ...(['percent', 'date', 'datetime', 'email', 'phone', 'url', 'reference'] as const),
] as const;

type CustomType = (typeof customTypes)[number];

/** Options that only some types take. */
const optionTypes: Readonly<Record<string, readonly CustomType[]>> = {
  length: ['string', 'textarea', 'email', 'phone', 'url'],
  ofPerson: ['email'],
  values: ['picklist', 'multipicklist'],
  to: ['reference'],
  relationship: ['reference'],
  childRelationship: ['reference'],
  childDescription: ['reference'],
};

const matching = (pattern: RegExp, expected: string) =>
  z.string().regex(pattern, `expected ${expected}`);
const objectName = matching(
  /^[A-Za-z][A-Za-z0-9_]*$/,
  'the API name of an object, such as Account',
);
const relationshipName = matching(
  /^[A-Za-z][A-Za-z0-9_]*__r$/,
  'a relationship name that ends in __r',
);
const graphName = matching(
  /^(?!__)[a-z][A-Za-z0-9_]*$/,
  'a GraphQL field name that starts with a small letter',
);
const typeName = matching(/^[A-Z][A-Za-z0-9]*$/, 'a GraphQL type name that starts with a capital');
const keyPrefix = matching(
  /^[a-z][A-Za-z0-9]{2}$/,
  'three characters, the first a small letter: a01',
);
const text = z.string().trim().min(1, 'expected some text');

const fieldConfig = z
  .strictObject({
    type: z.enum(customTypes),
    label: text.optional(),
    description: text.optional(),
    required: z.boolean().optional(),
    graphName: graphName.optional(),
    length: z.int().min(1).max(131_072).optional(),
    /** Whether people of calls are found by it, as by the standard address. */
    ofPerson: z.boolean().optional(),
    values: z.array(text).optional(),
    to: objectName.optional(),
    relationship: relationshipName.optional(),
    /** Null where the parent has no child relationship. */
    childRelationship: relationshipName.nullable().optional(),
    childDescription: text.optional(),
  })
  .superRefine((field, context) => {
    for (const [option, types] of Object.entries(optionTypes)) {
      if (option in field && !types.includes(field.type)) {
        const message = `goes with ${types.join(', ')} only, and the type is ${field.type}`;
        context.addIssue({ code: 'custom', path: [option], message });
      }
    }
    if (field.type === 'reference' && field.to === undefined) {
      const message = 'expected the object that the reference points to, and nothing came';
      context.addIssue({ code: 'custom', path: ['to'], message });
    }
  });

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
    const own = readFields(name, config, issues);
    fields.set(name, own);
    if (object !== null) objects.push(objectSpec(name, object, own));
  }
  if (issues.length > 0) throw new CustomSchemaError(issues);
  return { fields, objects };
}

/** Own entries of `objects`; a fault for anything beside it. */
function objectEntries(input: unknown, issues: SchemaIssue[]): [string, unknown][] {
  if (!isObject(input)) {
    issues.push({ path: '(root)', message: `expected an object, ${describe(input)} came` });
    return [];
  }
  for (const key of Object.keys(input)) {
    if (key !== 'objects' && key !== '$schema') {
      issues.push({ path: key, message: 'unknown key; expected only objects' });
    }
  }
  const objects = input.objects ?? {};
  if (isObject(objects)) return Object.entries(objects);
  issues.push({ path: 'objects', message: `expected an object, ${describe(objects)} came` });
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
    if (!customName.test(name)) {
      issues.push({ path, message: 'expected a field name that ends in __c' });
      continue;
    }
    const field = checked(fieldConfig, input, path, issues);
    if (field !== null) specs[name] = fieldSpec(object, name, field);
  }
  return specs;
}

function fieldSpec(
  object: string,
  name: string,
  config: z.infer<typeof fieldConfig>,
): CrmFieldSpec {
  const { label = name, description = label, to, relationship, ...others } = config;
  const { childRelationship, childDescription, ...field } = others;
  const child = childRelationship ?? `${object.replace(/__c$/, '')}s__r`;
  return {
    ...field,
    description,
    custom: true,
    reference:
      to === undefined
        ? undefined
        : {
            relationship: relationship ?? name.replace(/__c$/, '__r'),
            to: [to],
            child:
              childRelationship === null
                ? undefined
                : {
                    name: child,
                    description: childDescription ?? `Records of ${object} that name this one.`,
                  },
          },
  };
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
    const came = describe(valueAt(input, issue.path));
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

/** A value in an error message: short ones as they are, the rest by kind. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const shown = JSON.stringify(value);
  return shown.length <= 60 ? shown : `a text of ${shown.length} characters`;
}
