/** How pages read: they say first what the reader will have, no paragraph is a wall, and all are short. */

import { expect, it } from 'vitest';
import { pages, textOf } from './page.ts';

/** Pages that are written by hand; those of the reference are made of the code. */
const written = pages.filter((page) => !page.startsWith('docs/reference/'));

/** Without comments, which nobody reads. */
const shownText = (page: string): string => textOf(page).replaceAll(/<!--[\s\S]*?-->/g, '');

/** What a reader reads: without blocks, tables, pictures and letters to pass on. */
const paragraphsOf = (page: string): string[] =>
  shownText(page)
    .replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => !/^(?:[#|>]|!\[|$)/.test(paragraph));

/** Characters of five lines of the site; addresses of links are not read. */
const mostCharacters = 5 * 88;

it('open with one line of what the reader has at the end', () => {
  const others = pages
    .filter((page) => page !== 'README.md' && page !== 'docs/index.md')
    .filter(
      (page) => (paragraphsOf(page)[0] ?? '').length > 220 || paragraphsOf(page).length === 0,
    );
  expect(others).toEqual([]);
});

it('have paragraphs of at most five lines', () => {
  const walls = written.flatMap((page) =>
    paragraphsOf(page)
      .map((paragraph) => paragraph.replaceAll(/\]\([^)]*\)/g, ']'))
      .filter((paragraph) => paragraph.length > mostCharacters)
      .map((paragraph) => `${page}: ${paragraph.slice(0, 60)}… (${paragraph.length})`),
  );
  expect(walls).toEqual([]);
});

it('are fewer words than the walls of text they came from', () => {
  const words = written.reduce((sum, page) => sum + shownText(page).split(/\s+/).length, 0);
  // 700 of them came with the page on whose rows, whose table has a line for each object, 100 with the CRM's events, 150 with the transcript index, 300 with its speed, 60 with what was said in the dashboard, 80 with GraphiQL's clicks, 250 with facts of calls, 60 with recipes that new engineers missed.
  expect(words, 'words of hand-written pages: whoever adds takes as many away').toBeLessThan(
    28_990,
  );
});
