/** A field that asks the index several times, while the index gets to know its calls: it is whole, or says that it may not be. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIndexParticipants } from '../../../src/participants/index-participants.ts';
import type { Participants } from '../../../src/participants/participants.ts';
import { openWorld, today, type World } from '../../support/world.ts';

const dayMs = 86_400_000;
const at = (days: number): string => new Date(today.getTime() - days * dayMs).toISOString();
const time = `from: "${at(60)}", to: "${at(20)}"`;
const short = `from: "${at(21)}", to: "${at(20)}"`;

const fields = {
  'callCount, some': `accounts(first: 40, filter: { callCount: { atLeast: 3, ${time} } }) { nodes { id } }`,
  'callCount, many': `contacts(first: 30, filter: { callCount: { atLeast: 2, ${time} } }) { nodes { id } }`,
  'callCount, few': `contacts(first: 40, filter: { callCount: { atLeast: 1, ${short} } }) { nodes { id } }`,
  'callCount, none': `contacts(first: 40, filter: { callCount: { atMost: 0, ${time} } }) { nodes { id } }`,
  'callCount of a parent': `contacts(first: 40, filter: { account: { callCount: { atLeast: 1, ${short} } } }) { nodes { id } }`,
  'lastCall, within': `contacts(first: 40, filter: { lastCall: { after: "${at(21)}", before: "${at(20)}" } }) { nodes { id } }`,
  'lastCall, not since': `opportunities(first: 40, filter: { lastCall: { before: "${at(60)}" } }) { nodes { id } }`,
  'in the order of callCount': `accounts(first: 40, orderBy: [{ callCount: { ${time} } }]) { nodes { id } }`,
  'by silence': `opportunitiesBySilence(first: 40, since: "${at(60)}") { nodes { id } }`,
  'by industry': `callsAggregate(filter: { ${time} }, groupBy: [INDUSTRY]) { nodes: groups { count keys { value } } }`,
} as const;

let world: World;
let empty: World;
/** How many questions the index answers before it knows any call. */
let ignorant = 0;
let asked = 0;

beforeAll(async () => {
  empty = await openWorld({ index: false });
  const syncers = new Map([['default', empty.syncer]]);
  const unknowing = createIndexParticipants(syncers, { longestMs: 0 });
  world = await openWorld({
    shared: empty.service,
    index: 'copied',
    trackers: true,
    watch: (knowing) =>
      new Proxy(knowing, {
        get(_target, name: keyof Participants) {
          if (name === 'version' || name === 'mostCalls') return knowing[name];
          return (...question: never[]): unknown => {
            asked += 1;
            const answer = (asked > ignorant ? knowing : unknowing)[name];
            return (answer as (...question: never[]) => unknown)(...question);
          };
        },
      }),
  });
});
afterAll(async () => {
  await world.close();
  await empty.close();
});

async function ask(field: string, unknown: number) {
  ignorant = unknown;
  asked = 0;
  const { data, errors, extensions } = await world.ask(`{ field: ${field} }`);
  expect(errors).toBeUndefined();
  const incomplete = (extensions?.incomplete ?? []) as { readonly path: readonly string[] }[];
  return { nodes: data.field.nodes, isWhole: incomplete.length === 0 };
}

it.each(Object.entries(fields))('%s: whatever the index knew when', async (_name, field) => {
  const whole = await ask(field, 0);
  expect(whole.isWhole).toBe(true);
  expect(whole.nodes.length).toBeGreaterThan(0);
  const questions = asked;
  for (let unknown = 1; unknown <= questions; unknown++) {
    const answer = await ask(field, unknown);
    if (answer.isWhole) expect(answer).toEqual(whole);
  }
});
