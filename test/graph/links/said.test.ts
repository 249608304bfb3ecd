/** Calls by what was said in them: where that is refused, and what an answer says of transcripts that have not been read. */

import { describe, expect, it, onTestFinished } from 'vitest';
import type { IndexFilter } from '../../../src/participants/call-query.ts';
import { openWorld, type World, type WorldOptions } from '../../support/world.ts';

const list = `query ($said: [CallSaidFilter!]) {
  calls(filter: { about: { said: $said } }, first: 5) { nodes { upstreamId } coverage { unread } }
}`;

async function open(options: WorldOptions): Promise<World> {
  const world = await openWorld(options);
  onTestFinished(() => world.close());
  return world;
}

describe('calls by what was said in them', () => {
  const isOff =
    'Expected the index of transcripts, which finds calls by what was said in them; it is off here. TRANSCRIPTS_INDEX=on switches it on, beside INDEX=on';

  it.each(['off', true] as const)(
    'are refused by name where no words are indexed (index %s)',
    async (index) => {
      const world = await open({ index });
      const related = `query ($said: [CallSaidFilter!]) { accounts(first: 1) { nodes {
      relatedCalls(about: { said: $said }) { nodes { upstreamId } }
    } } }`;
      for (const question of [list, related]) {
        const { errors } = await world.ask(question, { said: [{ text: 'price' }] });
        expect(errors).toMatchObject([{ message: isOff, extensions: { code: 'BAD_USER_INPUT' } }]);
      }
      const { errors, calls } = await world.ask(list, { said: [{ text: 'price' }] });
      expect(errors).toHaveLength(1);
      expect(calls).toEqual([]);
    },
  );

  it('are refused without the right to transcripts, before anything is read', async () => {
    const world = await open({
      watch: (participants) => ({ ...participants, indexesWords: () => true }),
    });
    const tracked = `query ($said: [CallSaidFilter!]) {
      calls(filter: { about: { said: $said, tracker: { name: "Discount" } } }) { nodes { upstreamId } }
    }`;
    const { errors, calls } = await world.ask(tracked, { said: [{ text: 'price' }] }, [
      'private-calls',
    ]);
    expect(errors).toMatchObject([
      {
        message: 'Expected the right "transcripts" for finding calls by what was said in them.',
        extensions: { code: 'FORBIDDEN' },
      },
    ]);
    expect(calls).toEqual([]);
    // Nothing is asked of transcripts by an empty list.
    const none = await world.ask(list, { said: [] }, ['private-calls']);
    expect(none.errors).toBeUndefined();
  });

  it('are asked of the index by words, and what it has not read is said', async () => {
    const filters: IndexFilter[] = [];
    const world = await open({
      watch: (participants) => ({
        ...participants,
        indexesWords: () => true,
        async filteredCalls(tenant, query, options) {
          filters.push(query.filter ?? {});
          const { filter: _, ...others } = query;
          const { value, coverage } = await participants.filteredCalls(tenant, others, options);
          return { value, coverage: { ...coverage, unread: 7 } };
        },
      }),
    });
    const { data, errors, extensions } = await world.ask(list, {
      said: [
        { text: 'Zu TEUER pric*', by: 'THEIRS', within: { firstMinutes: 3, lastMinutes: 5 } },
        { phrase: 'next year', user: ['123'], not: true },
      ],
    });
    expect(errors).toBeUndefined();
    const word = (text: string, isPrefix = false) => ({ text, isPrefix });
    expect(filters[0]).toMatchObject({
      said: [
        {
          words: [word('zu'), word('teuer'), word('pric', true)],
          phrase: [],
          side: 'theirs',
          users: null,
          firstSeconds: 180,
          lastSeconds: 300,
        },
      ],
      unsaid: [{ words: [], phrase: [word('next'), word('year')], side: null, users: ['123'] }],
    });
    expect(data.calls.coverage).toEqual({ unread: 7 });
    expect(extensions?.incomplete).toEqual([
      {
        path: ['calls'],
        message:
          'The participant index has yet to read transcripts of calls of the time asked for; these are missing, whatever was said in them.',
        expected: null,
        received: null,
      },
    ]);
  });
});
