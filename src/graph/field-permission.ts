/** Field permissions. Without the permission a field is FORBIDDEN before it costs anything: its arguments are not read, and the selection below it is neither planned nor estimated. */

import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { ForbiddenError } from '../errors.ts';
import type { GraphContext, Permission } from './context.ts';

interface Guard {
  readonly permission: Permission;
  /** Name of the guarded data for the error, in a word or two. */
  readonly what: string;
}

/** Declares, on a field, the permission it needs. */
export function guarded(permission: Permission, what: string) {
  return { extensions: { guard: { permission, what } satisfies Guard } } as const;
}

/** The permission a field needs; undefined where everybody may see it. */
export function guardOf(field: { readonly extensions: object }): Guard | undefined {
  return (field.extensions as { readonly guard?: Guard }).guard;
}

/** Variables that give a right to everyone where no access file says who has it. */
const shownBy: Partial<Record<Permission, string>> = {
  'private-calls': 'PRIVATE_CALLS=shown',
  transcripts: 'TRANSCRIPTS=shown',
};

/** @throws ForbiddenError naming the permission and how it is given, before anything is fetched. */
export function requirePermission(
  { viewer }: GraphContext,
  permission: Permission,
  what: string,
): void {
  if (viewer.permissions.has(permission)) return;
  const variable = shownBy[permission];
  const hint = variable === undefined ? '' : ` (without an access file ${variable} gives it)`;
  throw new ForbiddenError(`Expected the right "${permission}" for ${what}${hint}.`);
}

/** Wraps every guarded field's resolver in a check of its permission. */
export function enforceGuards(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const guard = guardOf(field);
      const { resolve } = field;
      if (guard === undefined || resolve === undefined) continue;
      field.resolve = (source, args, context, info) => {
        requirePermission(context as GraphContext, guard.permission, guard.what);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}

/** Field nodes that the viewer may not read. */
const refused = new WeakSet<FieldNode>();

/** Whether the field is refused, so that nothing below it needs to be planned. */
export const isRefused = (node: FieldNode): boolean => refused.has(node);

const permissionsByDocument = new WeakMap<DocumentNode, ReadonlySet<Permission>>();
const variants = new WeakMap<DocumentNode, Map<string, DocumentNode>>();

/**
 * The document as a viewer with these permissions executes it: fields that will be refused are marked,
 * and their arguments replaced by the least that their types take. Memoized per document and rights.
 */
export function withoutRefused(
  schema: GraphQLSchema,
  document: DocumentNode,
  permissions: ReadonlySet<Permission>,
): DocumentNode {
  const missing = [...neededPermissions(schema, document)].filter((one) => !permissions.has(one));
  if (missing.length === 0) return document;
  let byRights = variants.get(document);
  if (byRights === undefined) {
    byRights = new Map();
    variants.set(document, byRights);
  }
  const key = missing.sort().join();
  let variant = byRights.get(key);
  if (variant === undefined) {
    variant = refuse(schema, document, new Set(missing));
    byRights.set(key, variant);
  }
  return variant;
}

function neededPermissions(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<Permission> {
  let needed = permissionsByDocument.get(document);
  if (needed === undefined) {
    const byName = guardedNames(schema);
    const found = new Set<Permission>();
    forEachSelection(document, (selection) => {
      if (selection.kind !== Kind.FIELD) return;
      for (const permission of byName.get(selection.name.value) ?? []) found.add(permission);
    });
    needed = found;
    permissionsByDocument.set(document, needed);
  }
  return needed;
}

const namesBySchema = new WeakMap<GraphQLSchema, ReadonlyMap<string, readonly Permission[]>>();

/** Permissions of all fields of a name: fields of other types may share it, which `refuse` then passes over. */
function guardedNames(schema: GraphQLSchema): ReadonlyMap<string, readonly Permission[]> {
  let names = namesBySchema.get(schema);
  if (names === undefined) {
    const found = new Map<string, Permission[]>();
    for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
      for (const field of Object.values(type.getFields())) {
        const guard = guardOf(field);
        if (guard) found.set(field.name, [...(found.get(field.name) ?? []), guard.permission]);
      }
    names = found;
    namesBySchema.set(schema, names);
  }
  return names;
}

function refuse(
  schema: GraphQLSchema,
  document: DocumentNode,
  missing: ReadonlySet<Permission>,
): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        leave(node) {
          const field = types.getFieldDef();
          const guard = field && guardOf(field);
          if (!field || !guard || !missing.has(guard.permission)) return undefined;
          const given: readonly ArgumentNode[] = field.args
            .filter(isRequiredArgument)
            .map((arg) => ({
              kind: Kind.ARGUMENT,
              name: { kind: Kind.NAME, value: arg.name },
              value: leastValue(arg.type),
            }));
          const marked: FieldNode = { ...node, arguments: given };
          refused.add(marked);
          return marked;
        },
      },
    }),
  );
}

/** The shortest literal that a required argument of the type takes. */
function leastValue(type: GraphQLInputType): ValueNode {
  if (isNonNullType(type)) return leastValue(type.ofType);
  if (isListType(type)) return { kind: Kind.LIST, values: [] };
  if (isEnumType(type)) return { kind: Kind.ENUM, value: type.getValues()[0]!.name };
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return {
      kind: Kind.OBJECT,
      fields: fields.map((field) => ({
        kind: Kind.OBJECT_FIELD,
        name: { kind: Kind.NAME, value: field.name },
        value: leastValue(field.type),
      })),
    };
  }
  if (type.name === 'Boolean') return { kind: Kind.BOOLEAN, value: false };
  if (type.name === 'Int' || type.name === 'Float') return { kind: Kind.INT, value: '0' };
  return { kind: Kind.STRING, value: '' };
}

/** Fields, spreads and inline fragments of all operations and fragments, each once. */
export function forEachSelection(
  { definitions }: DocumentNode,
  use: (selection: SelectionNode) => void,
): void {
  const look = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      use(selection);
      if ('selectionSet' in selection && selection.selectionSet) look(selection.selectionSet);
    }
  };
  for (const definition of definitions)
    if ('selectionSet' in definition) look(definition.selectionSet);
}
