/** relatedCalls: the calls somebody or something took part in, from the participant index, with how complete the answer is. */

import type { GraphQLResolveInfo } from 'graphql';
import {
  type Connection,
  connectionOf,
  type Edge,
  LazyEdge,
  type PageArgs,
  readWindow,
  type Window,
} from '../../fetch/connection.ts';
import { filterText, foreignPosition, type ListCursors } from '../../fetch/cursor.ts';
import type {
  CallPosition,
  CallsAsk,
  Coverage,
  Match,
  MatchedCall,
  Subject,
} from '../../participants/question.ts';
import { loadCall } from '../calls/call-loader.ts';
import type { CallRow } from '../calls/row.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection, neededOfAll } from '../needs.ts';
import { nodeOf } from '../plan/info.ts';
import { type CallFilterArgs, callFilterOf } from './call-filter-arg.ts';
import { questions } from './question.ts';

export interface RelatedArgs extends PageArgs, CallFilterArgs {
  readonly order?: 'newest' | 'oldest' | null;
}

export interface RelatedEdge extends Edge<CallRow | null> {
  readonly callId: string;
  readonly matches: readonly Match[];
}

export interface RelatedConnection extends Connection<CallRow | null> {
  readonly edges: readonly RelatedEdge[];
  readonly coverage: Coverage;
}

/** `list` names the relation and its parent, e.g. `Contact.relatedCalls/003…`: cursors are bound to it. */
export async function relatedCalls(
  context: GraphContext,
  info: GraphQLResolveInfo,
  list: string,
  subject: Subject,
  args: RelatedArgs,
): Promise<RelatedConnection> {
  const node = nodeOf(info);
  const { fields, rows: shown, edges } = connectionSelection(node);
  const parts = node.memo('related calls', () =>
    // What edges show of the parties that match comes along with their calls.
    neededOfAll(shown, 'Call').union(neededOfAll(edges, 'RelatedCallEdge')),
  );
  const window = readWindow(args, context.pageLimits);
  const filter = callFilterOf(context, args);
  const order = args.order ?? 'newest';
  const cursors = context.cursors.of({
    list,
    filter: filterText(filter),
    order,
    tenant: context.tenant,
  });
  const ask = { subject, filter, order, ...positions(window, cursors) };
  const looked = fields.has('edges') || fields.has('nodes') || fields.has('pageInfo');
  const { value, coverage } = await questions(context).calls.load(
    looked ? ask : { ...ask, first: 0, last: undefined },
  );
  const { after, before } = window;
  const isWhole =
    looked && after === null && before === null && !value.hasNext && !value.hasPrevious;
  const rows = await Promise.all(value.calls.map((call) => loadCall(context, call.callId, parts)));
  const connection = connectionOf({
    edges: value.calls.map((call, at) => new MatchedEdge(rows[at] ?? null, cursors, call)),
    hasNextPage: value.hasNext,
    hasPreviousPage: value.hasPrevious,
    totalCount: async () =>
      isWhole
        ? value.calls.length
        : (await questions(context).counts.load({ subject, filter })).value,
  });
  return Object.assign(connection, { coverage }) as RelatedConnection;
}

class MatchedEdge extends LazyEdge<CallRow | null> implements RelatedEdge {
  readonly callId: string;
  readonly matches: readonly Match[];

  constructor(
    node: CallRow | null,
    cursors: ListCursors,
    { startedAt, callId, matches }: MatchedCall,
  ) {
    super(node, cursors, () => ['r', startedAt, callId]);
    this.callId = callId;
    this.matches = matches;
  }
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
