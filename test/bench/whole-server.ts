/** Settings with which nothing of the server is left out: keys, quotas, log and metrics are on. */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from './child.ts';

const key = 'key-of-the-benchmark-0123456789';

const access = {
  tenants: { bench: {} },
  roles: { all: ['private-calls', 'transcripts', 'media', 'free-soql', 'explain'] },
  keys: [
    {
      name: 'load',
      sha256: createHash('sha256').update(key).digest('hex'),
      tenant: 'bench',
      roles: ['all'],
      requestsPerMinute: 100_000_000,
    },
  ],
};

export interface WholeServer {
  readonly settings: Settings;
  readonly headers: Readonly<Record<string, string>>;
}

/** Writes the access file into a folder. */
export function wholeServer(folder: string): WholeServer {
  const file = join(folder, 'access.json');
  writeFileSync(file, JSON.stringify(access));
  return {
    settings: { ACCESS_FILE: file, LOG_LEVEL: 'info', ADMIN_PORT: '0' },
    headers: { authorization: `Bearer ${key}` },
  };
}
