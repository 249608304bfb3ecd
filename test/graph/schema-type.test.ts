/** What every type, input and reference of the schema keeps to. */

import {
  type GraphQLNamedType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { model, schema } from '../support/world.ts';
import { composites, type FieldPlace, federation, fields, types } from './schema-place.ts';

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

  it('of records and calls have no field that takes all others away where it cannot be had', () => {
    const known = ['id: ID!', 'upstreamId: ID!', 'objectName: String!'];
    const demanding = fields
      .filter(
        ({ owner, field }) =>
          isObjectType(owner) &&
          schema.isSubType(schema.getType('Node') as never, owner) &&
          isNonNullType(field.type) &&
          !known.includes(`${field.name}: ${field.type}`),
      )
      .map(({ owner, field }) => `${owner.name}.${field.name}: ${field.type}`);
    expect(demanding).toEqual([]);
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
    expect(members('IntFilter')).toEqual(ordered);
    expect(members('FloatFilter')).toEqual(['currency', ...ordered]);
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
