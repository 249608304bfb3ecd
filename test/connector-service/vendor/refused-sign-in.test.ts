/** What a refused sign-in says: the vendor's own description where it is known, and nothing that was sent. */

import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BackendError } from '../../../src/connector-service/backend.ts';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import { audienceOf } from '../../../src/connector-service/vendor/sign-in/credential.ts';
import { classifyFailure } from '../../../src/contract/wire/failure.ts';
import { closing } from '../../support/connect.ts';
import { crmPrivateKey } from '../../support/facade.ts';
import { startHere } from '../../support/here.ts';
import { startVendorStub } from '../../support/vendor-stub.ts';

const session = { access_token: 'session', token_type: 'Bearer' };

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A CRM that answers signing in, and everything else, as told. */
async function crmThat(token: Answer, else_: Answer = { status: 200, body: {} }) {
  const forms: URLSearchParams[] = [];
  const { url } = closing(
    await startVendorStub((path, body) => {
      if (!path.startsWith('/services/oauth2')) return else_;
      forms.push(new URLSearchParams(body));
      return token;
    }),
  );
  return { url, forms };
}

const client = { client_id: 'canary-client', client_secret: 'canary-secret' };

async function refusalOf(credentials: Readonly<Record<string, string>>): Promise<BackendError> {
  const backend = openVendorBackend({});
  onTestFinished(() => backend.close());
  const error = await backend
    .execute({
      system: 'crm',
      entity: 'query',
      action: 'list',
      params: { q: 'SELECT Id FROM Account' },
      page: null,
      instance: { id: 'one', credentials: () => credentials },
    })
    .then(
      () => null,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(BackendError);
  return error as BackendError;
}

/** The gateway's error of a refusal, as a client of the graph sees it. */
function errorOf({ status, body }: BackendError) {
  const found = classifyFailure({
    status,
    header: () => null,
    body: JSON.stringify(body),
    kind: 'soql-page',
    site: { service: 'crm', entity: 'query', action: 'list' },
    params: {},
    now: 0,
  });
  if (found === 'empty') throw new TypeError('Expected an error');
  return found;
}

describe('a refused sign-in', () => {
  it.each([
    ['no client credentials user enabled', /Run-As user/],
    ['request not supported on this domain', /My Domain/],
    ["user hasn't approved this consumer", /permission set/],
    ['user is not admin approved to access this app', /permission set/],
    ['ip restricted', /allow this machine's address/],
    ['API is not enabled for this Organization or Partner', /has no API/],
    ['audience is invalid', /https:\/\/test\.salesforce\.com/],
    ['client identifier invalid', /consumer key/],
    ['invalid client credentials', /consumer secret/],
  ])('shows that it was for "%s", and the cure', async (words, cure) => {
    const { url } = await crmThat({
      status: 400,
      body: { error: 'invalid_grant', error_description: words },
    });
    const error = errorOf(await refusalOf({ ...client, login_url: url }));
    expect(error).toMatchObject({ code: 'UPSTREAM_AUTH', retryable: false });
    expect(words).toContain(/“(.*?)”/.exec(error.message)?.[1]);
    expect(error.message).toMatch(cure);
  });

  it('repeats no other description, which may hold what was sent', async () => {
    const { url } = await crmThat({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'canary-secret is wrong' },
    });
    const refused = await refusalOf({ ...client, login_url: url });
    expect(JSON.stringify(refused.body)).not.toContain('canary');
    expect(errorOf(refused).message).toBe(
      'The upstream does not accept the credential (invalid_grant).',
    );
  });

  it.each<[string, Answer]>([
    ['a page', { status: 200, body: '<html>canary</html>' }],
    ['a page for nobody', { status: 404, body: '<!DOCTYPE html><p>canary' }],
    ['a redirect', { status: 302, body: '', headers: { location: '/canary' } }],
  ])('that is answered by %s says which address is meant', async (_, answer) => {
    const { url } = await crmThat(answer);
    const refused = await refusalOf({ ...client, login_url: url });
    expect(JSON.stringify(refused.body)).not.toContain('canary');
    expect(errorOf(refused)).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringMatching(/Lightning address.*use your My Domain/),
    });
  });

  it.each<[string, number, string, string, RegExp]>([
    [
      'a session that is not for REST',
      401,
      'INVALID_SESSION_ID',
      'This session is not valid for use with the REST API',
      /scope `api`/,
    ],
    [
      'an edition without API',
      403,
      'API_DISABLED_FOR_ORG',
      'The REST API is not enabled for this Organization.',
      /has no API/,
    ],
    ['a refused address', 403, 'INVALID_LOGIN', 'IP not allowed', /allow this machine's address/],
  ])('in the first request: %s', async (_, status, errorCode, message, cure) => {
    const body = [{ errorCode, message }];
    const { url, forms } = await crmThat({ status: 200, body: session }, { status, body });
    const error = errorOf(await refusalOf({ ...client, instance_url: url }));
    expect(error).toMatchObject({ code: 'UPSTREAM_AUTH' });
    expect(error.message).toMatch(cure);
    expect(forms).toHaveLength(1);
  });

  it('is told to a client of the graph', async () => {
    const { url } = await crmThat({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'no client credentials user enabled' },
    });
    const gateway = await startHere({
      SALESFORCE_LOGIN_URL: url,
      SALESFORCE_CLIENT_ID: client.client_id,
      SALESFORCE_CLIENT_SECRET: client.client_secret,
    });
    const response = await fetch(new URL('/graphql', gateway.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ accounts(first: 1) { nodes { id } } }' }),
    });
    const { errors } = (await response.json()) as { errors: { message: string }[] };
    expect(errors[0]?.message).toContain('“no client credentials user enabled”');
  });
});

describe('the audience of an assertion', () => {
  it.each([
    ['https://login.salesforce.com', 'https://login.salesforce.com'],
    ['https://test.salesforce.com', 'https://test.salesforce.com'],
    ['https://ours.my.salesforce.com', 'https://login.salesforce.com'],
    ['https://ours-dev-ed.develop.my.salesforce.com', 'https://login.salesforce.com'],
    ['https://ours--uat.sandbox.my.salesforce.com', 'https://test.salesforce.com'],
    ['https://ours--uat.my.salesforce.com', 'https://test.salesforce.com'],
    ['https://quick.scratch.my.salesforce.com', 'https://test.salesforce.com'],
    ['https://gov.my.salesforce.mil', 'https://login.salesforce.com'],
    ['https://ours.my.site.com/customers', 'https://ours.my.site.com/customers'],
  ])('is at %s %s', (login, audience) => expect(audienceOf(login)).toBe(audience));

  it('is what the instance names, wherever tokens are fetched', async () => {
    const { url, forms } = await crmThat({ status: 400, body: { error: 'invalid_grant' } });
    const jwt = { client_id: 'a', username: 'b', private_key: crmPrivateKey, login_url: url };
    await refusalOf(jwt);
    await refusalOf({ ...jwt, jwt_audience: 'https://test.salesforce.com/' });
    expect(forms.map((form) => decodeJwt(form.get('assertion') ?? '').aud)).toEqual([
      url,
      'https://test.salesforce.com',
    ]);
  });
});
