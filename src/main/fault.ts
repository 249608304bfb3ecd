/** How a failed start is told: what a person can mend in words, anything else with where it came from. */

import { ConfigError } from '../config.ts';
import { CustomSchemaError } from '../contract/crm/custom.ts';
import { SwitchboardError } from '../errors.ts';
import { IndexStoreError } from '../participants/store/database.ts';

export function faultText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof IndexStoreError) return error.advice;
  const expected = [SwitchboardError, ConfigError, CustomSchemaError].some(
    (kind) => error instanceof kind,
  );
  return expected ? error.message : (portFault(error) ?? error.stack ?? error.message);
}

/** What `listen` says of an address it can't have. */
function portFault(error: Error): string | null {
  const { code, address, port } = error as Error & {
    readonly code?: unknown;
    readonly address?: unknown;
    readonly port?: unknown;
  };
  if (code === 'EADDRINUSE') {
    return `Expected port ${port} of ${address} to be free; something listens there already. PORT (of \`service\`: --port) chooses another, and 0 any that is free.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Expected the right to listen on port ${port} of ${address}; the system refuses it. PORT (of \`service\`: --port) chooses another.`;
  }
  return null;
}
