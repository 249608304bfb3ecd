/** What `npm run codegen` makes, used as docs/build/index.md says. */

import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld } from '../support/world.ts';

const root = join(import.meta.dirname, '../..');
const generated = join(root, 'schema/generated');
const shipped = readFileSync(join(root, 'docs/build/index.md'), 'utf8');
const lines = /```ts\n([\s\S]*?)```/.exec(shipped)![1]!.replace('./schema/generated/', './');

/** Runs a command that npm installed, under this Node. */
const command = (name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'node_modules/.bin', name), ...args], {
    cwd: root,
  });

/** Puts files beside the generated ones, and takes them away at the end. */
const added: string[] = [];
function add(name: string, text: string): string {
  const path = join(generated, name);
  writeFileSync(path, text);
  added.push(path);
  return path;
}

describe('the types of the showcase operations', () => {
  beforeAll(() => command('graphql-codegen', '--config', 'codegen.ts'));
  afterAll(() => {
    for (const path of added) rmSync(path, { force: true });
  });

  it("let the page's three lines compile, knowing the answer's fields and the variables", async () => {
    add(
      'right.ts',
      `${lines}
      const name: string | null | undefined = accounts?.nodes[0]?.owner?.name;
      const revenue: number | null | undefined = accounts?.nodes[0]?.annualRevenue;
      export { name, revenue };`,
    );
    add(
      'wrong.ts',
      `${lines}
      export const unasked = accounts?.nodes[0]?.website;
      export const other = request('http://127.0.0.1/', Account360Document, { first: 'ten' });`,
    );
    const options = { extends: '../../tsconfig.json', include: ['*.ts'], exclude: [] };
    add('tsconfig.json', JSON.stringify(options));
    const { stdout } = (await command('tsc', '--project', 'schema/generated').catch(
      (error: unknown) => error,
    )) as { stdout: string };
    const faults = stdout.split('\n').filter((line) => line.includes('error TS'));
    expect(faults).toEqual([
      expect.stringMatching(/wrong\.ts.*Property 'website' does not exist/),
      expect.stringMatching(/wrong\.ts.*Type 'string' is not assignable to type 'number'/),
    ]);
  });

  it("let the page's three lines run", async () => {
    const world = await openWorld();
    const here = lines.replace(/http:[^']+/, new URL('/graphql', world.url).href);
    const program = add('run.ts', `${here}\nconsole.log(accounts?.nodes.length);\n`);
    const { stdout } = await promisify(execFile)(process.execPath, [program]);
    await world.close();
    expect(stdout.trim()).toBe('10');
  });
});
