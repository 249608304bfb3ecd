/** `switchboard doctor` over own accounts: what it says of each right, and that its recording says nothing of the company. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scrubExchange } from '../../src/cli/doctor/redaction.ts';
import {
  documentedKeys,
  documentedValues,
  documentedWords,
  isDocumentedSentence,
} from '../../src/cli/doctor/redaction-allow-list.ts';
import type { FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { isWide } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { rightsIn } from '../support/doctor-report.ts';
import { openFacade } from '../support/facade.ts';
import { runHere } from '../support/here.ts';
import { drawPort } from '../support/port.ts';
import { openSynthetic } from '../support/synthetic.ts';

async function examined(options: Partial<FacadeOptions> = {}, more: Record<string, string> = {}) {
  const client = closing(
    await openFacade({
      backend: openSynthetic({ now: () => new Date() }),
      clock: Date.now,
      ...options,
    }),
  );
  const { accounts, url } = client.facade;
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    GONG_ACCESS_KEY: accounts.accessKey,
    GONG_ACCESS_KEY_SECRET: accounts.accessKeySecret,
    GONG_BASE_URL: url,
    CALL_ANALYTICS_PER_SECOND: '1000',
    SALESFORCE_LOGIN_URL: url,
    SALESFORCE_CLIENT_ID: accounts.crmApp.clientId,
    SALESFORCE_CLIENT_SECRET: accounts.crmApp.clientSecret,
    ...more,
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const file = join(folder, 'recording.json');
  const before = client.facade.requests.length;
  const ended = await runHere(['doctor', '--record', file]);
  const asked = client.facade.requests.slice(before);
  return { ...ended, asked, client, recording: () => readFileSync(file, 'utf8') };
}

describe.skipIf(isWide)('the doctor beside whoever has the port', () => {
  it.each([
    ['a gateway', { 'x-request-id': '1' }, 0, /^ok {4}PORT: a gateway answers at /m],
    ['a stranger', {}, 1, /^WRONG PORT: EADDRINUSE: something else listens there$/m],
  ])('%s', async (_, headers, code, line) => {
    const server = createServer((_request, response) => response.writeHead(401, headers).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
      server.close();
    });
    vi.stubEnv('HOST', '127.0.0.1');
    vi.stubEnv('PORT', String((server.address() as AddressInfo).port));
    vi.stubEnv('DATA_DIR', folder);
    const ended = await runHere(['doctor']);
    expect(ended.output).toMatch(line);
    expect(ended.code).toBe(code);
  });
});

describe.skipIf(isWide)('the doctor of what a gateway leans on', () => {
  it('says what is wrong with the directory and the stores', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const free = await drawPort();
    vi.stubEnv('PORT', '0');
    vi.stubEnv('DATA_DIR', 'package.json');
    vi.stubEnv('REDIS_URL', `redis://:canary@127.0.0.1:${free}`);
    vi.stubEnv('INDEX_DATABASE_URL', `postgres://user:canary@127.0.0.1:${free}/index`);
    const { code, output } = await runHere(['doctor']);
    expect(code).toBe(1);
    expect(output.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([
      'WRONG DATA_DIR: expected a directory that can be written at package.json; got EEXIST',
      'WRONG REDIS_URL: ECONNREFUSED: nothing listens there',
      'WRONG INDEX_DATABASE_URL: ECONNREFUSED: nothing listens there',
    ]);
  });
});

describe.skipIf(isWide)('the doctor without an account', () => {
  it('says that none is configured, and by which variables it would be', async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('PORT', '0');
    const { output } = await runHere(['doctor']);
    expect(output).toMatch(/^ok {4}Connector: .*; no account of your own is configured \(GONG_/m);
    expect(output).toMatch(/SALESFORCE_LOGIN_URL.*CONNECTOR_BASE_URL/);
  });
});

describe.skipIf(isWide)('the doctor of trackers that tenants name', () => {
  it('names each that the platform does not have, and what was probably meant', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, 'access.json');
    const tenants = {
      acme: {
        trackers: { competitor: [' competitors ', 'Compettitors'], objection: ['Rivals'] },
      },
    };
    writeFileSync(file, JSON.stringify({ tenants, keys: [] }));
    for (const [name, value] of Object.entries({
      ...{ PORT: '0', DATA_DIR: join(folder, 'data'), ACCESS_FILE: file },
    }))
      vi.stubEnv(name, value);
    const { code, output } = await runHere(['doctor']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^WRONG Trackers of acme: ACCESS_FILE: tenants\.acme\.trackers: expected names of trackers at the call platform, which has \d+ trackers; got competitor "Compettitors" \(did you mean "Competitors"\?\), objection "Rivals"$/m,
    );
  }, 30_000);
});

describe('the doctor of own accounts', () => {
  it.runIf(isWide)(
    'says of a vendor who can’t answer now that it may later, and blames no address',
    async () => {
      const server = createServer((_request, response) => response.writeHead(503).end());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const { code, output } = await examined(
        {},
        {
          GONG_BASE_URL: url,
          SALESFORCE_LOGIN_URL: url,
          ATTEMPT_TIMEOUT_MS: '400',
          REQUEST_TIMEOUT_MS: '500',
        },
      );
      expect(code).toBe(1);
      for (const system of ['Call platform', 'CRM'])
        expect(output).toMatch(
          new RegExp(`^ {6}${system}: not reachable: .*503.* Try again later\\.$`, 'm'),
        );
      expect(output).not.toContain('Look at');
    },
  );

  it('finds every right at work, with a request for each and one to sign in', async () => {
    const { code, output, asked } = await examined();
    expect(output).toMatch(/^ {6}Call platform: Initial workspace/m);
    expect(output).toMatch(/^ {6}CRM: Synthetic Company$/m);
    expect(output).toMatch(/^ {6}works +transcripts +api:calls:read:transcript$/m);
    expect(output).toMatch(/^ {6}works +content versions +ContentVersion$/m);
    expect(output).not.toMatch(/not permitted|not reachable|not signed in|failed/);
    expect(code).toBe(0);
    expect(asked.length).toBeLessThanOrEqual(rightsIn(output).length + 1);
    expect(output).toContain(`${asked.length} requests to the vendors`);
  });

  it('names the scopes that are missing', async () => {
    const { code, output } = await examined({
      scopes: ['api:users:read', 'api:calls:read:basic', 'api:workspaces:read'],
    });
    expect(output).toMatch(/^ {6}works +calls +api:calls:read:basic$/m);
    expect(output).toMatch(/^ {6}not permitted +transcripts +api:calls:read:transcript$/m);
    expect(output).toMatch(/^ {6}not permitted +recordings +api:calls:read:media-url$/m);
    expect(code).toBe(0);
  });

  it('waits its turn beside a gateway that uses the platform, too', async () => {
    let turn = 0;
    const { code, output } = await examined({
      instead: ({ url }) => {
        turn += 1;
        return url.startsWith('/v2/') && turn % 9 === 0
          ? { status: 429, headers: { 'retry-after': '0' }, body: '{}' }
          : null;
      },
    });
    expect(output).not.toMatch(/not reachable|not tried|failed/);
    expect(code).toBe(0);
  });

  it('says which system lets nobody in, and which does not answer, without asking on and on', async () => {
    const wrong = await examined({}, { GONG_ACCESS_KEY_SECRET: 'canary-secret' });
    expect(wrong.output).toMatch(/^WRONG Your own accounts:$/m);
    expect(wrong.output).toMatch(
      /^ {6}Call platform: not signed in: Wrong host or wrong key: .*\. Look at GONG_ACCESS_KEY, GONG_ACCESS_KEY_SECRET, GONG_BASE_URL\.$/m,
    );
    expect(wrong.output).toMatch(/^ {6}works +accounts/m);
    expect(wrong.output).not.toContain('canary');
    expect(wrong.code).toBe(1);
    expect(wrong.asked.filter(({ url }) => url.startsWith('/v2/'))).toHaveLength(1);
    const dead = await examined({}, { SALESFORCE_LOGIN_URL: 'http://127.0.0.1:1' });
    expect(dead.output).toMatch(
      /^ {6}CRM: not reachable: .*ECONNREFUSED\)\. Look at SALESFORCE_LOGIN_URL\.$/m,
    );
    expect(dead.output).toMatch(/^ {6}works +coaching/m);
    // A key is sent with each request: nobody signs in with it.
    const nowhere = { GONG_BASE_URL: 'http://127.0.0.1:1', GONG_LOGIN_URL: 'http://127.0.0.1:1' };
    const unreached = await examined({}, nowhere);
    expect(unreached.output).toMatch(/Call platform: not reachable: .*Look at GONG_BASE_URL\.$/m);
  });
});

/** Texts of an answer that no published description has. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string')
    return documentedValues[key]?.includes(value) || isDocumentedSentence(value) ? [] : [value];
  if (typeof value === 'bigint') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap((item) => textsOf(item, key))
    : Object.entries(value).flatMap(([name, member]) => textsOf(member, name));
}

describe.skipIf(isWide)('the recording', () => {
  it('holds nothing of the company: no name, address, id, text or secret', async () => {
    const { client, recording } = await examined({}, { GONG_ACCESS_KEY_SECRET: 'canary-secret' });
    const whole = await examined();
    const { accounts } = client.facade;
    const day = { fromDateTime: new Date(Date.now() - 86_400_000).toISOString() };
    const answers = await Promise.all([
      whole.client.platform('/v2/users'),
      whole.client.platform('/v2/workspaces'),
      whole.client.platform('/v2/settings/trackers'),
      whole.client.platform('/v2/settings/scorecards'),
      whole.client.platform('/v2/calls/extensive', { filter: day }),
      whole.client.platform('/v2/calls/transcript', { filter: day }),
      whole.client.crm('/services/data/v65.0/query?q=SELECT+Id,Name+FROM+Account+LIMIT+50'),
    ]);
    const texts = (await Promise.all(answers.map((answer) => answer.json()))).flatMap((body) =>
      textsOf(body),
    );
    const company = new Set(texts.filter((text) => text.length > 3));
    expect(company.size).toBeGreaterThan(500);
    const secrets = [
      ...['canary-secret', accounts.accessKey, accounts.crmApp.clientId],
      ...[accounts.crmApp.clientSecret, accounts.accessKeySecret, new URL(client.facade.url).host],
    ];
    // Keys and statements have words of the descriptions; a tracker may be called like a part of one.
    const values = (text: string): string =>
      text
        .replace(/"q": ".*"/g, (q) =>
          q
            .split(/[\s,"]+/)
            .filter((name) => !documentedWords.has(name))
            .join(' '),
        )
        .replace(/"[\w -]+":/g, '');
    for (const text of [recording(), whole.recording()].map(values)) {
      expect(text.length).toBeGreaterThan(2_000);
      for (const one of [...company, ...secrets]) expect(text.includes(one), one).toBe(false);
    }
    expect(whole.recording()).toContain('"totalRecords"');
    expect(whole.recording()).toContain('"path": "/v2/calls/extensive"');
    expect(recording()).toContain('"status": 401');
  }, 60_000);

  const word = fc.oneof(
    fc.string({ minLength: 4 }),
    fc.emailAddress(),
    fc.domain().map((domain) => `https://${domain}/path`),
    fc.stringMatching(/^[A-Za-z0-9]{15}$/),
    fc.stringMatching(/^[2-9]{7,19}$/),
    fc.stringMatching(/^\+[2-9]{9}$/),
  );
  const tree = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      word,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(word, fc.constantFrom(...documentedKeys)), tie('value'), {
        maxKeys: 5,
      }),
    ),
  }));

  const answered = (value: unknown) => ({
    request: { method: 'GET' as const, url: 'https://canary.my.salesforce.com/', headers: {} },
    status: 200,
    header: () => null,
    text: JSON.stringify(value),
  });

  it('keeps no text and no key that is not documented, wherever it stands', () => {
    const seen = (value: unknown, key: string): void => {
      if (typeof value === 'string') {
        const form = /^(?:<[a-z-]+(?: \d+)?>|-?[01.]+|2000-01-01.*|)$/;
        const isKnown =
          documentedValues[key]?.includes(value) ||
          isDocumentedSentence(value) ||
          (['q', 'url', 'nextRecordsUrl'].includes(key) && /<|^[\s,]*$/.test(value));
        expect(isKnown || form.test(value), `${key}: ${value}`).toBe(true);
      } else if (Array.isArray(value)) for (const item of value) seen(item, key);
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) {
          expect(documentedKeys.has(name) || /^key \d+$/.test(name), name).toBe(true);
          seen(member, name);
        }
    };
    fc.assert(
      fc.property(tree.value, (value) => seen(scrubExchange(answered(value)).response, '')),
      { numRuns: 300 },
    );
  });

  it('shows of addresses, forms and headers only what is documented', () => {
    const scrubbed = scrubExchange({
      request: {
        method: 'POST',
        url: 'https://canary.my.salesforce.com/services/oauth2/token/canary?canary=canary&q=SELECT%20Canary%20FROM%20Account',
        headers: { authorization: 'Bearer canary' },
        body: 'client_secret=canary',
      },
      status: 503,
      header: (name) =>
        ({ 'content-type': 'text/html; x=canary', 'retry-after': 'canary' })[name] ?? null,
      text: '<html>canary</html>',
    });
    expect(JSON.stringify(scrubbed)).not.toMatch(/canary/i);
    expect(scrubbed).toMatchObject({
      request: {
        path: '/services/oauth2/token/<text 6>',
        query: { q: 'SELECT <text 6> FROM Account' },
      },
      status: 503,
      headers: { 'content-type': 'text/html', 'retry-after': '<text 6>' },
    });
  });
});
