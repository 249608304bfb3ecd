/** The README's examples, run as a reader would. */

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './support/world.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1]!,
  );

describe('README', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('shows a query with its answer, and the one call it takes', async () => {
    const { data, errors, calls } = await world.ask(blocks('graphql')[1]!);
    expect(errors).toBeUndefined();
    expect({ data }).toEqual(JSON.parse(blocks('json')[0]!));
    expect(calls).toHaveLength(1);
  });

  it('asks which calls contacts took part in with the three calls it promises', async () => {
    const { data, errors, calls } = await world.ask(blocks('graphql')[0]!);
    expect(errors).toBeUndefined();
    expect(data.contacts.nodes).toHaveLength(5);
    expect(calls).toHaveLength(3);
  });

  it('shows curl lines of the connector service that work', async () => {
    const lines = blocks('sh')
      .flatMap((block) => block.replaceAll('\\\n', '').split('\n'))
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

  it('shows curl lines of faults that work, on their page', async () => {
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

  it('names files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(() => readFileSync(join(import.meta.dirname, '..', link))).not.toThrow(/ENOENT/);
    }
  });
});
