/** The image without Docker: each stage of the Dockerfile in a folder of its own, with what it copies and nothing else. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startMs } from '../support/patience.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'switchboard-image-'));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Stage {
  readonly folder: string;
  readonly env: Record<string, string>;
  command: readonly string[];
  health: readonly string[];
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: true; optional?: true; devOptional?: true }>;
};

/** What `npm ci --omit=dev --omit=optional` installs: copies, so that nothing else is found beside them. */
function installForProduction(to: string): void {
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages))
    if (path !== '' && !dev && !optional && !devOptional)
      cpSync(join(root, path), join(to, path), {
        recursive: true,
        filter: isOwn(join(root, path)),
      });
}

/** Packages inside a package have lines of their own. */
const isOwn = (path: string) => (file: string) =>
  !file.slice(path.length).includes('/node_modules');

/** The Node of the image is the one that runs here. */
const path = `${dirname(process.execPath)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;

const steps: readonly [RegExp, (stage: Stage, match: RegExpExecArray) => void][] = [
  [
    /^COPY (?:--from=(\w+) )?(.+) (\S+)$/,
    (stage, [, from, names, to]) => {
      const source = from === undefined ? root : stages.get(from)!.folder;
      for (const name of names!.split(' ')) {
        const file = name.replace(/^\/app\//, '');
        const target = to!.startsWith('./') ? file : to!;
        cpSync(join(source, file), join(stage.folder, target), { recursive: true });
      }
    },
  ],
  [/^RUN npm ci --omit=dev --omit=optional /, ({ folder }) => installForProduction(folder)],
  [
    /^RUN npm ci --no-audit /,
    ({ folder }) => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules')),
  ],
  [
    /^RUN (npm run .+)$/,
    ({ folder }, [, line]) => {
      execFileSync('sh', ['-c', line!], { cwd: folder, env: { ...process.env, PATH: path } });
    },
  ],
  [
    /^RUN mkdir -m ([0-7]{3}) \/data && chown node:node \/data$/,
    ({ folder }, [, mode]) => mkdirSync(join(folder, 'data'), { mode: Number.parseInt(mode!, 8) }),
  ],
  [
    /^ENV (.+)$/,
    ({ env }, [, line]) => {
      for (const [, name, value] of line!.matchAll(/(\w+)=(\S+)/g)) env[name!] = value!;
    },
  ],
  [
    /^HEALTHCHECK .*CMD (\[.+\])$/,
    (stage, [, words]) => {
      stage.health = JSON.parse(words!) as string[];
    },
  ],
  [
    /^CMD (\[.+\])$/,
    (stage, [, words]) => {
      stage.command = JSON.parse(words!) as string[];
    },
  ],
  [/^(?:WORKDIR|USER|VOLUME|EXPOSE) /, () => undefined],
];

const stages = new Map<string, Stage>();

/** A line that no step knows fails: the test would not be of this image. */
function build(): Stage {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  let stage: Stage | undefined;
  for (const line of lines) {
    const name = /^FROM node:26-slim(?: AS (\w+))?$/.exec(line);
    if (name !== null) {
      stage = { folder: join(folder, name[1] ?? 'image'), env: {}, command: [], health: [] };
      mkdirSync(stage.folder);
      stages.set(name[1] ?? 'image', stage);
      continue;
    }
    const step = steps.find(([pattern]) => pattern.test(line));
    if (step === undefined || stage === undefined)
      throw new Error(`Expected a known line of the Dockerfile; got ${line}`);
    step[1](stage, step[0].exec(line)!);
  }
  return stage!;
}

let image: Stage;
beforeAll(() => {
  image = build();
});

it('starts from its own files, serves the graph and the dashboard, is found healthy, and ends', async () => {
  const [node, ...words] = image.command;
  expect(node).toBe('node');
  child = spawn(process.execPath, words, {
    cwd: image.folder,
    env: {
      ...image.env,
      DATA_DIR: join(image.folder, 'data'),
      ...{ HOST: '127.0.0.1', PORT: '0', ADMIN_HOST: '127.0.0.1', ADMIN_PORT: '0' },
      DRAIN_DELAY_MS: '0',
    },
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (text) => {
      output += text;
    });
  await expect.poll(() => output, { timeout: startMs }).toMatch(/^Admin +\S+\/metrics/m);
  const address = (name: string): URL =>
    new URL(new RegExp(`^${name} +(http://[^/\\s]+)`, 'm').exec(output)![1]!);
  const graph = address('Graph');
  const text = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, graph));
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };

  const answer = await fetch(new URL('/graphql', graph), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ accounts(first: 2) { nodes { name } } }' }),
  });
  const { data } = (await answer.json()) as { data: { accounts: { nodes: object[] } } };
  expect(data.accounts.nodes).toHaveLength(2);

  const page = await text('/app/deals');
  const files = [...page.matchAll(/(?:src|href)="(\/app\/[^"]+)"/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) expect((await text(file)).length).toBeGreaterThan(50);
  // Saved questions and examples are files of their own.
  expect(JSON.parse(await text('/queries')).queries.length).toBeGreaterThan(0);

  // Another port than the image's own, as an operator may choose one.
  expect(image.health.join(' ')).toContain('/readyz');
  const checked = spawn(process.execPath, image.health.slice(1), {
    env: { ADMIN_PORT: address('Admin').port },
    stdio: 'ignore',
  });
  expect(await once(checked, 'exit')).toEqual([0, null]);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 240_000);
