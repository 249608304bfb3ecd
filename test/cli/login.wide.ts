/** `switchboard login crm`: a person signs in by a browser, and gateways have their session. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../../src/cli/command.ts';
import type { FacadeOptions } from '../../src/demo/vendor-api/vendor-api.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { runHere, startHere } from '../support/here.ts';

/** Gateway and command line of one person, with the façade as the CRM. */
async function personal(options: Partial<FacadeOptions> = {}) {
  const client = closing(await openFacade({ clock: Date.now, ...options }));
  const folder = mkdtempSync(join(tmpdir(), 'login-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    SALESFORCE_LOGIN_URL: client.facade.url,
    SALESFORCE_CLIENT_ID: client.facade.accounts.crmApp.clientId,
    TOKEN_KEY: 'k'.repeat(32),
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  return { client, settings, folder };
}

/** Runs the command, and hands the address that it prints to a browser. */
async function login(browse: (url: string) => Promise<unknown>) {
  let output = '';
  let browsing: Promise<unknown> | undefined;
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    const url = /^ {2}(http\S+)$/m.exec(output)?.[1];
    if (url !== undefined) browsing ??= browse(url);
    return true;
  });
  try {
    const error = await runCommand(['login', 'crm', '--no-browser', '--port', '0']).then(
      () => null,
      (reason: unknown) => (reason as Error).message,
    );
    return { output, error, seen: await browsing };
  } finally {
    spy.mockRestore();
  }
}

async function ask(url: URL) {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ accounts(first: 2) { nodes { name } } }' }),
  });
  return (await response.json()) as {
    readonly data: { readonly accounts: { readonly nodes: readonly unknown[] } | null };
    readonly errors?: readonly { readonly message: string }[];
  };
}

const follow = async (url: string) => (await fetch(url)).text();

describe('a person', () => {
  it('signs in by a browser; the gateway that ran before has the session, and keeps it', async () => {
    const { client, settings, folder } = await personal({ crmRotation: true });
    const gateway = await startHere(settings);
    expect((await ask(gateway.url)).errors?.[0]?.message).toContain(
      'nobody has signed in; run `switchboard login crm`',
    );
    const { output, error, seen } = await login(follow);
    expect(error).toBeNull();
    expect(seen).toContain('You are signed in');
    expect(output).toMatch(/\/services\/oauth2\/authorize\?.*code_challenge_method=S256$/m);
    expect(output).toMatch(/comes back to http:\/\/localhost:\d+\/OauthRedirect,/);
    expect((await ask(gateway.url)).data.accounts?.nodes).toHaveLength(2);
    client.facade.endSessions();
    const after = await startHere(settings);
    expect((await ask(after.url)).data.accounts?.nodes).toHaveLength(2);
    const bytes = readFileSync(join(folder, 'accounts.db')).toString('latin1');
    expect(bytes).not.toMatch(/refresh|access_?token/i);
    expect((await runHere(['doctor', '--json'])).code).toBe(0);
  });

  it('is asked for by the doctor while nobody is signed in', async () => {
    await personal();
    const { code, output } = await runHere(['doctor']);
    expect(output).toMatch(
      /CRM: not signed in: .*nobody has signed in; run `switchboard login crm`/,
    );
    expect(code).toBe(1);
  });
});

describe('a sign-in', () => {
  const back = (url: string, params: Record<string, string>): string => {
    const asked = new URL(url).searchParams;
    const query = new URLSearchParams({ state: asked.get('state')!, ...params });
    return `${asked.get('redirect_uri')}?${query}`;
  };

  it('shows what the authorization server says, in letters alone', async () => {
    await personal();
    const { error, seen } = await login((url) =>
      follow(
        back(url, {
          error: 'access_denied',
          error_description: 'end-user denied authorization\u001b[31m<script>',
        }),
      ),
    );
    expect(error).toBe(
      'The authorization server refuses: access_denied, end-user denied authorization [31m<script>. “end-user denied authorization”: whoever signed in did not allow the app.',
    );
    expect(seen).not.toContain('script');
  });

  it('is ended by nobody who does not know its state', async () => {
    const { settings } = await personal();
    const { error } = await login(async (url) => {
      const strangers: readonly Record<string, string>[] = [
        { state: '', code: 'stolen' },
        { state: 'other', error: 'access_denied' },
      ];
      for (const params of strangers) expect((await fetch(back(url, params))).status).toBe(400);
      const { origin } = new URL(new URL(url).searchParams.get('redirect_uri')!);
      expect((await fetch(`${origin}/other`)).status).toBe(404);
      return follow(url);
    });
    expect(error).toBeNull();
    expect((await ask((await startHere(settings)).url)).errors).toBeUndefined();
  });

  it.each([
    [
      'a code that is not its own',
      (url: string) => back(url, { code: 'another' }),
      'expired authorization code',
    ],
    [
      'another verifier',
      (url: string) => url.replace(/code_challenge=[\w-]+/, 'code_challenge=AAAA'),
      'invalid code verifier',
    ],
  ])('stores nothing for %s', async (_, address, words) => {
    await personal();
    const { error } = await login((url) => follow(address(url)));
    expect(error).toContain(words);
    expect((await runHere(['doctor'])).output).toContain('nobody has signed in');
  });

  it('without a refresh token says which scope the app lacks', async () => {
    await personal({
      instead: ({ url }) =>
        url.startsWith('/services/oauth2/token')
          ? {
              status: 200,
              body: JSON.stringify({ access_token: 'canary' }),
              contentType: 'application/json',
            }
          : null,
    });
    const { error } = await login(follow);
    expect(error).toMatch(/no refresh token; the app needs the scope refresh_token/);
    expect(error).not.toContain('canary');
  });

  it.each([
    ['no app', { SALESFORCE_CLIENT_ID: '' }, /SALESFORCE_CLIENT_ID: expected a value/],
    ['a secret', { SALESFORCE_CLIENT_SECRET: 'secret' }, /none of SALESFORCE_CLIENT_SECRET/],
    ['no key', { TOKEN_KEY: '' }, /TOKEN_KEY: expected a value since SALESFORCE_CLIENT_ID without/],
  ])('with %s is refused before anybody is asked', async (_, change, message) => {
    await personal();
    for (const [name, value] of Object.entries(change)) vi.stubEnv(name, value);
    const { error } = await login(async () => expect.fail('nobody should be asked'));
    expect(error).toMatch(message);
  });
});
