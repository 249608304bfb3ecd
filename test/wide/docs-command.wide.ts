/** Commands of the documentation as a reader pastes them: in the order of the pages, beside a gateway over the synthetic company. */

import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { allCommands, here, runnerOf } from '../docs/command.ts';
import { blocksOf, root } from '../docs/page.ts';
import { startMs } from '../support/patience.ts';
import { drawPort } from '../support/port.ts';

/** Where the reader stands: what a clone has, and room for what commands write. */
const folder = mkdtempSync(join(tmpdir(), 'docs-command-'));
const env: Record<string, string> = {};
let gateway: ChildProcess;
let port: number;

beforeAll(async () => {
  for (const name of ['schema', 'queries', 'src', 'package.json', 'node_modules'])
    symlinkSync(join(root, name), join(folder, name));
  // A clone has a link for npx; this stands for it where there was no `npm ci`.
  writeFileSync(
    join(folder, 'npx'),
    `#!/bin/sh\nshift\nexec node ${join(root, 'src/cli/main.ts')} "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
  // A page has the reader save its question.
  const question = blocksOf('docs/ask/tables.md').find(({ language }) => language === 'graphql');
  writeFileSync(join(folder, 'deals-with-calls.graphql'), question?.text ?? '');
  port = await drawPort();
  Object.assign(env, {
    PATH: [folder, join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    HOME: folder,
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  });
  gateway = spawn('npm', ['start'], {
    cwd: root,
    env: { ...env, PORT: String(port) },
    detached: true,
    stdio: 'ignore',
  });
  // Before its index is full, commands say that calls are missing, and end with 1.
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/graphql?query={indexStatus{completeShare}}`, {
      headers: { accept: 'application/json' },
    })
      .then((response) => response.json())
      .then(
        ({ data }) => data.indexStatus.completeShare === 1,
        () => false,
      );
  await vi.waitUntil(isReady, { timeout: startMs, interval: 200 });
});

afterAll(async () => {
  const ended = once(gateway, 'close');
  process.kill(-gateway.pid!, 'SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

it.each(
  allCommands().flatMap((command) => {
    const runner = runnerOf(command);
    return runner?.by === here
      ? [{ at: `${command.block.page}:${command.block.line}`, text: command.text, runner }]
      : [];
  }),
)('$at $text', async ({ text, runner }) => {
  // Questions go to the gateway that is there: one of its own for each would take ten seconds, and test/cli/ starts those.
  const url = /^npx switchboard (?:run|query|export)\b/.test(text)
    ? ` --url http://127.0.0.1:${port}`
    : '';
  const line = text.replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`) + url;
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile('sh', ['-c', line], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    ),
  );
  expect(code, output).toBe(runner.exit ?? 0);
  expect(output).toMatch(runner.prints ?? /^/);
});

const tables = 'docs/ask/tables.md';
const codeOf = (language: string): string[] =>
  blocksOf(tables).flatMap((block) => (block.language === language ? [block.text] : []));

/** Rows of a file that a command of the page has written. */
async function rowsOf(name: string): Promise<Record<string, unknown>[]> {
  const { buffer } = new Uint8Array(readFileSync(join(folder, name)));
  return parquetReadObjects({ file: buffer });
}
const asJson = (rows: unknown): string =>
  JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? Number(value) : value));

/** Debian's pandas is of its own Python, which need not be the first in the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import pandas']).status === 0,
);
if (python === undefined)
  process.stderr.write(
    'SKIPPED: no Python with pandas; the lines of docs/ask/tables.md are not run\n',
  );

/** Runs a block, whose last line is an expression. @returns its value, a table as a list of its rows. */
const evaluated = (text: string): Record<string, unknown>[] =>
  JSON.parse(
    execFileSync(
      python ?? '',
      [
        '-c',
        `import ast, json, pandas, sys
tree = ast.parse(sys.stdin.read())
if sys.argv[1]:
    # Debian has no reader of Parquet for pandas: its rows come from the test.
    pandas.read_parquet = lambda name: pandas.DataFrame(json.load(open(name + '.json')))
last = ast.Expression(tree.body.pop().value)
exec(compile(tree, 'page', 'exec'))
print(eval(compile(last, 'page', 'eval')).reset_index().to_json(orient='records', date_format='iso'))`,
        spawnSync(python ?? '', ['-c', 'import pyarrow']).status === 0 ? '' : 'stand-in',
      ],
      { cwd: folder, input: text, encoding: 'utf8' },
    ),
  );

it.skipIf(python === undefined)('pandas reads the files as the page has it', async () => {
  const [counting = '', adding = ''] = codeOf('python');
  const calls = evaluated(counting);
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.some(({ count, max }) => Number(count) > 1 && /^20\d\d-/.test(String(max)))).toBe(
    true,
  );

  const deals = await rowsOf('quiet-deals.parquet');
  writeFileSync(join(folder, 'quiet-deals.parquet.json'), asJson(deals));
  const sums = evaluated(adding);
  const total = (rows: readonly Record<string, unknown>[]) =>
    Math.round(rows.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0));
  expect(total(sums)).toBeGreaterThan(0);
  expect(total(sums)).toBe(total(deals));
});

it('SQL counts the rows as the page has it', async () => {
  const [statement = ''] = codeOf('sql');
  const rows = await rowsOf('parties.parquet');
  // SQLite reads this statement as DuckDB does, from a table of the file's name.
  const database = new DatabaseSync(':memory:');
  const names = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
  database.exec(`CREATE TABLE "parties.parquet" (${names.join()})`);
  const insert = database.prepare(
    `INSERT INTO "parties.parquet" VALUES (${names.map(() => '?').join()})`,
  );
  for (const row of rows)
    insert.run(...Object.values(row).map((value) => (value == null ? null : String(value))));
  const groups = database.prepare(statement).all();
  database.close();
  expect(groups.length).toBeGreaterThan(1);
  expect(groups.reduce((sum, row) => sum + Number(row['count(*)']), 0)).toBe(rows.length);
  const [first = {}] = rows;
  expect(Object.keys(groups[0] ?? {})[0]).toBe('parties.affiliation');
  expect(first).toHaveProperty(['parties.affiliation']);

  // The real one, where the machine has it.
  const duckdb = spawnSync('duckdb', ['-csv', '-c', statement], { cwd: folder, encoding: 'utf8' });
  if (duckdb.error !== undefined)
    return process.stderr.write('SKIPPED: no duckdb on the PATH; SQLite ran its statement\n');
  expect(duckdb.stdout.trim().split('\n')).toHaveLength(groups.length + 1);
});
