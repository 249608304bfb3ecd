/** Remembers what documents were reckoned to cost: the same dashboard asks the same thing all day. */

import type { OperationDefinitionNode } from 'graphql';
import type { GraphContext, Permission } from '../context.ts';
import type { EstimateRequest } from './estimate.ts';

type Estimate = (request: EstimateRequest) => number;

/** Kept for one operation; beyond it they are forgotten together. */
const mostVariables = 64;
const longestVariables = 2_000;

/** An estimate depends on the operation, its variables, and of the context on what `standing` names. */
export function rememberEstimates(estimate: Estimate): Estimate {
  const known = new WeakMap<OperationDefinitionNode, Map<string, number>>();
  return (request) => {
    const variables = JSON.stringify(request.variables);
    if (variables.length > longestVariables) return estimate(request);
    let byKey = known.get(request.operation);
    if (byKey === undefined) {
      byKey = new Map();
      known.set(request.operation, byKey);
    }
    const key = `${standing(request.context)} ${variables}`;
    const before = byKey.get(key);
    if (before !== undefined) return before;
    const cost = estimate(request);
    if (byKey.size >= mostVariables) byKey.clear();
    byKey.set(key, cost);
    return cost;
  };
}

/** What of a context an estimate looks at; the rest is the same for all requests of a process. */
function standing({ tenant, sizes, viewer }: GraphContext): string {
  return `${tenant} ${sizes.userPages(tenant)} ${rightsOf(viewer.permissions)}`;
}

const spelled = new WeakMap<ReadonlySet<Permission>, string>();

function rightsOf(permissions: ReadonlySet<Permission>): string {
  let text = spelled.get(permissions);
  if (text === undefined) {
    text = [...permissions].sort().join();
    spelled.set(permissions, text);
  }
  return text;
}
