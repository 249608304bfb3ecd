/** Traces upstream calls to the fields that caused them, in requests that are explained. */

import { type GraphQLSchema, getNamedType, isCompositeType, isObjectType } from 'graphql';
import { currentFields } from '../fetch/traced-loader.ts';
import { currentRequest } from './request.ts';

const watched = new WeakSet<GraphQLSchema>();

interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
}

/**
 * For the interpreter: wraps the resolvers that lead to objects, and those of counts: no others fetch anything.
 * Requests that are not explained pay for one look at their record.
 */
export function watchPaths(schema: GraphQLSchema): void {
  if (watched.has(schema)) return;
  watched.add(schema);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { resolve } = field;
      if (resolve === undefined) continue;
      if (!isCompositeType(getNamedType(field.type)) && field.name !== 'totalCount') continue;
      field.resolve = (source, args, context, info) =>
        currentRequest.getStore()?.calls
          ? explained(info, () => resolve(source, args, context, info))
          : resolve(source, args, context, info);
    }
  }
}

/** Resolves in the name of a field: upstream calls on the way are traced to it. */
export function explained<T>({ path }: { readonly path: Path }, resolve: () => T): T {
  return currentFields.run(textOf(path), resolve);
}

/** `accounts.nodes.contacts`, whichever node it is. */
function textOf(path: Path): string {
  const keys: string[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev)
    if (typeof at.key === 'string') keys.unshift(at.key);
  return keys.join('.');
}
