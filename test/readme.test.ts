/** The README's length, and the lines of curl that pages show for the connector service. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsOf } from './docs/command.ts';
import { textOf } from './docs/page.ts';
import { openWorld, type World } from './support/world.ts';

it('is read in one go', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(120);
});

describe('pages of the connector service', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ index: 'copied' });
  });
  afterAll(() => world.close());

  it('show curl lines that work', async () => {
    const lines = commandsOf('docs/build/test-service.md')
      .map(({ text }) => text)
      .filter((line) => line.startsWith('curl'));
    expect(lines).toHaveLength(4);
    const { service } = world;
    const { callAnalytics, crm } = service.instances;
    const { data } = await world.ask('{ calls(first: 1) { nodes { upstreamId } } }');
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    const env = {
      PATH: process.env.PATH,
      SERVICE: service.url,
      TOKEN: service.token,
      CALLS: callAnalytics,
      CRM: crm,
      CALL: data.calls.nodes[0].upstreamId,
    };
    const said: string[] = [];
    for (const line of lines) {
      said.push((await promisify(execFile)('sh', ['-c', line], { cwd: folder, env })).stdout);
    }
    expect(JSON.parse(said[0]!).result).toHaveLength(40);
    expect(JSON.parse(said[1]!).result.records).toHaveLength(5);
    expect(readFileSync(join(folder, 'call-audio')).length).toBeGreaterThan(1_000);
    expect(service.admin.faults.list()).toMatchObject([{ fault: { kind: 'latency', ms: 80 } }]);
    service.admin.faults.clear();
    rmSync(folder, { recursive: true });
  });

  it('show curl lines of faults that work', async () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/operate/faults.md'), 'utf8');
    const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(page) ?? [];
    const lines = block.replaceAll('\\\n', '').trim().split('\n');
    expect(lines).toHaveLength(4);
    const { service } = world;
    const env = { PATH: process.env.PATH, SERVICE: service.url, TOKEN: service.token };
    const listed: number[] = [];
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
      listed.push(JSON.parse(stdout).faults.length);
      // The CRM is down from the first line on.
      if (listed.length > 1) continue;
      const { errors } = await world.ask('{ accounts(first: 1) { nodes { name } } }');
      expect(errors![0]!.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    }
    // An order is answered with what was ordered.
    expect(listed).toEqual([1, 1, 2, 0]);
  });
});
