/**
 * Cassettes: answers with the members, types and oddities of recordings of the live APIs, and values
 * of our own. Played to the vendor backend, they come out as the interface has them; asked of the
 * façade, the same requests give answers of the same shape.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openVendorBackend } from '../../../src/connector-service/vendor/open.ts';
import type { Action } from '../../../src/contract/entity-spec.ts';
import { isObject } from '../../../src/contract/wire/json.ts';
import type { SystemName } from '../../../src/errors.ts';
import { type FacadeClient, openFacade } from '../../support/facade.ts';

interface Cassette {
  readonly system: SystemName;
  readonly entity: string;
  readonly action: Action;
  readonly params: Readonly<Record<string, unknown>>;
  /** Where the walk stands; absent at its start. */
  readonly page?: { readonly nextRecordsUrl: string };
  /** Of the CRM's API. */
  readonly version?: string;
  /** Member of the answer that holds the rows; null: the answer is the row. */
  readonly key: string | null;
  readonly request?: { readonly method: string; readonly path: string; readonly body?: object };
  readonly status: number;
  readonly response: Readonly<Record<string, unknown>>;
}

const folder = new URL('cassette/', import.meta.url);
const cassettes = readdirSync(folder).map(
  (file) =>
    [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Cassette,
    ] as const,
);

/** A vendor who has nothing but a cassette. @returns its address, and the requests it got. */
async function play({ status, response }: Cassette) {
  const requests: { method: string; url: URL; body: unknown }[] = [];
  const server = createServer(async (request, reply) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const url = new URL(request.url ?? '/', 'http://any');
    reply.setHeader('content-type', 'application/json;charset=UTF-8');
    if (url.pathname === '/services/oauth2/token')
      return reply.end(JSON.stringify({ access_token: 'session', token_type: 'Bearer' }));
    requests.push({
      method: request.method ?? '',
      url,
      body: text === '' ? undefined : JSON.parse(text),
    });
    reply.writeHead(status).end(JSON.stringify(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

describe.each(cassettes)('%s', (_name, cassette) => {
  const { system, entity, action, params, page = null } = cassette;
  const { version = 'v65.0', key, request, response } = cassette;

  it('comes out of the backend as the interface has it', async () => {
    const vendor = await play(cassette);
    const backend = openVendorBackend({ apiVersion: version });
    onTestFinished(() => backend.close());
    const credentials: Record<string, string> =
      system === 'crm'
        ? { client_id: 'a', client_secret: 'b', instance_url: vendor.url }
        : { access_key: 'a', access_key_secret: 'b', base_url: vendor.url };
    const instance = { id: 'one', credentials: () => credentials };
    const answer = await backend.execute({ system, entity, action, params, page, instance });
    const rows =
      'rows' in answer
        ? answer.rows
        : 'records' in answer
          ? answer.records
          : 'row' in answer
            ? [answer.row]
            : [];
    const recorded = key === null ? response : response[key];
    const expected = (Array.isArray(recorded) ? recorded : [recorded]) as Record<string, unknown>[];
    expect(rows).toEqual(
      entity === 'workspaces' ? expected.map((row) => ({ ...row, workspaceId: row.id })) : expected,
    );
    const [sent] = vendor.requests;
    if (request !== undefined) {
      expect(sent).toMatchObject({ method: request.method, body: request.body });
      expect(sent?.url.pathname).toBe(request.path);
    } else if (page !== null) expect(sent?.url.pathname).toBe(page.nextRecordsUrl);
    else expect(sent?.url.pathname).toMatch(new RegExp(`^/services/data/${version}/`));
    if (isObject(response.records) && answer.kind === 'cursor-page' && !entity.startsWith('stats'))
      expect(answer.totalRecords).toBe(response.records.totalRecords);
    if (answer.kind === 'soql-page')
      expect([answer.totalSize, answer.next?.nextRecordsUrl]).toEqual([
        response.totalSize,
        response.nextRecordsUrl,
      ]);
  });
});

/** Refusals in the recorded forms: those of the CRM are lists, those of the call platform objects. */
const refusals: readonly (readonly [SystemName, number, unknown])[] = [
  ...(
    [
      [
        400,
        'MALFORMED_QUERY',
        '\nSELECT Id FROM\n              ^\nERROR at Row:1:Column:15\nunexpected',
      ],
      [400, 'INVALID_FIELD', "No such column 'x' on entity 'Account'."],
      [400, 'INVALID_TYPE', "sObject type 'X' is not supported."],
      [400, 'INVALID_QUERY_LOCATOR', 'invalid query locator'],
      [401, 'INVALID_SESSION_ID', 'Session expired or invalid'],
      [403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.'],
      [500, 'UNKNOWN_EXCEPTION', 'An unexpected error occurred.'],
    ] as const
  ).map(([status, errorCode, message]) => ['crm', status, [{ message, errorCode }]] as const),
  ...(
    [
      [400, 'parties: must not be null', 'direction: must not be null'],
      [401, "You don't have permission to use 'api:users:read' in your app."],
      [404, 'No calls found corresponding to the provided filters'],
      [405, 'Method Not Allowed'],
      [415, 'Unsupported Media Type'],
      [429, 'API request limit exceeded'],
    ] as const
  ).map(([status, ...errors]) => ['call-analytics', status, { requestId: '1', errors }] as const),
];

it.each(refusals)('a refusal of %s with %i comes out whole: %j', async (system, status, body) => {
  const vendor = await play({ status, response: body } as Cassette);
  const backend = openVendorBackend();
  onTestFinished(() => backend.close());
  const isCrm = system === 'crm';
  const credentials: Record<string, string> = isCrm
    ? { client_id: 'a', client_secret: 'b', instance_url: vendor.url }
    : { access_key: 'a', access_key_secret: 'b', base_url: vendor.url };
  const asked = backend.execute({
    system,
    entity: isCrm ? 'query' : 'users',
    action: 'list',
    params: isCrm ? { q: 'SELECT Id FROM Account' } : {},
    page: null,
    instance: { id: 'one', credentials: () => credentials },
  });
  await expect(asked).rejects.toMatchObject({ status, body });
});

/** Paths of a JSON with the types that stand there; items of a list are one. */
function shapeOf(value: unknown, path = '', found = new Map<string, Set<string>>()) {
  const type = typeOf(value);
  const types = found.get(path) ?? new Set();
  found.set(path, types.add(type));
  if (Array.isArray(value)) for (const item of value) shapeOf(item, `${path}[]`, found);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) shapeOf(member, `${path}.${name}`, found);
  return found;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    return /[+-]\d{4}$/.test(value) ? 'time+0000' : 'time';
  return typeof value;
}

/** Where the synthetic company is another company than the recorded ones, or knows more. */
const others: readonly (readonly [RegExp, string])[] = [
  [/__c$/, 'An organisation has custom fields of its own.'],
  [/^\.nextRecordsUrl$/, 'It has fewer accounts than a page has rows.'],
  [/\.metaData\.consentStatus/, 'A member that comes without warning, to try clients with.'],
  [/\.questions\[\]\.isRequired$/, 'In the interface document alone.'],
];

/** Also what stands in lists that were empty when they were recorded. */
function differs(path: string, recorded: ReadonlyMap<string, unknown>): boolean {
  const lists = [...path.matchAll(/\[\]/g)].map(({ index }) => path.slice(0, index));
  const isUnseen = lists.some((list) => recorded.has(list) && !recorded.has(`${list}[]`));
  return isUnseen || others.some(([known]) => known.test(path));
}

describe('the façade', () => {
  let client: FacadeClient;
  beforeAll(async () => {
    client = await openFacade();
  });
  afterAll(() => client.close());

  it.each(cassettes)('answers %s in the same shape', async (_name, cassette) => {
    const answer = await askFacade(client, cassette);
    const [own, recorded] = [shapeOf(answer), shapeOf(cassette.response)];
    const faults: string[] = [];
    for (const [path, types] of own) {
      if (differs(path, recorded)) continue;
      const known = recorded.get(path);
      if (known === undefined) faults.push(`${path}: not recorded`);
      else if (![...known].every((type) => type === 'null'))
        for (const type of types)
          if (type !== 'null' && !known.has(type))
            faults.push(`${path}: ${type}, not ${[...known]}`);
    }
    for (const path of recorded.keys())
      if (!own.has(path) && !differs(path, recorded)) faults.push(`${path}: missing`);
    expect(faults.sort()).toEqual([]);
  });
});

async function askFacade(client: FacadeClient, cassette: Cassette): Promise<unknown> {
  const { system, action, params, version, request } = cassette;
  if (system === 'crm') {
    const root = `/services/data/${version}`;
    const path =
      action === 'get'
        ? `${root}/sobjects/Account/${await firstAccount(client)}`
        : `${root}/${action === 'search' ? 'search' : 'query'}?q=${encodeURIComponent(String(params.q))}`;
    return (await client.crm(path)).json();
  }
  const now = client.time.now;
  const from = new Date(now - 30 * 86_400_000).toISOString();
  const real: Record<string, string> = {
    fromDateTime: from,
    toDateTime: new Date(now).toISOString(),
    fromDate: from.slice(0, 10),
    toDate: new Date(now - 86_400_000).toISOString().slice(0, 10),
    workspaceId: String((await listOf(client, '/v2/workspaces', 'workspaces'))[0]?.id),
  };
  const [call] = await listOf(
    client,
    `/v2/calls?fromDateTime=${from}&toDateTime=${real.toDateTime}`,
    'calls',
  );
  const [user] = await listOf(client, '/v2/users', 'users');
  const adapted = (value: unknown, name = ''): unknown => {
    if (name === 'callIds') return [call?.id];
    if (typeof value === 'string') return real[name] ?? value;
    return isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([key, member]) => [key, adapted(member, key)]),
        )
      : value;
  };
  const given = adapted(params) as Record<string, string>;
  if (request?.method === 'POST') return (await client.platform(request.path, given)).json();
  const path = action === 'get' ? `/v2/users/${String(user?.id)}` : (request?.path ?? '');
  const query = action === 'get' ? '' : `?${new URLSearchParams(given)}`;
  return (await client.platform(path + query)).json();
}

async function listOf(
  client: FacadeClient,
  path: string,
  key: string,
): Promise<readonly { id?: string }[]> {
  return (
    ((await (await client.platform(path)).json()) as Record<string, { id?: string }[]>)[key] ?? []
  );
}

async function firstAccount(client: FacadeClient): Promise<string> {
  const answer = await client.crm('/services/data/v65.0/query?q=SELECT+Id+FROM+Account+LIMIT+1');
  return ((await answer.json()) as { records: { Id: string }[] }).records[0]!.Id;
}
