/** No regular expression of the source takes longer than its text is long: what it meets may be a stranger's. */

import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { analyse } from 'scslre';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Found {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

/** Every literal of the source, once; of those that are put together at run time, the file. */
function expressions(): { readonly literals: readonly Found[]; readonly made: readonly string[] } {
  const literals = new Map<string, Found>();
  const made = new Set<string>();
  for (const path of globSync('src/**/*.ts', { cwd: root })) {
    const file = relative(root, join(root, path));
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('regex' in node && isRegex(node.regex)) {
        const { pattern: source, flags } = node.regex;
        literals.set(`/${source}/${flags}`, { file, source, flags });
      }
      if ('type' in node && /^(New|Call)Expression$/.test(String(node.type)))
        if ('callee' in node && textOf(node.callee).includes('"name":"RegExp"'))
          if (!textOf(node.callee).includes('"escape"')) made.add(file);
      for (const child of Object.values(node)) visit(child);
    };
    visit(parseAst(readFileSync(join(root, path), 'utf8'), { lang: 'ts' }).body);
  }
  return { literals: [...literals.values()], made: [...made].sort() };
}

const textOf = (node: unknown): string =>
  JSON.stringify(node, (_, value) => (typeof value === 'bigint' ? String(value) : value));

function isRegex(value: unknown): value is { pattern: string; flags: string } {
  return typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;
}

/** What of an expression takes quadratic time or worse: nested or adjoining repetition, or one tried from every place. */
const faultsOf = ({ source, flags }: Pick<Found, 'source' | 'flags'>): string[] =>
  analyse({ source, flags }).reports.map(({ type }) => type);

describe('regular expressions', () => {
  const { literals, made } = expressions();

  it('take time in proportion to their text', () => {
    expect(literals.length).toBeGreaterThan(100);
    const faults = literals.flatMap((found) =>
      faultsOf(found).map((fault) => `${found.file}: /${found.source}/${found.flags} (${fault})`),
    );
    expect(faults).toEqual([]);
  });

  it.each(['(a+)+$', String.raw`^\s*x?\s*$`, 'a+$'])('would be found: /%s/', (source) =>
    expect(faultsOf({ source, flags: '' })).not.toEqual([]),
  );

  it('are literals, but for a few whose parts have bounds', () => {
    expect(made).toEqual([
      // A choice of words, begun at one place.
      'src/cli/doctor/permission-set.ts',
      // Digits, and parts of an address, each of them counted.
      'src/contract/wire/json.ts',
      'src/contract/wire/upstream-value-reader.ts',
      // Words of the synthetic company.
      'src/demo/talk/tracker-hit.ts',
      // An address of at most 512 characters.
      'src/graph/scalar.ts',
    ]);
  });
});
