/** Field permissions. Without the permission a field is FORBIDDEN before it costs anything: its arguments are not read, and the selection below it is neither planned nor estimated. */

import { type DocumentNode, type GraphQLSchema, isObjectType, Kind } from 'graphql';
import { type Permission, withheldBy } from '../contract/permission.ts';
import { ForbiddenError } from '../errors.ts';
import type { GraphContext } from './context.ts';
import { memoize, memoizeByObject } from './memoize.ts';
import { forEachSelectionIn } from './plan/selected-field.ts';

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
  if (!viewer.permissions.has(permission)) throw forbiddenTo(viewer, { permission, what });
}

/** The error of a field whose permission the viewer lacks. */
export function forbiddenTo(
  viewer: GraphContext['viewer'],
  { permission, what }: Guard,
): ForbiddenError {
  const variable = viewer.withheld?.includes(permission) ? withheldBy.get(permission) : undefined;
  const hint = variable === undefined ? '' : ` (without an access file ${variable}=shown gives it)`;
  const message = `Expected the right "${permission}" for ${what}${hint}.`;
  return memoize(forbidden, message, () => new ForbiddenError(message));
}

/** One for all rows: a new one would note its call stack each time. As many as there are guards, with and without the variable. */
const forbidden = new Map<string, ForbiddenError>();

/** The fields that need a permission: looked for once, when the schema is built, since it has thousands. */
const guardedFields = memoizeByObject((schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap((field) => {
      const guard = guardOf(field);
      return guard === undefined ? [] : [{ field, guard }];
    }),
);

/** Wraps every guarded field's resolver in a check of its permission. */
export function enforceGuards(schema: GraphQLSchema): GraphQLSchema {
  for (const { field, guard } of guardedFields(schema)) {
    const { resolve } = field;
    if (resolve === undefined) continue;
    field.resolve = (source, args, context, info) => {
      requirePermission(context as GraphContext, guard.permission, guard.what);
      return resolve(source, args, context, info);
    };
  }
  return schema;
}

/** Permissions that fields of the document may need: a permission that is in question for none of them changes no plan. */
export function permissionsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
): readonly Permission[] {
  const byName = guardedNames(schema);
  const permissions = new Set<Permission>();
  forEachSelectionIn(document, (selection) => {
    if (selection.kind !== Kind.FIELD) return;
    for (const permission of byName.get(selection.name.value) ?? []) permissions.add(permission);
  });
  return [...permissions].sort();
}

/** Permissions of all fields of a name: fields of other types may share it. */
const guardedNames = memoizeByObject((schema: GraphQLSchema) => {
  const names = new Map<string, Permission[]>();
  for (const { field, guard } of guardedFields(schema))
    names.set(field.name, [...(names.get(field.name) ?? []), guard.permission]);
  return names;
});
