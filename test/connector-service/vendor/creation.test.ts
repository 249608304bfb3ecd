import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openCompany } from '../../support/company.ts';
import { crmPrivateKey } from '../../support/facade.ts';
import { memoryVendor } from '../../support/vendor.ts';

let kept: Caller;
let forgetful: Caller;
let without: Caller;
beforeAll(async () => {
  kept = await openCompany({ vendor: memoryVendor(true) });
  forgetful = await openCompany({ vendor: memoryVendor(false) });
  without = await openCompany();
});
afterAll(() => Promise.all([kept, forgetful, without].map(({ service }) => service.close())));

async function create(on: Caller, system: string, auth_config: object, configuration: object = {}) {
  const response = await fetch(`${on.service.url}/api/v1/connectors/instances`, {
    method: 'POST',
    headers: { authorization: `Bearer ${on.service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      connector_definition_id: system,
      auth_config,
      name: 'own',
      configuration: { backend: 'vendor', ...configuration },
    }),
  });
  const body = (await response.json()) as { errors?: { field: string }[] };
  return { status: response.status, fields: body.errors?.map(({ field }) => field) ?? [] };
}

const refresh = { refresh_token: 'r', client_id: 'c', client_secret: 's' };
const client = { client_id: 'c', client_secret: 's' };
const jwt = { client_id: 'c', username: 'u', private_key: crmPrivateKey };
const domain = { instance_url: 'https://own.my.crm.example' };

describe('an instance of a vendor', () => {
  it.each([
    ['call-analytics', { access_token: 't' }, {}],
    [
      'call-analytics',
      { access_key: 'k', access_key_secret: 's' },
      { base_url: 'https://us.api.example' },
    ],
    ['call-analytics', refresh, { login_url: 'https://app.example' }],
    ['crm', refresh, {}],
    ['crm', refresh, { ...domain, login_url: 'https://test.example' }],
    ['crm', client, domain],
    ['crm', { ...client, ...domain }, {}],
    ['crm', client, { login_url: 'http://127.0.0.1:4010' }],
    ['crm', jwt, {}],
  ])('of %s is created with %j and %j', async (system, auth, configuration) => {
    expect(await create(kept, system, auth, configuration)).toEqual({ status: 201, fields: [] });
  });

  it.each([
    ['call-analytics', {}, {}, ['auth_config.access_token']],
    ['call-analytics', { access_key_secret: 's' }, {}, ['auth_config.access_key']],
    [
      'call-analytics',
      { refresh_token: 'r' },
      {},
      ['auth_config.client_id', 'auth_config.client_secret'],
    ],
    ['call-analytics', client, {}, ['auth_config.refresh_token']],
    [
      'call-analytics',
      { access_token: 't' },
      { base_url: 'http://far.example' },
      ['configuration.base_url'],
    ],
    [
      'call-analytics',
      { access_token: 't', login_url: 7 },
      {},
      ['auth_config.login_url', 'auth_config.login_url'],
    ],
    ['crm', client, {}, ['auth_config.refresh_token']],
    ['crm', { username: 'u' }, {}, ['auth_config.client_id', 'auth_config.private_key']],
    ['crm', { ...jwt, private_key: 'none' }, {}, ['auth_config.private_key']],
    ['crm', { client_id: 'c' }, domain, ['auth_config.client_secret']],
    ['crm', refresh, { login_url: 'ftp://x' }, ['configuration.login_url']],
    ['crm', refresh, { backend: 'real' }, ['configuration.backend']],
  ])(
    'of %s with %j and %j is refused by the fields that are wrong',
    async (system, auth, configuration, fields) => {
      expect(await create(kept, system, auth, configuration)).toEqual({ status: 422, fields });
    },
  );

  it('is refused where tokens that may work only once would be lost', async () => {
    expect(await create(forgetful, 'call-analytics', refresh)).toEqual({
      status: 422,
      fields: ['auth_config.refresh_token'],
    });
    expect((await create(forgetful, 'crm', client, domain)).status).toBe(201);
    expect((await create(forgetful, 'crm', refresh, { backend: 'synthetic' })).status).toBe(201);
  });

  it('is refused where no backend answers it', async () => {
    expect(await create(without, 'crm', client, domain)).toEqual({
      status: 422,
      fields: ['configuration.backend'],
    });
  });
});
