/** The standard objects with an organisation's own fields, objects and relationships among them. */

import type { CustomSchema } from './custom.ts';
import { CustomSchemaError, type SchemaFault } from './custom-config.ts';
import { type ChildSpec, children, type FieldSpec, type ObjectSpec } from './define.ts';
import { fieldName, memberName, reservedTypeNames, typeName } from './naming.ts';

/** References that take custom objects as further targets, where those ask for it. */
const openReferences = [
  { object: 'Task', field: 'WhatId', child: 'Tasks', takes: 'withActivities' },
  { object: 'Event', field: 'WhatId', child: 'Events', takes: 'withActivities' },
  { object: 'Note', field: 'ParentId', child: 'Notes', takes: 'withAttachments' },
  { object: 'Attachment', field: 'ParentId', child: 'Attachments', takes: 'withAttachments' },
  {
    object: 'ContentDocumentLink',
    field: 'LinkedEntityId',
    child: 'ContentDocumentLinks',
    takes: 'objects',
  },
] as const;

/**
 * @throws CustomSchemaError when a reference points nowhere, a key prefix or a name is taken, or
 * two members of an object would have the same name in the graph.
 */
export function extendObjects(
  standard: readonly ObjectSpec[],
  custom: CustomSchema,
): readonly ObjectSpec[] {
  const faults: SchemaFault[] = [];
  const takers = {
    withActivities: custom.withActivities,
    withAttachments: custom.withAttachments,
    objects: custom.objects.map((spec) => spec.object),
  };
  const all = [...standard, ...custom.objects];
  const childrenOf = new Map<string, Record<string, ChildSpec>>();
  const names = new Set(all.map((spec) => spec.object));
  for (const { parent, relationship, child, path } of custom.children) {
    const known = childrenOf.get(parent) ?? {};
    childrenOf.set(parent, known);
    if (!names.has(parent)) {
      faults.push({ path: `${path}.to`, message: `expected a declared object, ${parent} came` });
    } else if (Object.hasOwn(known, relationship)) {
      const message = `${parent} has a child relationship ${relationship} already; state another`;
      faults.push({ path: `${path}.childRelationship`, message });
    } else {
      known[relationship] = child;
    }
  }
  for (const { object, field, child, takes } of openReferences) {
    for (const parent of takers[takes]) {
      const known = childrenOf.get(parent) ?? {};
      childrenOf.set(parent, known);
      known[child] = children(object, field, `Records of ${object} that belong to this one.`);
    }
  }
  const extended = all.map((spec) => ({
    ...spec,
    fields: opened(spec, { ...spec.fields, ...custom.fields.get(spec.object) }, takers),
    children: { ...spec.children, ...childrenOf.get(spec.object) },
  }));
  faults.push(...unresolved(custom, names), ...identityFaults(extended), ...nameFaults(extended));
  if (faults.length > 0) throw new CustomSchemaError(faults);
  return extended;
}

/** The fields with further targets where a reference is open to custom objects. */
function opened(
  spec: ObjectSpec,
  fields: Readonly<Record<string, FieldSpec>>,
  takers: Readonly<Record<(typeof openReferences)[number]['takes'], readonly string[]>>,
): Readonly<Record<string, FieldSpec>> {
  const open = openReferences.find(({ object }) => object === spec.object);
  const field = open && fields[open.field];
  if (open === undefined || field?.reference === undefined) return fields;
  const { relationship, to } = field.reference;
  const reference = { relationship, to: [...to, ...takers[open.takes]] };
  return { ...fields, [open.field]: { ...field, reference } };
}

/** References without a child relationship are not among `custom.children`, yet must point somewhere. */
function unresolved(custom: CustomSchema, names: ReadonlySet<string>): SchemaFault[] {
  const added = [
    ...custom.fields,
    ...custom.objects.map((spec) => [spec.object, spec.fields] as const),
  ];
  const reported = new Set(custom.children.map(({ path }) => path));
  return added.flatMap(([object, fields]) =>
    Object.entries(fields).flatMap(([name, spec]) => {
      const path = `objects.${object}.fields.${name}`;
      const to = spec.custom === true && !reported.has(path) ? (spec.reference?.to ?? []) : [];
      return to
        .filter((target) => !names.has(target))
        .map((target) => ({
          path: `${path}.to`,
          message: `expected a declared object, ${target} came`,
        }));
    }),
  );
}

/** Objects that share a key prefix, an API name but for case, or a type name. */
function identityFaults(objects: readonly ObjectSpec[]): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const prefixes = new Map<string, string>();
  const names = new Map<string, string>();
  const types = new Map<string, string>();
  for (const spec of objects) {
    const path = `objects.${spec.object}`;
    const clash = (taken: Map<string, string>, key: string, at: string, what: string) => {
      const other = taken.get(key);
      if (other === undefined) taken.set(key, spec.object);
      else faults.push({ path: at, message: `${what} ${key} belongs to ${other} already` });
    };
    clash(prefixes, spec.keyPrefix, `${path}.keyPrefix`, 'key prefix');
    clash(names, spec.object.toLowerCase(), path, 'the name (whatever its case)');
    clash(types, typeName(spec), `${path}.typeName`, 'type name');
    if (reservedTypeNames.has(typeName(spec))) {
      const message = `type name ${typeName(spec)} is taken by the graph; state another`;
      faults.push({ path: `${path}.typeName`, message });
    }
    if (spec.nameField !== 'Id' && !Object.hasOwn(spec.fields, spec.nameField)) {
      const message = `expected a field of the object, ${spec.nameField} came`;
      faults.push({ path: `${path}.nameField`, message });
    }
  }
  return faults;
}

/** Members of an object whose API names differ only in case, or whose graph names are equal. */
function nameFaults(objects: readonly ObjectSpec[]): SchemaFault[] {
  return objects.flatMap((spec) => {
    const faults: SchemaFault[] = [];
    const taken = new Map<string, string>();
    const apiNames = new Set<string>();
    const take = (graphName: string, what: string, path: string) => {
      const other = taken.get(graphName);
      if (other === undefined) taken.set(graphName, what);
      else {
        const message = `${what} would be ${graphName} in the graph, and so is ${other} already`;
        faults.push({ path, message });
      }
    };
    for (const [name, field] of Object.entries(spec.fields)) {
      const path = `objects.${spec.object}.fields.${name}`;
      if (apiNames.has(name.toLowerCase())) {
        faults.push({ path, message: `${spec.object} has a field of this name but for case` });
      }
      apiNames.add(name.toLowerCase());
      take(fieldName(name, field), `field ${name}`, path);
      const relationship = field.reference?.relationship ?? null;
      if (relationship !== null) {
        take(memberName(relationship), `relationship ${relationship}`, path);
      }
    }
    for (const [name, child] of Object.entries(spec.children)) {
      const path = `objects.${child.object}.fields.${child.field}.childRelationship`;
      take(memberName(name), `child relationship ${name} of ${spec.object}`, path);
    }
    return faults;
  });
}
