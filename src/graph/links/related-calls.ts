/** relatedCalls: the calls somebody or something took part in, from the participant index, with how complete the answer is. */

import { createContextCache, type EnumRef } from '@pothos/core';
import DataLoader from 'dataloader';
import type { GraphQLResolveInfo } from 'graphql';
import { type Connection, connectionOf, type Edge, LazyEdge } from '../../paging/connection.ts';
import { foreignPosition, type ListCursors } from '../../paging/cursor.ts';
import { type PageArgs, readWindow, type Window } from '../../paging/window.ts';
import type {
  Answered,
  CallFilter,
  CallPosition,
  CallsAsk,
  CallWindow,
  Coverage,
  Match,
  MatchedCall,
  Subject,
  SubjectAsk,
} from '../../participants/question.ts';
import { loadCall } from '../calls/call-loader.ts';
import type { CallRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { executeOptions } from '../execute-options.ts';
import type { Types } from '../graph.ts';
import { connectionSelection, neededParts, objectType, oncePerField } from '../needs.ts';

export interface RelatedArgs extends PageArgs {
  readonly from?: Date | null;
  readonly to?: Date | null;
  readonly order?: 'newest' | 'oldest' | null;
  readonly direction?: readonly string[] | null;
  readonly scope?: readonly string[] | null;
  readonly role?: readonly ('HOST' | 'INVITEE' | 'ATTENDEE')[] | null;
  readonly minDurationSeconds?: number | null;
}

export interface RelatedEdge extends Edge<CallRow | null> {
  readonly matches: readonly Match[];
}

export interface RelatedConnection extends Connection<CallRow | null> {
  readonly edges: readonly RelatedEdge[];
  readonly coverage: Coverage;
}

export type CallRoleEnum = EnumRef<Types, 'HOST' | 'INVITEE' | 'ATTENDEE'>;

/** `list` names the relation and its parent, e.g. `Contact.relatedCalls/003…`: cursors are bound to it. */
export async function relatedCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  list: string,
  subject: Subject,
  args: RelatedArgs,
): Promise<RelatedConnection> {
  const { fields, parts } = oncePerField(info, 'related calls', () => {
    const connection = objectType(info, 'RelatedCallConnection');
    const selection = connectionSelection(info, connection);
    return {
      fields: selection.fields,
      parts: neededParts(info, objectType(info, 'Call'), selection.rows),
    };
  });
  const window = readWindow(args, context.pageLimits);
  const filter = filterOf(context, args);
  const order = args.order ?? 'newest';
  const cursors = context.cursors.of({
    list,
    filter: JSON.stringify(filter),
    order,
    tenant: context.tenant,
  });
  const ask = { subject, filter, order, ...positions(window, cursors) };
  const looked = fields.has('edges') || fields.has('nodes') || fields.has('pageInfo');
  const { value, coverage } = await loaders(context).calls.load(
    looked ? ask : { ...ask, first: 0, last: undefined },
  );
  const rows = await Promise.all(value.calls.map((call) => loadCall(context, call.callId, parts)));
  const connection = connectionOf({
    edges: value.calls.map((call, at) => new MatchedEdge(rows[at] ?? null, cursors, call)),
    hasNextPage: value.hasNext,
    hasPreviousPage: value.hasPrevious,
    totalCount: async () => (await loaders(context).counts.load({ subject, filter })).value,
  });
  return Object.assign(connection, { coverage }) as RelatedConnection;
}

class MatchedEdge extends LazyEdge<CallRow | null> implements RelatedEdge {
  readonly matches: readonly Match[];

  constructor(
    node: CallRow | null,
    cursors: ListCursors,
    { startedAt, callId, matches }: MatchedCall,
  ) {
    super(node, cursors, () => ['r', startedAt, callId]);
    this.matches = matches;
  }
}

/** Private calls are left out for viewers who may not read them: how many there are is theirs alone too. */
function filterOf(context: GraphContext, args: RelatedArgs): CallFilter {
  return {
    from: args.from?.getTime(),
    to: args.to?.getTime(),
    directions: args.direction,
    scopes: args.scope,
    roles: args.role,
    minDurationSeconds: args.minDurationSeconds,
    includePrivate: context.viewer.permissions.has('private-calls'),
  };
}

function positions(
  window: Window,
  cursors: ListCursors,
): Pick<CallsAsk, 'first' | 'last' | 'after' | 'before'> {
  const read = (argument: 'after' | 'before'): CallPosition | null => {
    const cursor = window[argument];
    if (cursor === null) return null;
    const [style, startedAt, callId] = cursors.decode(cursor, argument);
    if (style !== 'r' || typeof startedAt !== 'number' || typeof callId !== 'string') {
      throw foreignPosition(argument);
    }
    return { startedAt, callId };
  };
  const places = { after: read('after'), before: read('before') };
  return window.direction === 'forward'
    ? { first: window.size, ...places }
    : { last: window.size, ...places };
}

interface Loaders {
  readonly calls: DataLoader<CallsAsk, Answered<CallWindow>>;
  readonly counts: DataLoader<SubjectAsk, Answered<number>>;
}

/** All subjects of a wave are one question to the index. */
const loaders = createContextCache((context: GraphContext): Loaders => {
  const { participants, tenant } = context;
  const options = executeOptions(context);
  const uncached = { cache: false };
  return {
    calls: new DataLoader((asks) => participants.calls(tenant, asks, options), uncached),
    counts: new DataLoader((asks) => participants.countCalls(tenant, asks, options), uncached),
  };
});
