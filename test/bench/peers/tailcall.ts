/**
 * Tailcall, a GraphQL proxy in Rust, for the page of 20 accounts. It speaks GET, so this process is an adapter in front of
 * the execute endpoint, and starts Tailcall's beside it. Prints Tailcall's process id for whoever counts the CPU of both.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as listenOn } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoted, type Row, soql } from './upstream.ts';

const ownerOf = (row: Row): Row => row.Owner && { name: row.Owner.Name, email: row.Owner.Email };

const windows = {
  Contacts: {
    columns: 'Name, Title, Email',
    shape: (row: Row) => ({ name: row.Name, title: row.Title, email: row.Email }),
  },
  Opportunities: {
    columns: 'Name, StageName, Amount, CloseDate, Owner.Name',
    shape: (row: Row) => ({
      name: row.Name,
      stageName: row.StageName,
      amount: row.Amount,
      closeDate: row.CloseDate,
      owner: ownerOf(row),
    }),
  },
};

/** The first children of each parent of a page, by one statement. */
async function childrenOf(query: URLSearchParams, relationship: keyof typeof windows) {
  const { columns, shape } = windows[relationship];
  const ids = query.getAll('accountId');
  const window = `SELECT ${columns} FROM ${relationship} ORDER BY Id LIMIT ${Number(query.get('first'))}`;
  const parents = await soql(
    'accounts',
    `SELECT Id, (${window}) FROM Account WHERE Id IN (${quoted(ids)}) LIMIT ${ids.length}`,
  );
  return parents.map((parent) => ({
    accountId: parent.Id,
    nodes: (parent[relationship]?.records ?? []).map(shape),
  }));
}

async function accounts(query: URLSearchParams) {
  const rows = await soql(
    'accounts',
    `SELECT Id, Name, Industry, AnnualRevenue, Owner.Name, Owner.Email FROM Account ORDER BY Id LIMIT ${Number(query.get('first'))}`,
  );
  const nodes = rows.map((row) => ({
    id: row.Id,
    name: row.Name,
    industry: row.Industry,
    annualRevenue: row.AnnualRevenue,
    owner: ownerOf(row),
  }));
  return { nodes };
}

const routes: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  '/accounts': accounts,
  '/contacts': (query) => childrenOf(query, 'Contacts'),
  '/opportunities': (query) => childrenOf(query, 'Opportunities'),
};

const adapter = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url!, 'http://adapter');
  try {
    const sent = JSON.stringify(await routes[pathname]!(searchParams));
    response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((done) => adapter.listen(0, '127.0.0.1', done));
const base = `http://127.0.0.1:${(adapter.address() as AddressInfo).port}`;

/** Tailcall takes no port 0. */
const port = await new Promise<number>((resolve) => {
  const probe = listenOn().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address() as AddressInfo;
    probe.close(() => resolve(free));
  });
});

const children = (path: string): string => `@http(
    url: "${base}/${path}"
    query: [{ key: "accountId", value: "{{.value.id}}" }, { key: "first", value: "{{.args.first}}" }]
    batchKey: ["accountId"]
  )`;
const schema = `schema
  @server(port: ${port}, hostname: "127.0.0.1", workers: 1)
  @upstream(batch: { delay: 1, maxSize: 200 }, poolMaxIdlePerHost: 25) { query: Query }
type Query {
  accounts(first: Int): AccountConnection
    @http(url: "${base}/accounts", query: [{ key: "first", value: "{{.args.first}}" }])
}
type AccountConnection { nodes: [Account] }
type Account {
  id: String
  name: String
  industry: String
  annualRevenue: Float
  owner: CrmUser
  contacts(first: Int): ContactConnection ${children('contacts')}
  opportunities(first: Int): OpportunityConnection ${children('opportunities')}
}
type CrmUser { name: String email: String }
type ContactConnection { accountId: String nodes: [Contact] }
type Contact { name: String title: String email: String }
type OpportunityConnection { accountId: String nodes: [Opportunity] }
type Opportunity { name: String stageName: String amount: Float closeDate: String owner: CrmUser }
`;

const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
const config = join(folder, 'schema.graphql');
writeFileSync(config, schema);
// It looks for a newer version, and tells that it was started, unless it is kept from both: it believes to have looked already.
mkdirSync(join(folder, 'tailcall'));
writeFileSync(join(folder, 'tailcall/.state'), '0');
const tailcall = spawn(
  join(import.meta.dirname, 'node_modules/@tailcallhq/core-linux-x64-gnu/bin/tailcall'),
  ['start', config],
  {
    env: { TAILCALL_TRACKER: 'false', TAILCALL_LOG_LEVEL: 'error', XDG_CACHE_HOME: folder },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.once('exit', () => {
  tailcall.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGTERM', () => process.exit());
tailcall.once('error', (error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
tailcall.once('exit', (code) => process.exit(code ?? 1));

const url = `http://127.0.0.1:${port}/graphql`;
while (!(await answers())) await new Promise((turn) => setTimeout(turn, 20));
process.stdout.write(`Beside ${tailcall.pid}\nGraph ${url}\n`);

async function answers(): Promise<boolean> {
  try {
    const body = JSON.stringify({ query: '{ __typename }' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).ok;
  } catch {
    return false;
  }
}
