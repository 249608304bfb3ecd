/** What pages say of the code: scopes, access files, parts of readiness, and the words of refused tokens and accounts. */

import { expect, it } from 'vitest';
import { readAccess } from '../../src/config/access-file.ts';
import { platformOperations } from '../../src/connector-service/vendor/call-platform/operation.ts';
import { knownRefusal } from '../../src/contract/wire/known-refusal.ts';
import { blocksOf, pages, textOf } from './page.ts';

it('the page of what to ask for names every scope and no other', () => {
  const text = textOf('docs/connect/ask-for.md');
  const named = [...text.matchAll(/^\| `(api:[a-z:-]+)` \|/gm)].map(([, scope]) => scope);
  const used = Object.values(platformOperations).map(({ scope }) => scope);
  expect(new Set(named)).toEqual(
    new Set([...used, 'api:calls:read:media-url', 'api:stats:scorecards']),
  );
});

it('the page of own accounts quotes refusals that the doctor prints', () => {
  const quoted = [...textOf('docs/connect/troubleshooting.md').matchAll(/“(.+?)”/g)];
  expect(quoted.length).toBeGreaterThan(5);
  for (const [, words = ''] of quoted) expect(knownRefusal(words)?.words).toBe(words);
});

it('each access file that a page shows is one', () => {
  const blocks = pages.flatMap(blocksOf).filter(({ info }) => info === 'access');
  expect(blocks.length).toBeGreaterThan(2);
  for (const { page, line, text } of blocks) {
    const issues: string[] = [];
    readAccess(text, { ACME_TOKEN: 'a-token' }, issues);
    expect(issues, `${page}:${line}`).toEqual([]);
  }
});

it('pages open with what their reader will have, in paragraphs of at most five lines', () => {
  const ours = pages.filter((page) =>
    /^docs\/(?:connect|operate|reference|benchmarks)\//.test(page),
  );
  for (const page of ours) {
    const paragraphs = textOf(page)
      .replaceAll(/^( *)```[\s\S]*?^ *```$/gm, '')
      .split(/\n(?:[ >]*\n)+/)
      .map((text) => text.trim());
    expect(paragraphs[1], page).toMatch(/^(?:At the end of|After) this|^You will/);
    const long = paragraphs.filter((text) => !/^(?:[|>#<-]|\d\.)/.test(text) && text.length > 620);
    expect(long, page).toEqual([]);
  }
});
