/** Places of fields in a document: the lines and columns of errors. GraphQLError looks through the whole document for each place, so errors are made without nodes and given theirs. */

import {
  type ASTNode,
  GraphQLError,
  locatedError,
  responsePathAsArray,
  type SourceLocation,
} from 'graphql';
import type { PlanNode } from '../plan/operation.ts';
import type { Path } from '../plan/resolve-info.ts';

function placeOf({ loc }: ASTNode): SourceLocation | undefined {
  if (loc === undefined) return undefined;
  const { line, column } = loc.startToken;
  return { line, column };
}

/** Places of an error's nodes; undefined for none. */
export function placesOf(nodes: readonly ASTNode[] | undefined): SourceLocation[] | undefined {
  const places = nodes?.map(placeOf).filter((location) => location !== undefined);
  return places === undefined || places.length === 0 ? undefined : places;
}

/** A call stack takes longer to note than all else of an error that only clients see; what caused it has its own. */
export function withoutStack(make: () => GraphQLError): GraphQLError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** As graphql-js locates an error. */
export function locatedAt(cause: unknown, node: PlanNode, path: Path): GraphQLError {
  const keys = responsePathAsArray(path);
  if (!(cause instanceof Error) || (cause instanceof GraphQLError && cause.path !== undefined))
    return locatedError(cause, node.fieldNodes, keys);
  const error = withoutStack(
    () => new GraphQLError(cause.message, { path: keys, originalError: cause }),
  );
  if (cause instanceof GraphQLError && cause.nodes !== undefined) {
    const { nodes, locations } = cause;
    return Object.assign(error, { nodes, locations });
  }
  const locations = node.memo('places', () => placesOf(node.fieldNodes) ?? null) ?? undefined;
  return Object.assign(error, { nodes: node.fieldNodes, locations });
}
