import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hashOfKey } from '../../src/server/identity/api-key.ts';
import { runHere } from '../support/here.ts';
import { drawPort } from '../support/port.ts';
import { run } from '../support/process.ts';
import { openWorld, type World } from '../support/world.ts';

const cli = 'src/cli/main.ts';

describe('switchboard', () => {
  it('says what it can do, and that it can’t do the rest', async () => {
    const help = await runHere(['--help']);
    expect(help.code).toBe(0);
    expect(help.output).toContain('export');
    const ofOne = await runHere(['service', '--help']);
    expect(ofOne.code).toBe(0);
    expect(ofOne.output).toMatch(/^switchboard service \[options\][\s\S]+--wrapper older\|newer/);
    expect(await runHere(['doctor', '-h'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^switchboard doctor/),
    });
    const unknown = await run([cli, 'constructor']);
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.output).toContain('Expected a command; got "constructor".');
  });

  it('says where variables are no JSON, and what kept it from a gateway', async () => {
    const file = ['query', 'schema/operations/team-activity.graphql'];
    const wrong = await runHere([...file, '--variables', '{"first": 1,\n first: 2}']);
    expect(wrong.output).toMatch(/line 2, column 2, at "first: 2}": Expected/);
    const away = await runHere([...file, '--url', `http://127.0.0.1:${await drawPort()}`]);
    expect(away.output).toMatch(
      /Expected an answer from http:\/\/127.0.0.1:\d+\/graphql; got ECONNREFUSED: nothing listens/,
    );
    const refused = await runHere([...file, '--url', 'http://127.0.0.1:9']);
    expect(refused.output).toContain('got HTTP clients refuse this port');
    const keyed = await runHere([...file, '--url', 'http://127.0.0.1:9', '--key', 'canary\nkey']);
    expect(keyed.output).toBe('--key: expected an API key; got characters that none has.\n');
  });

  it('says of a file to compare with that it is no schema', async () => {
    const { code, output } = await runHere(['schema', 'diff', 'package.json']);
    expect(code).toBe(1);
    expect(output).toMatch(/^Expected a schema at package.json; got Syntax Error: .*\n$/);
  });

  it.each([
    ['{"data":{"acc', 'got UND_ERR_SOCKET: the connection was cut in the middle of the answer.'],
    ['null', 'got status 200.'],
    ['<html>', 'got status 200.'],
  ])('says what came in place of an answer: %s', async (text, told) => {
    const gateway = createServer((request, response) => {
      request.resume();
      if (!text.startsWith('{')) return void response.end(text);
      response.writeHead(200, { 'content-length': 1_000 });
      response.write(text, () => response.destroy());
    });
    onTestFinished(() => void gateway.close());
    await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
    const document = 'schema/operations/team-activity.graphql';
    for (const command of [
      ['query', document],
      ['run'],
      ['export', document, '--out', join(tmpdir(), 'none.csv')],
    ]) {
      const { code, output } = await runHere([...command, '--url', url]);
      expect([code, output]).toEqual([1, expect.stringMatching(/^Expected an? .*answer from /)]);
      expect(output).toContain(told);
      expect(output).not.toMatch(/^\s+at /m);
    }
    gateway.closeAllConnections();
  });

  it.each(['{"n":2980997853975139083}', '{"n":[1e999]}'])(
    'takes no other number for one that JSON cannot hold: %s',
    async (variables) => {
      const { code, output } = await runHere(['query', 'package.json', '--variables', variables]);
      expect(code).toBe(1);
      expect(output).toContain('--variables: Expected numbers that JSON can hold');
    },
  );

  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    for (const name of ['--version', '-v', 'version'])
      expect(await runHere([name])).toEqual({ code: 0, output: `${version}\n` });
  });

  it('names the variable that was probably meant, before a gateway is started', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'variables-')), 'document.graphql');
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    writeFileSync(
      file,
      'query A($from: DateTime, $region: String) { a } query B($size: Int) { b }',
    );
    const out = join(dirname(file), 'rows.csv');
    for (const command of [
      ['query', file],
      ['export', file, '--out', out],
    ]) {
      const ask = async (variables: object) =>
        (await runHere([...command, '--variables', JSON.stringify(variables)])).output;
      const end = ', which the document does not declare.\n';
      expect(await ask({ size: 1, regoin: 'x' })).toBe(
        `--variables: expected "region", probably; got "regoin"${end}`,
      );
      expect(await ask({ Form: 1 })).toBe(
        `--variables: expected "from", probably; got "Form"${end}`,
      );
      expect(await ask({ quarter: 1 })).toBe(
        `--variables: expected one of from, region, size; got "quarter"${end}`,
      );
    }
    writeFileSync(file, '{ a }');
    expect((await runHere(['query', file, '--variables', '{"a": 1}'])).output).toContain(
      'expected no variables',
    );
  });

  it('makes keys whose hash goes into the access file', async () => {
    const { output } = await runHere(['key']);
    const key = /sbk_[\w-]{43}/.exec(output)![0];
    expect(output).toContain(hashOfKey(key));
  });

  it('prints the example of a configuration', async () => {
    const { output } = await runHere(['config', 'example']);
    expect(output).toBe(readFileSync('.env.example', 'utf8'));
  });

  it('checks a configuration without showing its secrets', async () => {
    const good = await runHere(['config', 'check'], { SIGNING_KEY: `canary-${'x'.repeat(32)}` });
    const bad = await runHere(['config', 'check'], { PORT: '-1', GRAPHIQL: 'yes' });
    expect(good.code).toBe(0);
    expect(good.output).toMatch(/^SIGNING_KEY +\(secret\)$/m);
    expect(good.output).not.toContain('canary');
    expect(bad.code).toBe(1);
    expect(bad.output).toContain('PORT: ');
    expect(bad.output).toContain('GRAPHIQL: ');
  });

  it('checks the files that a configuration names, too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-named-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const custom = join(folder, 'custom.json');
    writeFileSync(custom, '[]');
    for (const [settings, message] of [
      [{ CRM_CUSTOM_SCHEMA: custom }, `CRM_CUSTOM_SCHEMA: (root) in ${custom}: expected an object`],
      [{ QUERIES_DIR: '/nowhere' }, 'Expected a folder of saved questions at /nowhere; got none.'],
    ] as const) {
      const { code, output } = await runHere(['config', 'check'], settings);
      expect(code).toBe(1);
      expect(output).toContain(message);
      expect(output).not.toContain('No faults');
    }
  });

  it.each([
    [['query']],
    [['query', 'no-such.graphql']],
    [['query', 'a', 'b']],
    [['query', 'package.json', '--variables', '{']],
    [['export', 'package.json']],
    [['schema', 'burn']],
    [['config']],
    [['service', '--size', 'huge']],
  ])('tells misuse in words: %j', async (args) => {
    const { code, output } = await runHere(args);
    expect(code).toBe(1);
    expect(output).toMatch(/Expected|expected|Usage/);
    expect(output).not.toMatch(/^\s+at /m);
  });
});

describe('switchboard, asking a server', () => {
  let world: World;
  let url: string;
  const directory = mkdtempSync(join(tmpdir(), 'switchboard-cli-'));
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  beforeAll(async () => {
    world = await openWorld({ index: false });
    url = new URL('/graphql', world.url).href;
  });
  afterAll(async () => {
    await world.close();
    rmSync(directory, { recursive: true });
  });

  it('answers a query from a file, and fails when the answer does', async () => {
    const query = file('a.graphql', 'query ($n: Int) { accounts(first: $n) { nodes { name } } }');
    const ask = (variables: string) =>
      runHere(['query', query, '--variables', variables, '--url', url]);
    const good = await ask('{"n":2}');
    expect(good.code).toBe(0);
    expect(JSON.parse(good.output).data.accounts.nodes).toHaveLength(2);
    const bad = await ask('{"n":-2}');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.output).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('has the whole of a document that asks for parts, as a dashboard does', async () => {
    const query = file(
      'parts.graphql',
      '{ accounts(first: 2) { nodes @stream { name ... @defer { id } } } }',
    );
    const csv = await runHere(['query', query, '--format', 'csv', '--url', url]);
    expect([csv.code, csv.output.split('\r\n').slice(0, 3)]).toEqual([
      0,
      ['name,id', expect.stringContaining(','), expect.stringContaining(',')],
    ]);
  });

  it.each([
    ['{ accounts(first: 1) { nodes { name }', 'Line 1, column 38: Syntax Error'],
    ['{ accounts(first: "x") { nodes { name } } }', 'Int cannot represent non-integer value: "x"'],
    ['{ accounts { ...A } } fragment A on AccountConnection { ...A }', 'Cannot spread'],
  ])('says what is wrong with a document whose rows it looks for: %s', async (text, fault) => {
    const query = file('wrong.graphql', text);
    const { code, output } = await runHere(['query', query, '--format', 'csv', '--url', url]);
    expect(code).toBe(1);
    expect(output).toContain(fault);
    expect(output).not.toContain('node_modules');
  });

  it('exports a connection to its end', async () => {
    const query = file(
      'b.graphql',
      `query ($after: String) {
        accounts(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name } }
      }`,
    );
    const out = join(directory, 'accounts.ndjson');
    const { code, output } = await runHere(['export', query, '--out', out, '--url', url]);
    expect(output).toMatch(/^\d+ rows in /m);
    expect(code).toBe(0);
    const rows = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(100);
  });
});

describe('switchboard doctor', () => {
  it('finds what does not answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchboard-doctor-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { code, output } = await runHere(['doctor'], {
      PORT: '0',
      DATA_DIR: folder,
      CONNECTOR_BASE_URL: 'http://127.0.0.1:1',
      CONNECTOR_TOKEN: 'canary-token',
      CALL_ANALYTICS_INSTANCE_ID: 'ca',
      CRM_INSTANCE_ID: 'crm',
      REDIS_URL: 'redis://:canary-password@127.0.0.1:1',
      ATTEMPT_TIMEOUT_MS: '500',
      REQUEST_TIMEOUT_MS: '1000',
    });
    expect(code).toBe(1);
    expect(output).toMatch(/^ok {4}Node: 2\d/m);
    expect(output).toMatch(
      /^WRONG Call analytics of default: UPSTREAM_UNAVAILABLE: not reachable: .*Look at CONNECTOR_BASE_URL\.$/m,
    );
    expect(output).not.toMatch(/CRM of default/);
    expect(output).toMatch(/^WRONG REDIS_URL: /m);
    expect(output).not.toContain('canary');
  });
});
