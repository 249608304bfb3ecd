/** Texts that are too long to be repeated are cut between characters, wherever they came in. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { share } from '../support/cases.ts';
import { seed } from '../support/seed.ts';
import { stringSites } from '../support/string-site.ts';
import { openWorld, schema, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Of the two, a cut after any number of units halves a character of one. */
const texts = ['😀'.repeat(700), `a${'😀'.repeat(700)}`];

/** Texts of a value, members' names included, that hold half a character, be it in the spelling of JSON. */
function halved(value: unknown): string[] {
  if (typeof value === 'string')
    return value.isWellFormed() && !/\\ud[89a-f]/i.test(value) ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...halved(name), ...halved(inner)]);
}

it(`in every argument and variable of the schema (seed ${seed})`, async () => {
  const strays: string[] = [];
  const messages = new Set<string>();
  for (const { name, document, variables } of share(stringSites(schema), 3))
    for (const text of texts) {
      const { calls: _calls, ...answer } = await world.ask(document, variables(text));
      for (const { message } of answer.errors ?? []) if (message.includes('😀')) messages.add(name);
      if (halved(answer).length > 0) strays.push(`${name}: ${halved(answer)[0]}`);
    }
  expect(strays).toEqual([]);
  expect(messages.size).toBeGreaterThan(20);
});

it('in statements and documents that are refused', async () => {
  for (const text of texts)
    for (const beginning of ['SELECT ', 'SELECT Id FROM ', "SELECT Id FROM Account WHERE Name = '"])
      for (const { document, variables } of [
        {
          document: 'query ($q: String!) { soql(query: $q) { records } }',
          variables: { q: beginning + text },
        },
        { document: `{ ${text} }` },
        { document: `{ soql(query: ${JSON.stringify(beginning + text)}) { ${text}` },
      ]) {
        const { calls: _calls, ...answer } = await world.ask(document, variables);
        expect(halved(answer)).toEqual([]);
      }
});

it('by the connector service', async () => {
  for (const text of texts)
    for (const body of [
      { entity: text, action: 'list' },
      { entity: 'users', action: text },
      { entity: 'users', action: 'list', params: { [text]: 1 } },
      { entity: 'accounts', action: 'list', params: { q: text } },
      { entity: 'accounts', action: 'list', params: { q: `SELECT ${text} FROM Account` } },
      { entity: 'accounts', action: 'list', params: { q: `SELECT Id FROM Account WHERE ${text}` } },
      { entity: 'accounts', action: 'get', params: { id: text } },
    ])
      for (const instance of Object.values(world.service.instances)) {
        const answer = await fetch(
          `${world.service.url}/api/v1/connectors/instances/${instance}/execute`,
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              authorization: `Bearer ${world.service.token}`,
            },
            body: JSON.stringify(body),
          },
        );
        expect(halved(await answer.json())).toEqual([]);
      }
});
