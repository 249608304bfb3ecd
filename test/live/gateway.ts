/** A gateway with own accounts at the second server. */

import { closing } from '../support/connect.ts';
import { startHere } from '../support/here.ts';
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

/** @param settings that differ from an access key, client credentials and no index. */
export async function openLive(options: LiveOptions = {}, settings: Settings = {}) {
  const server = closing(await startLiveServer(options));
  const gateway = await startHere({ ...server.settings, TRANSCRIPTS: 'shown', ...settings });
  const ask = async (query: string, variables: object = {}): Promise<LiveAnswer> => {
    const before = server.requests.length;
    const response = await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const answer = (await response.json()) as Omit<LiveAnswer, 'requests'>;
    return { ...answer, requests: server.paths().slice(before) };
  };
  return { server, gateway, ask };
}

/** The accounts were probed, and sign-in is over: what follows is a question's own. */
export async function openProbed(options: LiveOptions = {}, settings: Settings = {}) {
  const live = await openLive(options, settings);
  await live.gateway.accounts();
  return live;
}
