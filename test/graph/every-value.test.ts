/** What every field, reference and child list of every CRM object shows is what the raw tables hold. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrmField, CrmObject } from '../../src/contract/crm/model.ts';
import { pluralName } from '../../src/graph/crm/query-field.ts';
import { sample } from '../support/cases.ts';
import { roomyLimits } from '../support/small-server.ts';
import { table } from '../support/table.ts';
import type { TruthRow } from '../support/truth.ts';
import { model, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  const roomy = { ...roomyLimits, cost: 100_000, aliases: 1_000, fields: 10_000, tokens: 40_000 };
  world = await openWorld({ index: false, server: { limits: roomy } });
});
afterAll(() => world.close());

const objects = model.objects.map((object) => [object.typeName, object] as const);

const shown = ({ fields }: CrmObject): readonly CrmField[] =>
  fields.filter(
    ({ name, spec }) =>
      // Currencies are no fields in a company with one: currency.test.ts has them.
      name !== 'Id' && spec.type !== 'base64' && spec.severalCurrencies !== true,
  );

const tables = new Map<string, Promise<readonly TruthRow[]>>();
function raw(object: CrmObject): Promise<readonly TruthRow[]> {
  let rows = tables.get(object.name);
  if (rows === undefined) {
    rows = table(
      world,
      object.name,
      shown(object)
        .map(({ name }) => name)
        .join(', '),
    );
    tables.set(object.name, rows);
  }
  return rows;
}

const partsOfAddress = 'street city state postalCode country latitude longitude';

/** A raw value as the graph writes it. */
function written({ spec }: CrmField, value: TruthRow): unknown {
  if (value === null) return null;
  if (spec.type === 'datetime') return new Date(value).toISOString();
  if (spec.type === 'multipicklist') return value.split(';');
  if (spec.type !== 'address') return value;
  return Object.fromEntries(partsOfAddress.split(' ').map((part) => [part, value[part] ?? null]));
}

describe('what is shown of every object', () => {
  it.each(sample(objects, 3, 0))('%s: its fields, value by value', async (_name, object) => {
    const rows = await raw(object);
    const fields = shown(object).map(({ graphName, spec }) =>
      spec.type === 'address' ? `${graphName} { ${partsOfAddress} }` : graphName,
    );
    const { data, errors } = await world.ask(
      `{ list: ${pluralName(object)}(first: 100) { totalCount nodes { upstreamId recordName ${fields.join(' ')} } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.list.totalCount).toBe(rows.length);
    expect(data.list.nodes).toEqual(
      rows.slice(0, 100).map((row) => ({
        upstreamId: row.Id,
        recordName: row[object.nameField] ?? null,
        ...Object.fromEntries(
          shown(object).map((field) => [field.graphName, written(field, row[field.name])]),
        ),
      })),
    );
  });

  it.each(sample(objects, 3, 1))(
    '%s: its references, each to the record it names',
    async (_name, object) => {
      const rows = (await raw(object)).slice(0, 40);
      const references = object.relationships.map(
        ({ graphName }) => `${graphName} { ... on CrmRecord { upstreamId recordName } }`,
      );
      const { data, errors } = await world.ask(
        `{ list: ${pluralName(object)}(first: 40) { nodes { upstreamId ${references.join(' ')} } } }`,
      );
      expect(errors).toBeUndefined();
      for (const [at, row] of rows.entries())
        for (const { graphName, field } of object.relationships) {
          const id: string | null = row[field.name];
          const target = id === null ? undefined : model.objectOfId(id);
          const found = target && (await raw(target)).find(({ Id }) => Id === id);
          const expected = found
            ? { upstreamId: id, recordName: found[target.nameField] ?? null }
            : null;
          expect(data.list.nodes[at][graphName], `${row.Id} ${graphName} ${id}`).toEqual(expected);
        }
    },
  );

  it.each(sample(objects, 3, 2))(
    '%s: its child lists, with all that name it',
    async (_name, object) => {
      if (object.children.length === 0) return;
      const rows = (await raw(object)).slice(0, 15);
      const children = object.children.map(
        ({ graphName }) => `${graphName}(first: 3) { totalCount nodes { upstreamId } }`,
      );
      const { data, errors } = await world.ask(
        `{ list: ${pluralName(object)}(first: 15) { nodes { ${children.join(' ')} } } }`,
      );
      expect(errors).toBeUndefined();
      for (const child of object.children) {
        const all = await raw(model.object(child.object)!);
        for (const [at, row] of rows.entries()) {
          const own = all.filter((one) => one[child.field] === row.Id);
          expect(data.list.nodes[at][child.graphName], `${row.Id} ${child.graphName}`).toEqual({
            totalCount: own.length,
            nodes: own.slice(0, 3).map(({ Id }) => ({ upstreamId: Id })),
          });
        }
      }
    },
  );
});
