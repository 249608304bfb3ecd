/** Graph client for commands: over HTTP to a running server, or to a server inside this process. */

import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { utf8Text } from '../contract/wire/utf8.ts';
import { UserInputError } from '../errors.ts';
import { programVersion } from '../main/program-version.ts';
import { start } from '../main/start.ts';
import type { AnswerError, ClientAnswer } from '../questions/row-page.ts';
import type { Question } from '../questions/saved-question.ts';
import { errorLine } from './answer-error.ts';

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
  const { status, ok: isOk } = response;
  return { status, isOk, text: utf8Text(Buffer.from(await response.arrayBuffer())) };
}

/**
 * Reads what a server answers; the value is undefined for what is no JSON.
 * @throws UserInputError that says why there is no answer, and what may help.
 */
export async function readJson(from: URL, init: RequestInit) {
  const { status, isOk, text } = await readText(from, init).catch((error: unknown) => {
    const { message, cause } = error as Error & { readonly cause?: Error & { code?: string } };
    const code = cause?.code ?? '';
    const reason = cause?.message ?? message;
    const why = reasons[message] ?? reasons[code] ?? reasons[reason] ?? reason;
    throw new UserInputError(
      `Expected an answer from ${from.href}; got ${code === '' ? '' : `${code}: `}${why}.`,
    );
  });
  return { isOk, status, value: parsed(text) };
}

/** Undefined for text that is no JSON. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const answerPath = z.array(z.union([z.string(), z.number()]));
const answerErrors = z
  .array(
    z.looseObject({
      message: z.string(),
      path: answerPath.optional(),
      extensions: z
        .looseObject({
          code: z.string().optional(),
          retryable: z.boolean().optional(),
          retryAfterMs: z.number().optional(),
        })
        .optional(),
    }),
  )
  .min(1);

/** Of a response that is more than JSON: what commands read of it is there and of its type. */
const clientAnswer = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: answerErrors.optional(),
  extensions: z
    .looseObject({
      cost: z.looseObject({ withheld: z.number().optional() }).optional(),
      incomplete: z
        .array(
          z.looseObject({
            path: answerPath,
            message: z.string(),
            expected: z.number().nullable(),
            received: z.number().nullable(),
          }),
        )
        .optional(),
    })
    .optional(),
});

/** A proxy, a login page's API or another service may answer in JSON, too, and with any status. */
function asAnswer(value: unknown, isOk: boolean): ClientAnswer | null {
  const { success, data: answer } = clientAnswer.safeParse(value);
  if (!success) return null;
  const hasData = answer.data !== undefined && answer.data !== null;
  // Without data errors tell why; data with the status of a failure is no success.
  const isAnswer = answer.errors === undefined ? hasData && isOk : !hasData || isOk;
  return isAnswer ? (value as ClientAnswer) : null;
}

const savedQuestion = z.looseObject({
  name: z.string(),
  title: z.string(),
  query: z.string(),
  variables: z.array(
    z.looseObject({
      name: z.string(),
      type: z.string(),
      description: z.string(),
      isRequired: z.boolean(),
    }),
  ),
  rows: z.looseObject({ path: z.array(z.string()), kind: z.string() }),
  columns: z.array(z.looseObject({ name: z.string() })),
});

export async function openClient(options: ClientOptions): Promise<ServerClient> {
  // The client of HTTP would quote the key in its refusal.
  if (options.key !== undefined && !/^[\x21-\x7e]+$/.test(options.key))
    throw new UserInputError('--key: expected an API key; got characters that none has.');
  const { url, close } = options.url === undefined ? await ownServer() : theirServer(options.url);
  const authorization = options.key !== undefined && { authorization: `Bearer ${options.key}` };
  /** The server says what it expects of a request; here it is a flag. */
  const withFlag = <Refusal extends AnswerError>(error: Refusal): Refusal =>
    options.url === undefined || error.extensions?.code !== 'UNAUTHENTICATED'
      ? error
      : { ...error, message: `${error.message} --key takes it.` };
  const unexpected = (from: URL, status: number): UserInputError =>
    new UserInputError(`Expected a GraphQL answer from ${from.href}; got status ${status}.`);
  return {
    close,
    async execute(query, variables) {
      const headers = {
        'content-type': 'application/json',
        // Without it a document with @defer is answered in parts.
        accept: 'application/json',
        'apollographql-client-name': 'switchboard',
        'apollographql-client-version': programVersion(),
        ...authorization,
        ...(options.explain && { 'x-switchboard-explain': '1' }),
      };
      const body = JSON.stringify({ query, variables });
      const { value, isOk, status } = await readJson(url, { method: 'POST', headers, body });
      const answer = asAnswer(value, isOk);
      if (answer === null) throw unexpected(url, status);
      return answer.errors ? { ...answer, errors: answer.errors.map(withFlag) } : answer;
    },
    async questions() {
      const headers = { accept: 'application/json', ...authorization };
      const from = new URL('/queries', url);
      const { value, isOk, status } = await readJson(from, { headers });
      const listed = z.object({ queries: z.array(savedQuestion) }).safeParse(value);
      if (listed.success && isOk) return listed.data.queries as unknown as readonly Question[];
      const refused = z.object({ errors: answerErrors }).safeParse(value).data?.errors[0];
      if (refused === undefined) throw unexpected(from, status);
      throw new UserInputError(
        `Expected saved questions from ${url.origin}; got ${errorLine(withFlag(refused as AnswerError))}`,
      );
    },
  };
}

function theirServer(text: string) {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UserInputError(
      `--url: expected a URL that begins with http:// or https://; got "${text}".`,
    );
  // The client of HTTP would refuse it, and quote it.
  if (url.username !== '' || url.password !== '')
    throw new UserInputError(
      '--url: expected a URL without a user and a password; got some. --key takes an API key.',
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
