/** Vendors that fail, and quote what nobody may read: each failure has its code, and leaves no trace. */

import { expect, it, onTestFinished } from 'vitest';
import type { Instead } from '../../src/demo/vendor-api/answer-override.ts';
import { email, line, secret, text, trace } from '../support/canary.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { startMs } from '../support/patience.ts';
import { startProcess } from '../support/process.ts';
import { openSynthetic } from '../support/synthetic.ts';

const json = 'application/json';
const platformSays = (what: string): string => JSON.stringify({ requestId: '1', errors: [what] });
const crmSays = (errorCode: string): string => JSON.stringify([{ message: text, errorCode }]);

/** What the vendors answer, and what clients are told: of the call platform, of the CRM. */
const faults: readonly (readonly [Instead, platform: string, crm: string])[] = [
  [
    { status: 503, body: `<h1>${text}</h1>`, contentType: 'text/html' },
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_UNAVAILABLE',
  ],
  [{ status: 420, body: text }, 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_UNAVAILABLE'],
  [
    { status: 200, body: `{"users": [{"id": "${email}"`, contentType: json, cut: true },
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    { status: 200, body: `"${line}"`, contentType: json },
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_UNAVAILABLE',
  ],
  [
    {
      status: 401,
      body: platformSays(`${text} permission to use 'api:users:read'`),
      contentType: json,
    },
    'UPSTREAM_FORBIDDEN',
    'UPSTREAM_FORBIDDEN',
  ],
  [
    { status: 401, body: crmSays('INVALID_SESSION_ID'), contentType: json },
    'UPSTREAM_AUTH',
    'UPSTREAM_AUTH',
  ],
  [
    { status: 400, body: crmSays('MALFORMED_QUERY'), contentType: json },
    'UPSTREAM_BAD_REQUEST',
    'UPSTREAM_BAD_REQUEST',
  ],
  [
    {
      status: 429,
      body: platformSays(text),
      headers: { 'retry-after': '7200' },
      contentType: json,
    },
    'RATE_LIMITED',
    'RATE_LIMITED',
  ],
];

it('each fault of a vendor has its code, and no canary or secret reaches an answer, an explanation or the log', async () => {
  let fault: Instead | null = null;
  const client = closing(
    await openFacade({
      backend: openSynthetic({ now: () => new Date() }),
      clock: Date.now,
      accounts: { accessKeySecret: secret, crmApp: { clientId: 'app', clientSecret: secret } },
      instead: ({ url }) => (url.includes('oauth2') ? null : fault),
    }),
  );
  const { accounts, url } = client.facade;
  const gateway = await startProcess(['src/main.ts'], {
    GONG_ACCESS_KEY: accounts.accessKey,
    GONG_ACCESS_KEY_SECRET: secret,
    GONG_BASE_URL: url,
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: 'app',
    SALESFORCE_CLIENT_SECRET: secret,
    SALESFORCE_API_VERSION: 'v66.0',
    CALL_ANALYTICS_PER_SECOND: '1000',
    CACHE_MAX_BYTES: '0',
    ANSWER_CACHE_MAX_BYTES: '0',
    INDEX: 'off',
    LOG_LEVEL: 'trace',
    EXPLAIN: 'on',
  });
  onTestFinished(async () => void (await gateway.end('SIGKILL')));
  const answers: string[] = [];
  const ask = async (query: string) => {
    const response = await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers: { 'content-type': json },
      body: JSON.stringify({ query, variables: { e: email } }),
    });
    answers.push(await response.text());
    return JSON.parse(answers.at(-1)!) as {
      readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
    };
  };
  const questions = [
    'query Calls { users(first: 2) { nodes { id name } } }',
    'query Crm($e: String!) { accounts(first: 2, filter: { name: { ne: $e } }) { nodes { name } } }',
  ] as const;
  // What own accounts may read is asked first: a fault is to meet these questions alone.
  await expect.poll(gateway.output, { timeout: startMs }).toContain('may read organisation');
  for (const query of questions) expect((await ask(query)).errors).toBeUndefined();
  expect(
    client.facade.requests.some((request) => request.url.startsWith('/services/data/v66.0/query')),
  ).toBe(true);
  for (const [given, ...codes] of faults) {
    fault = given;
    for (const [at, query] of questions.entries()) {
      const { errors } = await ask(query);
      expect([given.status, given.body, errors?.[0]?.extensions.code]).toEqual([
        given.status,
        given.body,
        codes[at],
      ]);
    }
  }
  await gateway.end('SIGTERM');
  for (const said of [...answers, gateway.output()]) expect(said).not.toMatch(trace);
  const bearers = client.facade.requests.map(({ headers }) => String(headers.authorization));
  for (const bearer of new Set(bearers.map((header) => header.split(' ').at(-1) ?? '')))
    for (const said of [...answers, gateway.output()]) expect(said).not.toContain(bearer);
});
