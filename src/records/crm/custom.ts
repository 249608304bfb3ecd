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
import { type ChildSpec, type FieldSpec, type ObjectSpec, string } from './define.ts';
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

/**
 * Reads `{objects: {Account: {fields: {ARR__c: {…}}}, Product_Usage__c: {keyPrefix, fields: {…}}}}`.
 * @throws CustomSchemaError with every fault of the form; `buildCrmModel` finds those of the whole.
 */
export function parseCustomSchema(input: unknown): CustomSchema {
  const faults: SchemaFault[] = [];
  const fields = new Map<string, Record<string, FieldSpec>>();
  const objects: ObjectSpec[] = [];
  const children: CustomChild[] = [];
  const withActivities: string[] = [];
  const withAttachments: string[] = [];

  for (const [name, config] of objectEntries(input, faults)) {
    const path = `objects.${name}`;
    const custom = /^[A-Za-z][A-Za-z0-9_]*[A-Za-z0-9]__c$/.test(name);
    const standard = standardObjects.find((spec) => spec.object === name);
    if (!custom && standard === undefined) {
      const message =
        'expected a standard object that Switchboard declares (case counts) or a name that ends in __c';
      faults.push({ path, message });
      continue;
    }
    const parsed = checked<{ fields: Record<string, unknown> }>(
      custom ? objectConfig : extensionConfig,
      config,
      path,
      faults,
    );
    if (parsed === null) continue;
    const specs = parseFields(name, config, path, faults, children);
    if (standard !== undefined) {
      fields.set(name, specs);
      continue;
    }
    const object = objectConfig.parse(config);
    const { label = name } = object;
    objects.push({
      object: name,
      entity: 'query',
      keyPrefix: object.keyPrefix,
      nameField: object.nameField ?? 'Name',
      description: object.description ?? label,
      fields: {
        Name: string(`Name of the record: ${label}.`, { required: true, length: 80 }),
        OwnerId: ownerOrQueue,
        ...specs,
        ...audit,
      },
      children: {},
      custom: true,
      ...(object.typeName === undefined ? {} : { typeName: object.typeName }),
      ...(object.searchable === false ? { searchable: false } : {}),
    });
    if (object.activities === true) withActivities.push(name);
    if (object.attachments === true) withAttachments.push(name);
  }
  if (faults.length > 0) throw new CustomSchemaError(faults);
  return { fields, objects, children, withActivities, withAttachments };
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

function parseFields(
  object: string,
  config: unknown,
  objectPath: string,
  faults: SchemaFault[],
  children: CustomChild[],
): Record<string, FieldSpec> {
  const specs: Record<string, FieldSpec> = {};
  // Read from the input, not from zod's copy, which leaves out a key named __proto__ in silence.
  const entries = isObject(config) && isObject(config.fields) ? config.fields : {};
  for (const [name, input] of Object.entries(entries)) {
    const path = `${objectPath}.fields.${name}`;
    if (!/^[A-Za-z][A-Za-z0-9_]*[A-Za-z0-9]__c$|^[A-Za-z]__c$/.test(name)) {
      faults.push({ path, message: 'expected a field name that ends in __c' });
      continue;
    }
    const field = checked<FieldConfig>(fieldConfig, input, path, faults);
    if (field === null) continue;
    specs[name] = fieldSpec(name, field);
    if (field.type === 'reference' && field.to !== undefined && field.childRelationship !== null) {
      const description = field.childDescription ?? `Records of ${object} that name this one.`;
      const relationship = field.childRelationship ?? `${object.replace(/__c$/, '')}s__r`;
      const child = { object, field: name, description };
      children.push({ parent: field.to, relationship, child, path });
    }
  }
  return specs;
}

function fieldSpec(name: string, field: FieldConfig): FieldSpec {
  const { type, required, graphName, length, values, to, relationship } = field;
  return {
    type,
    description: field.description ?? field.label ?? name,
    custom: true,
    ...(required === true ? { required } : {}),
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
