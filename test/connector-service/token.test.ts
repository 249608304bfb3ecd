import { afterEach, expect, it } from 'vitest';
import { openService, type TestService } from '../support/service.ts';

let service: TestService;
afterEach(() => service?.close());

const users = { entity: 'users', action: 'list' };
const ask = (body: unknown) =>
  fetch(`${service.url}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const status = async (token: string): Promise<number> =>
  (await service.execute(users, { headers: { authorization: `Bearer ${token}` } })).status;

it('issues a token that lasts fifteen minutes', async () => {
  let now = 1_800_000_000_000;
  service = await openService({ clock: () => now, clients: [{ id: 'app', secret: 's' }] });
  const response = await ask({ client_id: 'app', client_secret: 's' });
  const token = (await response.json()) as { access_token: string };
  expect(token).toEqual({
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 900,
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
  now += 15 * 60_000 - 1;
  expect(await status(token.access_token)).toBe(200);
  now += 1;
  expect(await status(token.access_token)).toBe(401);
});

it('takes a form too', async () => {
  service = await openService({ clients: [{ id: 'app', secret: 's' }] });
  const body = new URLSearchParams({ client_id: 'app', client_secret: 's' });
  const response = await fetch(`${service.url}/api/v1/token`, { method: 'POST', body });
  expect(response.status).toBe(200);
});

it('refuses other clients and other secrets alike', async () => {
  service = await openService({ clients: [{ id: 'app', secret: 's' }] });
  const bodies = [
    {},
    { client_id: 'app' },
    { client_id: 'app', client_secret: 't' },
    { client_id: 'x', client_secret: '' },
  ];
  const answers = await Promise.all(bodies.map(async (body) => (await ask(body)).text()));
  expect(new Set(answers).size).toBe(1);
  expect((await ask(bodies[0])).status).toBe(401);
});

it('counts what it issued, and can end it all at once', async () => {
  service = await openService();
  const { id, secret } = service.client;
  const response = await ask({ client_id: id, client_secret: secret });
  const { access_token: token } = (await response.json()) as { access_token: string };
  expect(await status(token)).toBe(200);
  expect(service.admin.bearers.issued).toBe(1);
  await fetch(`${service.url}/admin/tokens`, { method: 'DELETE' });
  expect(await status(token)).toBe(401);
  expect(await status(service.token)).toBe(200);
});
