/** Links of the documentation: each leads to a file that is there, and to a heading that it has. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { anchorOf } from '../../docs/.vitepress/anchor.ts';
import { pages, root, textOf } from './page.ts';

const withoutCode = (text: string): string =>
  text.replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');

/** Anchors of a page's headings and of `<a id>`; repeated headings are numbered. */
function anchorsOf(file: string): ReadonlySet<string> {
  const text = readFileSync(file, 'utf8').replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#+ (.+)$/gm)) {
    const anchor = anchorOf(heading.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let number = 0;
    while (anchors.has(number === 0 ? anchor : `${anchor}-${number}`)) number += 1;
    anchors.add(number === 0 ? anchor : `${anchor}-${number}`);
  }
  for (const [, id = ''] of text.matchAll(/<a id="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

it('lead to files and headings that are there', () => {
  const dead: string[] = [];
  const examples = globSync('examples/*/README.md', { cwd: root });
  const files = [...pages, ...examples, 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  for (const page of files) {
    for (const [, target = ''] of withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? join(root, page) : join(root, dirname(page), path);
      const isThere = existsSync(file) && !relative(root, file).startsWith('..');
      if (!isThere || (anchor !== undefined && !anchorsOf(file).has(anchor)))
        dead.push(`${page} → ${target}`);
    }
  }
  expect(dead).toEqual([]);
});
