/** Custom fields and objects, from configuration to declarations. */

import type { z } from 'zod';
import { audit, ownerOrQueue } from './common.ts';
import {
  CustomSchemaError,
  describe,
  extensionConfig,
  type FieldConfig,
  faultsOf,
  fieldConfig,
  objectConfig,
  type SchemaFault,
} from './custom-config.ts';
import { type ChildSpec, children, type FieldSpec, type ObjectSpec, string } from './define.ts';
import { standardObjects } from './standard.ts';

/** A child relationship that a custom reference gives its target. */
export interface CustomChild {
  readonly parent: string;
  readonly relationship: string;
  readonly child: ChildSpec;
  /** Where the reference stands in the configuration. */
  readonly path: string;
}

/** What configuration adds to the standard objects. */
export interface CustomSchema {
  /** Added fields, by the API name of the standard object. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, FieldSpec>>>;
  /** Added objects; their child relationships are in `children`. */
  readonly objects: readonly ObjectSpec[];
  readonly children: readonly CustomChild[];
  /** Custom objects that tasks and events may concern. */
  readonly withActivities: readonly string[];
  /** Custom objects that notes and legacy attachments may belong to. */
  readonly withAttachments: readonly string[];
}

export const noCustomSchema: CustomSchema = {
  fields: new Map(),
  objects: [],
  children: [],
  withActivities: [],
  withAttachments: [],
};

/** A custom schema while it is read, with what was found wrong so far. */
interface Draft {
  readonly fields: Map<string, Readonly<Record<string, FieldSpec>>>;
  readonly objects: ObjectSpec[];
  readonly children: CustomChild[];
  readonly withActivities: string[];
  readonly withAttachments: string[];
  readonly faults: SchemaFault[];
}

/**
 * Reads `{objects: {Account: {fields: {ARR__c: {…}}}, Product_Usage__c: {keyPrefix, fields: {…}}}}`.
 * @throws CustomSchemaError with every fault of the form; `buildCrmModel` finds those of the whole.
 */
export function parseCustomSchema(input: unknown): CustomSchema {
  const draft: Draft = {
    fields: new Map(),
    objects: [],
    children: [],
    withActivities: [],
    withAttachments: [],
    faults: [],
  };
  for (const [name, config] of objectEntries(input, draft.faults)) {
    const path = `objects.${name}`;
    if (standardObjects.some((spec) => spec.object === name)) {
      checked(extensionConfig, config, path, draft.faults);
      draft.fields.set(name, readFields(draft, name, config));
    } else if (customName.test(name)) {
      readObject(draft, name, config);
    } else {
      const message =
        'expected a standard object that Switchboard declares (case counts) or a name that ends in __c';
      draft.faults.push({ path, message });
    }
  }
  const { faults, ...schema } = draft;
  if (faults.length > 0) throw new CustomSchemaError(faults);
  return schema;
}

const customName = /^[A-Za-z]([A-Za-z0-9_]*[A-Za-z0-9])?__c$/;

function readObject(draft: Draft, name: string, config: unknown): void {
  const object = checked(objectConfig, config, `objects.${name}`, draft.faults);
  const fields = readFields(draft, name, config);
  if (object === null) return;
  const { label = name } = object;
  draft.objects.push({
    object: name,
    entity: 'query',
    keyPrefix: object.keyPrefix,
    nameField: object.nameField ?? 'Name',
    description: object.description ?? label,
    fields: {
      Name: string(`Name of the record: ${label}.`, 80, 'required'),
      OwnerId: ownerOrQueue,
      ...fields,
      ...audit,
    },
    children: {},
    custom: true,
    ...(object.typeName === undefined ? {} : { typeName: object.typeName }),
    ...(object.searchable === false ? { searchable: false } : {}),
  });
  if (object.activities === true) draft.withActivities.push(name);
  if (object.attachments === true) draft.withAttachments.push(name);
}

/** Own entries of `objects`; a fault for anything beside it. */
function objectEntries(input: unknown, faults: SchemaFault[]): [string, unknown][] {
  if (!isObject(input)) {
    faults.push({ path: '(root)', message: `expected an object, ${describe(input)} came` });
    return [];
  }
  for (const key of Object.keys(input)) {
    if (key !== 'objects' && key !== '$schema') {
      faults.push({ path: key, message: 'unknown key; expected only objects' });
    }
  }
  const objects = input.objects ?? {};
  if (isObject(objects)) return Object.entries(objects);
  faults.push({ path: 'objects', message: `expected an object, ${describe(objects)} came` });
  return [];
}

function readFields(
  draft: Draft,
  object: string,
  config: unknown,
): Readonly<Record<string, FieldSpec>> {
  const specs: Record<string, FieldSpec> = {};
  // Read from the input, not from zod's copy, which leaves out a key named __proto__ in silence.
  const fields = isObject(config) && isObject(config.fields) ? config.fields : {};
  for (const [name, input] of Object.entries(fields)) {
    const path = `objects.${object}.fields.${name}`;
    if (!customName.test(name)) {
      draft.faults.push({ path, message: 'expected a field name that ends in __c' });
      continue;
    }
    const field = checked(fieldConfig, input, path, draft.faults);
    if (field === null) continue;
    specs[name] = fieldSpec(name, field);
    if (field.to === undefined || field.childRelationship === null) continue;
    draft.children.push({
      parent: field.to,
      relationship: field.childRelationship ?? `${object.replace(/__c$/, '')}s__r`,
      child: children(
        object,
        name,
        field.childDescription ?? `Records of ${object} that name this one.`,
      ),
      path,
    });
  }
  return specs;
}

function fieldSpec(name: string, field: FieldConfig): FieldSpec {
  const { type, required, ofPerson, graphName, length, values, to, relationship } = field;
  return {
    type,
    description: field.description ?? field.label ?? name,
    custom: true,
    ...(required === true ? { required } : {}),
    ...(ofPerson === true ? { ofPerson } : {}),
    ...(graphName === undefined ? {} : { graphName }),
    ...(length === undefined ? {} : { length }),
    ...(values === undefined ? {} : { values }),
    ...(to === undefined
      ? {}
      : {
          reference: { relationship: relationship ?? name.replace(/__c$/, '__r'), to: [to] },
        }),
  };
}

/** The parsed value, or null with its faults listed. */
function checked<T>(
  schema: z.ZodType<T>,
  input: unknown,
  path: string,
  faults: SchemaFault[],
): T | null {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  faults.push(...faultsOf(result.error, path, input));
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
