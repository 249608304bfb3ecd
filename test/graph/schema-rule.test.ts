/** What every type, field and argument of the schema keeps to, held against the schema as it is built. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { model, schema } from '../support/world.ts';

type Field = GraphQLField<unknown, unknown>;

/** The federation library's own types; their names and shapes are the specification's. */
const federation = /^_|^(link|policy|context|fieldSet)/;
const types = Object.values(schema.getTypeMap()).filter(
  ({ name }) => !name.startsWith('__') && !federation.test(name),
);
const composites = types.filter((type) => isObjectType(type) || isInterfaceType(type));

interface FieldPlace {
  readonly path: string;
  readonly owner: GraphQLNamedType;
  readonly field: Field;
}

const fields: readonly FieldPlace[] = composites.flatMap((owner) =>
  Object.values(owner.getFields())
    .filter(({ name }) => !federation.test(name))
    .map((field) => ({ path: `${owner.name}.${field.name}`, owner, field })),
);

const argument = ({ field }: FieldPlace, name: string): GraphQLArgument | undefined =>
  field.args.find((one) => one.name === name);

const isConnection = (name: string): boolean => name.endsWith('Connection');

describe('descriptions', () => {
  it('stand on every type, field, argument, enum value and input field', () => {
    const bare: string[] = [];
    const check = (path: string, { description }: { description?: string | null | undefined }) => {
      if (!description?.trim()) bare.push(path);
    };
    for (const type of types) {
      if (isSpecifiedScalarType(type)) continue;
      check(type.name, type);
      if (isEnumType(type))
        for (const value of type.getValues()) check(`${type.name}.${value.name}`, value);
      if (isInputObjectType(type))
        for (const field of Object.values(type.getFields()))
          check(`${type.name}.${field.name}`, field);
    }
    for (const { path, field } of fields) {
      check(path, field);
      for (const arg of field.args) check(`${path}(${arg.name})`, arg);
    }
    expect(bare).toEqual([]);
  });

  it('say of every filter whether the upstream evaluates it or Switchboard', () => {
    const silent = types
      .filter(
        (type) =>
          isInputObjectType(type) &&
          /^(?!String|ID|Int|Float|Boolean|Date|Multi)\w+Filter$/.test(type.name),
      )
      .flatMap((type) => {
        const said = /Evaluated by|Filtered by|filtered by/;
        if (said.test(type.description ?? '')) return [];
        return Object.values((isInputObjectType(type) && type.getFields()) || {})
          .filter((field) => !said.test(field.description ?? ''))
          .map((field) => `${type.name}.${field.name}`);
      });
    expect(silent).toEqual([]);
  });
});

describe('names', () => {
  it('are written as GraphQL writes them', () => {
    const odd = [
      ...types.filter(({ name }) => !/^[A-Z][A-Za-z0-9]*$/.test(name)).map(({ name }) => name),
      ...fields
        .filter(({ field }) => !/^[a-z][A-Za-z0-9]*$/.test(field.name))
        .map(({ path }) => path),
      ...fields.flatMap(({ path, field }) =>
        field.args
          .filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))
          .map(({ name }) => `${path}(${name})`),
      ),
      ...types.filter(isEnumType).flatMap((type) =>
        type
          .getValues()
          .filter(({ name }) => !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(name))
          .map(({ name }) => `${type.name}.${name}`),
      ),
    ];
    expect(odd).toEqual([]);
  });

  it('begin with no verb of fetching', () => {
    const verbs = /^(get|fetch|load|find|query|retrieve)[A-Z]/;
    expect(fields.filter(({ field }) => verbs.test(field.name)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it("do not repeat the type's name, but where the CRM's own name does", () => {
    const repeated = fields.filter(({ owner, field }) => {
      const object = model.objectOfType(owner.name);
      const own = [
        ...(object?.fields ?? []),
        ...(object?.relationships ?? []),
        ...(object?.children ?? []),
      ];
      if (own.some(({ graphName }) => graphName === field.name)) return false;
      const prefix = owner.name.charAt(0).toLowerCase() + owner.name.slice(1);
      return field.name.startsWith(prefix) && /^[A-Z]/.test(field.name.slice(prefix.length));
    });
    expect(repeated.map(({ path }) => path)).toEqual([]);
  });

  it('carry the unit of times, sizes and shares of time', () => {
    const timeless = /(duration|Duration|talkTime|monologue|Monologue|patience|interval)$/;
    const unitless = fields.filter(({ field }) => {
      const type = getNamedType(field.type).name;
      return (type === 'Int' || type === 'Float') && timeless.test(field.name);
    });
    expect(unitless.map(({ path }) => path)).toEqual([]);
  });
});

describe('types', () => {
  it('are all reachable from the root', () => {
    const reached = new Set<GraphQLNamedType>();
    const visit = (type: GraphQLNamedType): void => {
      if (reached.has(type)) return;
      reached.add(type);
      if (isUnionType(type)) for (const member of type.getTypes()) visit(member);
      if (isInterfaceType(type)) for (const one of schema.getPossibleTypes(type)) visit(one);
      if (isInputObjectType(type))
        for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
      if (!isObjectType(type) && !isInterfaceType(type)) return;
      for (const one of type.getInterfaces()) visit(one);
      for (const field of Object.values(type.getFields())) {
        if (federation.test(field.name)) continue;
        visit(getNamedType(field.type));
        for (const arg of field.args) visit(getNamedType(arg.type));
      }
    };
    visit(schema.getQueryType()!);
    const lost = types.filter((type) => !reached.has(type) && !isSpecifiedScalarType(type));
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('with an upstream id have the global one beside it', () => {
    const lone = composites.filter(
      (type) => isObjectType(type) && schema.isSubType(schema.getType('Node') as never, type),
    );
    expect(lone.length).toBeGreaterThan(35);
    for (const type of lone) {
      const own = type.getFields();
      expect(String(own.id?.type), type.name).toBe('ID!');
      expect(String(own.upstreamId?.type), type.name).toBe('ID!');
    }
  });

  it('of ids offer the object a raw id names', () => {
    const without = fields.filter(({ owner, field }) => {
      if (getNamedType(field.type).name !== 'ID' || !/[a-z]Id$/.test(field.name)) return false;
      if (field.name === 'upstreamId' || !isObjectType(owner)) return false;
      return owner.getFields()[field.name.slice(0, -2)] === undefined;
    });
    const targets = ({ owner, field }: FieldPlace): readonly string[] =>
      model
        .objectOfType(owner.name)
        ?.fields.find(({ graphName }) => graphName === field.name)
        ?.spec.reference?.to.filter((name) => model.object(name) !== undefined) ?? [];
    const crm = without.filter(({ owner }) => model.objectOfType(owner.name) !== undefined);
    expect(crm.filter((place) => targets(place).length > 0).map(({ path }) => path)).toEqual([]);
    const platform = without.filter(({ owner }) => model.objectOfType(owner.name) === undefined);
    expect(platform.map(({ path }) => path)).toEqual([
      // Its record is called so.
      'CrmContextObject.objectId',
      // Its own voice, as others of the same call name it.
      'Party.speakerId',
      'ScorecardAnswer.questionRevisionId',
      'ScorecardQuestion.revisionId',
    ]);
  });

  it('hold JSON only where the interface documents leave the inside open', () => {
    const open = fields.filter(({ field }) => getNamedType(field.type).name === 'JSON');
    expect(open.map(({ path }) => path).sort()).toEqual([
      'CrmContextField.value',
      'ScorecardAnswer.selectedOptions',
      'ScorecardQuestion.answerOptions',
      'SoqlRow.values',
    ]);
    const inputs = types
      .filter(isInputObjectType)
      .flatMap((type) => Object.values(type.getFields()))
      .filter((field) => getNamedType(field.type).name === 'JSON');
    expect(inputs).toEqual([]);
  });

  it('of times, dates, addresses and links are scalars that check them', () => {
    for (const name of ['DateTime', 'Date', 'URL', 'EmailAddress', 'JSON']) {
      expect(isScalarType(schema.getType(name)), name).toBe(true);
    }
    const loose = fields.filter(({ field }) => {
      const type = getNamedType(field.type).name;
      return (
        type === 'String' &&
        (/[a-z](At|Url|Date|DateTime)$/.test(field.name) ||
          /^(email|emailAddress)$/i.test(field.name))
      );
    });
    const crmUrls = loose.filter(({ owner, field }) => {
      const own = model
        .objectOfType(owner.name)
        ?.fields.find((one) => one.graphName === field.name);
      // Of the CRM's type url: a path of its own, or an address people type without a scheme.
      return own?.spec.type === 'url';
    });
    expect(loose.filter((place) => !crmUrls.includes(place)).map(({ path }) => path)).toEqual([
      // A part of the call, not an instant.
      'Tracker.saidAt',
    ]);
  });

  it('take exclusive ways to name an object as one input of which one member is set', () => {
    const key = schema.getType('Key');
    expect(isInputObjectType(key) && key.isOneOf).toBe(true);
    const loose = Object.values(schema.getQueryType()!.getFields()).filter(
      (field) => field.args.some((arg) => arg.name === 'id') && field.name !== 'node',
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
  });
});

describe('references', () => {
  it.each([
    ['Call.primaryUser', 'User.calls'],
    ['Call.workspace', 'Workspace.calls'],
    ['Call.transcript', 'Transcript.call'],
    ['Call.parties', 'Party.call'],
    ['Call.answeredScorecards', 'AnsweredScorecard.call'],
    ['User.manager', 'User.directReports'],
    ['User.scorecardsReceived', 'AnsweredScorecard.reviewedUser'],
    ['User.scorecardsGiven', 'AnsweredScorecard.reviewer'],
    ['User.crmUsers', 'CrmUser.users'],
    ['Scorecard.answeredScorecards', 'AnsweredScorecard.scorecard'],
    ['Workspace.scorecards', 'Scorecard.workspace'],
    ['Workspace.trackers', 'Tracker.workspace'],
    ['Workspace.libraryFolders', 'LibraryFolder.workspace'],
    ['LibraryFolder.parent', 'LibraryFolder.children'],
    ['Contact.relatedCalls', 'Call.contacts'],
    ['Lead.relatedCalls', 'Call.leads'],
    ['Account.relatedCalls', 'Call.accounts'],
    ['Opportunity.relatedCalls', 'Call.opportunities'],
  ])('%s and %s lead to and fro', (there, back) => {
    const paths = new Set(fields.map(({ path }) => path));
    expect(paths).toContain(there);
    expect(paths).toContain(back);
  });

  it('of the CRM lead back wherever the CRM names a way', () => {
    const lost = model.objects.flatMap((object) =>
      object.children.filter(({ object: child, field }) => {
        const own = model.object(child)!.fields.find(({ name }) => name === field);
        return own === undefined || own.spec.type !== 'reference';
      }),
    );
    expect(lost).toEqual([]);
  });
});

describe('inputs', () => {
  const members = (name: string): readonly string[] => {
    const type = schema.getType(name);
    return isInputObjectType(type) ? Object.keys(type.getFields()).sort() : [];
  };

  it('compare by what the kind of value allows', () => {
    const ordered = ['eq', 'gt', 'gte', 'in', 'isNull', 'lt', 'lte', 'ne', 'nin'];
    for (const kind of ['Int', 'Float']) expect(members(`${kind}Filter`)).toEqual(ordered);
    for (const kind of ['Date', 'DateTime'])
      expect(members(`${kind}Filter`)).toEqual(['during', ...ordered]);
    expect(members('StringFilter')).toEqual(
      [...ordered, 'contains', 'startsWith', 'endsWith'].sort(),
    );
    expect(members('IDFilter')).toEqual(['eq', 'in', 'isNull', 'ne', 'nin']);
  });

  it('of every object join conditions, order by enum and direction, and say what null means', () => {
    for (const { typeName } of model.objects) {
      expect(members(`${typeName}Filter`)).toEqual(expect.arrayContaining(['and', 'or', 'not']));
      // Objects that calls lead to can be ordered by how many they are, too.
      const keys = members(`${typeName}Order`).filter((key) => key !== 'callCount');
      expect(keys).toEqual(['direction', 'field', 'nulls']);
      expect(isEnumType(schema.getType(`${typeName}OrderField`)), typeName).toBe(true);
    }
    for (const type of types.filter((one) =>
      /^(String|Int|Float|Date|DateTime|ID|Boolean|MultiPicklist)Filter$/.test(one.name),
    )) {
      expect(type.description).toContain('null or absent does not restrict');
    }
  });
});

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

describe('change', () => {
  it('is announced by deprecations with a date and a reason', () => {
    const deprecated = [
      ...fields.map(({ path, field }) => [path, field.deprecationReason] as const),
      ...types
        .filter(isEnumType)
        .flatMap((type) => type.getValues())
        .map(({ name, deprecationReason }) => [name, deprecationReason] as const),
    ].filter(([, reason]) => reason != null);
    for (const [path, reason] of deprecated) {
      expect(reason, path).toMatch(/^Since \d{4}-\d{2}-\d{2}: .{10,}/);
    }
  });
});
