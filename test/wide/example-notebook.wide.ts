/** The example's notebook, its cells executed in order by Python with httpx and pandas: figures, and the outputs it is committed with. */

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../docs/page.ts';
import { exampleOf } from '../support/example.ts';
import { openWorld } from '../support/world.ts';

/** Debian's packages are of its own Python, which need not be the first in the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import httpx, pandas']).status === 0,
);
if (python === undefined)
  console.log('SKIPPED: the notebook, since no Python here has httpx and pandas');

const file = 'examples/notebook/calls-and-deals.ipynb';

interface Cell {
  readonly outputs?: readonly { readonly data: { readonly 'text/plain': readonly string[] } }[];
}
const outputsOf = (path: string): string[] =>
  (JSON.parse(readFileSync(path, 'utf8')) as { cells: Cell[] }).cells.flatMap(({ outputs = [] }) =>
    outputs.map(({ data }) => data['text/plain'].join('').replaceAll(/ +/g, ' ')),
  );

/** Cells of a printed table below its two lines of headings. */
const rowsOf = (printed: string): string[][] =>
  printed
    .split('\n')
    .slice(2)
    .map((line) => /^(.*?)((?: [\d-]+)+)$/.exec(line.trim())?.slice(1) ?? [])
    .map(([name = '', figures = '']) => [name.trim(), ...figures.trim().split(' ')]);

const sorted = (rows: string[][]): string[][] =>
  rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));

interface Group {
  readonly keys: readonly [{ readonly value: string }];
  readonly count: number;
  readonly sum: { readonly amount: number };
}
interface Account {
  readonly name: string;
  readonly relatedCalls: { readonly totalCount: number };
}

describe.skipIf(python === undefined)('the notebook', () => {
  it('has the figures of the graph, and the outputs that it shows', async () => {
    const world = await openWorld({ index: 'copied' });
    const directory = mkdtempSync(join(tmpdir(), 'notebook-'));
    onTestFinished(async () => {
      rmSync(directory, { recursive: true });
      await world.close();
    });
    const copy = join(directory, basename(file));
    const before = readFileSync(join(root, file), 'utf8');
    const { code, stderr } = await exampleOf('notebook').run(
      0,
      { python3: python! },
      { SWITCHBOARD_URL: new URL('/', world.url).href, TMPDIR: directory },
    );
    expect(code, stderr).toBe(0);
    expect(readFileSync(join(root, file), 'utf8')).toBe(before);
    const outputs = outputsOf(copy);
    const [stages, , joined] = outputs.map(rowsOf);

    const { data } = await world.ask(
      `query ($names: [String!]) {
        opportunitiesAggregate(filter: { isClosed: { eq: false } }, groupBy: [{ field: STAGE_NAME }]) {
          keys { value } count sum { amount }
        }
        accounts(filter: { name: { in: $names } }) { nodes { name relatedCalls { totalCount } } }
      }`,
      { names: joined!.map(([name]) => name) },
    );
    const groups = data.opportunitiesAggregate as Group[];
    expect(sorted(stages!)).toEqual(
      sorted(groups.map(({ keys, count, sum }) => [keys[0].value, `${count}`, `${sum.amount}`])),
    );
    const records = data.accounts.nodes as Account[];
    expect(sorted(joined!.map(([name, , calls]) => [name!, calls!]))).toEqual(
      sorted(records.map(({ name, relatedCalls }) => [name, `${relatedCalls.totalCount}`])),
    );
    if (process.env.UPDATE_GOLDEN === '1') copyFileSync(copy, join(root, file));
    expect(outputs).toEqual(outputsOf(join(root, file)));
  });
});
