/** The pages of the documentation as its tests read them: the README and all of docs/, cut into blocks. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** A fenced block: ```language info. */
export interface Block {
  readonly page: string;
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly language: string;
  /** What stands behind the language: `variables`, `excerpt`. */
  readonly info: string;
  readonly text: string;
  /** Why nothing runs it: the reason of `<!-- not run: reason -->` above. */
  readonly notRun: string | undefined;
  /** The line of text that follows, blank lines left out. */
  readonly next: string;
}

/** The README and the pages of the site, below the root, but for those that its build makes of the schema. */
export const pages: readonly string[] = [
  'README.md',
  ...globSync('docs/{index,*/**/*}.md', {
    cwd: root,
    exclude: (name) => /node_modules|dist|^docs\/reference\/schema/.test(name),
  }),
].sort();

export const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Fenced blocks of a page in their order. */
export function blocksOf(page: string): readonly Block[] {
  const text = textOf(page);
  return [...text.matchAll(/^( *)```(\w+)(?:[ ]+([^\n]+))?\n([\s\S]*?)^ *```$/gm)].map((match) => {
    const [all, indent, language, info, body] = match;
    const before = text.slice(0, match.index).trimEnd();
    return {
      page,
      line: before.split('\n').length + 1,
      language: language ?? '',
      info: info ?? '',
      text: (body ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      notRun: /<!-- not run: ([^>]+) -->$/.exec(before)?.[1],
      next: text
        .slice(match.index + all.length)
        .trimStart()
        .split('\n')[0] as string,
    };
  });
}
