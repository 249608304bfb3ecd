/** A gateway with own accounts at the second server. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import { start } from '../../src/main/start.ts';
import { closing } from '../support/connect.ts';
import type { Settings } from '../support/process.ts';
import { type LiveOptions, startLiveServer } from './server/live-server.ts';

export interface LiveAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for.
  readonly data: any;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Requests that the vendors got for it: method and path. */
  readonly requests: readonly string[];
}

/** Every question's requests show. */
export const uncached: Settings = { CACHE_MAX_BYTES: '0', ANSWER_CACHE_MAX_BYTES: '0' };

/**
 * Its accounts were probed: what follows is a question's own. Whoever opens it closes it.
 * @param settings that differ from an access key, client credentials and no index
 */
export async function openGateway(options: LiveOptions = {}, settings: Settings = {}) {
  const server = await startLiveServer(options);
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  const defaults = { PORT: '0', DATA_DIR: folder, INDEX: 'off', LOG_LEVEL: 'silent' };
  const variables = { ...defaults, ...server.settings, TRANSCRIPTS: 'shown', ...settings };
  const gateway = await start(loadConfig(variables));
  await gateway.accounts();
  return {
    server,
    variables,
    async ask(query: string, graphVariables: object = {}): Promise<LiveAnswer> {
      const before = server.requests.length;
      const response = await fetch(new URL('/graphql', gateway.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: graphVariables }),
      });
      const answer = (await response.json()) as Omit<LiveAnswer, 'requests'>;
      return { ...answer, requests: server.paths().slice(before) };
    },
    async close(): Promise<void> {
      await gateway.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The same, closed with its test. */
export const openProbed = async (options: LiveOptions = {}, settings: Settings = {}) =>
  closing(await openGateway(options, settings));
