/** Remembers what documents were reckoned to cost: the same dashboard asks the same thing all day. */

import type { GraphContext, Permission } from '../context.ts';
import type { EstimateRequest } from './estimate.ts';

type Estimate = (request: EstimateRequest) => number;

/** Kept for the same variables; beyond it they are forgotten together. */
const mostStandings = 64;

/** An estimate depends on the operation, its variables, and of the context on what `standing` names. */
export function rememberEstimates(estimate: Estimate): Estimate {
  // Variables that come again are the same object, and belong to one operation.
  const known = new WeakMap<object, Map<string, number>>();
  return (request) => {
    let byStanding = known.get(request.variables);
    if (byStanding === undefined) {
      byStanding = new Map();
      known.set(request.variables, byStanding);
    }
    const key = standing(request.context);
    let cost = byStanding.get(key);
    if (cost === undefined) {
      cost = estimate(request);
      if (byStanding.size >= mostStandings) byStanding.clear();
      byStanding.set(key, cost);
    }
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
