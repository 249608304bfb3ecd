/** The documentation site: `npm run docs` serves it, `npm run docs:build` builds it and fails on a dead link. */

import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { anchorOf } from './anchor.ts';
import { navigation, sidebar } from './sidebar.ts';

/** Links to files of the repository that are no pages show their text: the site does not hold them. */
function leaveOutFiles(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('files-of-the-repository', ({ tokens, env }) => {
    const folder = posix.dirname(env.relativePath ?? '');
    for (const { children } of tokens) {
      let isOutside = false;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const target = token.attrGet('href') ?? '';
          isOutside = !/^[a-z]+:|^[/#]/.test(target) && posix.join(folder, target).startsWith('..');
        }
        if (isOutside && /^link_/.test(token.type)) {
          token.tag = 'span';
          token.type = token.type.replace('link', 'file');
          token.attrs = null;
        }
      }
    }
  });
}

export default defineConfig({
  title: 'Switchboard',
  description:
    'One GraphQL graph over a call-analytics platform and a CRM that know the same people.',
  lang: 'en',
  cleanUrls: true,
  // A browser asks for an icon of its own accord, which would be an error in its console.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: anchorOf },
    headers: { slugify: anchorOf },
    config: leaveOutFiles,
  },
  themeConfig: {
    nav: navigation,
    sidebar: sidebar(fileURLToPath(new URL('..', import.meta.url))),
    outline: [2, 3],
    search: { provider: 'local' },
    docFooter: { prev: false, next: false },
  },
});
