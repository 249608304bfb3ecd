/** relatedCalls: the calls of records and users from the participant index, and their types. */

import type { EnumRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { partiesPart } from '../../contract/calls/call.ts';
import { idText } from '../../contract/wire/upstream-value-reader.ts';
import { type GraphContext, listCursors } from '../../engine/context.ts';
import { nodeOf } from '../../engine/plan/resolve-info.ts';
import {
  connectionSelection,
  neededOfAll,
  neededParts,
  needsWithin,
  requestedWindow,
} from '../../engine/plan/row-requirement.ts';
import {
  type Connection,
  connectionOf,
  type Edge,
  filterArgs,
  LazyEdge,
  type PageArgs,
  type Window,
} from '../../fetch/connection.ts';
import { filterText, foreignPosition, type ListCursors } from '../../fetch/cursor.ts';
import type {
  CallOrder,
  CallPosition,
  CallsQuery,
  Coverage,
  IndexFilter,
  Match,
  MatchedCall,
  ParticipantKeys,
} from '../../participants/call-query.ts';
import type { Ref, Types } from '../builder.ts';
import { loadCall } from '../calls/call-loader.ts';
import { type CallOrderEnum, checkOrder } from '../calls/call-order.ts';
import { proveCalls } from '../calls/call-visibility.ts';
import { partiesOf } from '../calls/party.ts';
import { type CallRow, Part } from '../calls/platform-row.ts';
import { unlessPrivate } from '../calls/private-call.ts';
import { connectionType } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import type { CallInputs } from './call-condition.ts';
import { createCoverage } from './coverage-type.ts';
import { type CallFilterArgs, indexFilterOf, indexLoaders, reportedAnswer } from './index-query.ts';
import type { MatchReason } from './match-reason.ts';
import type { CallRoleEnum } from './participant-filter.ts';

export interface RelatedArgs extends PageArgs, CallFilterArgs {
  readonly order?: CallOrder | null;
}

interface RelatedEdge extends Edge<CallRow | null> {
  readonly callId: string;
  readonly matches: readonly Match[];
}

interface RelatedConnection extends Connection<CallRow | null> {
  readonly edges: readonly RelatedEdge[];
  readonly coverage: Coverage;
}

/** `list` names the relation and its parent, e.g. `Contact.relatedCalls/003…`: cursors are bound to it. */
export async function relatedCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  list: string,
  subject: ParticipantKeys,
  args: RelatedArgs,
  condition: Pick<IndexFilter, 'notLinkedTo'> = {},
): Promise<RelatedConnection> {
  const node = nodeOf(info);
  const selection = connectionSelection(node);
  const parts = node.memo('related calls', () =>
    // What edges show of the parties that match comes along with their calls.
    neededOfAll(selection.rows, 'Call').union(neededOfAll(selection.edges, 'RelatedCallEdge')),
  );
  const window = requestedWindow(context, args, selection);
  const filter = { ...(await indexFilterOf(context, args)), ...condition };
  const order = args.order ?? 'newest';
  checkOrder(order, filter);
  // As given: what relative periods and filters of records come to changes between two pages.
  const cursors = listCursors(context, list, filterText(filterArgs(args)), order);
  const query = { subject, filter, order, ...positions(window, cursors) };
  const pending = indexLoaders(context).calls.load(query);
  const { value, coverage } = await reportedAnswer(context, info, filter, pending);
  const { after, before } = window;
  const isWhole =
    selection.isShown && after === null && before === null && !value.hasNext && !value.hasPrevious;
  proveCalls(
    context,
    value.calls.map(({ callId }) => callId),
  );
  const rows = await Promise.all(value.calls.map((call) => loadCall(context, call.callId, parts)));
  const connection = connectionOf({
    edges: value.calls.map((call, at) => new MatchedEdge(rows[at] ?? null, cursors, call)),
    hasNextPage: value.hasNext,
    hasPreviousPage: value.hasPrevious,
    totalCount: async () =>
      isWhole
        ? value.calls.length
        : (await indexLoaders(context).counts.load({ subject, filter })).value,
  });
  return Object.assign(connection, { coverage }) as RelatedConnection;
}

class MatchedEdge extends LazyEdge<CallRow | null> implements RelatedEdge {
  readonly callId: string;
  readonly matches: readonly Match[];

  constructor(node: CallRow | null, cursors: ListCursors, call: MatchedCall) {
    super(node, cursors, () => positionOf(call));
    this.callId = call.callId;
    this.matches = call.matches;
  }
}

/** Position of a call in a list, as a cursor holds it. */
export const positionOf = ({ startedAt, callId, rank }: CallPosition) =>
  ['r', startedAt, callId, ...(rank === undefined ? [] : [rank])] as const;

export function positions(
  window: Window,
  cursors: ListCursors,
): Pick<CallsQuery, 'first' | 'last' | 'after' | 'before'> {
  const read = (argument: 'after' | 'before'): CallPosition | null => {
    const cursor = window[argument];
    if (cursor === null) return null;
    const [style, startedAt, callId, rank] = cursors.decode(cursor, argument);
    if (style !== 'r' || typeof startedAt !== 'number' || typeof callId !== 'string') {
      throw foreignPosition(argument);
    }
    return { startedAt, callId, rank: typeof rank === 'number' ? rank : undefined };
  };
  const places = { after: read('after'), before: read('before') };
  return window.direction === 'forward'
    ? { first: window.size, ...places }
    : { last: window.size, ...places };
}

/** A match, with the call it was found in: party ids are unique within a call only. */
interface CallMatch extends Match {
  readonly callId: string;
}

export interface RelatedTypes extends CallInputs {
  readonly connection: Ref<RelatedConnection>;
  readonly coverage: Ref<Coverage>;
  readonly match: Ref<CallMatch>;
  readonly order: CallOrderEnum;
  readonly role: CallRoleEnum;
}

export function createRelatedTypes(
  { builder, calls }: TypeRegistry,
  reason: EnumRef<Types, MatchReason>,
  inputs: CallInputs & Pick<RelatedTypes, 'order'>,
): RelatedTypes {
  const role = builder.enumType('ParticipantRole', {
    description: 'How somebody took part in a call.',
    values: {
      HOST: { description: 'Hosted or owns it.' },
      INVITEE: { description: 'Was invited.' },
      ATTENDEE: { description: 'Was there.' },
    },
  });
  const coverage = createCoverage(builder);
  const match = builder.objectRef<CallMatch>('CallMatch').implement({
    description: 'Why a call belongs to what it is listed under.',
    fields: (t) => ({
      reason: t.expose('reason', {
        type: reason,
        nullable: false,
        description: 'The kind of match.',
      }),
      key: t.exposeString('key', {
        nullable: false,
        description: 'What matched: an address, a CRM id (15 characters) or a user id.',
      }),
      partyId: t.exposeID('partyId', {
        description: 'The party that carries the key; null where the call itself does.',
      }),
      party: t.field({
        type: calls.party,
        description:
          'That party; null where the call itself carries the key, or where the platform names no such party any more.',
        ...needsWithin(partiesPart),
        resolve: (row, _args, context, info) => loadParty(context, info, row),
      }),
      affiliation: t.exposeString('affiliation', {
        description: 'The affiliation of that party.',
      }),
      roles: t.field({
        type: [role],
        nullable: { list: false, items: false },
        description: 'How that party took part.',
        resolve: (row) => [...row.roles],
      }),
    }),
  });
  const connection = connectionType<CallRow, RelatedConnection, RelatedEdge>(builder, calls.call, {
    name: 'RelatedCall',
    description:
      'calls found through the participant index. A node is null when the platform no longer has the call.',
    connectionFields: (t) => ({
      coverage: t.expose('coverage', {
        type: coverage,
        nullable: false,
        description: 'How complete this list is.',
      }),
    }),
    edgeFields: (t) => ({
      matches: t.field({
        type: [match],
        nullable: { list: false, items: false },
        description: 'Why the call is here.',
        ...needsWithin(),
        resolve: (row) => matchesOf(row),
      }),
    }),
  });
  const { during, about, participants, order } = inputs;
  return { connection, coverage, match, order, role, during, about, participants };
}

/** The matches of a call as the graph shows them. */
export function matchesOf({ callId, matches }: Pick<MatchedCall, 'callId' | 'matches'>) {
  return matches.map((match): CallMatch => ({ ...match, callId }));
}

async function loadParty(
  context: GraphContext,
  info: GraphQLResolveInfo,
  { callId, partyId }: CallMatch,
): Promise<Part | null> {
  if (partyId === null) return null;
  const node = nodeOf(info);
  const parts = node.memo('party', () => new Set(neededParts(node, 'Party')).add(partiesPart));
  const call = await loadCall(context, callId, parts);
  const find = (visible: CallRow) =>
    partiesOf(visible)?.find((row) => row instanceof Part && idText(row.record.id) === partyId);
  return call === null ? null : ((await unlessPrivate(find)(call, {}, context, info)) ?? null);
}
