/** Nobody is answered from what was cached for somebody else: some thousand requests of several seeds, of the participant index too, and exports. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClient } from '../../src/cli/client.ts';
import { exportRows } from '../../src/cli/export/export-rows.ts';
import type { Gateway } from '../../src/main/gateway.ts';
import { isMatrix, share } from '../support/cases.ts';
import {
  type ClientName,
  type Companies,
  clientNames,
  credentials,
  openCompanies,
} from '../support/gateway-pair.ts';
import { expectNoLeak } from '../support/leak.ts';
import { seed } from '../support/seed.ts';

let companies: Companies;
let cached: Gateway;
let uncached: Gateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-leak-'));
  companies = await openCompanies();
  cached = await companies.open('cached', 'indexed');
  uncached = await companies.open('uncached', 'indexed');
});
afterAll(async () => {
  await companies.close();
  rmSync(folder, { recursive: true });
});

it.each(share([0, 1, 2], 3))(
  'clients, tenants, roles and tokens get with all caches what they get with none, seed + %i',
  async (more) => {
    await expectNoLeak(cached, uncached, {
      requests: isMatrix ? 500 : 125,
      seed: seed + more,
      indexed: true,
    });
  },
);

/** What a client's export holds, or how it ended. */
async function exported(gateway: Gateway, client: ClientName, query: string): Promise<string> {
  const { url } = gateway.listening;
  const asking = await openClient({ url: url.href, key: credentials.get(client) });
  const out = join(folder, `${client}.ndjson`);
  try {
    await exportRows(asking, {
      ...{ query, variables: {}, out, format: 'ndjson', selection: null, unnest: null },
      ...{ isGzipped: false, restart: true, force: true, log: () => {} },
    });
    return readFileSync(out, 'utf8');
  } catch (error) {
    return String(error);
  } finally {
    await asking.close();
  }
}

const exports = [
  'accounts(first: 40, after: $after) { nodes { id name relatedCalls(first: 5) { nodes { id title } } } pageInfo { hasNextPage endCursor } }',
  'calls(first: 50, after: $after, filter: { from: "2026-09-20T00:00:00Z", to: "2026-10-24T00:00:00Z" }) { nodes { id title isPrivate parties { emailAddress } } pageInfo { hasNextPage endCursor } }',
  'calls(first: 20, after: $after, filter: { from: "2026-10-20T00:00:00Z", to: "2026-10-24T00:00:00Z" }) { nodes { id transcript { monologues { speakerId } } } pageInfo { hasNextPage endCursor } }',
].map((list) => `query E($after: String) { ${list} }`);

it.each(exports)('exports hold what they hold without caches: %s', async (query) => {
  const alone = new Map<ClientName, string>();
  for (const client of clientNames) alone.set(client, await exported(uncached, client, query));
  // Of different clients there are different ones: some see less, some nothing.
  expect(new Set(alone.values()).size).toBeGreaterThan(2);
  for (const round of ['first', 'second']) {
    const found = await Promise.all(clientNames.map((client) => exported(cached, client, query)));
    for (const [at, client] of clientNames.entries())
      expect(found[at], `${client}, ${round} round`).toBe(alone.get(client));
  }
});
