/** Declared fields: types of the graph from the declarations of the platform's objects, with their requirements and value readers. */

import type { ObjectFieldBuilder } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { call, partiesPart } from '../../contract/calls/call.ts';
import { party } from '../../contract/calls/call-content.ts';
import {
  type FieldSpec,
  type LinkTarget,
  type ObjectSpec,
  partsOf,
} from '../../contract/calls/declaration.ts';
import { libraryFolder } from '../../contract/calls/library.ts';
import { answeredScorecard, scorecard } from '../../contract/calls/scorecard.ts';
import { tracker } from '../../contract/calls/tracker.ts';
import { user } from '../../contract/calls/user.ts';
import { workspace } from '../../contract/calls/workspace.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { idOf, listOf, objectOf, objectsOf } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { listSize, times } from '../../engine/plan/cost-sum.ts';
import type { Cost, FieldPlace } from '../../engine/plan/field-cost.ts';
import {
  decodedRead,
  guardedRead,
  isDecoded,
  nodeOf,
  plain,
  plainRead,
} from '../../engine/plan/resolve-info.ts';
import { SwitchboardError } from '../../errors.ts';
import type { OpenRef, Types } from '../builder.ts';
import { wireList } from '../builder.ts';
import { encodeGlobalId } from '../global-id.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { callByIdCost, callCost, linkCall, seesPrivateCalls } from './call-loader.ts';
import { partySpeaking } from './party.ts';
import { Part, PlatformRow, type RowSource } from './platform-row.ts';
import { linkSetting, type Setting, settingCost } from './platform-setting.ts';
import { unlessPrivate } from './private-call.ts';
import { linkUser, userCost } from './user-loader.ts';

type Resolver = (
  source: RowSource,
  args: object,
  context: GraphContext,
  info: GraphQLResolveInfo,
) => unknown;

/** Implements the types that are found by their global id, and parties. */
export function implementNodes(graph: TypeRegistry): void {
  const { calls } = graph;
  implementDeclared(graph, calls.user, user);
  implementDeclared(graph, calls.call, call);
  implementDeclared(graph, calls.party, party);
  implementDeclared(graph, calls.workspace, workspace);
  implementDeclared(graph, calls.tracker, tracker);
  implementDeclared(graph, calls.scorecard, scorecard);
  implementDeclared(graph, calls.answeredScorecard, answeredScorecard);
  implementDeclared(graph, calls.libraryFolder, libraryFolder);
}

/** Implements the type of a declared object. Special fields are added elsewhere, by `builder.objectFields`. */
export function implementDeclared<S extends RowSource>(
  graph: TypeRegistry,
  ref: OpenRef<S>,
  spec: ObjectSpec,
): void {
  const fields = (t: ObjectFieldBuilder<Types, S>) =>
    Object.fromEntries(
      Object.entries(spec.fields).map(([name, field]) => [name, fieldOf(graph, t, spec, field)]),
    );
  if (spec.node === undefined) {
    ref.implement({ description: spec.description, fields });
    return;
  }
  ref.implement({
    cost: Object.hasOwn(links, spec.name) ? links[spec.name as LinkTarget].cost : undefined,
    description: spec.description,
    interfaces: [graph.builder.nodeInterfaceRef()],
    isTypeOf: (value) => value instanceof PlatformRow && value.type === spec.name,
    fields: (t) => ({
      id: t.id({
        nullable: false,
        description: 'Global id.',
        resolve: plain(({ owner }: RowSource) => encodeGlobalId(spec.name, owner.key)),
      }),
      upstreamId: t.id({
        nullable: false,
        description: 'Id at the call-analytics platform: a decimal string beyond 2^53.',
        resolve: plain(({ owner }: RowSource) => owner.id),
      }),
      ...fields(t),
    }),
  });
}

function fieldOf<S extends RowSource>(
  graph: TypeRegistry,
  t: ObjectFieldBuilder<Types, S>,
  spec: ObjectSpec,
  field: FieldSpec,
) {
  const { form } = field;
  const resolve =
    field.retired === undefined
      ? resolverOf(field)
      : unlessRetired(field.retired, resolverOf(field));
  const part = form.kind === 'voice' ? partiesPart : (field.part ?? spec.node?.part);
  const common = {
    cost: costOf(spec, field),
    description: field.description,
    ...(field.deprecation !== undefined && { deprecationReason: field.deprecation }),
    extensions: {
      ...(part !== undefined && { needs: [part] }),
      // Of an object that comes in parts, one of them tells whether it is there, where no other is selected.
      ...(part === undefined &&
        form.kind === 'object' && { needsAlone: [...partsOf(form.object)][0] }),
      // The selection below belongs to the same row.
      ...((form.kind === 'object' || form.kind === 'voice') && { within: true }),
    },
    resolve: (field.isPrivate === true ? unlessPrivateAsDecoded(resolve) : resolve) as never,
  };
  const type =
    form.kind === 'scalar'
      ? form.scalar
      : form.kind === 'object'
        ? partType(graph, form.object)
        : form.kind === 'voice'
          ? graph.calls.party
          : linked(graph)[form.to];
  return field.isList === true
    ? t.field({ ...common, type: [type], nullable: wireList })
    : t.field({ ...common, type });
}

function unlessPrivateAsDecoded(resolve: Resolver): Resolver {
  const guarded = unlessPrivate(resolve);
  if (plainRead(resolve) !== null) guardedRead(guarded);
  return isDecoded(resolve) ? decodedRead(guarded, null) : guarded;
}

/** Places of a request at which it was said that a field is no more. */
const toldRetired = memoizeByRequest((_context: GraphContext) => new Set<object>());

/** Null over own accounts, which is said once for all rows of a list. */
function unlessRetired(reason: string, resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    if (!context.connector.lacksRetired('call-analytics'))
      return resolve(source, args, context, info);
    const reported = toldRetired(context);
    const node = nodeOf(info);
    if (reported.has(node)) return null;
    reported.add(node);
    throw new SwitchboardError('UPSTREAM_BAD_REQUEST', reason, false);
  };
}

/** Type of a nested object, implemented on first use. */
export function partType(graph: TypeRegistry, spec: ObjectSpec): OpenRef<Part> {
  const { parts } = graph.calls;
  const existing = parts.get(spec.name);
  if (existing !== undefined) return existing;
  const ref = graph.builder.objectRef<Part>(spec.name);
  parts.set(spec.name, ref);
  implementDeclared(graph, ref, spec);
  return ref;
}

const linked = ({ calls }: TypeRegistry) =>
  ({
    Call: calls.call,
    Scorecard: calls.scorecard,
    Tracker: calls.tracker,
    User: calls.user,
    Workspace: calls.workspace,
  }) satisfies Record<LinkTarget, unknown>;

/** Link from an id to its object: the loader and its cost. */
interface Link {
  readonly follow: (context: GraphContext, info: GraphQLResolveInfo, id: string | null) => unknown;
  readonly cost: Cost;
}

const settingLink = (setting: Setting): Link => ({
  follow: (context, info, id) => linkSetting(context, info, setting, id),
  cost: settingCost(setting.name),
});

const links: Readonly<Record<LinkTarget, Link>> = {
  Call: { follow: linkCall, cost: callCost },
  Scorecard: settingLink(scorecard),
  Tracker: settingLink(tracker),
  User: { follow: linkUser, cost: userCost },
  Workspace: settingLink(workspace),
};

/** Adds the lookup of a review's call, for viewers without the right to private calls, once for all fields. */
function lookUpCall(fieldPlace: FieldPlace): void {
  if (
    !seesPrivateCalls(fieldPlace) &&
    fieldPlace.estimate.mark(fieldPlace.fanout, 'calls of reviews')
  )
    callByIdCost(fieldPlace);
}

/** Cost of a field; undefined where it follows from the field's type. */
function costOf(spec: ObjectSpec, { form, isList, isPrivate, most }: FieldSpec): Cost | undefined {
  const looksUp = isPrivate === true && spec.name !== 'Call';
  if (!looksUp && most === undefined) return undefined;
  return (fieldPlace) => {
    if (looksUp) lookUpCall(fieldPlace);
    if (form.kind === 'link') return links[form.to].cost(fieldPlace);
    return isList === true ? times(fieldPlace.fanout, most ?? listSize) : fieldPlace.fanout;
  };
}

/** Reads a field's value from its position on the wire. @throws SwitchboardError where no object holds it */
function valueAt({ record }: Pick<RowSource, 'record'>, { base, wire }: FieldSpec): unknown {
  return base === undefined ? record[wire] : objectOf<Row>(record[base])?.[wire];
}

function resolverOf(field: FieldSpec): Resolver {
  const { form } = field;
  switch (form.kind) {
    case 'link': {
      const { follow } = links[form.to];
      return (source, _args, context, info) => follow(context, info, idOf(valueAt(source, field)));
    }
    case 'voice':
      return (source) => partySpeaking(source.owner, valueAt(source, field), form.by);
    case 'object':
      if (field.isList === true)
        return plain((source: RowSource) =>
          listed(field, objectsOf(valueAt(source, field), partOf(source.owner))),
        );
      return plain((source: RowSource) => {
        const record = objectOf<Row>(valueAt(source, field));
        return record === null ? null : new Part(record, source.owner);
      });
    case 'scalar':
      return plain(scalarReader(field, form));
  }
}

function scalarReader(
  field: FieldSpec,
  { scalar, member, reading }: Extract<FieldSpec['form'], { kind: 'scalar' }>,
): (source: RowSource) => unknown {
  if (member !== undefined)
    return (source) => objectsOf(valueAt(source, field), (element) => element[member]);
  if (reading === 'length') return (source) => listOf(valueAt(source, field))?.length;
  if (field.isList === true) return (source) => listed(field, valueAt(source, field));
  const { base, wire } = field;
  const read: (source: RowSource) => unknown =
    base === undefined ? ({ record }) => record[wire] : (source) => valueAt(source, field);
  const path = base === undefined ? ['record', wire] : ['record', base, wire];
  return scalar === 'JSON' ? read : decodedRead(read, path);
}

const partOf = (owner: PlatformRow) => (record: Row) => new Part(record, owner);

const listed = ({ orNull }: FieldSpec, value: unknown): unknown =>
  value ?? (orNull === true ? null : []);
