/** The names this deployment answers to, as configured. */

import type { Config } from '../config.ts';
import { type HostRule, isLoopbackName } from '../server/origin.ts';

/** @returns null where any name will do: a page that borrowed one has no credential to ask with. */
export function hostRuleOf({ environment: env, access }: Config): HostRule | null {
  const names = new Set(env.ALLOWED_HOSTS);
  if (names.has('*') || (names.size === 0 && access !== null)) return null;
  if (env.PUBLIC_URL !== undefined) names.add(env.PUBLIC_URL.hostname);
  return (name) => isLoopbackName(name) || names.has(name);
}
