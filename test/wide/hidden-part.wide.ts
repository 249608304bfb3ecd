/** Every field and object that a screen, a showcase or a saved question reads, hidden alone and ten at random together: what stays is whole, what goes says so. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { cases, share } from '../support/cases.ts';
import { type HiddenMatrix, openHiddenMatrix } from '../support/hidden-matrix.ts';
import { seed } from '../support/seed.ts';
import { randomFrom } from '../support/wrong-value.ts';

let matrix: HiddenMatrix;
beforeAll(async () => {
  matrix = await openHiddenMatrix();
});
afterAll(() => matrix.close());

it('each of them alone costs itself, and says its name', async () => {
  expect(matrix.questions.length).toBeGreaterThan(25);
  const tried = share(matrix.parts, 4);
  const wrong: string[] = [];
  for (const part of tried)
    wrong.push(...(await matrix.faultsUnder([part])).map((one) => `${part}: ${one}`));
  expect(wrong).toEqual([]);
  // Where no row would have shown a part, nothing is said of it.
  expect(matrix.named.size).toBeGreaterThan(tried.length * 0.8);
});

it(`ten of them together cost themselves (TEST_SEED=${seed})`, async () => {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  for (let time = 0; time < cases(8, 2); time += 1) {
    const drawn = new Set<string>();
    while (drawn.size < 10) drawn.add(matrix.parts[Math.floor(random() * matrix.parts.length)]!);
    const hidden = [...drawn];
    wrong.push(...(await matrix.faultsUnder(hidden)).map((one) => `${hidden.join()}: ${one}`));
  }
  expect(wrong).toEqual([]);
});
