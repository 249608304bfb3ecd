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
import { type Permission, withheldBy } from '../contract/permission.ts';
import { ForbiddenError } from '../errors.ts';
import type { GraphContext } from './context.ts';
import { memoize, memoizeByObject } from './memoize.ts';

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

/** @throws ForbiddenError naming the permission and how it is given, before anything is fetched. */
export function requirePermission(
  { viewer }: GraphContext,
  permission: Permission,
  what: string,
): void {
  if (viewer.permissions.has(permission)) return;
  throw memoize(forbidden, `${permission} ${what}`, () => {
    const variable = withheldBy.get(permission);
    const hint =
      variable === undefined ? '' : ` (without an access file ${variable}=shown gives it)`;
    return new ForbiddenError(`Expected the right "${permission}" for ${what}${hint}.`);
  });
}

/** One for all rows: a new one would note its call stack each time. As many as there are guards. */
const forbidden = new Map<string, ForbiddenError>();

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

/** Of each document: the permissions that its fields need, and its variants by those that are missing. */
const memosOf = memoizeByObject((_document: DocumentNode) => new Map<string, unknown>());

/**
 * The document as a viewer with these permissions executes it: fields that will be refused are marked,
 * and their arguments replaced by the least that their types take. Memoized per document and rights.
 */
export function withoutRefused(
  schema: GraphQLSchema,
  document: DocumentNode,
  permissions: ReadonlySet<Permission>,
): DocumentNode {
  const memos = memosOf(document);
  const needed = memoize(memos, 'needed', () => neededPermissions(schema, document));
  const missing = [...needed].filter((one) => !permissions.has(one)).sort();
  if (missing.length === 0) return document;
  return memoize(memos, `without ${missing}`, () => refuse(schema, document, new Set(missing)));
}

function neededPermissions(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<Permission> {
  const byName = guardedNames(schema);
  const needed = new Set<Permission>();
  forEachSelection(document, (selection) => {
    if (selection.kind !== Kind.FIELD) return;
    for (const permission of byName.get(selection.name.value) ?? []) needed.add(permission);
  });
  return needed;
}

/** Permissions of all fields of a name: fields of other types may share it, which `refuse` then passes over. */
const guardedNames = memoizeByObject((schema: GraphQLSchema) => {
  const names = new Map<string, Permission[]>();
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const field of Object.values(type.getFields())) {
      const guard = guardOf(field);
      if (guard) names.set(field.name, [...(names.get(field.name) ?? []), guard.permission]);
    }
  return names;
});

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
