/** Start errors: an early check that a port is free, and messages that a person can act on. */

import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '../config.ts';
import { CustomSchemaError } from '../contract/crm/custom-schema.ts';
import { SwitchboardError } from '../errors.ts';
import { IndexStoreError } from '../participants/store/database.ts';
import { storedFileCode } from '../storage/private-file.ts';
import { errorLines } from './terminal.ts';

/** Text of what ended a command: harmless on a terminal, without a stack or a password. */
export const errorText = (error: unknown): string => errorLines(plainText(error));

function plainText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof IndexStoreError) return error.advice;
  const expected = [SwitchboardError, ConfigError, CustomSchemaError].some(
    (kind) => error instanceof kind,
  );
  return expected ? error.message : (systemErrorText(error) ?? `${error.name}: ${error.message}`);
}

const fileCodes = [
  'ENOENT',
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'ENAMETOOLONG',
  'ELOOP',
];

/** SQLite's: read-only, full, can't be opened, another file. */
const databaseCodes = [8, 13, 14, 26];

/** Messages by the system's error codes for addresses and files. */
function systemErrorText(error: Error): string | null {
  const { code, errcode, syscall, address, hostname, port, path } = error as Error & {
    readonly code?: unknown;
    readonly errcode?: unknown;
    readonly syscall?: unknown;
    readonly hostname?: unknown;
    readonly path?: unknown;
    readonly address?: unknown;
    readonly port?: unknown;
  };
  // From a thread it comes without its class.
  if (code === storedFileCode) return error.message;
  if (code === 'EADDRINUSE') {
    return `Expected port ${port} of ${address} to be free; something listens there already. PORT or ADMIN_PORT (of \`service\`: --port) chooses another, and 0 any that is free.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `Expected the right to listen on port ${port} of ${address}; the system refuses it. PORT or ADMIN_PORT (of \`service\`: --port) chooses another.`;
  }
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo')
    return `Expected an address of this machine; got ${address ?? hostname} (${code}). HOST or ADMIN_HOST chooses another.`;
  if (typeof path === 'string' && fileCodes.includes(String(code)))
    return `Expected a file or directory that can be read and written at ${path}; got ${code}. DATA_DIR, or the flag or variable that names it, chooses another.`;
  if (code === 'ERR_SQLITE_ERROR' && databaseCodes.includes(Number(errcode)))
    return `Expected a database that can be opened, or made, and written; got ${error.message}.`;
  // An open file has no path any more.
  if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes(String(code)))
    return `Expected a disk with room for what is written; got ${error.message}.`;
  return null;
}

/**
 * Listens on the port for a moment. The server that listens in earnest may still find it taken.
 * @param port 0 is always free.
 * @throws Error of `listen` for an unavailable address.
 */
export async function expectFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = createServer().listen({ host, port, exclusive: true });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}
