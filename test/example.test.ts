/** Examples in the comments of functions: `expression // → value` below `@example` is evaluated with the file's exports. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = resolve(import.meta.dirname, '../src');

interface Example {
  readonly expression: string;
  readonly value: string;
}

/** Examples of a file: those lines of its comments that say the value after an arrow. */
function examplesOf(text: string): Example[] {
  return [...text.matchAll(/\/\*\*.*?\*\//gs)].flatMap(([comment]) => {
    const [, ...examples] = comment.split(/(?<=^[\s/*]*)@example\b/m);
    return examples.flatMap((example) =>
      [...example.matchAll(/^[\s*]*(\S.*?) \/\/ → (.+?)(?: \*\/)?$/gm)].map(
        ([, expression = '', value = '']) => ({ expression, value }),
      ),
    );
  });
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('dashboard/'))
  .map((file) => ({ file, examples: examplesOf(readFileSync(join(src, file), 'utf8')) }))
  .filter(({ examples }) => examples.length > 0);

function evaluated(text: string, scope: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(scope), `return (${text});`)(...Object.values(scope));
}

describe('examples in comments', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each(files)('of $file are true', async ({ file, examples }) => {
    const exports: Readonly<Record<string, unknown>> = await import(
      pathToFileURL(join(src, file)).href
    );
    for (const { expression, value } of examples)
      expect(await evaluated(expression, exports), expression).toEqual(evaluated(value, exports));
  });
});
