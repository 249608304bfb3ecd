/** Fields and objects of an organisation's own, from configuration alone: typed, filtered, ordered, aggregated, linked. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';
import { buildSchema } from '../../../src/graph/schema.ts';
import { openSynthetic } from '../../support/synthetic.ts';
import { openWorld, today, type World } from '../../support/world.ts';

const customSchema = parseCustomSchema({
  objects: {
    Account: {
      fields: {
        Fleet_Size__c: { type: 'int', label: 'Fleet size', description: 'Vehicles in use.' },
        Risk_Notes__c: { type: 'textarea', label: 'Risk notes', description: 'What may go wrong.' },
      },
    },
    Site_Visit__c: {
      keyPrefix: 'a0V',
      label: 'Site visit',
      description: 'A visit to a customer.',
      nameField: 'Name',
      fields: {
        Visited_On__c: { type: 'date', label: 'Visited on', description: 'Day of the visit.' },
        Account__c: {
          type: 'reference',
          label: 'Account',
          description: 'Who was visited.',
          to: 'Account',
          childRelationship: 'Site_Visits__r',
          childDescription: 'Visits to the account.',
        },
      },
    },
  },
});
const model = buildCrmModel(customSchema);

describe('custom fields and objects', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({
      backend: openSynthetic({ now: () => today, customSchema }),
      context: { model },
      server: { schema: buildSchema(model) },
      index: false,
    });
  });
  afterAll(() => world.close());

  it('are read, filtered and ordered by like any other, and children come along', async () => {
    const { data, errors, calls } = await world.ask(`{
      accounts(first: 3, filter: { fleetSize: { gt: 0 } }, orderBy: [{ field: FLEET_SIZE, direction: DESC }]) {
        nodes { fleetSize riskNotes siteVisits(first: 2) { nodes { name visitedOn account { name } } } }
      }
    }`);
    expect(errors).toBeUndefined();
    const sizes = data.accounts.nodes.map((node: { fleetSize: number }) => node.fleetSize);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(calls.map(({ params }) => params)).toEqual([
      {
        q: 'SELECT Id, Fleet_Size__c, Risk_Notes__c, (SELECT Id, Account__c, Account__r.Id, Account__r.Name, Name, Visited_On__c FROM Site_Visits__r ORDER BY Id ASC LIMIT 3) FROM Account WHERE Fleet_Size__c > 0 ORDER BY Fleet_Size__c DESC NULLS FIRST, Id ASC LIMIT 4',
      },
    ]);
  });

  it('have lists, aggregates and nodes of their own, through the free query entity', async () => {
    const { data, errors, calls } = await world.ask(`{
      siteVisits(first: 1) { totalCount nodes { id upstreamId } }
      siteVisitsAggregate(groupBy: [{ field: VISITED_ON, by: YEAR }]) { keys { number } count }
      accountsAggregate { sum { fleetSize } }
    }`);
    expect(errors).toBeUndefined();
    expect(new Set(calls.map(({ entity }) => entity))).toEqual(new Set(['query', 'accounts']));
    const counted = data.siteVisitsAggregate.map((group: { count: number }) => group.count);
    expect(counted.reduce((a: number, b: number) => a + b, 0)).toBe(data.siteVisits.totalCount);
    const [{ id, upstreamId }] = data.siteVisits.nodes;
    const again = await world.ask(
      `{ node(id: "${id}") { __typename ... on SiteVisit { upstreamId } } }`,
    );
    expect(again.data.node).toEqual({ __typename: 'SiteVisit', upstreamId });
  });

  it('offers no filter and no order by long text', async () => {
    const { errors, calls } = await world.ask(
      '{ accounts(filter: { riskNotes: { eq: "x" } }) { totalCount } }',
    );
    expect(errors?.[0]?.message).toMatch(/riskNotes/);
    expect(calls).toEqual([]);
  });
});
