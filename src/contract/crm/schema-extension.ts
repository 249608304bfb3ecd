/** Schema extension: joins an organisation's own objects and fields with the standard ones, and checks the result as a whole. */

import { currencyField, recordCurrency } from './common-field.ts';
import { type CustomSchema, CustomSchemaError, type SchemaIssue } from './custom-schema.ts';
import { type ChildSpec, type CrmObjectSpec, children } from './declaration.ts';
import {
  derivedTypeNames,
  fieldName,
  isReservedMember,
  memberName,
  relationshipName,
  reservedRootNames,
  reservedTypeNames,
  rootNames,
  typeName,
} from './naming.ts';

/** References with custom objects as further targets: those that list them, or all. */
const openReferences = [
  { object: 'Task', field: 'WhatId', child: 'Tasks', askedBy: 'activities' },
  { object: 'Event', field: 'WhatId', child: 'Events', askedBy: 'activities' },
  { object: 'Note', field: 'ParentId', child: 'Notes', askedBy: 'attachments' },
  { object: 'Attachment', field: 'ParentId', child: 'Attachments', askedBy: 'attachments' },
  {
    object: 'ContentDocumentLink',
    field: 'LinkedEntityId',
    child: 'ContentDocumentLinks',
    askedBy: null,
  },
] as const;

/**
 * @throws CustomSchemaError when a reference points nowhere, a key prefix or a name is taken, or
 * two members of an object would have the same name in the graph.
 */
export function extendObjects(
  standard: readonly CrmObjectSpec[],
  custom: CustomSchema,
): readonly CrmObjectSpec[] {
  const all = [...standard, ...custom.objects];
  const issues: SchemaIssue[] = [];
  const childrenOf = new Map<string, Record<string, ChildSpec>>();
  for (const spec of all) childrenOf.set(spec.object, { ...spec.children });
  for (const [object, fields] of custom.fields) {
    for (const [field, { reference }] of Object.entries(fields)) {
      const path = `objects.${object}.fields.${field}`;
      const [parent = ''] = reference?.to ?? [];
      const siblings = childrenOf.get(parent);
      const { child } = reference ?? {};
      if (reference !== undefined && siblings === undefined) {
        issues.push({ path: `${path}.to`, message: `expected a declared object, ${parent} came` });
      } else if (siblings !== undefined && child !== undefined) {
        if (Object.hasOwn(siblings, child.name)) {
          const message = `${parent} has a child relationship ${child.name} already; state another`;
          issues.push({ path: `${path}.childRelationship`, message });
        } else siblings[child.name] = children(object, field, child.description);
      }
    }
  }
  const openTo = new Map<string, readonly string[]>();
  for (const { object, field, child, askedBy } of openReferences) {
    const further = custom.objects.filter((spec) => askedBy === null || spec[askedBy] === true);
    openTo.set(
      `${object}.${field}`,
      further.map((spec) => spec.object),
    );
    for (const parent of further) {
      const siblings = childrenOf.get(parent.object);
      if (siblings)
        siblings[child] = children(object, field, `Records of ${object} that belong to this one.`);
    }
  }
  const extended = all.map((spec) => ({
    ...spec,
    fields: withCurrency(
      opened(spec.object, { ...spec.fields, ...custom.fields.get(spec.object) }, openTo),
    ),
    children: childrenOf.get(spec.object) ?? {},
  }));
  issues.push(...identityIssues(extended), ...extended.flatMap(memberIssues));
  if (issues.length > 0) throw new CustomSchemaError(issues);
  return extended;
}

/** The fields and the currency of their amounts; one that was discovered in the organisation is this one. */
function withCurrency(fields: CrmObjectSpec['fields']): CrmObjectSpec['fields'] {
  const hasAmounts = Object.values(fields).some(({ type }) => type === 'currency');
  const isNeeded = hasAmounts || Object.hasOwn(fields, currencyField);
  return isNeeded ? { ...fields, [currencyField]: recordCurrency } : fields;
}

/** The fields with further targets where a reference is open to custom objects. */
function opened(
  object: string,
  fields: CrmObjectSpec['fields'],
  openTo: ReadonlyMap<string, readonly string[]>,
): CrmObjectSpec['fields'] {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const further = openTo.get(`${object}.${name}`) ?? [];
      const { reference } = field;
      if (reference === undefined || further.length === 0) return [name, field];
      return [name, { ...field, reference: { ...reference, to: [...reference.to, ...further] } }];
    }),
  );
}

/** Takes a name for an owner; answers with whose it is already, if it is. */
type Claim = (name: string, owner: string) => string | undefined;

function claims(): Claim {
  const taken = new Map<string, string>();
  return (name, owner) => {
    const other = taken.get(name);
    if (other === undefined) taken.set(name, owner);
    return other;
  };
}

/** Objects that share a key prefix, an API name but for case, or a type name; and names of records that are no field. */
function identityIssues(objects: readonly CrmObjectSpec[]): SchemaIssue[] {
  const prefix = claims();
  const name = claims();
  const type = claims();
  const root = claims();
  return objects.flatMap((spec) => {
    const { object, keyPrefix, nameField, fields } = spec;
    const path = `objects.${object}`;
    const graphName = typeName(spec);
    const checks: readonly (readonly [claim: Claim, key: string, at: string, what: string])[] = [
      [prefix, keyPrefix, `${path}.keyPrefix`, 'key prefix'],
      [name, object.toLowerCase(), path, 'the name (whatever its case)'],
    ];
    const issues = checks.flatMap(([claim, key, at, what]): SchemaIssue[] => {
      const other = claim(key, object);
      if (other === undefined) return [];
      return [{ path: at, message: `${what} ${key} belongs to ${other} already` }];
    });
    const graphNames = [
      ...derivedTypeNames(graphName).map((key) => ({
        key,
        what: 'type name',
        owner: type(key, object),
        isReserved: reservedTypeNames.has(key),
      })),
      ...rootNames(graphName).map((key) => ({
        key,
        what: 'root field',
        owner: root(key, object),
        isReserved: reservedRootNames.has(key),
      })),
    ];
    const taken = graphNames.find(
      ({ owner, isReserved }) => owner !== undefined || (isReserved && spec.custom === true),
    );
    if (taken !== undefined) {
      const { key, what, owner } = taken;
      const message =
        owner === undefined
          ? `${what} ${key} is taken by the graph; state another`
          : `${what} ${key} belongs to ${owner} already`;
      issues.push({ path: `${path}.typeName`, message });
    }
    if (nameField !== 'Id' && !Object.hasOwn(fields, nameField)) {
      const message = `expected a field of the object, ${nameField} came`;
      issues.push({ path: `${path}.nameField`, message });
    }
    return issues;
  });
}

/**
 * Members of an object whose API names differ only in case, or whose graph names are taken. What
 * every organisation has comes first: the organisation's own is at fault.
 */
function memberIssues({ object, fields, children: lists }: CrmObjectSpec): SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  const apiName = claims();
  const graphName = claims();
  const claim = (
    name: string,
    what: string,
    path: string,
    isCustom: boolean,
    option: 'graphName' | 'recordGraphName' | null = null,
  ): void => {
    const isReserved = isCustom && isReservedMember(object, name);
    const other =
      graphName(name, what) ?? (isReserved ? 'a member that the graph adds' : undefined);
    if (other === undefined) return;
    const message = `${what} would be ${name} in the graph, as ${other} is`;
    const advice = option === null ? {} : { advice: `state another name with "${option}"` };
    issues.push({ path, message, ...advice });
  };
  const addFields = (isCustom: boolean): void => {
    for (const [name, field] of Object.entries(fields)) {
      if ((field.custom === true) !== isCustom) continue;
      const path = `objects.${object}.fields.${name}`;
      if (apiName(name.toLowerCase(), name) !== undefined) {
        issues.push({ path, message: `${object} has a field of this name but for case` });
      }
      claim(fieldName(name, field), `field ${name}`, path, isCustom, 'graphName');
      const { relationship = null } = field.reference ?? {};
      if (relationship !== null)
        claim(
          relationshipName(field),
          `relationship ${relationship}`,
          path,
          isCustom,
          'recordGraphName',
        );
    }
  };
  const addChildren = (isCustom: boolean): void => {
    for (const [name, child] of Object.entries(lists)) {
      if (name.endsWith('__r') !== isCustom) continue;
      const path = `objects.${child.object}.fields.${child.field}.childRelationship`;
      claim(memberName(name), `child relationship ${name} of ${object}`, path, isCustom);
    }
  };
  addFields(false);
  addChildren(false);
  // The record behind an id for which the CRM has no path: the graph adds it where the name is free.
  for (const [name, { reference, custom }] of Object.entries(fields))
    if (custom !== true && reference?.relationship === null && name.endsWith('Id'))
      graphName(memberName(name).replace(/Id$/, ''), `the record behind ${name}`);
  addFields(true);
  addChildren(true);
  return issues;
}
