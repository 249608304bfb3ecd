/** Rows of the CRM for a representative and for a manager, on every path that leads to one: all equal loops over the raw tables. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { normalizeCrmId } from '../../src/contract/crm/id.ts';
import type { CrmObject } from '../../src/contract/crm/model.ts';
import { rootNames } from '../../src/contract/crm/naming.ts';
import { comparatorKind } from '../../src/graph/crm/comparator.ts';
import { encodeGlobalId } from '../../src/graph/global-id.ts';
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
  rows.map(({ upstreamId, Id }) => upstreamId ?? Id).sort();
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
  const tables = new Map<string, readonly TruthRow[]>();
  const rowsOf = (object: string): readonly TruthRow[] => {
    const cached = tables.get(object);
    if (cached !== undefined) return cached;
    const rows = oracle
      .rows(object)
      .filter(({ Id, IsDeleted }) => IsDeleted !== 1 && sees(object, Id));
    tables.set(object, rows);
    return rows;
  };
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

  it.each(model.objects.map((object) => [object.name, object] as const))(
    'are null without error by key and as nodes where hidden, as if they did not exist: %s',
    async (name, object) => {
      const hidden = oracle
        .rows(name)
        .find(({ Id, IsDeleted }) => IsDeleted !== 1 && !sees(name, Id));
      if (hidden === undefined) return;
      const question = `query ($key: ID!, $id: ID!) {
        record: ${rootNames(object.typeName)[0]}(by: { upstreamId: $key }) { upstreamId recordName }
        node(id: $id) { id ... on ${object.typeName} { upstreamId } } }`;
      const askFor = (id: string) =>
        viewer.ask(question, { key: id, id: encodeGlobalId(object.typeName, id) });
      const missing = normalizeCrmId(`${object.keyPrefix}Sy000000zzzz`)!;
      const [ofHidden, ofMissing] = [await askFor(hidden.Id), await askFor(missing)];
      expect(ofHidden).toMatchObject({ data: { record: null, node: null } });
      expect(ofHidden.errors).toBeUndefined();
      expect(ofMissing).toMatchObject({ data: ofHidden.data });
      expect(ofHidden.calls).toHaveLength(ofMissing.calls.length);
    },
  );

  it.each(['Account', 'Contact', 'Opportunity', 'Campaign', 'User', 'ContentDocument', 'Case'])(
    'are the children of a record, in windows and counts: %s',
    async (name) => {
      const object = model.object(name)!;
      const children = object.children.filter(
        ({ object: child }) => model.object(child) !== undefined,
      );
      for (const child of children) {
        const answer = await viewer.ask(
          `{ list: ${listName(object)}(first: 40) { nodes { upstreamId
            children: ${child.graphName}(first: 3) { totalCount nodes { upstreamId } pageInfo { hasNextPage } } } } }`,
        );
        expect(answer.errors).toBeUndefined();
        const rows = answer.data.list.nodes;
        const byParent = Map.groupBy(rowsOf(child.object), (row) => row[child.field]);
        for (const { upstreamId, children: page } of rows) {
          const expected = ids(byParent.get(upstreamId) ?? []);
          expect(page.totalCount, `${child.name} of ${upstreamId}`).toBe(expected.length);
          expect(page.pageInfo.hasNextPage).toBe(expected.length > 3);
          expect(ids(page.nodes)).toEqual(expected.slice(0, 3));
        }
      }
    },
  );

  it('are filtered by what of their parents is visible, as if the others had none', async () => {
    for (const object of model.objects)
      for (const { graphName, field, targets, polymorphic } of object.relationships) {
        const target = model.object(targets[0]!)!;
        const compared = target.fields.find(
          ({ name }) => name === target.nameField && name !== 'Id',
        );
        if (polymorphic || compared === undefined || comparatorKind(compared.spec) !== 'String')
          continue;
        const parents = new Map(oracle.rows(target.name).map((row) => [row.Id, row]));
        const shownValue = (row: TruthRow): string | null => {
          const id = row[field.name];
          return id !== null && sees(target.name, id) ? parents.get(id)![compared.name] : null;
        };
        const hidden = rowsOf(object.name)
          .map((row) => row[field.name])
          .find((id) => id !== null && !sees(target.name, id));
        const some =
          hidden ??
          rowsOf(object.name)
            .map((row) => row[field.name])
            .find(Boolean);
        if (some === undefined) continue;
        const value: string = parents.get(some)![compared.name];
        const given = JSON.stringify(value);
        const conditions: readonly (readonly [string, (found: string | null) => boolean])[] = [
          [`{ eq: ${given} }`, (found) => found === value],
          [`{ ne: ${given} }`, (found) => found !== value],
          [`{ isNull: true }`, (found) => found === null],
          [`{ nin: [${given}] }`, (found) => found !== value],
        ];
        const filters = conditions.flatMap(([filter, keeps]) => {
          const where = `${graphName}: { ${compared.graphName}: ${filter} }`;
          return [
            { filter: `{ ${where} }`, count: idsOf(object.name, (row) => keeps(shownValue(row))) },
            {
              filter: `{ not: { ${where} } }`,
              count: idsOf(object.name, (row) => !keeps(shownValue(row))),
            },
          ];
        });
        const answer = await viewer.ask(
          `{ ${filters.map(({ filter }, at) => `f${at}: ${listName(object)}Aggregate(filter: ${filter}) { count }`).join(' ')} }`,
        );
        expect(answer.errors).toBeUndefined();
        for (const [at, { filter, count }] of filters.entries())
          expect(answer.data[`f${at}`][0].count, `${object.name} ${filter}`).toBe(count.length);
      }
  });
});
