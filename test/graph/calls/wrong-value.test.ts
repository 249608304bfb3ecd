/** Some places of the platform's rows with some wrong values, other ones at each run; test/wide has all of them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEntities } from '../../../src/contract/calls/entity.ts';
import { sample } from '../../support/cases.ts';
import { ChangingBackend, platformQuestions } from '../../support/platform-question.ts';
import { seed } from '../../support/seed.ts';
import { openWorld, type World } from '../../support/world.ts';
import {
  faultsOf,
  isSortKey,
  placeOf,
  placesIn,
  randomFrom,
  wrongValues,
} from '../../support/wrong-value.ts';

let world: World;
const changing = new ChangingBackend();
beforeAll(async () => {
  world = await openWorld({ backend: changing.backend, index: 'off' });
});
afterAll(() => world.close());

describe('a wrong value of the platform', () => {
  it(`is null with an error in its place, and harms no neighbour (TEST_SEED=${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const asked = await platformQuestions(world);
    const faults: string[] = [];
    const lists = callEntities.filter(({ operations }) => 'list' in operations);
    for (const { entity } of sample(lists, 2, seed)) {
      const places = [...placesIn(asked[entity]!)].filter(([path]) => !isSortKey(entity, path));
      const [path, query] = pick(places);
      const place = await placeOf(world, changing, query, entity, path);
      for (let value = 0; value < 2; value += 1)
        faults.push(...(await faultsOf(place, pick(Object.values(wrongValues)))));
    }
    expect(faults).toEqual([]);
  });
});
