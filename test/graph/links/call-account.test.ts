/** The accounts of a call: those the platform linked, and those of every contact in it, however the contact is known. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ChangingBackend } from '../../support/platform-question.ts';
import type { TruthRow } from '../../support/truth.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
const changing = new ChangingBackend();
beforeAll(async () => {
  world = await openWorld({ backend: changing.backend, index: 'off' });
});
afterEach(() => {
  changing.change = null;
});
afterAll(() => world.close());

const query = `{ calls(first: 60, filter: {from: "2026-10-01T00:00:00Z"}) { nodes {
  accounts { matchedBy record { upstreamId } }
  contacts { matchedBy record { account { upstreamId } } }
  crmContext { objects { objectType objectId } }
} } }`;

const idsOf = (call: TruthRow, reason?: string): readonly string[] =>
  call.accounts
    .filter(({ matchedBy }: TruthRow) => reason === undefined || matchedBy.includes(reason))
    .map(({ record }: TruthRow) => record.upstreamId);

type Ids = ReadonlySet<string>;

const linkedTo = (call: TruthRow): Ids =>
  new Set(
    call.crmContext
      .flatMap(({ objects }: TruthRow) => objects)
      .filter(({ objectType }: TruthRow) => objectType === 'Account')
      .map(({ objectId }: TruthRow) => objectId),
  );

const ofContacts = (call: TruthRow, reason: string): Ids =>
  new Set(
    call.contacts
      .filter(({ matchedBy }: TruthRow) => matchedBy.includes(reason))
      .flatMap(({ record }: TruthRow) => record.account?.upstreamId ?? []),
  );

describe('the accounts of a call', () => {
  it.each([
    ['with their addresses', null],
    ['without any address', undefined],
  ])('are those linked and those of its contacts, %s', async (_what, to) => {
    if (to === undefined)
      changing.change = {
        entity: 'calls_extensive',
        path: 'parties[].emailAddress',
        to: () => undefined,
      };
    const { data, errors } = await world.ask(query);
    expect(errors).toBeUndefined();
    const calls: readonly TruthRow[] = data.calls.nodes;
    for (const call of calls) {
      const byAddress = ofContacts(call, 'EMAIL');
      const byLink = ofContacts(call, 'CRM_CONTEXT');
      const linked = linkedTo(call);
      expect(new Set(idsOf(call))).toEqual(linked.union(byAddress).union(byLink));
      expect(new Set(idsOf(call, 'EMAIL'))).toEqual(byAddress);
      expect(new Set(idsOf(call, 'CRM_CONTEXT'))).toEqual(
        linked.union(byLink.difference(byAddress)),
      );
    }
    expect(calls.filter((call) => call.contacts.length > 0).length).toBeGreaterThan(10);
  });

  it('of which one party can’t be read are those of the others, and the answer says so', async () => {
    const clean = await world.ask(query);
    for (const to of [7, { see: 'attachment' }, [1]]) {
      changing.change = {
        entity: 'calls_extensive',
        path: 'parties[].emailAddress',
        to: () => to,
        once: true,
      };
      const { data, errors, extensions } = await world.ask(query);
      expect(errors).toBeUndefined();
      expect(data.calls.nodes.slice(1)).toEqual(clean.data.calls.nodes.slice(1));
      expect(extensions!.incomplete).toEqual([
        expect.objectContaining({ path: ['calls', 'nodes', 0, 'accounts'] }),
        expect.objectContaining({ path: ['calls', 'nodes', 0, 'contacts'] }),
      ]);
    }
  });
});
