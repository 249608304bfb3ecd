/** Lists that join both systems: calls of people and records, parts of calls that name others, and nodes by id. */

import { encodeGlobalId } from '../../../src/graph/global-id.ts';
import type { TruthRow } from '../truth.ts';
import { insightLists } from './insight-list.ts';
import { kinds, most, orNull } from './link-owner.ts';
import { peopleLists } from './people-list.ts';
import type { RawTables } from './raw-table.ts';
import { connectionRow, type MatrixList } from './row.ts';

const relatedCalls: readonly MatrixList[] = kinds.map((kind) =>
  connectionRow(`${kind[0]}.relatedCalls`, {
    kind: 'related calls',
    indexed: true,
    windows: 'both',
    example: kind[0] !== 'Lead' && kind[0] !== 'Opportunity',
    node: 'upstreamId title',
    beside: 'coverage { completeFrom completeTo }',
    owners: (raw) => most(raw, kind, (join, subject) => join.callsOf(subject).map(({ id }) => id)),
  }),
);

/** The order is known before the deals are read by their ids. */
const bySilence: MatrixList = connectionRow('Query.opportunitiesBySilence', {
  kind: 'by silence',
  indexed: true,
  windows: 'both',
  args: 'timeZone: "UTC", filter: { isClosed: { eq: false } }',
  beside: 'coverage { completeFrom completeTo }',
  async owners(raw) {
    const open = (await raw.join()).all.opportunities.filter(({ IsClosed }) => !IsClosed);
    return [{ id: null, truth: open.map(({ Id }) => Id) }];
  },
});

const replies: MatrixList = {
  name: 'CallComment.replies',
  covers: ['CallComment.replies'],
  host: 'Call',
  kind: 'part of a Call',
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const rows = await raw.list('calls_extensive', {
      filter: { fromDateTime: '2026-10-01T00:00:00Z', toDateTime: '2026-10-25T00:00:00Z' },
      contentSelector: { exposedFields: { collaboration: { publicComments: true } } },
    });
    return rows
      .map((row) => ({
        id: encodeGlobalId('Call', row.metaData.id),
        truth: (row.collaboration?.publicComments ?? [])
          .filter((one: TruthRow) => one.inReplyTo !== null)
          .map((one: TruthRow) => `${one.inReplyTo} ${one.id}`),
      }))
      .sort((a, b) => b.truth.length - a.truth.length)
      .slice(0, 8);
  },
  ask: () => 'comments { upstreamId replies { upstreamId } }',
  items: (value) =>
    orNull(value as TruthRow).flatMap((one: TruthRow) =>
      orNull(one?.replies).map(
        (reply: TruthRow) => reply && `${one.upstreamId} ${reply.upstreamId}`,
      ),
    ),
  key: (item: string) => item,
};

const atCall: MatrixList = {
  name: 'Call.crmContextAtCall',
  covers: ['Call.crmContextAtCall'],
  host: 'Call',
  kind: 'part of a Call',
  example: false,
  windows: 'none',
  announced: true,
  inside: 'row',
  async owners(raw) {
    const rows = await raw.list('calls_extensive', {
      filter: { fromDateTime: '2026-10-20T00:00:00Z', toDateTime: '2026-10-25T00:00:00Z' },
      contentSelector: { context: 'Extended', contextTiming: ['TimeOfCall'] },
    });
    return rows
      .map((row) => ({
        id: encodeGlobalId('Call', row.metaData.id),
        truth: linkedIds(row),
      }))
      .sort((a, b) => b.truth.length - a.truth.length)
      .slice(0, 8);
  },
  ask: () => 'crmContextAtCall { objects { objectId } }',
  items: (value) =>
    orNull(value as TruthRow).flatMap((one: TruthRow) =>
      orNull(one?.objects).map((object: TruthRow) => object?.objectId),
    ),
  key: (item: string) => item,
};

const linkedIds = (row: TruthRow): readonly string[] =>
  (row.context ?? []).flatMap((one: TruthRow) =>
    one.objects.map(({ objectId }: TruthRow) => objectId),
  );

/** Nodes and entities of a router, by id: each is what was asked for, or an error stands at its place. */
const byId: readonly MatrixList[] = ['Query.nodes', 'Query._entities'].map((field) => ({
  name: field,
  covers: [field],
  host: 'Query',
  kind: 'by id',
  indexed: true as const,
  example: true,
  windows: 'none' as const,
  announced: true,
  owners: async (raw: RawTables) => [
    {
      id: null,
      truth: [
        ...(await raw.table('Contact')).slice(0, 30).map(({ Id }) => Id),
        ...(await raw.list('calls', {})).slice(0, 30).map(({ id }) => id),
      ],
    },
  ],
  ask: () =>
    field === 'Query.nodes'
      ? 'nodes(ids: $ids) { ... on Contact { upstreamId name } ... on Call { upstreamId title } }'
      : '_entities(representations: $entities) { ... on Contact { upstreamId name } ... on Call { upstreamId title } }',
  items: (value: unknown) => value as readonly unknown[],
  key: (item: { upstreamId: string }) => item.upstreamId,
}));

/** Variables of the lists by id. */
export async function nodeVariables(raw: RawTables) {
  const contacts = (await raw.table('Contact')).slice(0, 30).map(({ Id }) => ['Contact', Id]);
  const calls = (await raw.list('calls', {})).slice(0, 30).map(({ id }) => ['Call', id]);
  const ids = [...contacts, ...calls].map(([type, id]) => [type!, encodeGlobalId(type!, id)]);
  return {
    ids: ids.map(([, id]) => id),
    entities: ids.map(([type, id]) => ({ __typename: type, id })),
  };
}

export const linkLists: readonly MatrixList[] = [
  ...relatedCalls,
  bySilence,
  ...insightLists,
  ...peopleLists,
  replies,
  atCall,
  ...byId,
];
