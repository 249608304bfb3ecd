/**
 * Real exports, interrupted from a terminal, ended and killed at any moment, and begun again with the
 * same command: their files are those of exports that nobody disturbed, byte by byte, in every form.
 */

import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../support/here.ts';
import { launch } from '../support/process.ts';
import { seed } from '../support/seed.ts';
import { openWorld, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-interrupt-'));
let world: World;
let front: Server;
let url: string;
/** Told of each page that is asked for. @returns whether it is answered. */
let onPage = (): boolean => true;

beforeAll(async () => {
  world = await openWorld({ index: false });
  front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (!body.includes('__schema') && !onPage()) return;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL('/graphql', world.url), { method: 'POST', headers, body });
    response.setHeader('content-type', 'application/json');
    response.end(await answer.text());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/graphql`;
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

const args = (out: string): string[] => ['export', query, '--out', out, '--url', url];

interface Interruption {
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL';
  /** Pages that are answered before it, while the next one is waited for; null for a moment by chance. */
  readonly pages: number | null;
}

/** @returns whether the export had ended by itself. */
async function interrupted(
  out: string,
  { signal, pages }: Interruption,
  longest: number,
  chance: () => number,
): Promise<boolean> {
  let left = pages ?? Number.POSITIVE_INFINITY;
  let stuck = (): void => {};
  const isStuck = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  onPage = () => {
    left -= 1;
    if (left < 0) stuck();
    return left >= 0;
  };
  const { child, output } = launch(['src/cli/main.ts', ...args(out)], {});
  const ended = once(child, 'close');
  if (pages === null)
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, chance() * longest))]);
  else await Promise.race([isStuck, ended]);
  child.kill(signal);
  const [code] = await ended;
  onPage = () => true;
  if (pages !== null && pages > 0 && signal !== 'SIGKILL') {
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
    expect(output()).toContain('the same command goes on from there.');
  }
  return code === 0;
}

it.each([
  'tasks.csv',
  'tasks.ndjson',
  'tasks.json',
  'tasks.parquet',
  'tasks.csv.gz',
  'tasks.ndjson.gz',
])('%s is the same after interruptions of every kind', async (name) => {
  const whole = join(directory, `whole-${name}`);
  const started = performance.now();
  const { child } = launch(['src/cli/main.ts', ...args(whole)], {});
  expect((await once(child, 'exit'))[0]).toBe(0);
  const longest = performance.now() - started;
  const expected = readFileSync(whole);
  let state = seed;
  const chance = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
    const out = join(directory, `${signal}-${name}`);
    for (const pages of [0, 2, null, 1, null]) {
      const text = `seed ${seed}: ${signal} after ${pages ?? 'some'} pages`;
      const isDone = await interrupted(out, { signal, pages }, longest, chance);
      expect(existsSync(out), text).toBe(isDone);
      if (isDone) break;
    }
    if (!existsSync(out)) expect(await runHere(args(out))).toMatchObject({ code: 0 });
    expect(readFileSync(out).equals(expected), `seed ${seed}: ${signal}`).toBe(true);
  }
  // Nothing is left beside the files, whatever was under way.
  const left = readdirSync(directory).filter((file) => file.includes(name) && !file.endsWith(name));
  expect(left).toEqual([]);
});
