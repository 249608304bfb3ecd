/** Every operation of schema/operations, answered for real: its result and its execute calls stand in a file beside this one. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, validate } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { buildSchema } from '../../src/graph/schema.ts';
import { leastOf } from '../support/least.ts';
import { type WaveGate, waveGate } from '../support/wave-gate.ts';
import { openWorld, type World } from '../support/world.ts';

/** Of a hosted connector without a custom schema. */
const plainSchema = buildSchema(buildCrmModel());

const operations = join(import.meta.dirname, '../../schema/operations');
const names = readdirSync(operations)
  .filter((file) => file.endsWith('.graphql'))
  .map((file) => file.replace('.graphql', ''));

/** `UPDATE_GOLDEN=1 npm test -- test/golden` writes the files anew; read the diff before you commit it. */
const update = process.env.UPDATE_GOLDEN === '1';

describe('showcase operations', () => {
  let world: World;
  let gate: WaveGate;
  let keeps = false;
  beforeAll(async () => {
    gate = waveGate();
    world = await openWorld({
      trackers: true,
      backend: gate.backend,
      index: 'copied',
      cache: () => keeps,
    });
  });
  afterEach(() => {
    keeps = false;
  });
  afterAll(() => world.close());

  it.each(names)('%s is valid where an organisation declares nothing of its own', (name) => {
    const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
    expect(validate(plainSchema, parse(query))).toEqual([]);
  });

  it('are many', () => {
    expect(names.length).toBeGreaterThanOrEqual(16);
  });

  it.each(names)('%s gives the recorded data with the recorded calls', async (name) => {
    const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
    const answer = await world.ask(query);
    const golden = {
      data: answer.data,
      errors: answer.errors ?? [],
      calls: answer.calls
        .map(({ entity, action, params, rows }) => ({ entity, action, params, rows }))
        // Calls of one wave arrive in any order.
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    };
    const file = join(import.meta.dirname, `${name}.json`);
    if (update || !existsSync(file)) writeFileSync(file, `${JSON.stringify(golden, null, 2)}\n`);
    expect(golden).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    expect(golden.errors).toEqual([]);
  });

  it.each(names)('%s says the same again, and asks nobody for what is kept', async (name) => {
    const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
    const recorded = JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));
    keeps = true;
    // Planned from the second time on; rows are kept as text from the third.
    for (let time = 0; time < 4; time += 1) {
      const { data, errors, calls } = await world.ask(query);
      expect({ data, errors: errors ?? [] }).toEqual({ data: recorded.data, errors: [] });
      // Free queries are never answered from memory: whoever asks wants to know now.
      if (time > 0) expect(calls.filter(({ entity }) => entity !== 'query')).toEqual([]);
    }
  });

  it.each(names)(
    '%s makes the least calls its header reckons, in the least waves',
    async (name) => {
      const query = readFileSync(join(operations, `${name}.graphql`), 'utf8');
      const made = await gate.during(() => world.ask(query));
      expect({ calls: made.result.calls.length, waves: made.waves }).toEqual(leastOf(query));
    },
  );
});
