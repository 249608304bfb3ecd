/** A real export, killed and begun again, against a real graph: rows exactly once, whatever its pages and whatever moment it died in. */

import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere } from '../support/here.ts';
import { launch, run } from '../support/process.ts';
import { table } from '../support/table.ts';
import { openWorld, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-kill-'));
let world: World;
let front: Server;
let url: string;
/** Pages let through; the one after them is never answered. Endless unless a test says so. */
let most = Number.POSITIVE_INFINITY;
let stuck = (): void => {};

beforeAll(async () => {
  world = await openWorld({ index: false });
  front = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    if (!/__schema|indexStatus/.test(body)) {
      if (most <= 0) {
        stuck();
        return;
      }
      most -= 1;
    }
    const answer = await fetch(new URL('/graphql', world.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
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
    tasks(first: 97, after: $after, orderBy: [{field: WHO_ID, direction: ASC, nulls: FIRST}]) {
      nodes { upstreamId subject who { __typename ... on Contact { name account { name } } ... on Lead { company } } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
);

const args = (out: string): string[] => ['export', query, '--out', out, '--url', url];

/** Starts the export and kills it while it waits for the page after `pages` of them. */
async function killed(out: string, pages: number): Promise<void> {
  most = pages;
  const waits = new Promise<void>((resolve) => {
    stuck = resolve;
  });
  const { child } = launch(['src/cli/main.ts', ...args(out)], {});
  const ended = once(child, 'exit');
  await waits;
  child.kill('SIGKILL');
  await ended;
  most = Number.POSITIVE_INFINITY;
}

it('goes on after any number of kills, and each row is there once', async () => {
  const tasks = await table(world, 'Task', 'Subject');
  const whole = join(directory, 'whole.csv');
  expect(await runHere(args(whole))).toMatchObject({ code: 0 });
  const out = join(directory, 'tasks.csv');
  for (const pages of [0, 3, 1]) {
    await killed(out, pages);
    expect(existsSync(out)).toBe(false);
  }
  const end = await runHere(args(out));
  expect(end).toMatchObject({ code: 0 });
  expect(end.output).toContain(`Going on after ${4 * 97} rows of an earlier run.`);
  expect(end.output).toContain(`${tasks.length} rows in ${out}`);
  expect(readFileSync(out, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  const [head, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\r\n');
  // The first pages hold tasks of nobody: what is null there has its columns all the same.
  expect(head).toBe('upstreamId,subject,who.__typename,who.name,who.account.name,who.company');
  expect(lines[0]).toMatch(/,,,,$/);
  expect(lines.map((line) => line.slice(0, 18)).sort()).toEqual(tasks.map(({ Id }) => Id));
  expect(lines.filter((line) => line.includes(',Contact,')).length).toBeGreaterThan(100);

  const again = await runHere(args(out));
  expect(again.code).toBe(1);
  expect(again.output).toContain('--force');
});

it.each([
  ['export', [query]],
  ['run', ['quiet-deals']],
])('%s refuses a file that is there before it starts a gateway or asks one', async (name, rest) => {
  const out = join(directory, 'there.csv');
  writeFileSync(out, 'mine');
  const words = [name, ...rest, '--out', out];
  // Nobody listens there, and no gateway starts with such a port: each would be the error otherwise.
  const asked = await runHere([...words, '--url', 'http://127.0.0.1:1/graphql']);
  const started = await run(['src/cli/main.ts', ...words], { PORT: 'nonsense' });
  for (const { code, output } of [asked, started]) {
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Expected no file at .*there\.csv; there is one\. --force writes over it\.\n$/,
    );
  }
  expect(readFileSync(out, 'utf8')).toBe('mine');
});

it('says on standard error what is incomplete, and ends with 1', async () => {
  world.service.admin.faults.add({ kind: 'total', change: 'by', rows: 5, entity: 'users' });
  try {
    const users = join(directory, 'users.graphql');
    const list =
      'users(first: 50, after: $after) { nodes { upstreamId } pageInfo { hasNextPage endCursor } }';
    writeFileSync(users, `query ($after: String) { ${list} }`);
    const out = join(directory, 'users.ndjson');
    const { code, output } = await runHere(['export', users, '--out', out, '--url', url]);
    expect(code).toBe(1);
    expect(output).toMatch(/^Incomplete: users \(40 of 45 rows\)/m);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(40);
    const plain = join(directory, 'plain.graphql');
    writeFileSync(plain, '{ users(first: 50) { nodes { id } } }');
    const asked = await runHere(['query', plain, '--url', url]);
    expect(asked.code).toBe(1);
    expect(asked.output).toMatch(/^Incomplete: users/m);
  } finally {
    world.service.admin.faults.clear();
  }
});
