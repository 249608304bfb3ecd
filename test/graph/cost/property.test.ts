import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/service/backend.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { customSchema, openWorld, schema, today, type World } from '../../support/world.ts';
import { RandomQuery } from './random-query.ts';

/** Answers some turns of the event loop later, each its own number: what belongs together arrives apart. */
function hesitant(backend: Backend): Backend {
  let seed = 1;
  return {
    ...backend,
    close: () => backend.close(),
    async execute(operation) {
      seed = (seed * 48_271) % 2_147_483_647;
      for (let turns = seed % 40; turns > 0; turns -= 1) await new Promise(setImmediate);
      return backend.execute(operation);
    },
  };
}

interface Cost {
  readonly requested: number;
  readonly actual: number;
}

describe.each([
  ['an index and prompt answers', {}],
  ['an index and answers out of step', { hesitant: true }],
  ['no index', { index: 'off', hesitant: true }],
] as const)('with %s', (_name, options: { hesitant?: true; index?: 'off' }) => {
  let world: World;
  let queries: RandomQuery;
  beforeAll(async () => {
    const backend = openSynthetic({ now: () => today, customSchema });
    world = await openWorld({
      backend: options.hesitant ? hesitant(backend) : backend,
      ...(options.index !== undefined && { index: options.index }),
    });
    queries = new RandomQuery(schema, await samples(world), { depth: 7, fields: 2 });
  });
  afterAll(() => world.close());

  it('whatever is asked costs no more than was reckoned', async () => {
    let costed = 0;
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const query = queries.draw(g);
        const { extensions, calls, errors } = await world.ask(query);
        const cost = extensions?.cost as Cost | undefined;
        if (cost === undefined) {
          expect(errors?.[0]?.extensions.code, query).not.toBe('INTERNAL');
          expect(calls, query).toEqual([]);
          return;
        }
        costed += 1;
        expect(cost.actual, query).toBeLessThanOrEqual(cost.requested);
      }),
      { numRuns: 60, endOnFailure: true },
    );
    expect(costed).toBeGreaterThan(20);
  });
});

async function samples(world: World) {
  const { data } = await world.ask(
    `{ workspaces { nodes { id } } users(first: 3) { nodes { id } } accounts(first: 2) { nodes { id } }
       calls(first: 2) { nodes { id } } contacts(first: 2) { nodes { id } } tasks(first: 2) { nodes { id } }
       scorecards(first: 1) { nodes { id } } opportunities(first: 2) { nodes { id } } }`,
  );
  const ids = (name: string): string[] =>
    data[name].nodes.map(({ id }: { id: string }) => JSON.stringify(id));
  const all = Object.keys(data).flatMap(ids);
  const by = (name: string): string[] => ids(name).map((id) => `{ id: ${id} }`);
  return new Map<string, readonly string[]>([
    ['workspace', ids('workspaces')],
    ['manager', ids('users')],
    ['id', all],
    ['ids', [`[${all.join()}]`, `[${ids('accounts').join()}]`]],
    ['term', ['"an"']],
    ['query', ['"SELECT Id, Name FROM Account"', '"SELECT Id FROM Task LIMIT 7"']],
    ['first', ['1', '3', '25', '60', '100']],
    ['from', ['"2026-10-01T00:00:00Z"']],
    ...['User.activity', 'User.interaction', 'User.dailyActivity', 'User.calls'].map(
      (field) => [`${field}.from`, ['"2026-10-20"']] as const,
    ),
    ...['activity', 'dailyActivity', 'interaction', 'coaching'].map(
      (field) => [`Query.${field}.from`, ['"2026-10-20"']] as const,
    ),
    ['User.coaching.from', ['"2026-10-20"']],
    [
      'Query.calls.filter',
      ['{ lastDays: 7 }', '{ scope: ["External"] }', '{ titleContains: "x" }'],
    ],
    [
      'Query.accounts.filter',
      ['{ lastCall: { none: true } }', '{ lastCall: { after: "2026-10-25T00:00:00Z" } }'],
    ],
    ['Query.contacts.filter', ['{ lastCall: { before: "2026-10-25T00:00:00Z" } }']],
    ['Query.account.by', by('accounts')],
    ['Query.contact.by', by('contacts')],
    ['Query.task.by', by('tasks')],
    ['Query.opportunity.by', by('opportunities')],
    ['Query.call.by', by('calls')],
    ['Query.user.by', by('users')],
    ['Query.workspace.by', by('workspaces')],
    ['Query.scorecard.by', by('scorecards')],
  ]);
}
