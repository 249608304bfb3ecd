/** Rows of the CRM for a representative and for a manager, on every path that leads to one: all equal loops over the raw tables. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrmObject } from '../../src/contract/crm/model.ts';
import { rootNames } from '../../src/contract/crm/naming.ts';
import { Oracle, openTables, type Visible } from '../support/row-access/oracle.ts';
import { openSynthetic } from '../support/synthetic.ts';
import type { TruthRow } from '../support/truth.ts';
import {
  customSchema,
  type GraphAnswer,
  model,
  openWorld,
  today,
  type World,
} from '../support/world.ts';

const backend = openSynthetic({ now: () => today, customSchema });
let world: World;
beforeAll(async () => {
  world = await openWorld({ backend, index: false });
});
afterAll(async () => {
  await world.close();
  backend.close();
});

const ids = (rows: readonly TruthRow[]): string[] =>
  rows.map(({ upstreamId }) => upstreamId).sort();
const listName = ({ typeName }: CrmObject): string => rootNames(typeName)[1];

/** Errors but those that say that a parent is hidden. */
const otherErrors = ({ errors = [] }: GraphAnswer) =>
  errors.filter(({ extensions }) => extensions.reason !== 'row');

describe.each([
  { level: 'own', person: 'esther.rousseau@lumenridge.example.net' },
  { level: 'team', person: 'lars.demir@lumenridge.example.com' },
] as const)('$level rows of $person', (who) => {
  let oracle: Oracle;
  let visible: Visible;
  let viewer: Pick<World, 'ask'>;
  beforeAll(async () => {
    oracle = new Oracle(await openTables(backend));
    visible = oracle.visible(who);
    viewer = world.as(who);
  });

  const sees = (object: string, id: string): boolean => visible.sees(object, id);
  const rowsOf = (object: string): readonly TruthRow[] =>
    oracle.rows(object).filter(({ Id, IsDeleted }) => IsDeleted !== 1 && sees(object, Id));
  const idsOf = (object: string, keeps: (row: TruthRow) => boolean = () => true): string[] =>
    rowsOf(object)
      .filter(keeps)
      .map(({ Id }) => String(Id))
      .sort();

  async function walk(list: string, selection: string, args = ''): Promise<TruthRow[]> {
    const nodes: TruthRow[] = [];
    for (let after: string | null = null; ; ) {
      const answer: GraphAnswer = await viewer.ask(
        `query ($after: String) { list: ${list}(first: 100, after: $after${args}) {
          totalCount pageInfo { hasNextPage endCursor } nodes { upstreamId ${selection} } } }`,
        { after },
      );
      expect(otherErrors(answer)).toEqual([]);
      const { list: page } = answer.data;
      nodes.push(...page.nodes);
      if (!page.pageInfo.hasNextPage) {
        expect(page.totalCount).toBe(nodes.length);
        return nodes;
      }
      after = page.pageInfo.endCursor;
    }
  }

  it.each(model.objects.map((object) => [object.name, object] as const))(
    'are listed, counted and shown as parents: %s',
    async (name, object) => {
      const parents = object.relationships.filter(({ polymorphic }) => !polymorphic);
      const selection = parents.map(
        ({ graphName, field }) => `${field.graphName} ${graphName} { upstreamId recordName }`,
      );
      const rows = await walk(listName(object), selection.join(' '));
      expect(ids(rows)).toEqual(idsOf(name));
      for (const row of rows)
        for (const { graphName, field, targets } of parents) {
          const id = row[field.graphName];
          const isVisible = id !== null && sees(targets[0]!, id);
          expect(row[graphName]?.upstreamId ?? null, graphName).toBe(isVisible ? id : null);
        }
    },
  );
});
