/** Exports whose rows need a further call of an upstream that does not give it: they end, and the same command goes on. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Fault } from '../../src/demo/fault/fault.ts';
import { isWide } from '../support/cases.ts';
import { runHere } from '../support/here.ts';
import { openWorld, type World } from '../support/world.ts';

const directory = mkdtempSync(join(tmpdir(), 'switchboard-export-fault-'));
const query = join(directory, 'calls.graphql');
let world: World;
let whole: string;
beforeAll(async () => {
  world = await openWorld();
  writeFileSync(
    query,
    'query ($after: String) { contacts(first: 100, after: $after) { nodes { name relatedCalls(first: 1) { edges { node { title content { brief } } } } } pageInfo { hasNextPage endCursor } } }',
  );
  const { out, code } = await exported('undisturbed');
  expect(code).toBe(0);
  whole = readFileSync(out, 'utf8');
});
afterAll(async () => {
  await world.close();
  rmSync(directory, { recursive: true });
});
afterEach(() => world.service.admin.faults.clear());

async function exported(name: string) {
  const out = join(directory, `${name}.ndjson`);
  return { out, ...(await runHere(['export', query, '--out', out, '--url', world.url.href])) };
}

const entity = 'calls_extensive';
const faults: Readonly<Record<string, Fault>> = {
  'a 503': { kind: 'status', status: 503, entity },
  'a page for people, as 200': { kind: 'html', entity },
  'half an answer': { kind: 'truncated', entity },
  'an answer without rows': { kind: 'wrapper', form: 'stranger', entity },
  'no answer but null': { kind: 'wrapper', form: 'null', entity },
};

it.each(Object.keys(faults).filter((_name, at) => isWide || at === 1))(
  '%s in the rows of a page ends the export, which goes on',
  async (name) => {
    // The first page has its calls.
    world.service.admin.faults.add({ ...faults[name]!, after: 1 });
    const failed = await exported(name);
    expect(failed).toMatchObject({
      code: 1,
      output: expect.stringMatching(/rows in .*\.part; the same command goes on/),
    });
    expect(existsSync(failed.out)).toBe(false);
    world.service.admin.faults.clear();
    const { code, output, out } = await exported(name);
    expect(output).toContain('Going on after 100 rows');
    expect(code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(whole);
  },
);
