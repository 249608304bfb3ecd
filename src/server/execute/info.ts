/** Where in its answer a field stands, and what graphql-js tells resolvers of that. */

import type { GraphQLResolveInfo } from 'graphql';
import type { FieldPlan, OperationPlan } from './plan.ts';
import type { Variables } from './variable.ts';

export interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

export function pathOf({ key, parentType }: FieldPlan, prev: Path | undefined): Path {
  return { prev, key, typename: parentType.name };
}

export function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

export function infoOf(
  run: InfoSource,
  { field, nodes, parentType }: FieldPlan,
  path: Path,
): GraphQLResolveInfo {
  const { schema, fragments, operation } = run.plan;
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType,
    path,
    schema,
    fragments,
    rootValue: run.root,
    operation,
    variableValues: run.variables,
  };
}

/** What of a run resolvers are told. */
export interface InfoSource {
  readonly plan: OperationPlan;
  readonly root: unknown;
  readonly variables: Variables;
}
