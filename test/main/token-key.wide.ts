/** A wrong TOKEN_KEY, or a damaged row: named in the log and at /readyz; where no person is needed, the account signs in anew. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { createLog } from '../../src/server/log.ts';
import { share } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { crmPrivateKey, type FacadeClient, openFacade } from '../support/facade.ts';
import { seed } from '../support/seed.ts';

let client: FacadeClient;
let folder: string;
beforeEach(async () => {
  client = closing(await openFacade({ crmRotation: true, clock: Date.now }));
  folder = mkdtempSync(join(tmpdir(), 'token-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const crmOf = ({ facade }: FacadeClient) => ({
  SALESFORCE_LOGIN_URL: facade.url,
  SALESFORCE_CLIENT_ID: facade.accounts.crmApp.clientId,
});
const secretOf = ({ facade }: FacadeClient) => ({
  SALESFORCE_CLIENT_SECRET: facade.accounts.crmApp.clientSecret,
});

type Settings = Readonly<Record<string, string>>;

/** Forms of signing in, and whether a person has to give the next token. */
const forms: Readonly<
  Record<string, { readonly needsPerson: boolean; readonly settings: () => Settings }>
> = {
  'a refresh token of the CRM': {
    needsPerson: true,
    settings: () => ({
      ...crmOf(client),
      ...secretOf(client),
      SALESFORCE_REFRESH_TOKEN: client.facade.accounts.crmRefreshToken,
    }),
  },
  'a refresh token of the call platform': {
    needsPerson: true,
    settings: () => ({
      GONG_REFRESH_TOKEN: client.facade.accounts.platformRefreshToken,
      GONG_CLIENT_ID: client.facade.accounts.platformApp.clientId,
      GONG_CLIENT_SECRET: client.facade.accounts.platformApp.clientSecret,
      GONG_BASE_URL: client.facade.url,
      GONG_LOGIN_URL: client.facade.url,
    }),
  },
  'client credentials': {
    needsPerson: false,
    settings: () => ({ ...crmOf(client), ...secretOf(client) }),
  },
  'a signed assertion for a user': {
    needsPerson: false,
    settings() {
      const file = join(folder, 'key.pem');
      writeFileSync(file, crmPrivateKey, { mode: 0o600 });
      return {
        ...crmOf(client),
        SALESFORCE_USERNAME: client.facade.accounts.crmUsername,
        SALESFORCE_PRIVATE_KEY_FILE: file,
      };
    },
  },
};

const keys = ['a key of tokens that is long enough', 'another key of tokens, as long as that'];

interface Part {
  readonly name: string;
  readonly state: string;
  readonly reason?: string;
}

/** A gateway as a process would start it, with its log. */
async function start(settings: Settings, tokenKey: string) {
  const config = loadConfig({
    PORT: '0',
    ADMIN_PORT: '0',
    DATA_DIR: folder,
    INDEX: 'off',
    TOKEN_KEY: tokenKey,
    ...settings,
  });
  const lines: { readonly level: number; readonly msg: string; readonly reason?: string }[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = startConnectorServices(config);
  const gateway = await startGateway(config, service.services, crmModelOf(null, false), log);
  let isOpen = true;
  const end = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await gateway.close();
    await service.close();
  };
  onTestFinished(end);
  const list = 'SALESFORCE_LOGIN_URL' in settings ? 'accounts' : 'users';
  return {
    lines,
    end,
    async tokens(): Promise<Part | undefined> {
      const answer = await fetch(new URL('/readyz', gateway.listening.adminUrl!));
      const { parts } = (await answer.json()) as { readonly parts: readonly Part[] };
      return parts.find(({ name }) => name === 'tokens');
    },
    async ask(): Promise<unknown> {
      const answer = await fetch(new URL('/graphql', gateway.listening.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ ${list}(first: 2) { nodes { id } } }` }),
      });
      const { errors } = (await answer.json()) as {
        readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
      };
      return errors?.[0]?.extensions.code ?? 'rows';
    },
  };
}

const signIns = (): number =>
  client.facade.requests.filter(({ url }) => url.includes('/oauth2/')).length;

/** Ways in which what was stored becomes unreadable. @returns the key of the next start */
const damages: Readonly<Record<string, () => string>> = {
  'another TOKEN_KEY': () => keys[1]!,
  'a damaged row'() {
    const database = new DatabaseSync(join(folder, 'accounts.db'));
    database.exec("UPDATE vendor_token SET sealed = CAST(sealed || x'00' AS BLOB)");
    database.close();
    return keys[0]!;
  },
  'a row that was cut off'() {
    const database = new DatabaseSync(join(folder, 'accounts.db'));
    database.exec('UPDATE vendor_token SET sealed = CAST(substr(sealed, 1, 5) AS BLOB)');
    database.close();
    return keys[0]!;
  },
};

const cells = Object.entries(forms).flatMap(([form, { needsPerson, settings }]) =>
  Object.entries(damages).map(([damage, harm]) => ({ form, damage, needsPerson, settings, harm })),
);

describe('stored tokens that can’t be read', () => {
  it.each(share(cells, 4))(
    `$damage, $form (seed ${seed})`,
    async ({ settings, needsPerson, harm }) => {
      const before = await start(settings(), keys[0]!);
      expect(await before.ask()).toBe('rows');
      expect(await before.tokens()).toEqual({ name: 'tokens', state: 'ok' });
      await before.end();
      const asked = signIns();
      const key = harm();

      const gateway = await start(settings(), key);
      const reason = expect.stringMatching(
        /^Expected TOKEN_KEY, or the key file, to open the tokens stored for own-(crm|call-analytics)-\w+; it is another key, or the row is damaged\.$/,
      );
      // Before anybody has asked for anything.
      await expect.poll(() => gateway.tokens()).toEqual({ name: 'tokens', state: 'down', reason });
      expect(gateway.lines).toContainEqual(
        expect.objectContaining({ level: 50, msg: 'stored tokens can not be read', reason }),
      );
      expect(await gateway.ask()).toBe(needsPerson ? 'UPSTREAM_UNAVAILABLE' : 'rows');
      if (needsPerson) {
        // The token of the variable is spent: asking with it would end the account's line.
        expect(signIns()).toBe(asked);
        expect(await gateway.tokens()).toMatchObject({ state: 'down' });
        return;
      }
      expect(signIns()).toBe(asked + 1);
      await expect.poll(() => gateway.tokens()).toEqual({ name: 'tokens', state: 'ok' });
      expect(gateway.lines).toContainEqual(
        expect.objectContaining({ msg: 'stored tokens can be read again, or were replaced' }),
      );
      await gateway.end();
      expect(await (await start(settings(), key)).ask()).toBe('rows');
      expect(signIns()).toBe(asked + 1);
    },
  );

  it('are good again with their own key', async () => {
    const { settings } = forms['a refresh token of the CRM']!;
    for (const [key, result] of [
      [keys[0]!, 'rows'],
      [keys[1]!, 'UPSTREAM_UNAVAILABLE'],
      [keys[0]!, 'rows'],
    ] as const) {
      const gateway = await start(settings(), key);
      expect(await gateway.ask()).toBe(result);
      await gateway.end();
    }
    expect(signIns()).toBe(1);
  });
});
