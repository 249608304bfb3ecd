/** Files that other programs load: systemd's units by systemd, Grafana's boards by the types that Grafana publishes. */

import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root, textOf } from '../docs/page.ts';

const quick = promisify(execFile);

function folderOf(name: string, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, name));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd)
  process.stderr.write('SKIPPED: no systemd-analyze on the PATH; units are not looked at\n');

describe.skipIf(!hasSystemd)('the units of the script for a chat', () => {
  const units = ['quiet-deals.service', 'quiet-deals.timer'];
  const textOfUnit = (name: string): string => textOf(`examples/quiet-deals-chat/${name}`);

  it('are found in order by systemd', async () => {
    const folder = folderOf('units-');
    // The Node of a machine that runs tests is elsewhere; systemd looks whether it is there.
    for (const name of units)
      writeFileSync(
        join(folder, name),
        textOfUnit(name).replace('/usr/bin/node', process.execPath),
      );
    const words = ['verify', ...units.map((name) => join(folder, name))];
    const { stdout, stderr } = await quick('systemd-analyze', words);
    expect(stdout + stderr).toBe('');
  });

  it('start the script that is there, on Mondays', async () => {
    const [, script = ''] = /^ExecStart=\S+ \/opt\/switchboard\/(\S+)$/m.exec(
      textOfUnit('quiet-deals.service'),
    )!;
    expect(readFileSync(join(root, script), 'utf8')).toContain('CHAT_WEBHOOK');
    const [, when = ''] = /^OnCalendar=(.+)$/m.exec(textOfUnit('quiet-deals.timer'))!;
    const { stdout } = await quick('systemd-analyze', ['calendar', when]);
    expect(stdout).toMatch(/Next elapse: Mon .* 08:00:00/);
  });
});

/** JSON has the words of Grafana's enums; options may lack what has a default. */
const types = `
import type { Dashboard } from '@grafana/schema';
import type { FieldConfig as TimeseriesField, Options as Timeseries } from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type { Options as Stat } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type { Options as Table } from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';

export type Json<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Json<T[K]> } : T;
export type Part<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;
export type Board = Json<Dashboard>;
export type Options = { timeseries: Part<Timeseries>; stat: Part<Stat>; table: Part<Table> };
export type Field = { timeseries: Part<TimeseriesField>; stat: {}; table: {} };
`;

interface Panel {
  readonly type: string;
  readonly options?: object;
  readonly fieldConfig?: { readonly defaults: { readonly custom?: object } };
}

/** A program that compiles where the board is as Grafana's types have it. */
function programOf(text: string): string {
  // Members of an export alone, which Grafana's import reads and leaves out.
  const { __inputs, __requires, panels, ...board } = JSON.parse(text);
  const json = (value: unknown): string => JSON.stringify(value, null, 1);
  const checks = (panels as Panel[]).flatMap(({ type, options = {}, fieldConfig, ...panel }) => [
    `(${json(options)}) satisfies Options['${type}'];`,
    `(${json(fieldConfig?.defaults.custom ?? {})}) satisfies Field['${type}'];`,
    `(${json({ type, ...panel, ...(fieldConfig && { fieldConfig }) })}) satisfies Panel;`,
  ]);
  return `import type { Board, Field, Options } from './types.ts';
    type Panel = Extract<NonNullable<Board['panels']>[number], { targets?: unknown; fieldConfig?: unknown }>;
    (${json(board)}) satisfies Board;\n${checks.join('\n')}`;
}

/** @returns what the compiler says of a board. */
async function complaintsOf(text: string): Promise<string> {
  // Where the package of the types is found.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = folderOf('grafana-', cache);
  writeFileSync(join(folder, 'types.ts'), types);
  writeFileSync(join(folder, 'board.ts'), programOf(text));
  const words = [
    ...['--noEmit', '--ignoreConfig', '--strict', '--module', 'nodenext', '--target', 'esnext'],
    ...['--skipLibCheck', '--allowImportingTsExtensions', join(folder, 'board.ts')],
  ];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const checked = quick(process.execPath, [tsc, ...words]);
  return checked.then(
    () => '',
    ({ stdout }) => stdout.replaceAll(basename(folder), ''),
  );
}

const hasTypes = existsSync(join(root, 'node_modules/@grafana/schema'));
if (!hasTypes) process.stderr.write('SKIPPED: no @grafana/schema; run `npm ci`\n');

describe.skipIf(!hasTypes)('a Grafana board', () => {
  const files = ['deploy/grafana/switchboard.json', 'examples/grafana/dashboard.json'];
  it.each(files)('has the members and values of Grafana’s types: %s', async (file) => {
    expect(await complaintsOf(textOf(file))).toBe('');
  });

  it.each([
    ['"gridPos"', '"gridPosition"'],
    ['"timeseries"', '"timeserie"'],
    ['"displayMode": "list"', '"displayMode": "lists"'],
    ['"schemaVersion": 38', '"schemaVersion": "38"'],
    ['"refresh"', '"refreshes"'],
  ])('is refused with %s as %s', async (right, wrong) => {
    const text = textOf('deploy/grafana/switchboard.json');
    expect(await complaintsOf(text.replace(right, wrong))).toMatch(/error TS/);
  });
});
