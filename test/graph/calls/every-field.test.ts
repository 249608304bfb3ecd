/** Whatever the platform's rows hold can be seen in the graph: a change of any value of theirs changes an answer. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callEntities } from '../../../src/contract/calls/entity.ts';
import { sample } from '../../support/cases.ts';
import {
  ChangingBackend,
  other,
  placesOf,
  platformQuestions,
  type Question,
} from '../../support/platform-question.ts';
import { openWorld, type World } from '../../support/world.ts';

/** What the graph says in another way, or on purpose not at all. */
const notShown = [
  // Files are played from addresses of Switchboard's own; the platform's are for nobody else.
  'calls_extensive media.audioUrl',
  'calls_extensive media.videoUrl',
  // Nobody documented it: platforms add fields without a word.
  'calls_extensive metaData.consentStatus.given',
  // Another name for the id.
  'workspaces workspaceId',
];

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

describe('a change of any value', () => {
  it.each(entities)('of a row of %s changes an answer', async (entity) => {
    const { query, rows } = asked[entity]!;
    expect(rows.length).toBeGreaterThan(0);
    changing.change = null;
    const { data, errors } = await world.ask(query);
    expect(errors).toBeUndefined();
    const clean = JSON.stringify(data);
    const hidden: string[] = [];
    const tried = sample([...new Set(rows.flatMap((row) => placesOf(row)))], 9);
    for (const path of tried) {
      changing.change = { entity, path, to: other };
      const { data: changed } = await world.ask(query);
      if (JSON.stringify(changed) === clean) hidden.push(`${entity} ${path}`);
    }
    changing.change = null;
    const places = new Set(tried.map((path) => `${entity} ${path}`));
    expect(hidden.sort()).toEqual(notShown.filter((place) => places.has(place)));
  });
});
