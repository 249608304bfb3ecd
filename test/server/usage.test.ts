/** Use by field and by client: told at the admin port and by `switchboard usage`, counted however a request is answered. */

import { buildSchema } from 'graphql';
import { expect, it, onTestFinished } from 'vitest';
import type { Authenticator } from '../../src/server/identity/authentication.ts';
import type { OperationUse } from '../../src/server/operation-use.ts';
import type { RequestRecord } from '../../src/server/request-record.ts';
import { maxClients, mergeUsage, Usage, type UsageReport } from '../../src/server/usage.ts';
import { runHere } from '../support/here.ts';
import { bareServer, type SmallServer, startSmallServer } from '../support/small-server.ts';

const why = 'Since 2026-01-01: title is the same.';
const schema = buildSchema(/* GraphQL */ `
  type Query {
    call(id: ID, where: Filter, sort: Sort = UP): Call
    node: Node
  }
  interface Node { id: ID }
  type Call implements Node {
    id: ID
    title: String
    heading(long: Boolean @deprecated(reason: "${why}")): String @deprecated(reason: "${why}")
  }
  input Filter { host: String, room: String @deprecated(reason: "${why}"), both: [Filter!] }
  enum Sort { UP, DOWN, ODD @deprecated(reason: "${why}") }
`);
schema.getQueryType()!.getFields().call!.resolve = () => ({ id: '1', title: 'a', heading: 'b' });

/** Bearer `one` and `two` are clients of one tenant. */
const authenticator: Authenticator = {
  async authenticate(authorization) {
    const identity = await bareServer.authenticator.authenticate(undefined);
    return { ...identity, client: authorization?.slice('Bearer '.length) ?? 'anonymous' };
  },
};

async function serve(): Promise<SmallServer> {
  const server = await startSmallServer({
    ...{ schema, authenticator, admin: { host: '127.0.0.1', port: 0 } },
    answers: { maxBytes: 2 ** 22, indexVersion: () => 1 },
  });
  onTestFinished(() => server.close());
  return server;
}

const reportOf = async ({ adminUrl }: SmallServer): Promise<UsageReport> =>
  (await fetch(new URL('/usage', adminUrl!))).json() as Promise<UsageReport>;

const web = { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.2' };

it('tells clients by name and version with the fields, arguments and values that they name', async () => {
  const server = await serve();
  const send = async (query: string, headers = {}, variables = {}) => {
    const response = await server.post({ query, variables }, headers);
    return (await response.json()) as { readonly errors?: unknown };
  };
  const deep = `query A($in: [Filter!]) {
    call(where: { host: "x", both: [{ room: "y" }, { both: $in }] }, sort: ODD) { ...F ... on Call { id } __typename }
    node { id ...F }
    __schema { queryType { name } }
  }
  query B { node { id } }
  fragment F on Call { heading(long: true) }`;
  const named = { ...web, authorization: 'Bearer one' };
  for (let times = 0; times < 3; times += 1)
    await server.post({ query: deep, operationName: 'A' }, named).then((r) => r.text());
  await send('query C($sort: Sort) { call(sort: $sort) { title } }', {
    'graphql-client-name': 'notebook',
    authorization: 'Bearer two',
  });
  await send('{ nothing }', named);
  await send('{', named);
  // By GET, and in a form that the fast path leaves to Yoga.
  const get = new URL('/graphql?query={call{id}}', server.url);
  await fetch(get, { headers: { accept: 'application/json' } }).then((r) => r.text());
  // Word for word, several at a time: answered by one execution.
  await Promise.all([1, 2, 3].map(() => send('{ call { title } }')));

  const { clients, deprecated, processes } = await reportOf(server);
  expect(processes).toBe(1);
  expect(clients).toEqual([
    {
      ...{ client: 'one', name: 'web', version: '1.2', requests: 3 },
      fields: Object.fromEntries(
        [
          ...['Query.call', 'Query.call(where:)', 'Query.call(sort:)', 'Query.node', 'Node.id'],
          ...['Filter.host', 'Filter.both', 'Filter.room', 'Filter', 'Sort.ODD'],
          ...['Call.heading', 'Call.heading(long:)', 'Call.id'],
        ].map((coordinate) => [coordinate, 3]),
      ),
    },
    {
      ...{ client: 'two', name: 'notebook', version: null, requests: 1 },
      fields: { 'Query.call': 1, 'Query.call(sort:)': 1, 'Call.title': 1, Sort: 1 },
    },
    {
      ...{ client: 'anonymous', name: null, version: null, requests: 4 },
      fields: { 'Query.call': 4, 'Call.id': 1, 'Call.title': 3 },
    },
  ]);
  expect(Object.keys(deprecated).sort()).toEqual([
    ...['Call.heading', 'Call.heading(long:)', 'Filter', 'Filter.room', 'Sort', 'Sort.ODD'],
  ]);
});

it('is bounded: beyond a hundred clients others are counted together, and nothing is lost', async () => {
  const server = await serve();
  const ask = (name: string) =>
    server
      .post({ query: '{ call { id } }' }, { 'apollographql-client-name': name })
      .then((response) => response.text());
  for (let at = 0; at < maxClients + 5; at += 1) {
    await ask('seldom'.repeat(100) + at);
    await ask('often');
    await ask(`${at}${'x'.repeat(5_000)}`);
  }
  const { clients } = await reportOf(server);
  expect(clients).toHaveLength(maxClients + 1);
  const requests = Object.fromEntries(clients.map(({ name, requests }) => [name, requests]));
  expect(requests.often).toBe(maxClients + 5);
  expect(clients.at(-1)).toMatchObject({ client: null, name: null });
  expect(clients.reduce((sum, client) => sum + client.requests, 0)).toBe(3 * (maxClients + 5));
  for (const { requests, fields } of clients)
    expect(fields).toEqual({ 'Query.call': requests, 'Call.id': requests });
});

it('gives the room of a client that was away for an hour to another', () => {
  const usage = new Usage(() => ({}));
  const use = { coordinates: ['Query.call'] } as unknown as OperationUse;
  const ask = (client: string, startedAt: number) =>
    usage.count({}, { identity: { client }, use, startedAt } as unknown as RequestRecord);
  const minutes = 60_000;
  for (let at = 0; at < maxClients; at += 1) ask(`c${at}`, at);
  for (let at = 1; at < maxClients; at += 1) ask(`c${at}`, 59 * minutes);
  ask('early', 59 * minutes);
  ask('late', 61 * minutes);
  ask('later', 62 * minutes);
  const { clients } = usage.report();
  const requests = new Map(clients.map(({ client, requests }) => [client, requests]));
  expect(clients).toHaveLength(maxClients + 1);
  expect(requests.get('late')).toBe(1);
  expect(requests.has('c0')).toBe(false);
  expect(clients.at(-1)).toEqual({
    ...{ client: null, name: null, version: null, requests: 3 },
    fields: { 'Query.call': 3 },
  });
});

it('adds up what several processes counted', async () => {
  const of = (client: string, requests: number, since: string): UsageReport => ({
    ...{ processes: 1, since, deprecated: { b: why } },
    clients: [{ client, name: 'n', version: null, requests, fields: { a: requests, b: 1 } }],
  });
  const merged = mergeUsage([
    of('x', 2, '2026-01-02'),
    of('x', 3, '2026-01-01'),
    of('y', 1, '2026'),
  ]);
  expect(merged).toEqual({
    ...{ processes: 3, since: '2026', deprecated: { b: why } },
    clients: [
      { client: 'x', name: 'n', version: null, requests: 5, fields: { a: 5, b: 2 } },
      { client: 'y', name: 'n', version: null, requests: 1, fields: { a: 1, b: 1 } },
    ],
  });
});

it('is shown by the command, of one gateway or several, and of what is deprecated alone', async () => {
  const server = await serve();
  const url = `--url=${server.adminUrl}`;
  expect(await runHere(['usage', url])).toEqual({
    code: 0,
    output: expect.stringMatching(/^Nothing was asked for: 0 requests of 1 process since /),
  });
  await server.post({ query: '{ call { heading title } }' }, web).then((r) => r.text());
  const all = await runHere(['usage', url, url]);
  expect(all.code).toBe(0);
  expect(all.output).toMatch(/^field +client +name +version +requests\n/);
  expect(all.output).toMatch(/^Call\.title +anonymous +web +1\.2 +2$/m);
  expect(all.output).toMatch(/^2 requests of 2 processes since .*Z\.\n$/m);
  const few = await runHere(['usage', url, '--deprecated']);
  expect(few.output).toMatch(/^Call\.heading +anonymous +web +1\.2 +1$/m);
  expect(few.output).toContain(`Call.heading: ${why}\n`);
  expect(few.output).not.toContain('Call.title');
  const { output } = await runHere(['usage', url, '--deprecated', '--json']);
  expect(JSON.parse(output).clients).toMatchObject([{ field: 'Call.heading', requests: 1 }]);
});

it('says what is wrong with the address', async () => {
  const server = await serve();
  for (const [args, message] of [
    [
      ['--url', `${server.url}`],
      /^Expected the usage of a gateway .* got status 404\. It is told at the admin port/,
    ],
    [['--url', 'localhost:9090'], /^--url: expected http:\/\/ or https:\/\//],
    [[], /^Expected --url with the address of a gateway’s admin port/],
    [['x'], /^Expected no argument; got "x"/],
  ] as const) {
    const { code, output } = await runHere(['usage', ...args]);
    expect(output).toMatch(message);
    expect(code).not.toBe(0);
  }
});
