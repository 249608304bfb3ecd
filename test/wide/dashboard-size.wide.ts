import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expectBuilt } from '../support/dashboard.ts';

const folder = new URL('../../dist/dashboard/', import.meta.url);
const screensTable = readFileSync(
  new URL('../../src/dashboard/screens.tsx', import.meta.url),
  'utf8',
);
const scripts = readdirSync(new URL('assets/', folder)).filter((name) => name.endsWith('.js'));
const text = (name: string): string => readFileSync(new URL(`assets/${name}`, folder), 'utf8');
const kilobytes = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(text(name)).length, 0) / 1000;

/** A script with all that it needs before it can run. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, imported] of text(name).matchAll(/(?:import|from)\s*["'`]\.\/([\w-]+\.js)["'`]/g))
    withImports(imported!, found);
  return found;
}

describe('the pages of the dashboard', () => {
  it('name all that their screen imports at the start, so that nothing is found one after the other', () => {
    const pages = readdirSync(folder).filter((name) => name.endsWith('.html'));
    const named = (page: string): readonly string[] =>
      [...page.matchAll(/(?:src|href)="\/app\/assets\/([\w-]+\.js)"/g)].map((match) => match[1]!);
    const screens = [...screensTable.matchAll(/path: '\/(\w+)/g)].map(
      (match) => `${match[1]}.html`,
    );
    expect(pages.toSorted()).toEqual(['index.html', ...screens].toSorted());
    for (const page of pages) {
      const first = named(readFileSync(new URL(page, folder), 'utf8'));
      const needed = first.reduce((found, name) => withImports(name, found), new Set<string>());
      expect([page, [...needed].toSorted()]).toEqual([page, first.toSorted()]);
      expect(first.some((name) => name.includes('-screen-'))).toBe(true);
    }
  });
});

describe('the scripts of the dashboard', () => {
  expectBuilt();

  it('are at most 350 kB in all', () => {
    expect(kilobytes(scripts)).toBeLessThan(350);
  });

  it('are at most 120 kB for the first screen', () => {
    const first = scripts.filter((name) => /^(?:index|question|deals-screen)-/.test(name));
    expect(first.length).toBeGreaterThanOrEqual(2);
    const needed = first.reduce((found, name) => withImports(name, found), new Set<string>());
    expect(kilobytes(needed)).toBeLessThan(120);
  });

  it('evaluate no text and set no markup, which the page’s policy forbids', () => {
    for (const name of scripts)
      expect([name, /\bnew Function\(|\beval\(/.test(text(name))]).toEqual([name, false]);
  });
});
