/** The sidebar of the site, made from the pages that are there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';

/** Sections in the order of the navigation; of each, the pages that come first in this order, the others follow by name. */
const sections: readonly [folder: string, title: string, first: readonly string[]][] = [
  ['start', 'Start', ['index', 'dashboard', 'where']],
  [
    'ask',
    'Ask',
    [
      'index',
      'deals',
      'accounts',
      'calls',
      'team',
      'saved-questions',
      'tables',
      'lists',
      'related-calls',
      'answers',
      'words',
    ],
  ],
  [
    'connect',
    'Connect',
    [
      'index',
      'ask-for',
      'configure',
      'doctor',
      'first-minutes',
      'hidden',
      'custom',
      'try',
      'events',
      'service',
      'quota',
      'another-account',
      'troubleshooting',
      'tried',
    ],
  ],
  [
    'operate',
    'Operate',
    [
      'index',
      'access',
      'rows',
      'sign-in',
      'deploy',
      'proxy',
      'monitoring',
      'backup',
      'several',
      'limits',
      'freshness',
      'private-calls',
      'versions',
      'faults',
      'troubleshooting',
    ],
  ],
  [
    'build',
    'Build on it',
    ['index', 'panel', 'dashboard', 'library', 'federation', 'test-service'],
  ],
  ['reference', 'Reference', ['index']],
  ['how', 'How it works', ['index']],
  ['benchmarks', 'Benchmarks', ['index']],
];

/** Links of the navigation: the first page of each section. */
export const navigation: DefaultTheme.NavItem[] = sections.map(([folder, title]) => ({
  text: title,
  link: `/${folder}/`,
  activeMatch: `^/${folder}/`,
}));

/** A page's title: its first heading. */
function titleOf(file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${file} has no heading of the first level`);
  return title;
}

/** Pages of a folder, those of folders in it below the title of their first. */
function itemsOf(
  root: string,
  folder: string,
  first: readonly string[],
): DefaultTheme.SidebarItem[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  const pages = entries
    .filter(({ name }) => name.endsWith('.md'))
    .map(({ name }) => name.slice(0, -'.md'.length))
    .sort((a, b) => rank(first, a) - rank(first, b) || a.localeCompare(b))
    .map((name) => ({
      text: titleOf(join(root, folder, `${name}.md`)),
      link: name === 'index' ? `/${folder}/` : `/${folder}/${name}`,
    }));
  const groups = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const [index, ...items] = itemsOf(root, `${folder}/${name}`, ['index']);
      return { ...index, collapsed: true, items };
    });
  return [...pages, ...groups];
}

/** All sections with their pages; those that are not looked at are folded, and one of a single page is a link. */
export function sidebar(root: string): DefaultTheme.SidebarItem[] {
  return sections.map(([folder, title, first]) => {
    const [index, ...items] = itemsOf(root, folder, first);
    if (items.length === 0) return { text: title, link: `/${folder}/` };
    return { text: title, collapsed: true, items: [{ ...index, text: 'Overview' }, ...items] };
  });
}

const rank = (first: readonly string[], name: string): number => {
  const at = first.indexOf(name);
  return at < 0 ? first.length : at;
};
