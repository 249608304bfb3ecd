/** What every connection and nullable field of the schema keeps to. */

import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../support/world.ts';
import { argument, composites, federation, fields, isConnection } from './schema-place.ts';

describe('connections', () => {
  const connections = composites.filter((type) => isConnection(type.name));

  it('have edges, nodes, pageInfo and a totalCount that may be unknown', () => {
    expect(connections.length).toBeGreaterThan(35);
    for (const type of connections) {
      const own = isObjectType(type) ? type.getFields() : {};
      const base = type.name.replace(/Connection$/, '');
      expect(String(own.edges?.type), type.name).toBe(`[${base}Edge!]!`);
      expect(String(own.nodes?.type), type.name).toMatch(/^\[\w+\]!$/);
      expect(String(own.pageInfo?.type), type.name).toBe('PageInfo!');
      expect(String(own.totalCount?.type), type.name).toBe('Int');
      const edge = schema.getType(`${base}Edge`);
      const onEdge = isObjectType(edge) ? edge.getFields() : {};
      expect(String(onEdge.cursor?.type), type.name).toBe('String!');
      expect(String(onEdge.node?.type), type.name).toBe(getNamedType(own.nodes!.type).name);
    }
  });

  /** Their systems hand them out from the beginning only. */
  const onwards = new Set([
    ...['Query.calls', 'Query.users', 'Query.answeredScorecards', 'Query.soql'],
    ...['Workspace.calls', 'LibraryFolder.calls'],
  ]);

  it('are given by every field that takes first and after, backwards wherever that can be answered', () => {
    const windows = fields.filter((place) => argument(place, 'after') !== undefined);
    for (const place of windows) {
      expect(getNamedType(place.field.type).name, place.path).toMatch(/Connection$/);
    }
    for (const place of fields.filter(({ field }) => isConnection(getNamedType(field.type).name))) {
      for (const [name, type] of [
        ['first', 'Int'],
        ['after', 'String'],
        ...(onwards.has(place.path)
          ? []
          : [
              ['last', 'Int'],
              ['before', 'String'],
            ]),
      ]) {
        expect(String(argument(place, name!)?.type), `${place.path}(${name})`).toBe(type);
      }
    }
    for (const path of onwards) {
      const place = fields.find((one) => one.path === path)!;
      expect(argument(place, 'last') ?? argument(place, 'before'), path).toBeUndefined();
    }
  });

  it('stand for every list of nodes; plain lists of nodes are short by nature', () => {
    const node = schema.getType('Node');
    const record = schema.getType('CrmRecord');
    const plain = fields.filter(({ owner, field }) => {
      const type = getNamedType(field.type);
      const isNode =
        type === node ||
        type === record ||
        (isObjectType(type) && isInterfaceType(node) && schema.isSubType(node, type));
      return isNode && isListType(getNullableType(field.type)) && !isConnection(owner.name);
    });
    expect(plain.map(({ path }) => path).sort()).toEqual([
      // Those with the user's own addresses, as on the other side.
      'CrmUser.users',
      // Those who share one address.
      'PersonSpokenWith.contacts',
      'PersonSpokenWith.crmUsers',
      'PersonSpokenWith.leads',
      // At most 100 by its argument.
      'Query.nodes',
      // At most 200 a type; SOSL has no pages.
      'Query.search',
      'User.crmUsers',
    ]);
  });
});

describe('nullability', () => {
  it('lets every root field fail alone', () => {
    const strict = Object.values(schema.getQueryType()!.getFields())
      .filter(({ name, type }) => isNonNullType(type) && !federation.test(name))
      .map(({ name }) => name);
    // A list of ids always has its places; each of them may be null.
    expect(strict).toEqual(['nodes']);
    expect(String(schema.getQueryType()!.getFields().nodes!.type)).toBe('[Node]!');
  });

  it('ends an upstream failure at the edge it happened on', () => {
    const node = schema.getType('Node');
    const strict = fields.filter(({ field }) => {
      const type = getNamedType(field.type);
      const reference = isObjectType(type) && isInterfaceType(node) && schema.isSubType(node, type);
      return (reference || isConnection(type.name)) && isNonNullType(field.type);
    });
    const held = strict.filter(
      ({ owner, field }) => !isConnection(owner.name) && !isListType(getNullableType(field.type)),
    );
    expect(held.map(({ path }) => path).sort()).toEqual([
      // A match exists only with its record in hand, a party only within its call.
      'AccountMatch.record',
      'ContactMatch.record',
      'CrmUserMatch.record',
      'LeadMatch.record',
      'OpportunityMatch.record',
      'Party.call',
    ]);
  });
});
