/** Files that commands write: a symbolic link in their place, or beside them, leads no byte elsewhere. */

import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { exportRows } from '../../src/cli/export/export-rows.ts';
import { formOf } from '../../src/cli/export/format.ts';
import { sourceOf } from '../support/export-source.ts';

const parent = mkdtempSync(join(tmpdir(), 'switchboard-linked-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let folder: string;
let victim: string;
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'one-'));
  victim = join(folder, 'victim');
  writeFileSync(victim, 'precious');
});

const rows = Array.from({ length: 6 }, (_, at) => ({ id: String(at), name: 'x' }));
const query = `query ($after: String) {
  deep { list(first: 2, after: $after) { nodes { id name } pageInfo { hasNextPage endCursor } } }
}`;
const run = (out: string, more: { fails?: (ask: number) => boolean; force?: boolean } = {}) =>
  exportRows(sourceOf(rows, more.fails), {
    ...{ query, variables: {}, selection: null, unnest: null, out, ...formOf(out, undefined) },
    ...{ restart: false, force: more.force ?? false, log: () => {} },
  });

describe.each(['out.csv', 'out.csv.gz', 'out.parquet', 'out.json', 'out.ndjson'])('%s', (name) => {
  const beside = ['.part', '.part.json.new', '.part.packed'];

  it.each(beside)('is written while PATH%s is a link, and its target stays', async (ending) => {
    const out = join(folder, name);
    symlinkSync(victim, out + ending);
    await run(out);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(lstatSync(out).isFile()).toBe(true);
  });

  it('takes the place of a link by --force alone, and its target stays', async () => {
    const out = join(folder, name);
    for (const target of [victim, join(folder, 'nowhere')]) {
      rmSync(out, { force: true });
      symlinkSync(target, out);
      await expect(run(out)).rejects.toThrow('there is one');
      await run(out, { force: true });
      expect(lstatSync(out).isFile()).toBe(true);
    }
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('does not go on in a link that took the place of its part', async () => {
    const out = join(folder, name);
    await expect(run(out, { fails: (ask) => ask === 1 })).rejects.toThrow();
    const { length } = readFileSync(`${out}.part`);
    rmSync(`${out}.part`);
    writeFileSync(victim, 'p'.repeat(length + 10));
    symlinkSync(victim, `${out}.part`);
    await expect(run(out)).rejects.toThrow('got a symbolic link. --restart begins anew.');
    expect(readFileSync(victim, 'utf8')).toBe('p'.repeat(length + 10));
  });
});
