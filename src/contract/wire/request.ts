/** The execute request: its path, and its body. */

import { UserInputError } from '../../errors.ts';

/**
 * Path of an instance's execute endpoint below the base address.
 * @throws UserInputError for an id that could change the path or the host: only letters, digits
 *   and `_ - : .` are ids; dots alone are directories.
 */
export function executePath(basePath: string, instanceId: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/.test(instanceId)) {
    throw new UserInputError(
      'A connector instance id must be 1–128 letters, digits, "_", "-", ":" or "." and begin with a letter or digit; what came is not printed.',
    );
  }
  let base = basePath;
  while (base.endsWith('/')) base = base.slice(0, -1);
  return `${base}/api/v1/connectors/instances/${encodeURIComponent(instanceId)}/execute`;
}

/** The body; `params` is left out when there are none, as the interface asks. */
export function executeBody(
  entity: string,
  action: string,
  params: Readonly<Record<string, unknown>>,
): string {
  for (const _ in params) return JSON.stringify({ entity, action, params });
  return JSON.stringify({ entity, action });
}
