/** Host rule of the configuration: the host names that the gateway answers to. */

import type { Config } from '../config.ts';
import { type HostRule, hostRule } from '../server/origin-policy.ts';

/** @returns null where any name will do: a page that borrowed one has no credential. */
export function hostRuleOf({ environment: env, access }: Config): HostRule | null {
  const names = new Set(env.ALLOWED_HOSTS);
  if (names.has('*') || (names.size === 0 && access !== null)) return null;
  if (env.PUBLIC_URL !== undefined) names.add(env.PUBLIC_URL.hostname);
  return hostRule(names);
}
