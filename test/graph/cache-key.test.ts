/** The published cache keys, in the hands of a client that normalises. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyVariables, Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import {
  getIntrospectionQuery,
  graphqlSync,
  type IntrospectionQuery,
  isAbstractType,
  isObjectType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readShowcases } from '../../src/server/example-operation.ts';
import { sample } from '../support/cases.ts';
import { runHere } from '../support/here.ts';
import { openWorld, schema, type World } from '../support/world.ts';

const folder = join(import.meta.dirname, '../../schema');

interface CacheKeys {
  readonly possibleTypes: Readonly<Record<string, readonly string[]>>;
  readonly keys: Readonly<Record<string, readonly string[] | null>>;
}

const published: CacheKeys = JSON.parse(readFileSync(join(folder, 'cache-keys.json'), 'utf8'));

let world: World;
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
});
afterAll(() => world.close());

const introspection = graphqlSync({ schema, source: getIntrospectionQuery() })
  .data as unknown as IntrospectionQuery;

/** As docs/build/panel.md has it. */
const keysOfGraphcache = ({ keys }: CacheKeys) =>
  Object.fromEntries(
    Object.entries(keys).map(([type, fields]) => [
      type,
      (data: Record<string, unknown>) => (fields === null ? null : String(data[fields[0] ?? ''])),
    ]),
  );

/** A client with urql's normalising cache, and what it warned of. */
function normalisingClient(keys: ReturnType<typeof keysOfGraphcache>) {
  const warnings: string[] = [];
  const spy = vi
    .spyOn(console, 'warn')
    .mockImplementation((text: string) => void warnings.push(text));
  onTestFinished(() => spy.mockRestore());
  const client = new Client({
    url: new URL('/graphql', world.url).href,
    preferGetMethod: false,
    fetchOptions: { headers: { accept: 'application/json' } },
    exchanges: [cacheExchange({ keys, schema: introspection }), fetchExchange],
  });
  const ask = async (
    query: string,
    variables: AnyVariables = {},
    requestPolicy = 'cache-first' as const,
  ) => {
    const { data, error } = await client.query(query, variables, { requestPolicy }).toPromise();
    expect(error?.message).toBeUndefined();
    return data;
  };
  return { client, ask, warnings };
}

const withoutTypes = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (name, value) => (name === '__typename' ? undefined : value)));

describe('the published cache keys', () => {
  it('name every object, and what can stand behind every interface', () => {
    const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    const objects = types.filter(isObjectType).filter((type) => type !== schema.getQueryType());
    expect(Object.keys(published.keys).sort()).toEqual(objects.map(({ name }) => name).sort());
    expect(Object.keys(published.possibleTypes).sort()).toEqual(
      types
        .filter(isAbstractType)
        .map(({ name }) => name)
        .sort(),
    );
    for (const type of objects) {
      const fields = published.keys[type.name];
      // A field of that name without a key would be taken for one.
      expect(fields === null, type.name).toBe(type.getFields().id === undefined);
      if (fields === null) continue;
      expect(fields).toEqual(['id']);
      expect(String(type.getFields().id?.type)).toBe('ID!');
      expect(published.possibleTypes.Node).toContain(type.name);
    }
    expect(published.keys).toMatchObject({ LastCall: null, Account: ['id'] });
  });

  it('come from a command, for the schema of an organisation with fields of its own, too', async () => {
    const shipped = await runHere(['schema', 'keys']);
    expect([shipped.code, JSON.parse(shipped.output)]).toEqual([0, published]);
    const other = join(tmpdir(), `keys-${process.pid}.graphql`);
    onTestFinished(() => rmSync(other));
    writeFileSync(
      other,
      'interface Node { id: ID! } type Ship__c implements Node { id: ID! hull: Hull } type Hull { tons: Int } type Query { ship: Ship__c node: Node }',
    );
    const { output } = await runHere(['schema', 'keys', other]);
    expect(JSON.parse(output)).toEqual({
      possibleTypes: { Node: ['Ship__c'] },
      keys: { Hull: null, Ship__c: ['id'] },
    });
  });

  it('have urql’s Graphcache answer the showcases as the graph does, without a warning', async () => {
    const { client, ask, warnings } = normalisingClient(keysOfGraphcache(published));
    const showcases = readShowcases(pathToFileURL(join(folder, 'operations')));
    expect(showcases.length).toBeGreaterThan(10);
    for (const { name, query, variables } of sample(showcases, 4)) {
      const given = JSON.parse(variables ?? '{}');
      const whole = await world.ask(query, given);
      const expected = withoutTypes(whole.data);
      expect(withoutTypes(await ask(query, given)), name).toEqual(expected);
      // From the cache alone: nothing was lost, or mixed with what another object says.
      const { data } = await client
        .query(query, given, { requestPolicy: 'cache-only' })
        .toPromise();
      expect(withoutTypes(data), name).toEqual(expected);
    }
    expect(warnings).toEqual([]);
  });

  it('keep what belongs to one record apart from what belongs to another', async () => {
    const query =
      '{ accounts(first: 5) { nodes { id lastCall { startedAt coverage { completeFrom } } } } }';
    const { ask, warnings } = normalisingClient(keysOfGraphcache(published));
    const whole = await world.ask(query);
    expect(whole.errors).toBeUndefined();
    const starts = new Set(
      whole.data.accounts.nodes.map(
        ({ lastCall }: { lastCall: { startedAt: string } }) => lastCall.startedAt,
      ),
    );
    expect(starts.size).toBeGreaterThan(1);
    expect(withoutTypes(await ask(query))).toEqual(whole.data);
    expect(warnings).toEqual([]);
    // What they are for: without them the cache asks for a key.
    const unkeyed = normalisingClient({});
    await unkeyed.ask(query);
    expect(unkeyed.warnings.join()).toContain('LastCall');
  });

  it('are Apollo’s type policies, as the guide turns them into', () => {
    const typePolicies = Object.fromEntries(
      Object.entries(published.keys).map(([type, fields]) => [
        type,
        { keyFields: fields ?? false },
      ]),
    );
    expect(typePolicies).toMatchObject({
      Account: { keyFields: ['id'] },
      LastCall: { keyFields: false },
    });
  });
});
