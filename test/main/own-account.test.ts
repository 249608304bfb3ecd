/** Own accounts: from a handful of variables to answers, with the façade as the vendors. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.ts';
import type { FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { greeting } from '../../src/main/startup-banner.ts';
import { isWide } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { crmPrivateKey, type FacadeClient, openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';
import { fillMs, startMs } from '../support/patience.ts';
import { startProcess } from '../support/process.ts';
import { openSynthetic } from '../support/synthetic.ts';

/** What the README asks, of more people: each has a path of its own to what is missing. */
const crossSystem = `{
  contacts(first: 5, filter: { email: { isNull: false } }) {
    nodes { name relatedCalls(first: 1) { totalCount nodes { title primaryUser { name } } } }
  }
}`;

/** The façade on this machine's own clock, as a process sees it. */
const vendors = async (options: Partial<FacadeOptions> = {}): Promise<FacadeClient> =>
  closing(
    await openFacade({
      backend: openSynthetic({ now: () => new Date() }),
      clock: Date.now,
      ...options,
    }),
  );

const platformOf = ({ facade }: FacadeClient) => ({
  GONG_ACCESS_KEY: facade.accounts.accessKey,
  GONG_ACCESS_KEY_SECRET: facade.accounts.accessKeySecret,
  GONG_BASE_URL: facade.url,
  CALL_ANALYTICS_PER_SECOND: '1000',
});
const crmOf = ({ facade }: FacadeClient) => ({
  SALESFORCE_LOGIN_URL: facade.url,
  SALESFORCE_CLIENT_ID: facade.accounts.crmApp.clientId,
  SALESFORCE_CLIENT_SECRET: facade.accounts.crmApp.clientSecret,
});

/** What the greeting proposes to ask first. */
function firstQueryOf(source: Record<string, string>): string {
  const url = new URL('http://127.0.0.1:4000');
  const text = greeting(loadConfig(source), { url, adminUrl: null, serviceUrl: null });
  return (JSON.parse(/-d '(.*)'$/m.exec(text)![1]!) as { readonly query: string }).query;
}

async function ask(url: URL, query: string) {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as {
    readonly data: Record<string, { readonly nodes: readonly Record<string, never>[] }>;
    readonly extensions: { readonly cost: { readonly budget: object } };
    readonly errors?: readonly {
      readonly message: string;
      readonly path: readonly (string | number)[];
      readonly extensions: { readonly code: string };
    }[];
  };
}

describe('npm start with own accounts', () => {
  it.runIf(isWide)(
    'greets with both accounts and what they may read, and answers across both systems',
    async () => {
      const client = await vendors();
      const started = await startProcess(['src/main.ts'], {
        ...platformOf(client),
        ...crmOf(client),
        INDEX: 'off',
      });
      onTestFinished(async () => void (await started.end('SIGKILL')));
      const { data, errors } = await ask(started.url, crossSystem);
      expect(errors).toBeUndefined();
      expect(data.contacts!.nodes).toHaveLength(5);
      await expect.poll(started.output, { timeout: startMs }).toContain('may read organisation');
      const output = started.output();
      expect(output).toMatch(
        /^Data +your own account at the call platform and the CRM\nAccess +open, on loopback only: .* but private calls \(PRIVATE_CALLS\) and transcripts \(TRANSCRIPTS\)/m,
      );
      expect(output).toMatch(/^Calls {6}\S.*\n +may read workspaces, users, calls, .*coaching$/m);
      expect(output).toMatch(
        /^CRM {8}Synthetic Company\n +may read organisation, accounts, .*notes$/m,
      );
      for (const secret of [
        client.facade.accounts.accessKeySecret,
        client.facade.accounts.crmApp.clientSecret,
      ])
        expect(output).not.toContain(secret);
      expect(await started.end('SIGTERM')).toBe(0);
    },
  );

  it.runIf(isWide).each([
    ['the call platform', platformOf, 'users', 'accounts'],
    ['the CRM', crmOf, 'accounts', 'users'],
  ] as const)(
    'of %s alone answers its half; the other says that it is not configured',
    async (_name, own, there, missing) => {
      const client = await vendors();
      const gateway = await startHere({ ...own(client), INDEX: 'on' });
      const { data, errors } = await ask(
        gateway.url,
        `{ ${there}(first: 2) { nodes { id } } ${missing}(first: 2) { nodes { id } } }`,
      );
      expect(data[there]!.nodes).toHaveLength(2);
      expect(data[missing]).toBeNull();
      expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
        [[missing], 'NOT_CONFIGURED'],
      ]);
      const accounts = await gateway.accounts();
      expect(accounts).toHaveLength(1);
      const first = await ask(gateway.url, firstQueryOf(own(client)));
      expect(first.errors).toBeUndefined();
      expect(first.data[there === 'users' ? 'calls' : there]!.nodes).toHaveLength(3);
    },
  );

  it('greets without a word of a system that is not there', () => {
    const crm = { SALESFORCE_CLIENT_ID: 'client', TOKEN_KEY: 'k'.repeat(32) };
    const platform = { GONG_ACCESS_KEY: 'key', GONG_ACCESS_KEY_SECRET: 'secret' };
    const url = new URL('http://0.0.0.0:4000');
    const textOf = (source: Record<string, string>): string =>
      greeting(loadConfig(source), { url, adminUrl: null, serviceUrl: null });
    expect(textOf(crm)).not.toMatch(/call platform|private calls|transcripts|recordings|index/i);
    expect(textOf(platform)).not.toMatch(/CRM|accounts\(|\bfiles\b|other system/);
    expect(textOf({ ...crm, ...platform })).toMatch(/recordings and files/);
  });

  it('proposes a first query of what is configured', () => {
    const platform = { GONG_ACCESS_KEY: 'key', GONG_ACCESS_KEY_SECRET: 'secret' };
    const crm = {
      SALESFORCE_LOGIN_URL: 'https://ours.my.salesforce.com',
      SALESFORCE_CLIENT_ID: 'client',
      SALESFORCE_CLIENT_SECRET: 'secret',
    };
    expect(firstQueryOf(platform)).toMatch(/^{ calls\(first: 3\)/);
    for (const source of [crm, { ...platform, ...crm }, {}])
      expect(firstQueryOf(source)).toMatch(/^{ accounts\(first: 3\)/);
  });

  it('a question that crosses to the missing system keeps its own half', async () => {
    const client = await vendors({ crmPerDay: 250_000, crmUsedByOthers: 40_000 });
    const gateway = await startHere(crmOf(client));
    const { data, errors, extensions } = await ask(gateway.url, crossSystem);
    expect(data.contacts!.nodes).toHaveLength(5);
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(
      new Set(['NOT_CONFIGURED']),
    );
    expect(errors?.map(({ path }) => path.slice(0, 4))).toEqual(
      [0, 1, 2, 3, 4].map((at) => ['contacts', 'nodes', at, 'relatedCalls']),
    );
    // The organisation’s own day, however large, and what other programs used of it, is the budget.
    expect(extensions.cost.budget).toMatchObject({
      'call-analytics': null,
      // The question, and the description of its object before it.
      crm: { remaining: 209_998 },
    });
  });

  it.runIf(isWide)(
    "never takes one account's index for another's, in the same directory",
    async () => {
      const counts =
        '{ callsAggregate(groupBy: [OWNER]) { groups { count keys { user { name } } } } }';
      const told = '{ indexStatus { completeShare } }';
      const directory = mkdtempSync(join(tmpdir(), 'switchboard-accounts-'));
      onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
      const figures = async (client: FacadeClient, settings: Record<string, string>) => {
        const gateway = await startHere({
          ...platformOf(client),
          INDEX: 'on',
          INDEX_HORIZON_MONTHS: '2',
          PRIVATE_CALLS: 'shown',
          ...settings,
        });
        // The fill gives way to whoever looks, for half a second after.
        await expect
          .poll(async () => JSON.stringify(await ask(gateway.url, told)), {
            interval: 1_000,
            timeout: fillMs,
          })
          .toMatch(/"completeShare":(1|0\.99)/);
        const { data, errors } = await ask(gateway.url, counts);
        expect(errors).toBeUndefined();
        return data;
      };
      const now = (): Date => new Date();
      const first = await vendors();
      const second = await vendors({ backend: openSynthetic({ now, seed: 2 }) });
      const own = await figures(first, { DATA_DIR: directory });
      const fresh = await figures(second, {});
      expect(await figures(second, { DATA_DIR: directory })).toEqual(fresh);
      expect(fresh).not.toEqual(own);
      expect(await figures(first, { DATA_DIR: directory })).toEqual(own);
    },
  );

  it.runIf(isWide)('leaves private calls and transcripts out, unless told otherwise', async () => {
    const client = await vendors();
    const own = { ...platformOf(client), INDEX: 'on', INDEX_HORIZON_MONTHS: '2' };
    // At midnight nobody calls: a call that starts after its schedule, just at the bound, is of the index's figures alone.
    const midnight = Math.floor(Date.now() / 86_400_000 - 20) * 86_400_000;
    const lately = `filter: { from: "${new Date(midnight).toISOString()}" }`;
    const left = await startHere(own);
    const shown = await startHere({ ...own, PRIVATE_CALLS: 'shown', TRANSCRIPTS: 'shown' });

    // Lists of the platform, page by page.
    const walk = async ({ url }: typeof left) => {
      const calls: Record<string, never>[] = [];
      for (let after: string | null = null; ; ) {
        const { data, errors, extensions } = await ask(
          url,
          `{ calls(first: 60, after: ${JSON.stringify(after)}, ${lately}) {
                 totalCount pageInfo { hasNextPage endCursor }
                 nodes { id upstreamId isPrivate title media { audioUrl } } } }`,
        );
        expect(errors).toBeUndefined();
        const { nodes, pageInfo, totalCount } = data.calls as unknown as {
          readonly nodes: Record<string, never>[];
          readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
          readonly totalCount: number | null;
        };
        calls.push(...nodes);
        if (!pageInfo.hasNextPage) return { calls, totalCount, extensions };
        after = pageInfo.endCursor;
      }
    };
    const [few, all] = [await walk(left), await walk(shown)];
    const hidden = all.calls.filter(({ isPrivate }) => isPrivate);
    expect(hidden.length).toBeGreaterThan(0);
    expect(few.calls.map(({ id }) => id)).toEqual(
      all.calls.filter(({ isPrivate }) => !isPrivate).map(({ id }) => id),
    );
    expect([few.totalCount, all.totalCount]).toEqual([null, all.calls.length]);
    expect(few.extensions).toMatchObject({ leftOut: ['private calls'] });
    expect(all.extensions).not.toHaveProperty('leftOut');

    // By id, however it is named, and whatever is selected.
    const [one] = hidden;
    for (const selection of ['id', 'upstreamId', 'title', 'isPrivate', 'parties { name }']) {
      const query = `{ call(by: { upstreamId: "${one!.upstreamId}" }) { ${selection} }
          node(id: "${one!.id}") { ... on Call { ${selection} } } }`;
      const { data, errors } = await ask(left.url, query);
      expect([errors, data.call, data.node]).toEqual([undefined, null, null]);
      expect((await ask(shown.url, query)).data.call).not.toBeNull();
    }

    // What the index finds and counts.
    const counted = `{ callsAggregate(${lately}) { groups { count } } }`;
    const countOf = async ({ url }: typeof left) => {
      const { data, extensions } = await ask(url, counted);
      if ('incomplete' in extensions) return null;
      const { groups } = data.callsAggregate as unknown as { groups: { count: number }[] };
      return groups[0]?.count;
    };
    await expect.poll(() => countOf(left), { timeout: fillMs }).toBe(few.calls.length);
    await expect.poll(() => countOf(shown), { timeout: fillMs }).toBe(all.calls.length);
    const related = '{ users(first: 40) { nodes { calls(first: 100) { nodes { upstreamId } } } } }';
    const secret = new Set(hidden.map(({ upstreamId }) => upstreamId));
    const named = JSON.stringify((await ask(left.url, related)).data);
    for (const id of secret) expect(named).not.toContain(`"${id}"`);

    // An export has the same rows.
    const folder = mkdtempSync(join(tmpdir(), 'left-out-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const document = join(folder, 'calls.graphql');
    writeFileSync(
      document,
      `query Calls($after: String) { calls(first: 100, after: $after, ${lately}) { nodes { upstreamId } pageInfo { hasNextPage endCursor } } }`,
    );
    const out = join(folder, 'calls.ndjson');
    const exported = await runHere(['export', document, '--out', out, '--url', left.url.href]);
    expect(exported).toMatchObject({ code: 0 });
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(few.calls.length);

    // Transcripts.
    const spoken = '{ calls(first: 3) { nodes { transcript { monologues { topic } } } } }';
    const refused = await ask(left.url, spoken);
    expect(refused.data.calls!.nodes).toEqual(Array(3).fill({ transcript: null }));
    expect(refused.errors!.map(({ extensions }) => extensions.code)).toEqual(
      Array(3).fill('FORBIDDEN'),
    );
    expect(refused.errors![0]!.message).toContain('TRANSCRIPTS=shown');
    const status = await runHere(['index', 'status', '--url', left.url.href]);
    expect(status.output).toMatch(/^ {2}calls +not told: private calls/m);
    expect((await ask(shown.url, spoken)).errors).toBeUndefined();
  });
});

describe('variables of own accounts', () => {
  const faultsOf = (source: Record<string, string>): readonly string[] => {
    try {
      loadConfig(source);
    } catch (error) {
      if (error instanceof ConfigError) return error.issues;
      throw error;
    }
    return [];
  };
  const key = { GONG_ACCESS_KEY: 'key', GONG_ACCESS_KEY_SECRET: 'canary' };

  it('take every form of signing in, of one system or both', () => {
    const TOKEN_KEY = 'x'.repeat(32);
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-key-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const pem = join(folder, 'app.pem');
    writeFileSync(pem, crmPrivateKey);
    for (const source of [
      key,
      { GONG_ACCESS_TOKEN: 'token' },
      { GONG_REFRESH_TOKEN: 'r', GONG_CLIENT_ID: 'c', GONG_CLIENT_SECRET: 's', TOKEN_KEY },
      {
        SALESFORCE_LOGIN_URL: 'https://ours.my.salesforce.com',
        SALESFORCE_CLIENT_ID: 'c',
        SALESFORCE_CLIENT_SECRET: 's',
      },
      {
        SALESFORCE_REFRESH_TOKEN: 'r',
        SALESFORCE_CLIENT_ID: 'c',
        SALESFORCE_CLIENT_SECRET: 's',
        TOKEN_KEY,
      },
      { SALESFORCE_CLIENT_ID: 'c', SALESFORCE_USERNAME: 'u', SALESFORCE_PRIVATE_KEY_FILE: pem },
      { ...key, WORKERS: '2', REDIS_URL: 'redis://127.0.0.1:1' },
    ])
      expect([source, faultsOf(source as Record<string, string>)]).toEqual([source, []]);
  });

  it.each([
    [
      { GONG_ACCESS_KEY: 'key' },
      ['GONG_ACCESS_KEY_SECRET: expected a value since GONG_ACCESS_KEY is set; got none'],
    ],
    [
      { GONG_ACCES_KEY: 'canary', GONG_ACCESS_KEY_SECRET: 'canary' },
      [
        /^GONG_ACCES_KEY: expected one of GONG_ACCESS_KEY, .*; there is no such variable$/,
        /^GONG_ACCESS_KEY: expected a value/,
      ],
    ],
    [
      { GONG_BASE_URL: 'https://us-1.api.gong.io' },
      [/^GONG_ACCESS_KEY:/, /^GONG_ACCESS_KEY_SECRET:/],
    ],
    [
      { ...key, GONG_ACCESS_TOKEN: 'canary' },
      [
        /^GONG_ACCESS_KEY: expected none beside GONG_ACCESS_TOKEN/,
        /^GONG_ACCESS_KEY_SECRET: expected none/,
      ],
    ],
    [
      { SALESFORCE_CLIENT_ID: 'c', SALESFORCE_CLIENT_SECRET: 'canary' },
      [
        'SALESFORCE_LOGIN_URL: expected a value since SALESFORCE_CLIENT_ID and SALESFORCE_CLIENT_SECRET are set; got none',
      ],
    ],
    [
      { SALESFORCE_CLIENT_ID: 'c', SALESFORCE_USERNAME: 'u' },
      [/^SALESFORCE_PRIVATE_KEY_FILE: expected a value/],
    ],
    [
      {
        SALESFORCE_CLIENT_ID: 'c',
        SALESFORCE_USERNAME: 'u',
        SALESFORCE_PRIVATE_KEY_FILE: '/no/such.pem',
      },
      ['SALESFORCE_PRIVATE_KEY_FILE: expected a file that can be read at /no/such.pem; got ENOENT'],
    ],
    [
      {
        SALESFORCE_CLIENT_ID: 'c',
        SALESFORCE_USERNAME: 'u',
        SALESFORCE_PRIVATE_KEY_FILE: 'package.json',
      },
      [/^SALESFORCE_PRIVATE_KEY_FILE: expected an RSA private key/],
    ],
    [
      { GONG_REFRESH_TOKEN: 'canary', GONG_CLIENT_ID: 'c', GONG_CLIENT_SECRET: 's' },
      [/^TOKEN_KEY: expected a value since GONG_REFRESH_TOKEN may work only once/],
    ],
    [
      { ...key, GONG_BASE_URL: 'http://gong.example' },
      [/^GONG_BASE_URL: expected a URL that begins with https/],
    ],
    [
      {
        ...key,
        CONNECTOR_BASE_URL: 'https://connectors.example',
        CONNECTOR_TOKEN: 't',
        CALL_ANALYTICS_INSTANCE_ID: 'a',
        CRM_INSTANCE_ID: 'b',
      },
      [/^CONNECTOR_BASE_URL: expected either it or accounts of your own \(GONG_ACCESS_KEY\)/],
    ],
    [{ ...key, WORKERS: '2' }, [/^REDIS_URL: expected a value since WORKERS is 2/]],
  ] as const)('%j: says what is missing or too much', (source, expected) => {
    const faults = faultsOf(source as Record<string, string>);
    expect(faults).toHaveLength(expected.length);
    for (const [at, fault] of expected.entries()) expect(faults[at]).toMatch(fault);
    expect(faults.join()).not.toContain('canary');
  });
});
