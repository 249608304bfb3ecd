/** Custom schema from the CRM's own descriptions of its objects, and what of them it leaves out. */

import { isObject } from '../wire/json.ts';
import { usualFields } from './custom-field.ts';
import { CustomSchemaError, parseCustomSchema } from './custom-schema.ts';
import { buildCrmModel } from './model.ts';
import { isCustomName, memberName, typeName } from './naming.ts';
import { standardObjects } from './standard.ts';

type Json = Readonly<Record<string, unknown>>;
type FieldConfig = Record<string, unknown>;
type ObjectConfig = Record<string, unknown> & { readonly fields: Record<string, FieldConfig> };

export interface DescribedSchema {
  /** In the form of the custom schema file, which it passes. */
  readonly schema: { readonly objects: Readonly<Record<string, ObjectConfig>> };
  /** A line for each field and object that is left out or bears another name than its own. */
  readonly notes: readonly string[];
}

const standardNames: ReadonlySet<string> = new Set(standardObjects.map(({ object }) => object));

/** Types that a custom field keeps; of the others, those that are plain texts. */
const keptTypes = new Set(
  'string textarea picklist multipicklist boolean double currency percent date datetime email phone url'.split(
    ' ',
  ),
);
const textTypes = new Set(['encryptedstring', 'combobox', 'time']);
const lengthTypes = new Set(['string', 'textarea', 'email', 'phone', 'url']);
const maxLength = 131_072;

/** Whether an object of the CRM's list of objects can be in the graph: a standard one that it declares, or a custom one with records. */
export function isGraphObject(head: Json): boolean {
  if (head.queryable !== true || head.deprecatedAndHidden === true) return false;
  if (standardNames.has(String(head.name))) return true;
  return (
    head.custom === true &&
    head.customSetting !== true &&
    /__c$/.test(String(head.name)) &&
    /^[a-z][A-Za-z0-9]{2}$/.test(String(head.keyPrefix))
  );
}

/**
 * A name that another member has already becomes `nameCustom`, a type's `NameCustom`; what cannot be
 * in the graph even so is left out. Both are noted.
 * @example
 * Account with ARR__c: currency → { objects: { Account: { fields: { ARR__c: { type: 'currency', label: 'ARR' } } } } }
 */
export function describedSchema(descriptions: readonly Json[]): DescribedSchema {
  const notes: string[] = [];
  const names = new Set(descriptions.map(({ name }) => String(name)));
  const childNames = childNamesOf(descriptions);
  const objects: Record<string, ObjectConfig> = {};
  for (const description of descriptions) {
    const name = String(description.name);
    const fields = fieldsOf(description, { names, childNames, notes });
    if (!standardNames.has(name)) objects[name] = { ...objectHead(description), fields };
    else if (Object.keys(fields).length > 0) objects[name] = { fields };
  }
  settleNames(objects, notes);
  return { schema: { objects }, notes };
}

interface FieldContext {
  /** Described objects. */
  readonly names: ReadonlySet<string>;
  readonly childNames: ReadonlyMap<string, string | null>;
  readonly notes: string[];
}

/** Names of child relationships by `object.field` of the child; null where the parent has none. */
function childNamesOf(descriptions: readonly Json[]): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const { childRelationships } of descriptions)
    for (const child of listOf(childRelationships)) {
      const name = typeof child.relationshipName === 'string' ? child.relationshipName : null;
      names.set(`${String(child.childSObject)}.${String(child.field)}`, name);
    }
  return names;
}

function objectHead({ keyPrefix, label, searchable, ...description }: Json): Json {
  const children = listOf(description.childRelationships).map((child) => child.childSObject);
  return {
    keyPrefix,
    ...(typeof label === 'string' && label.trim() !== '' && { label }),
    ...(children.includes('Task') && { activities: true }),
    ...(children.includes('Attachment') && { attachments: true }),
    ...(searchable === false && { searchable: false }),
  };
}

function fieldsOf(description: Json, context: FieldContext): Record<string, FieldConfig> {
  const object = String(description.name);
  const fields: Record<string, FieldConfig> = {};
  const declared = usualFields(object);
  for (const field of listOf(description.fields)) {
    const name = String(field.name);
    if (field.deprecatedAndHidden === true || declared.has(name.toLowerCase())) continue;
    const standard = field.custom !== true && !isCustomName(name);
    if (standard && (setting.test(name) || !/^[A-Z][A-Za-z0-9]*$/.test(name))) continue;
    const type = typeOf(object, field, context);
    if (type === null)
      context.notes.push(
        `${object}.${name} is left out: the graph has no field of type ${String(field.type)}`,
      );
    else fields[name] = { ...type, ...(standard && { standard }), ...textsOf(field) };
  }
  return fields;
}

/** What a user has set for their own screens: a hundred fields of every organisation that nobody asks about. */
const setting = /^User(?:Preferences|Permissions)/;

/** The type of a field with what belongs to it; null where the graph has none such. */
function typeOf(object: string, field: Json, context: FieldContext): FieldConfig | null {
  const type = String(field.type);
  if (type === 'reference') return referenceOf(object, field, context);
  if (type === 'int' || type === 'long') return { type: 'int' };
  // Of the CRM's own fields alone: a compound one that an organisation adds is a place.
  if (type === 'address' && /Address$/.test(String(field.name))) return { type };
  if (textTypes.has(type)) return { type: 'string' };
  if (!keptTypes.has(type)) return null;
  const { length } = field;
  const isLength = Number.isInteger(length) && Number(length) > 0 && Number(length) <= maxLength;
  const values = listOf(field.picklistValues)
    .filter(({ active }) => active !== false)
    .map(({ value }) => String(value))
    .filter((value) => value.trim() === value && value !== '');
  return {
    type,
    ...(lengthTypes.has(type) && isLength && { length }),
    ...(/picklist$/.test(type) && values.length > 0 && { values }),
  };
}

/** A reference to one object of the graph; to several, or to another, it is the id as a text. */
function referenceOf(
  object: string,
  field: Json,
  { names, childNames, notes }: FieldContext,
): FieldConfig {
  const targets = Array.isArray(field.referenceTo) ? field.referenceTo.map(String) : [];
  const [target = ''] = targets;
  const relationship = field.relationshipName;
  const isGraphObjects = targets.length > 0 && targets.every((name) => names.has(name));
  if (targets.length !== 1 || !isGraphObjects || typeof relationship !== 'string') {
    const reason = isGraphObjects
      ? targets.length > 1
        ? `it leads to any of ${targets.join(', ')}`
        : 'the CRM has no relationship along it'
      : `it leads to ${targets.join(', ') || 'nothing'}, which the graph does not have`;
    notes.push(`${object}.${String(field.name)} is the id alone: ${reason}`);
    return { type: 'string', length: 18 };
  }
  const child = childNames.get(`${object}.${String(field.name)}`) ?? null;
  return {
    type: 'reference',
    to: target,
    relationship,
    childRelationship: child,
  };
}

function textsOf({ label, inlineHelpText, nillable, type }: Json): FieldConfig {
  const help = typeof inlineHelpText === 'string' ? inlineHelpText.trim() : '';
  const name = typeof label === 'string' ? label.trim() : '';
  return {
    ...(name !== '' && { label: name }),
    ...(help !== '' && { description: help }),
    // A checkbox is never null, whatever its description says.
    ...((nillable === false || type === 'boolean') && { required: true }),
  };
}

/** Most rounds of renaming: each settles every name that the one before found taken. */
const maxRounds = 20;

/** Renames what collides, leaves out what collides still, until the schema as a whole is one. */
function settleNames(objects: Record<string, ObjectConfig>, notes: string[]): void {
  for (let round = 0; round < maxRounds; round += 1) {
    const issues = issuesOf(objects);
    if (issues.length === 0) return;
    // A member has several issues where several rules forbid its name.
    const places = new Map(issues.map(({ path, message }) => [placeOf(path), message]));
    for (const [path, message] of places) settle(objects, path, message, notes);
  }
  const [issue] = issuesOf(objects);
  if (issue !== undefined) throw new CustomSchemaError([issue]);
}

function issuesOf(objects: Record<string, ObjectConfig>) {
  try {
    buildCrmModel(parseCustomSchema({ objects }));
    return [];
  } catch (error) {
    if (error instanceof CustomSchemaError) return error.issues;
    throw error;
  }
}

/** `Account.ARR__c` of `objects.Account.fields.ARR__c.type`; `Account` of what is the object's own. */
function placeOf(path: string): string {
  const [, object = '', , field, member] = path.split('.');
  if (field === undefined) return object;
  return `${object}.${field}${member === 'childRelationship' ? '.childRelationship' : ''}`;
}

function settle(
  objects: Record<string, ObjectConfig>,
  path: string,
  message: string,
  notes: string[],
): void {
  const [object = '', field, member] = path.split('.');
  const config = objects[object];
  if (config === undefined) return;
  if (field === undefined) {
    const name = `${typeName({ object })}Custom`;
    if (config.typeName === undefined && !standardNames.has(object)) {
      config.typeName = name;
      notes.push(`${object} is the type ${name}: ${message}`);
    } else {
      delete objects[object];
      notes.push(`${object} is left out: ${message}`);
    }
    return;
  }
  const declared = config.fields[field];
  if (declared === undefined) return;
  if (member !== undefined) {
    config.fields[field] = { ...declared, childRelationship: null };
    notes.push(`${String(declared.to)} has no list of ${object} by ${field}: ${message}`);
  } else if (declared.graphName === undefined) {
    const name = `${memberName(field)}Custom`;
    const graphName = /^[a-z]/.test(name) ? name : `custom${name}`;
    config.fields[field] =
      declared.type === 'reference'
        ? { ...declared, graphName: `${graphName}Id`, recordGraphName: graphName }
        : { ...declared, graphName };
    notes.push(`${path} is ${graphName}: ${message}`);
  } else if (declared.type === 'reference') {
    // Its path may be what collides.
    config.fields[field] = { ...textsOnly(declared), type: 'string', length: 18 };
    notes.push(`${path} is the id alone: ${message}`);
  } else {
    delete config.fields[field];
    notes.push(`${path} is left out: ${message}`);
  }
}

const textsOnly = ({ label, description, required, graphName }: FieldConfig): FieldConfig => ({
  ...(label !== undefined && { label }),
  ...(description !== undefined && { description }),
  ...(required !== undefined && { required }),
  ...(graphName !== undefined && { graphName }),
});

const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
