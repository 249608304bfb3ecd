/** `switchboard query`: one document from a file, answered by a server that runs or by one of this process. */

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../config.ts';
import { isObject } from '../contract/wire/json.ts';
import { UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete.ts';
import { start } from '../main.ts';
import type { Question } from '../questions/question.ts';
import type { Selection } from '../questions/selection.ts';
import { selectionOf } from './export/rows.ts';
import { commands, onlyArgument, readFlags } from './flag.ts';
import { type ShownFormat, shownFormat, tableOf } from './table.ts';

/** @returns 0, or 1 when the answer holds errors or incomplete lists. */
export async function runQuery(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.query);
  const format = shownFormat(values.format);
  const query = readText(onlyArgument(positionals, commands.query));
  const variables = readVariables(values.variables);
  const client = await openClient(values);
  try {
    const selection = format === 'json' ? null : await selectionOf(client, query, variables, null);
    return printAnswer(await client.ask(query, variables), selection, format);
  } finally {
    await client.close();
  }
}

/** Prints it to standard output, and what is wrong with it to standard error. @returns the exit code. */
export function printAnswer(
  answer: ClientAnswer,
  selection: Selection | null,
  format: ShownFormat,
): number {
  const { errors = [], extensions } = answer;
  if (format === 'json' || selection === null)
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else {
    const { text, goesOn } = tableOf(answer, selection, format);
    process.stdout.write(text);
    for (const { path = [], message, extensions: detail } of errors)
      process.stderr.write(`Error at ${path.join('.') || 'the top'}: ${detail?.code} ${message}\n`);
    if (goesOn) process.stderr.write('More rows follow: this is the first page.\n');
  }
  const incomplete = extensions?.incomplete ?? [];
  printIncomplete(incomplete);
  return errors.length + incomplete.length === 0 ? 0 : 1;
}

/** @throws UserInputError for a file that can't be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserInputError(`Expected a file that can be read at ${path}; got ${code}.`);
  }
}

/** @param text JSON, or @ and the path of a file that holds it. */
export function readVariables(text: string): Readonly<Record<string, unknown>> {
  const json = text.startsWith('@') ? readText(text.slice(1)) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    const { message } = error as SyntaxError;
    throw new UserInputError(
      `--variables: expected JSON; got something else${placeIn(json, message)}: ${message.replace(/ in JSON at position.*/, '')}.`,
    );
  }
  if (isObject(value)) return value;
  throw new UserInputError('--variables: expected a JSON object; got another value.');
}

/** Where the parser stopped, with what stands there; it tells nothing where the text ends too early. */
function placeIn(json: string, message: string): string {
  const at = /at position (\d+)/.exec(message);
  if (at === null) return '';
  const before = json.slice(0, Number(at[1])).split('\n');
  const text = json.slice(Number(at[1])).split('\n', 1)[0]!.slice(0, 20);
  return ` in line ${before.length}, column ${before.at(-1)!.length + 1}, at ${JSON.stringify(text)}`;
}

export interface ClientAnswer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: string; readonly retryAfterMs?: number };
  }[];
  readonly extensions?: {
    readonly cost?: { readonly withheld?: number };
    readonly incomplete?: readonly IncompleteList[];
  };
}

export interface Client {
  ask(query: string, variables: Readonly<Record<string, unknown>>): Promise<ClientAnswer>;
  close(): Promise<void>;
}

interface ClientOptions {
  /** Of a running server; without it one is started from the environment and ended afterwards. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly explain?: boolean | undefined;
}

/** Of a server, which lists saved questions, too. */
export interface ServerClient extends Client {
  questions(): Promise<readonly Question[]>;
}

/** What a person can do about it, by what the connection ended with. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the gateway running, and on this port',
  ENOTFOUND: 'no machine has this name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'nobody answered in time',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it speaks no TLS; http:// may be meant',
  UND_ERR_SOCKET: 'the connection was closed without an answer; https:// may be meant',
};

export async function openClient(options: ClientOptions): Promise<ServerClient> {
  const { url, close } = options.url === undefined ? await ownServer() : theirServer(options.url);
  const authorization = options.key !== undefined && { authorization: `Bearer ${options.key}` };
  const read = async (from: URL, init: RequestInit): Promise<unknown> => {
    const response = await fetch(from, init).catch((error: unknown) => {
      const { message, cause } = error as Error & { readonly cause?: Error & { code?: string } };
      const code = cause?.code ?? '';
      const why = reasons[code] ?? cause?.message ?? message;
      throw new UserInputError(
        `Expected an answer from ${from.href}; got ${code === '' ? '' : `${code}: `}${why}.`,
      );
    });
    const text = await response.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new UserInputError(
        `Expected a GraphQL answer from ${url.origin}; got status ${response.status}.`,
      );
    }
  };
  return {
    close,
    async ask(query, variables) {
      const headers = {
        'content-type': 'application/json',
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
      throw new UserInputError(
        `Expected saved questions from ${url.origin}; got ${errors?.[0]?.message ?? 'none'}`,
      );
    },
  };
}

/** Names each incomplete list on standard error, a line each. */
export function printIncomplete(lists: readonly IncompleteList[]): void {
  for (const { path, message, expected, received } of lists) {
    const counts = expected === null ? '' : ` (${received ?? '?'} of ${expected} rows)`;
    process.stderr.write(`Incomplete: ${path.join('.') || 'the answer'}${counts}: ${message}\n`);
  }
}

function theirServer(text: string) {
  const url = URL.parse(text);
  if (url === null) throw new UserInputError(`--url: expected a URL; got "${text}"`);
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
  // A company of this process is indexed from nothing, within seconds; before, nobody seems to have called.
  if (config.connector.kind === 'embedded' && config.environment.INDEX === 'on') await indexed(url);
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
