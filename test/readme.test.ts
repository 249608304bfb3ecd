/** The README's examples, run as a reader would. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './support/world.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1]!,
  );

describe('README', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('shows the first query with its answer, and the one call it takes', async () => {
    const { data, errors, calls } = await world.ask(blocks('graphql')[0]!);
    expect(errors).toBeUndefined();
    expect({ data }).toEqual(JSON.parse(blocks('json')[0]!));
    expect(calls).toHaveLength(1);
  });

  it('asks which calls contacts took part in with the three calls it promises', async () => {
    const { data, errors, calls } = await world.ask(blocks('graphql')[1]!);
    expect(errors).toBeUndefined();
    expect(data.contacts.nodes).toHaveLength(5);
    expect(calls).toHaveLength(3);
  });

  it('names files that are there', () => {
    const links = [...readme.matchAll(/\]\((?!http)([^)#]+)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(() => readFileSync(join(import.meta.dirname, '..', link))).not.toThrow(/ENOENT/);
    }
  });
});
