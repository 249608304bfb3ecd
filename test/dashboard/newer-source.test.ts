import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { newerSource } from '../../src/dashboard/build/newer-source.ts';

const built = 2_000;

/** A build at one time, and sources of an earlier one. */
function folder(): { path: (name: string) => string; newer: () => string | null } {
  const root = mkdtempSync(join(tmpdir(), 'newer-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const path = (name: string): string => join(root, name);
  mkdirSync(path('src/part'), { recursive: true });
  for (const file of ['src/main.ts', 'src/part/row.tsx', 'lock.json', 'index.html'])
    writeFileSync(path(file), '');
  for (const name of ['src/main.ts', 'src/part/row.tsx', 'src/part', 'src', 'lock.json'])
    utimesSync(path(name), built - 1, built - 1);
  utimesSync(path('index.html'), built, built);
  const url = (name: string): URL => pathToFileURL(path(name));
  const sources = [pathToFileURL(`${path('src')}/`), url('lock.json')];
  return {
    path,
    newer: () => newerSource(url('index.html'), sources)?.pathname.slice(root.length + 1) ?? null,
  };
}

it('finds nothing where the build is the latest', () => {
  expect(folder().newer()).toBeNull();
});

it.each(['src/main.ts', 'src/part/row.tsx', 'lock.json'])('finds a change of %s', (name) => {
  const { path, newer } = folder();
  utimesSync(path(name), built + 1, built + 1);
  expect(newer()).toBe(name);
});

it('finds that a file was added, or taken away', () => {
  const { path, newer } = folder();
  rmSync(path('src/part/row.tsx'));
  expect(newer()).toBe('src/part');
  utimesSync(path('src/part'), built - 1, built - 1);
  expect(newer()).toBeNull();
  writeFileSync(path('src/part/bar.tsx'), '');
  expect(newer()).not.toBeNull();
});

it('misses what was never built', () => {
  const { path, newer } = folder();
  rmSync(path('index.html'));
  expect(newer()).toBe('index.html');
});
