/** Places of the platform's rows with every wrong value: a share of them, all in `npm run test:matrix`. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEntities } from '../../src/contract/calls/entity.ts';
import { share } from '../support/cases.ts';
import { ChangingBackend, platformQuestions, type Question } from '../support/platform-question.ts';
import { openWorld, type World } from '../support/world.ts';
import { faultsOf, isSortKey, placeOf, placesIn, wrongValues } from '../support/wrong-value.ts';

let world: World;
let asked: Readonly<Record<string, Question>>;
const changing = new ChangingBackend();

beforeAll(async () => {
  world = await openWorld({ backend: changing.backend, index: 'off' });
  asked = await platformQuestions(world);
});
afterAll(() => world.close());

const entities = callEntities
  .filter(({ operations }) => 'list' in operations)
  .map(({ entity }) => entity);

describe('a wrong value', () => {
  it.each(entities)('in a row of %s is null with an error in its place', async (entity) => {
    const faults: string[] = [];
    const places = [...placesIn(asked[entity]!)].filter(([path]) => !isSortKey(entity, path));
    for (const [path, query] of share(places, 12)) {
      const place = await placeOf(world, changing, query, entity, path);
      for (const wrong of Object.values(wrongValues))
        faults.push(...(await faultsOf(place, wrong)));
    }
    expect(faults).toEqual([]);
  });
});
