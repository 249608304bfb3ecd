/**
 * Real exports, interrupted from a terminal, ended and killed at any moment, and begun again with the
 * same command: their files are those of exports that nobody disturbed, byte by byte, in every form.
 */

import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMatrix } from '../support/cases.ts';
import { runHere } from '../support/here.ts';
import { launch, run } from '../support/process.ts';
import { seed } from '../support/seed.ts';
import { openWorld, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-interrupt-'));
let world: World;
let front: Server;
let base: string;
/** By the path of the server's address, which each file has its own of: told of a page that is asked for. @returns whether it is answered. */
const onPage = new Map<string, () => boolean>();
/** By what was asked: a hundred exports of one list need its pages from the gateway once. */
const answers = new Map<string, Promise<string>>();

async function answerTo(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(new URL('/graphql', world.url), { method: 'POST', headers, body })).text();
}

beforeAll(async () => {
  world = await openWorld({ index: false });
  front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (!body.includes('__schema') && onPage.get(request.url!)?.() === false) return;
    const answer = answers.get(body) ?? answerTo(body);
    answers.set(body, answer);
    response.setHeader('content-type', 'application/json');
    response.end(await answer);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  base = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await world.close();
  rmSync(directory, { recursive: true });
});

const query = join(directory, 'tasks.graphql');
writeFileSync(
  query,
  `query ($after: String) {
    tasks(first: 100, after: $after) {
      nodes { upstreamId subject activityDate isClosed who { recordName } account { name annualRevenue } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
);

const command = (out: string): string[] => [
  ...['src/cli/main.ts', 'export', query, '--out', out],
  ...['--url', `${base}/${basename(out)}`],
];

const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;

interface Interruption {
  readonly signal: (typeof signals)[number];
  /** Pages that are answered before it, while the next one is waited for; null for a moment by chance. */
  readonly pages: number | null;
}

/** @returns whether the export had ended by itself. */
async function interrupted(
  out: string,
  { signal, pages }: Interruption,
  moment: number,
): Promise<boolean> {
  let left = pages ?? Number.POSITIVE_INFINITY;
  const stuck = Promise.withResolvers<void>();
  onPage.set(`/${basename(out)}`, () => {
    left -= 1;
    if (left < 0) stuck.resolve();
    return left >= 0;
  });
  const { child, output } = launch(command(out), {});
  const ended = once(child, 'close');
  const chosen =
    pages === null ? new Promise((resolve) => setTimeout(resolve, moment)) : stuck.promise;
  await Promise.race([chosen, ended]);
  child.kill(signal);
  const [code] = await ended;
  onPage.delete(`/${basename(out)}`);
  if (pages !== null && pages > 0 && signal !== 'SIGKILL') {
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(output()).toContain('the same command goes on from there.');
    expect(existsSync(`${out}.part.pid`)).toBe(false);
  }
  return code === 0;
}

let state = seed;
const chance = (): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return state / 2 ** 32;
};

/**
 * Over all forms each signal comes after none, one and two pages, and at a moment by chance. The wide run tries one signal
 * with each form, `test:matrix` all of them: an export is two seconds of CPU.
 */
const plans = [
  { name: 'tasks.csv', signal: 'SIGINT', pages: [0, 2] },
  { name: 'tasks.ndjson', signal: 'SIGTERM', pages: [1, 0] },
  { name: 'tasks.parquet', signal: 'SIGKILL', pages: [2, 1] },
  { name: 'tasks.ndjson.gz', signal: 'SIGINT', pages: [1] },
  { name: 'tasks.json', signal: 'SIGTERM', pages: [2] },
  { name: 'tasks.csv.gz', signal: 'SIGKILL', pages: [0] },
] as const;

/** How long an export takes by itself. */
let longest: number;
beforeAll(async () => {
  const started = performance.now();
  expect(await run(command(join(directory, 'first.csv')))).toMatchObject({ code: 0 });
  longest = performance.now() - started;
});

it.each(plans)('$name is the same after interruptions', async ({ name, signal, pages }) => {
  const whole = join(directory, `whole-${name}`);
  expect(await runHere(command(whole).slice(1))).toMatchObject({ code: 0 });
  const expected = readFileSync(whole);
  const interruptAndFinish = async (signal: (typeof signals)[number]) => {
    const out = join(directory, `${signal}-${name}`);
    for (const before of [...pages, null]) {
      const text = `seed ${seed}: ${signal} after ${before ?? 'some'} pages`;
      const isDone = await interrupted(out, { signal, pages: before }, chance() * longest);
      // What nobody can listen for may come between the file's getting its name and the end.
      if (signal !== 'SIGKILL' || isDone) expect(existsSync(out), text).toBe(isDone);
      if (existsSync(out)) break;
    }
    if (!existsSync(out)) expect(await run(command(out))).toMatchObject({ code: 0 });
    expect(readFileSync(out).equals(expected), `seed ${seed}: ${signal}`).toBe(true);
  };
  await Promise.all((isMatrix ? signals : [signal]).map(interruptAndFinish));
  // Nothing is left beside the files, whatever was under way.
  const unfinished = readdirSync(directory).filter(
    (file) => file.includes(name) && !file.endsWith(name),
  );
  expect(unfinished).toEqual([]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s changes nothing once the file is in place',
  async (signal) => {
    const out = join(directory, `${signal}-done.csv`);
    const { child, output } = launch(command(out), {});
    const ended = once(child, 'close');
    const watcher = watch(directory, () => {
      if (existsSync(out)) child.kill(signal);
    });
    const again = setInterval(() => existsSync(out) && child.kill(signal), 1);
    const [code] = await ended;
    clearInterval(again);
    watcher.close();
    expect(output()).toContain(`rows in ${out}`);
    expect(code).toBe(0);
  },
);
