/** Graph client for commands: over HTTP to a running server, or to a server inside this process. */

import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../config.ts';
import { isObject } from '../contract/wire/json.ts';
import { UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete-list.ts';
import { start } from '../main/start.ts';
import type { Question } from '../questions/saved-question.ts';
import { type AnswerError, errorLine } from './answer-error.ts';

export interface ClientAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly AnswerError[];
  readonly extensions?: {
    readonly cost?: { readonly withheld?: number };
    readonly incomplete?: readonly IncompleteList[];
  };
}

export interface Client {
  execute(query: string, variables: Readonly<Record<string, unknown>>): Promise<ClientAnswer>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** Of a running server; without it one is started from the environment and ended afterwards. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** Of a server, which lists saved questions, too. */
interface ServerClient extends Client {
  questions(): Promise<readonly Question[]>;
}

/** Advice for a failed connection, by its error code or else its message. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the gateway running, and on this port',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'nobody answered in time',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS; http:// may be meant',
  'bad port':
    'HTTP clients refuse this port, which another protocol owns; the gateway needs another PORT',
  terminated: 'the connection was cut in the middle of the answer',
  UND_ERR_SOCKET: 'the connection was closed without an answer; https:// may be meant',
};

async function readText(from: URL, init: RequestInit) {
  const response = await fetch(from, init);
  return { status: response.status, text: await response.text() };
}

/** Undefined for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function openClient(options: ClientOptions): Promise<ServerClient> {
  // The client of HTTP would quote the key in its refusal.
  if (options.key !== undefined && !/^[\x21-\x7e]+$/.test(options.key))
    throw new UserInputError('--key: expected an API key; got characters that none has.');
  const { url, close } = options.url === undefined ? await ownServer() : theirServer(options.url);
  const authorization = options.key !== undefined && { authorization: `Bearer ${options.key}` };
  const read = async (from: URL, init: RequestInit): Promise<unknown> => {
    const { status, text } = await readText(from, init).catch((error: unknown) => {
      const { message, cause } = error as Error & { readonly cause?: Error & { code?: string } };
      const code = cause?.code ?? '';
      const reason = cause?.message ?? message;
      const why = reasons[message] ?? reasons[code] ?? reasons[reason] ?? reason;
      throw new UserInputError(
        `Expected an answer from ${from.href}; got ${code === '' ? '' : `${code}: `}${why}.`,
      );
    });
    const answer = parsed(text);
    if (isObject(answer)) return answer;
    throw new UserInputError(`Expected a GraphQL answer from ${from.href}; got status ${status}.`);
  };
  return {
    close,
    async execute(query, variables) {
      const headers = {
        'content-type': 'application/json',
        // Without it a document with @defer is answered in parts.
        accept: 'application/json',
        ...authorization,
        ...(options.explain && { 'x-switchboard-explain': '1' }),
      };
      const body = JSON.stringify({ query, variables });
      return (await read(url, { method: 'POST', headers, body })) as ClientAnswer;
    },
    async questions() {
      const headers = { accept: 'application/json', ...authorization };
      const answer = await read(new URL('/queries', url), { headers });
      const { queries, errors } = answer as {
        readonly queries?: readonly Question[];
        readonly errors?: ClientAnswer['errors'];
      };
      if (queries !== undefined) return queries;
      const got = errors?.[0] === undefined ? 'none' : errorLine(errors[0]);
      throw new UserInputError(`Expected saved questions from ${url.origin}; got ${got}`);
    },
  };
}

function theirServer(text: string) {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UserInputError(
      `--url: expected a URL that begins with http:// or https://; got "${text}".`,
    );
  if (url.pathname === '/') url.pathname = '/graphql';
  return { url, close: async () => {} };
}

async function ownServer() {
  const config = loadConfig();
  const running = await start({
    ...config,
    environment: {
      ...config.environment,
      PORT: 0,
      ADMIN_PORT: undefined,
      LOG_LEVEL: 'error',
      DRAIN_DELAY_MS: 0,
    },
  });
  const url = new URL('/graphql', running.url);
  // The index of a company in this process is built within seconds; before that it has no calls.
  const isSynthetic = config.access === null && config.connector.kind === 'embedded';
  if (isSynthetic && config.environment.INDEX === 'on') await indexed(url);
  return { url, close: running.close };
}

const indexPauseMs = 100;
const longestIndexing = 600;

/** Waits for the participant index's first round, a minute at most. */
async function indexed(url: URL): Promise<void> {
  const query = '{ indexStatus { state completeShare } }';
  for (let round = 0; round < longestIndexing; round += 1) {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body });
    const { data } = (await answer.json()) as {
      readonly data?: { readonly indexStatus?: { state: string; completeShare: number } | null };
    };
    const status = data?.indexStatus;
    if (!status || (status.state !== 'SYNCING' && status.completeShare > 0)) return;
    await setTimeout(indexPauseMs);
  }
}
