/** A gateway over an own account at the CRM that discovers the organisation's schema at its start. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { parseCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { start } from '../../src/main/start.ts';
import { closing } from './connect.ts';
import { type FacadeClient, openFacade } from './facade.ts';
import { openSynthetic } from './synthetic.ts';

export interface DiscoveringGateway {
  readonly client: FacadeClient;
  /** What the start says of the schema. */
  readonly said: string;
  readonly folder: string;
  readonly startMs: number;
  /** How often the start asked for the list of the CRM's objects. */
  readonly described: number;
  close(): Promise<void>;
  ask(query: string): Promise<{ data?: unknown; errors?: unknown; extensions?: unknown }>;
  /** Paths that the CRM was asked, and forget them. */
  asked(): readonly string[];
}

/**
 * @param customSchema of the company; the gateway knows nothing of it.
 * @param before another gateway, whose CRM and folder it takes.
 */
export async function openDiscovering(
  customSchema: object,
  before?: DiscoveringGateway,
): Promise<DiscoveringGateway> {
  const backend = openSynthetic({
    now: () => new Date(),
    customSchema: parseCustomSchema(customSchema),
  });
  const client = before?.client ?? closing(await openFacade({ backend, clock: Date.now }));
  const { accounts, url } = client.facade;
  const folder = before?.folder ?? mkdtempSync(join(tmpdir(), 'switchboard-discovering-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const startedAt = performance.now();
  const asked = client.facade.requests.length;
  const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const running = await start(
    loadConfig({
      SALESFORCE_LOGIN_URL: url,
      SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
      SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
      CRM_CUSTOM_SCHEMA: 'discover',
      DATA_DIR: folder,
      INDEX: 'off',
      LOG_LEVEL: 'silent',
      PORT: '0',
    }),
  );
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await running.close();
    isOpen = false;
  };
  onTestFinished(close);
  const startMs = performance.now() - startedAt;
  const described = client.facade.requests
    .slice(asked)
    .filter(({ url }) => /\/sobjects\/?$/.test(url)).length;
  const said = silent.mock.calls.map(([text]) => String(text)).join('');
  silent.mockRestore();
  await running.accounts();
  let seen = client.facade.requests.length;
  return {
    client,
    said,
    folder,
    startMs,
    described,
    close,
    async ask(query) {
      const response = await fetch(new URL('/graphql', running.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      return (await response.json()) as Awaited<ReturnType<DiscoveringGateway['ask']>>;
    },
    asked() {
      const paths = client.facade.requests.slice(seen).map((request) => request.url);
      seen = client.facade.requests.length;
      return paths;
    },
  };
}
