/** A match leads to the party it is about, which comes along with the call. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paramsOf, statement, type TruthRow, tally, truth } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let parties: ReadonlyMap<string, readonly TruthRow[]>;
beforeAll(async () => {
  world = await openWorld();
  const rows = await truth(world, 'calls_extensive', {
    filter: {},
    contentSelector: { exposedFields: { parties: true } },
  });
  parties = new Map(rows.map(({ metaData, parties }) => [metaData.id, parties]));
});
afterAll(() => world.close());

const matched =
  'edges { node { upstreamId } matches { key reason partyId party { upstreamId name emailAddress } } }';

describe('the party of a match', () => {
  it('is the one of that call which carries the key, for the one call that shows the calls', async () => {
    const { data, errors, calls } = await world.ask(
      `{ accounts(first: 20) { nodes { relatedCalls(first: 20) { ${matched} } } } }`,
    );
    expect(errors).toBeUndefined();
    const edges = data.accounts.nodes.flatMap((one: TruthRow) => one.relatedCalls.edges);
    const ids = new Set(edges.map(({ node }: TruthRow) => node.upstreamId));
    expect(tally(calls)).toEqual({
      'accounts list': 1,
      'calls_extensive list': Math.ceil(ids.size / 100),
    });
    for (const { contentSelector } of paramsOf(calls, 'calls_extensive'))
      expect(contentSelector).toEqual({ exposedFields: { parties: true } });
    let found = 0;
    for (const { node, matches } of edges)
      for (const { key, reason, partyId, party } of matches) {
        if (partyId === null) {
          expect(party).toBeNull();
          continue;
        }
        const own = parties.get(node.upstreamId)!.find(({ id }) => id === partyId);
        expect(party).toEqual({
          upstreamId: partyId,
          name: own.name ?? null,
          emailAddress: own.emailAddress?.trim() || null,
        });
        if (reason === 'EMAIL') expect(party.emailAddress.toLowerCase()).toBe(key);
        found += 1;
      }
    expect(found).toBeGreaterThan(50);
  });

  it('shares the call of what the nodes show, and its people come in one query of each object', async () => {
    const { data, errors, calls } = await world.ask(`{
      contacts(first: 20) { nodes { name
        relatedCalls(first: 3) {
          nodes { title content { brief } }
          edges { matches { party { title contact { name } call { durationSeconds } } } }
        }
        lastCall { call { title } matches { party { name } } }
      } }
    }`);
    expect(errors).toBeUndefined();
    // Shown calls and last calls are one wave; who else shares an address only the CRM can tell.
    expect(tally(calls)).toEqual({ 'contacts list': 2, 'calls_extensive list': 1 });
    const matches = data.contacts.nodes.flatMap((one: TruthRow) =>
      one.relatedCalls.edges.flatMap((edge: TruthRow) =>
        edge.matches.map(({ party }: TruthRow) => [party?.contact?.name, one.name]),
      ),
    );
    expect(matches.length).toBeGreaterThan(10);
    for (const [contact, name] of matches) expect(contact).toBe(name);
  });

  it('of the last call comes with the call, and alone costs one call for all records', async () => {
    const shown = await world.ask(
      '{ contacts(first: 30) { nodes { lastCall { call { title } matches { party { name } } } } } }',
    );
    const alone = await world.ask(
      '{ contacts(first: 30) { nodes { lastCall { matches { party { name } } } } } }',
    );
    for (const { errors, calls } of [shown, alone]) {
      expect(errors).toBeUndefined();
      expect(tally(calls)).toEqual({ 'contacts list': 1, 'calls_extensive list': 1 });
    }
    expect(
      alone.data.contacts.nodes.some(({ lastCall }: TruthRow) => lastCall.matches[0]?.party?.name),
    ).toBe(true);
  });

  it('is not asked for where only its id is selected', async () => {
    const { errors, calls } = await world.ask(
      '{ contacts(first: 30) { nodes { relatedCalls(first: 2) { edges { matches { partyId } } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(calls.map(statement)).toEqual([
      'SELECT Id, Email FROM Contact ORDER BY Id ASC LIMIT 31',
    ]);
  });

  it('of a private call stays with those who may read it', async () => {
    const query = `{ users(first: 30) { nodes { relatedCalls(first: 50) {
      edges { node { isPrivate } matches { partyId party { name } } }
    } } } }`;
    const read = async (rights?: readonly []) => {
      const { data, errors } = await world.ask(query, undefined, rights);
      expect(errors).toBeUndefined();
      return data.users.nodes.flatMap((one: TruthRow) => one.relatedCalls.edges);
    };
    const all = await read();
    expect(all.some(({ node }: TruthRow) => node.isPrivate)).toBe(true);
    const shown = await read([]);
    expect(shown.some(({ node }: TruthRow) => node.isPrivate)).toBe(false);
    expect(
      shown.some(({ matches }: TruthRow) => matches.some(({ party }: TruthRow) => party?.name)),
    ).toBe(true);
  });
});
