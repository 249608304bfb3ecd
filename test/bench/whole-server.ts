/** Settings with which nothing of the server is left out: keys, quotas, log and metrics are on. */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './child.ts';

/** The API key of a client, by its number. */
export const keyOf = (client: number): string => `key-of-the-benchmark-${client}`;

const access = (clients: number) => ({
  tenants: { bench: {} },
  roles: { all: ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'] },
  keys: Array.from({ length: clients }, (_, client) => ({
    name: `load-${client}`,
    sha256: createHash('sha256').update(keyOf(client)).digest('hex'),
    tenant: 'bench',
    roles: ['all'],
    requestsPerMinute: 100_000_000,
  })),
});

export interface WholeServer {
  readonly accessFile: string;
  readonly settings: Settings;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes the access file, with a key for each of so many clients, into a folder. */
export function wholeServer(folder: string, clients = 1): WholeServer {
  const accessFile = join(folder, 'access.json');
  writeFileSync(accessFile, JSON.stringify(access(clients)));
  return {
    accessFile,
    settings: { ACCESS_FILE: accessFile, LOG_LEVEL: 'info', ADMIN_PORT: '0' },
    headers: { authorization: `Bearer ${keyOf(0)}` },
  };
}
