/** `switchboard query`: one document from a file, answered as JSON by a server that runs or by one of this process. */

import { readFileSync } from 'node:fs';
import { loadConfig } from '../config.ts';
import { isObject } from '../contract/wire/json.ts';
import { UserInputError } from '../errors.ts';
import type { IncompleteList } from '../fetch/incomplete.ts';
import { start } from '../main.ts';
import { commands, onlyArgument, readFlags } from './flag.ts';

/** @returns 0, or 1 when the answer holds errors or incomplete lists. */
export async function runQuery(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.query);
  const query = readText(onlyArgument(positionals, commands.query));
  const variables = readVariables(values.variables);
  const client = await openClient(values);
  try {
    const answer = await client.ask(query, variables);
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    const incomplete = answer.extensions?.incomplete ?? [];
    printIncomplete(incomplete);
    return answer.errors === undefined && incomplete.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
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
  } catch {
    throw new UserInputError('--variables: expected JSON; got something else.');
  }
  if (isObject(value)) return value;
  throw new UserInputError('--variables: expected a JSON object; got another value.');
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

export interface ClientOptions {
  /** Of a running server; without it one is started from the environment and ended afterwards. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly explain?: boolean | undefined;
}

export async function openClient(options: ClientOptions): Promise<Client> {
  const { url, close } = options.url === undefined ? await ownServer() : theirServer(options.url);
  return {
    close,
    async ask(query, variables) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
          ...(options.explain && { 'x-switchboard-explain': '1' }),
        },
        body: JSON.stringify({ query, variables }),
      }).catch((error: unknown) => {
        const { cause } = error as { readonly cause?: { readonly code?: string } };
        throw new UserInputError(
          `Expected an answer from ${url.origin}; got ${cause?.code ?? 'no connection'}.`,
        );
      });
      const text = await response.text();
      try {
        return JSON.parse(text) as ClientAnswer;
      } catch {
        throw new UserInputError(
          `Expected a GraphQL answer from ${url.origin}; got status ${response.status}.`,
        );
      }
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
  return { url: new URL('/graphql', running.url), close: running.close };
}
