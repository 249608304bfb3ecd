/** Every operation of schema/operations, asked again and again of servers that store answers: they say what was recorded, for no more calls. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AnswerCache } from '../../src/server/answer-cache.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { openWorld, type World } from '../support/world.ts';

const operations = join(import.meta.dirname, '../../schema/operations');
const names = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => file.replace('.graphql', ''));

// The index stands still.
const indexVersion = () => 1;

async function open(maxBytes: number): Promise<World> {
  const world = await openWorld({
    ...{ trackers: true, index: 'copied', cache: true },
    watch: (participants) => ({ ...participants, version: indexVersion }),
    server: { answers: { maxBytes, monotonic: systemClock.monotonic, indexVersion } },
  });
  onTestFinished(() => world.close());
  return world;
}

it.each([
  ['every answer', 2 ** 26],
  ['no answer', 1],
])('is as recorded each time where there is room for %s', async (_room, maxBytes) => {
  const world = await open(maxBytes);
  const found = vi.spyOn(AnswerCache.prototype, 'find');
  onTestFinished(() => found.mockRestore());
  for (const name of names) {
    const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
    const file = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8');
    const recorded = JSON.parse(file) as { readonly data: unknown };
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 3; time += 1) {
      const { data, errors = [], calls } = await world.ask(query);
      expect({ name, data, errors }).toEqual({ name, data: recorded.data, errors: [] });
      expect(calls.length, name).toBeLessThanOrEqual(least);
      least = calls.length;
    }
  }
  const hits = found.mock.results.filter(({ value }) => value !== undefined);
  if (maxBytes === 1) expect(hits).toEqual([]);
  else expect(hits.length).toBeGreaterThan(10);
});
