/** Values that are known or still to be fetched. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { bothMaybe, type MaybePromise } from '../../src/fetch/maybe-promise.ts';

const outcomes: Readonly<Record<string, (side: string) => MaybePromise<string>>> = {
  known: (side) => side,
  fetched: async (side) => side,
  fails: (side) => {
    throw new Error(side);
  },
  rejects: async (side) => {
    throw new Error(side);
  },
};

it.each(
  Object.keys(outcomes).flatMap((left) => Object.keys(outcomes).map((right) => [left, right])),
)('two values, of which one %s and the other %s, leave no promise unheard', async (one, other) => {
  const unheard: unknown[] = [];
  const note = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const both = async () =>
    bothMaybe(
      outcomes[one]!('left'),
      () => outcomes[other]!('right'),
      (a, b) => `${a} ${b}`,
    );
  const result = await both().catch((error: Error) => error.message);
  await turn();
  await turn();
  const fails = (name: string): boolean => name === 'fails' || name === 'rejects';
  const failed = [...(fails(one) ? ['left'] : []), ...(fails(other) ? ['right'] : [])];
  if (failed.length === 0) expect(result).toBe('left right');
  else expect(failed).toContain(result);
  expect(unheard).toEqual([]);
});
