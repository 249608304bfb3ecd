import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, it } from 'vitest';
import { decrypt, encrypt } from '../../src/connector-service/encryption.ts';
import { openInstanceStore } from '../../src/connector-service/instance/store.ts';
import { openService, type TestService } from '../support/service.ts';

let service: TestService | undefined;
let folder: string | undefined;
afterEach(async () => {
  await service?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  service = undefined;
  folder = undefined;
});

const secret = 'canary-4711';
const keyForm = {
  connector_definition_id: 'call-analytics',
  auth_config: { access_key: 'key', access_key_secret: secret },
  name: 'Calls of the north',
};
const crmForm = {
  connector_definition_id: 'crm',
  auth_config: { refresh_token: secret, client_id: 'app', client_secret: secret },
  name: 'CRM of the north',
};

async function create(body: unknown, token?: string) {
  const response = await fetch(`${service?.url}/api/v1/connectors/instances`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? service?.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) };
}

describe('creating an instance', () => {
  it.each([
    ['an access token', { ...keyForm, auth_config: { access_token: secret } }],
    ['a key and its secret', keyForm],
    ['a refresh token', crmForm],
    [
      'a refresh token and an address',
      { ...crmForm, auth_config: { ...crmForm.auth_config, instance_url: 'https://crm.example' } },
    ],
  ])('takes %s and answers with an id, never with what it was given', async (_form, body) => {
    service = await openService();
    const created = await create(body);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      name: body.name,
      connector_definition_id: body.connector_definition_id,
      created_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(created.text).not.toContain(secret);
  });

  it('makes one that answers execute calls', async () => {
    service = await openService();
    const { body } = await create({ ...crmForm, configuration: { wrapper: 'newer' } });
    const call = { entity: 'accounts', action: 'list', params: { q: 'SELECT Id FROM Account' } };
    const answer = await service.execute(call, { instance: body.id });
    expect(answer.body.status).toBe('success');
    expect(answer.body.result).toHaveLength(200);
    expect(service.backend.operations[0]?.instance?.credentials()).toEqual(crmForm.auth_config);
  });

  it.each([
    [{}, ['connector_definition_id', 'name', 'auth_config']],
    [{ ...keyForm, connector_definition_id: 'erp' }, ['connector_definition_id']],
    [{ ...keyForm, name: '' }, ['name']],
    [{ ...keyForm, auth_config: 'x' }, ['auth_config']],
    [{ ...keyForm, auth_config: {} }, ['auth_config.access_token']],
    [{ ...keyForm, auth_config: { access_key: 'k' } }, ['auth_config.access_key_secret']],
    [
      { ...crmForm, auth_config: { refresh_token: 7 } },
      ['auth_config.refresh_token', 'auth_config.client_id', 'auth_config.client_secret'],
    ],
    [
      { ...crmForm, auth_config: { ...crmForm.auth_config, instance_url: 'ftp://x' } },
      ['auth_config.instance_url'],
    ],
    [{ ...crmForm, configuration: { instance_url: 'nowhere' } }, ['configuration.instance_url']],
    [{ ...crmForm, configuration: { wrapper: 'oldest' } }, ['configuration.wrapper']],
  ])('names the fields that are wrong: %j', async (body, fields) => {
    service = await openService();
    const refused = await create(body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toEqual(fields);
    expect(refused.text).not.toContain(secret);
  });

  it('needs the bearer token', async () => {
    service = await openService();
    expect((await create(keyForm, 'wrong')).status).toBe(401);
  });

  it('keeps credentials out of the log', async () => {
    service = await openService();
    const { body } = await create(keyForm);
    await service.execute({ entity: 'users', action: 'list' }, { instance: body.id });
    const log = await fetch(`${service.url}/admin/log`);
    expect(await log.text()).not.toContain(secret);
  });
});

describe('the instance store', () => {
  const file = (): string => {
    folder = mkdtempSync(join(tmpdir(), 'instances-'));
    return join(folder, 'instances.db');
  };

  it('keeps instances over a restart, unreadable on disk', async () => {
    const storeFile = file();
    const key = randomBytes(32);
    service = await openService({ storeFile, key });
    const { body } = await create(keyForm);
    const own = service.instances;
    await service.close();
    expect(readFileSync(storeFile).includes(secret)).toBe(false);

    service = await openService({ storeFile, key });
    expect(service.instances).toEqual(own);
    const users = { entity: 'users', action: 'list' };
    expect((await service.execute(users, { instance: body.id })).status).toBe(200);
    expect(service.backend.operations[0]?.instance?.credentials()).toEqual(keyForm.auth_config);
  });

  it.each([0, 1, 2])(
    'names the instance whose credentials are damaged, whichever it is (%i)',
    (at) => {
      const options = { file: file(), key: randomBytes(32), clock: Date.now };
      const store = openInstanceStore(options);
      const made = ['one', 'two', 'three'].map((name) =>
        store.create({ system: 'crm', name, credentials: { token: name }, profile: {} }),
      );
      store.close();
      const { id, name } = made[at]!;
      const database = new DatabaseSync(options.file);
      database
        .prepare(
          "UPDATE instance SET auth_config = CAST(auth_config || x'00' AS BLOB) WHERE id = ?",
        )
        .run(id);
      database.close();
      expect(() => openInstanceStore(options)).toThrow(
        `The key opens the credentials in the instance store but for those of ${id} (crm, “${name}”): they are damaged`,
      );
    },
  );

  it('does not open with another key, nor a file without one', async () => {
    const storeFile = file();
    const clock = Date.now;
    openInstanceStore({ file: storeFile, key: randomBytes(32), clock }).create({
      system: 'crm',
      name: 'x',
      credentials: {},
      profile: {},
    });
    expect(() => openInstanceStore({ file: storeFile, key: randomBytes(32), clock })).toThrow(
      'The key does not open the credentials',
    );
    expect(() => openInstanceStore({ file: storeFile, key: randomBytes(16), clock })).toThrow(
      'Expected a key of 32 bytes for the instance store, got 16',
    );
    await expect(openService({ storeFile })).rejects.toThrow('Expected a key beside');
  });
});

describe('encryption', () => {
  const key = randomBytes(32);

  it('gives back what went in, and other bytes each time', () => {
    expect(decrypt(key, 'a', encrypt(key, 'a', 'Grüße'))).toBe('Grüße');
    expect(encrypt(key, 'a', 'x').equals(encrypt(key, 'a', 'x'))).toBe(false);
  });

  it('refuses another owner, another key and changed bytes', () => {
    const sealed = encrypt(key, 'a', secret);
    expect(() => decrypt(key, 'b', sealed)).toThrow();
    expect(() => decrypt(randomBytes(32), 'a', sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => decrypt(key, 'a', changed)).toThrow();
    }
  });
});
