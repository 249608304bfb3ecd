/** The standard objects with an organisation's own fields, objects and relationships among them. */

import { identityFaults, nameFaults } from './conflict.ts';
import type { CustomSchema } from './custom.ts';
import { CustomSchemaError, type SchemaFault } from './custom-config.ts';
import { type ChildSpec, children, type FieldSpec, type ObjectSpec } from './define.ts';

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
