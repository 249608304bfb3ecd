/** Every command of the pages that connect own accounts, as a newcomer pastes it, with the façade as both vendors. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksOf } from '../docs/page.ts';
import { rightsIn } from '../support/doctor-report.ts';
import { startMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'connect-'));
const children: ChildProcess[] = [];
const ports: Record<string, number> = {};

/** Commands of the pages, a line that ends open with what closes it; ports are drawn. */
const commandsOfPage = (): string[] =>
  ['first-minutes', 'try', 'service']
    .flatMap((page) => blocksOf(`docs/connect/${page}.md`))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split(/(?<!\\)\n(?! )/))
    .map((line) => line.trim().replace(/\b40[012]0\b/g, (port) => String(ports[port])))
    .filter((line) => line !== '');

/** What a newcomer has in the environment of the second terminal. */
const settings: Record<string, string> = { TOKEN: 'a-long-secret-of-my-own' };
/** Files are made beside the clone, not in it. */
const away = (line: string): string => line.replace(/instances\.(?:db|key)/g, `${folder}/$&`);

function launch(line: string, env: Readonly<Record<string, string>> = settings) {
  const child = spawn('sh', ['-c', away(line)], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: join(folder, 'data') },
      ...{ PORT: String(ports['4000']), INDEX: 'off', ...env },
    },
    detached: true,
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  return { child, output: () => output };
}

/** A server, until its output says what it has to. */
async function serve(line: string, until: RegExp, env?: Readonly<Record<string, string>>) {
  const { child, output } = launch(line, env);
  await expect.poll(output, { timeout: startMs, interval: 200 }).toMatch(until);
  return { output, end: () => end(child) };
}

async function run(line: string) {
  const { child, output } = launch(line);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: output() };
}

/** Whatever a shell started is of its group. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
}

beforeAll(async () => {
  for (const name of ['4000', '4010', '4020']) ports[name] = await drawPort();
});
afterAll(async () => {
  for (const child of children) await end(child);
  rmSync(folder, { recursive: true, force: true });
});

/** The value that stands for … in a command, by the name before it. */
const filled = (line: string, values: Readonly<Record<string, string>>): string =>
  line
    .replace(/(\w+)=…/g, (_, name: string) => `${name}=${values[name]}`)
    .replace(/"(\w+)": "…"/g, (_, name: string) => `"${name}": "${values[name]}"`)
    .replaceAll('https://ours.my.salesforce.com', values.GONG_BASE_URL!)
    .replaceAll('https://api.gong.io', values.GONG_BASE_URL!);

async function graph(query: string) {
  const response = await fetch(`http://127.0.0.1:${ports['4000']}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as {
    data: Record<string, { nodes: Record<string, unknown>[] }>;
    errors?: { extensions: { code: string } }[];
  };
}

const both = '{ users(first: 3) { nodes { id } } accounts(first: 3) { nodes { name } } }';
const answersBoth = async () => {
  const { data, errors } = await graph(both);
  expect([errors, data.users?.nodes.length, data.accounts?.nodes.length]).toEqual([
    undefined,
    3,
    3,
  ]);
};

it('each command does what the page says, and none is left untried', async () => {
  const commands = commandsOfPage();
  const next = (begin: string): string => {
    const line = commands.shift() ?? '';
    expect(line.slice(0, begin.length)).toBe(begin);
    return line;
  };
  const start = next('GONG_ACCESS_KEY=');
  const status = next('npx switchboard index status');

  const vendors = await serve(next('npx switchboard service --as vendors'), /generate|grant_type/);
  const exported = /^export (.*)/m.exec(vendors.output())?.[1] ?? '';
  for (const [, name, value] of exported.matchAll(/(\w+)=(\S+)/g)) settings[name!] = value!;
  expect(Object.keys(settings)).toHaveLength(7);
  const { GONG_BASE_URL, TOKEN } = settings;

  const tried = await serve(next('TRANSCRIPTS=shown npm start'), /^CRM .*\n.*notes$/m);
  expect(tried.output()).not.toMatch(/not permitted|doctor/);
  await answersBoth();

  expect((await run(next('curl -X DELETE'))).output).toContain('api:calls:read:transcript');
  const forbidden = await run(next('curl -s'));
  expect(forbidden.output).toContain('"transcript":null');
  expect(forbidden.output).toMatch(/\(api:calls:read:transcript\).*"UPSTREAM_FORBIDDEN"/);
  expect((await run(status)).output).toMatch(/^ {2}state/m);
  await tried.end();
  const missing = await run(next('npx switchboard doctor'));
  expect(missing.code).toBe(0);
  expect(missing.output).toMatch(/^ {6}not permitted +transcripts +api:calls:read:transcript$/m);
  const rights = rightsIn(missing.output);
  expect(rights.filter((line) => !line.includes('works'))).toHaveLength(1);
  expect(missing.output).toContain(`${rights.length + 1} requests to the vendors`);
  expect((await run(next('curl -X PUT'))).output).toContain('{"missing":[]');

  expect((await run(next('curl http'))).output).toContain('Maintenance');
  const down = await run('npx switchboard doctor');
  expect(down.code).toBe(1);
  expect(down.output).toMatch(/^ {6}Call platform: not reachable: /m);
  expect(down.output).toMatch(/^ {6}works +accounts/m);
  expect((await run(next('curl -X DELETE'))).output).toContain('"faults":[]');

  // The page's own first lines, with what the façade printed in place of the dots.
  const own = await serve(filled(start, settings), /^CRM .*\n.*notes$/m, {
    GONG_BASE_URL: GONG_BASE_URL!,
  });
  await answersBoth();
  await own.end();

  const service = await serve(
    `${next('npx switchboard service --instances')} --port ${ports['4010']}`,
    /Connector service/,
  );
  const values = {
    ...settings,
    access_key: settings.GONG_ACCESS_KEY!,
    access_key_secret: settings.GONG_ACCESS_KEY_SECRET!,
    client_id: settings.SALESFORCE_CLIENT_ID!,
    client_secret: settings.SALESFORCE_CLIENT_SECRET!,
  };
  const ids: string[] = [];
  for (let system = 0; system < 2; system += 1) {
    const { output } = await run(filled(next('curl -s'), values));
    expect(output).toContain('"id"');
    ids.push((JSON.parse(output.slice(output.indexOf('{'))) as { id: string }).id);
  }
  const [CALL_ANALYTICS_INSTANCE_ID = '', CRM_INSTANCE_ID = ''] = ids;
  const hosted = filled(next('CONNECTOR_BASE_URL='), {
    CALL_ANALYTICS_INSTANCE_ID,
    CRM_INSTANCE_ID,
    GONG_BASE_URL: '',
  });
  const gateway = await serve(hosted, /^Graph /m, { TOKEN: TOKEN! });
  await answersBoth();
  await gateway.end();
  await service.end();
  expect(commands).toEqual([]);
}, 600_000);
