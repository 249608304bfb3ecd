/** Free SOQL for analysts, the root field `soql`: any single SELECT within the policy, as rows and columns, each row linked to its record. */

import type { GraphQLResolveInfo } from 'graphql';
import { query as crmQuery } from '../../contract/crm/entity.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel } from '../../contract/crm/model.ts';
import { type Answer, notARow, type Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import {
  invalidUpstreamValue,
  missingUpstreamField,
} from '../../contract/wire/upstream-value-reader.ts';
import { executeOptions, type GraphContext, listCursors } from '../../engine/context.ts';
import { guarded } from '../../engine/field-permission.ts';
import { type Cost, sizeOf } from '../../engine/plan/field-cost.ts';
import { type Connection, mapNodes, type PageArgs, readWindow } from '../../fetch/connection.ts';
import { listSite } from '../../fetch/incomplete-list.ts';
import { type OffsetRequest, offsetConnection } from '../../fetch/offset-list.ts';
import type { FreeQueryPolicy } from '../../soql/allowed-object.ts';
import { type FreeQuery, parseFreeQuery, type ResultColumn } from '../../soql/free-query.ts';
import { connectionType, forwardArgs, reportIncomplete } from '../connection-type.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { reportArchivedStatement } from './archived-activity.ts';
import type { CrmShared } from './object-type.ts';
import { linkReference } from './reference.ts';
import { viewersFreeQuery } from './row-visibility.ts';
import { statementsOf } from './split-cost.ts';

/** Most rows of one free query: what the CRM puts into one page. */
const maxLimit = 2_000;

interface FreeRow {
  readonly columns: readonly ResultColumn[];
  readonly row: Row;
}

interface FreeConnection extends Connection<FreeRow> {
  readonly query: FreeQuery;
  readonly columns: readonly ResultColumn[];
}

export function defineFreeQuery({ builder, model }: TypeRegistry, shared: CrmShared): void {
  const policy = policyOf(model);
  const row = builder.objectRef<FreeRow>('SoqlRow').implement({
    description: 'A row of a free query.',
    fields: (t) => ({
      values: t.field({
        type: ['JSON'],
        nullable: { list: false, items: true },
        description: 'Values in the order of the columns; a child query is a list of objects.',
        resolve: ({ columns, row }, _args, { connector }) => {
          const namesNulls = !connector.leavesOutNulls('crm');
          return columns.map(({ path }) =>
            namesNulls && isLost(row, path[0]!)
              ? missingUpstreamField(path[0]!)
              : valueAt(row, path),
          );
        },
      }),
      record: t.field({
        type: shared.record,
        description: 'The record the row is about; null for rows without an Id.',
        resolve: ({ columns, row }, _args, context, info) =>
          linkReference(context, info, idIn(columns, row)),
      }),
    }),
  });
  const connection = connectionType<FreeRow, FreeConnection>(builder, row, {
    name: 'Soql',
    description: 'rows of a free query.',
    connectionFields: (t) => ({
      columns: t.stringList({
        nullable: { list: false, items: false },
        description: 'Heads of the columns, in the order of the SELECT list.',
        resolve: ({ columns }) => columns.map((column) => column.name),
      }),
      statement: t.string({
        nullable: false,
        description:
          'The statement as it was sent: with its LIMIT and an order that ties cannot upset.',
        resolve: ({ query }) => query.text,
      }),
    }),
  });
  builder.queryField('soql', (t) =>
    t.field({
      type: connection,
      cost: freeQueryCost,
      description: `A free query of the CRM: one SELECT over the objects of this graph, at most ${maxLimit} rows. Needs the permission free-soql.`,
      args: {
        query: t.arg.string({ required: true, description: 'The SOQL statement.' }),
        ...forwardArgs(t.arg),
      },
      ...guarded('free-soql', 'free SOQL'),
      resolve: (_root, { query, ...args }, context, info) =>
        runFreeQuery(context, info, parseFreeQuery(query, policy), args),
    }),
  );
}

/** Cost of the statement; an invalid one is an error of the field alone. The records its rows are about are of its object. */
const freeQueryCost: Cost = (fieldPlace) => {
  const { model } = fieldPlace.context;
  const query = parseFreeQuery(String(fieldPlace.args.query), policyOf(model));
  const object = model.object(query.object);
  const statements =
    object === undefined ? 1 : statementsOf(fieldPlace, object, () => query.bounded);
  // Of several statements different values are read apart.
  const apart = statements > 1 ? query.text.split('COUNT_DISTINCT(').length - 1 : 0;
  fieldPlace.estimate.add('crm', statements * (1 + apart));
  return { rows: sizeOf(fieldPlace), batches: 1, targets: [object ?? []].flat() };
};

function policyOf(model: CrmModel): FreeQueryPolicy {
  return {
    allowedObjects: new Set(model.objects.map((object) => object.name)),
    maxLimit,
    relations: {
      parents: (object, relationship) => {
        const relation = model.relationship(object, relationship);
        // A path over a polymorphic reference reaches at most a name: undeclared targets do no harm.
        return relation?.targets ?? null;
      },
      child: (object, relationship) => model.child(object, relationship)?.object ?? null,
    },
  };
}

async function runFreeQuery(
  context: GraphContext,
  info: GraphQLResolveInfo,
  query: FreeQuery,
  args: PageArgs,
): Promise<FreeConnection> {
  const { text: sent, part, judged, read } = await viewersFreeQuery(context, query);
  const run = async (q: string, request: OffsetRequest): Promise<Answer> => {
    const options = { ...executeOptions(context, request), isForeign: true };
    const answer = await context.connector.execute(crmQuery, 'list', { q }, options);
    return { ...answer, rows: judged(answer.rows) };
  };
  const connection = await offsetConnection<Row>(
    {
      site: listSite(crmQuery),
      limit: query.limit,
      first: (request) =>
        read === null ? run(sent, request) : read(0, query.limit, (q) => run(q, request)),
      part: async (start, rows, request) => {
        if (read !== null) return read(start, rows, (q) => run(q, request));
        const { text, skip } = part(start, rows);
        const answer = await run(text, request);
        if (skip === 0) return answer;
        const { total } = answer.page;
        // The locator's number counts the skipped rows, too.
        const counts = { total: total && Math.max(0, total - skip), nextRecordsUrl: null };
        return { rows: answer.rows.slice(skip), page: { ...answer.page, ...counts } };
      },
      key: recordUrl,
      report: (shortfall) => reportIncomplete(context, info, shortfall),
    },
    readWindow(args, context.pageLimits),
    listCursors(context, 'soql', query.text),
  );
  reportArchivedStatement(context, info, query.query);
  const first = connection.edges[0]?.node;
  const columns = query.columnsKnown || first === undefined ? query.columns : columnsOfRow(first);
  return Object.assign(
    mapNodes(
      connection,
      (row): FreeRow =>
        row === notARow ? (invalidUpstreamValue('a row', null) as never) : { columns, row },
    ),
    { query, columns },
  );
}

/** The record's URL, which comes whatever is selected; groups have none. */
function recordUrl({ attributes }: Row): string | null {
  const url = typeof attributes === 'object' && attributes !== null && (attributes as Row).url;
  return typeof url === 'string' ? url : null;
}

/** FIELDS(…) leaves the columns to the CRM: they are read off the first row. */
function columnsOfRow(row: Row): ResultColumn[] {
  return Object.keys(row)
    .filter((name) => name !== 'attributes')
    .map((name) => ({ name, path: [name] }));
}

/** Null where none was selected, and for groups: what they name Id is theirs. */
function idIn(columns: readonly ResultColumn[], { Id: value, attributes }: Row): string | null {
  if (isObject(attributes) && attributes.type === 'AggregateResult') return null;
  const isSelected = columns.some(({ path }) => path.join('.').toLowerCase() === 'id');
  if (value === undefined && !isSelected) return null;
  const id = typeof value === 'string' ? normalizeCrmId(value) : null;
  if (id === null)
    throw value === undefined ? missingUpstreamField('Id') : invalidUpstreamValue('an id', value);
  return id;
}

/** Value at a path, in any case: rows have the CRM's spelling of names, queries their author's. */
function valueAt(row: Row, path: readonly string[]): unknown {
  let value: unknown = row;
  for (const name of path) {
    if (value === null || value === undefined) return null;
    // An executor takes an Error among a list's items for the failure of that item.
    // Behind a hidden parent there is nothing but its error.
    if (value instanceof Error) return value;
    if (!isObject(value)) return invalidUpstreamValue('an object', value);
    value = member(value, name);
  }
  return plain(value);
}

/** Whether a selected field, parent or child query is not in the row; below a parent, TYPEOF selects by its type. */
const isLost = (row: Row, name: string): boolean => keyOf(row, name) === undefined;

function member(row: Row, name: string): unknown {
  const key = keyOf(row, name);
  return key === undefined ? null : row[key];
}

const keyOf = (row: Row, name: string): string | undefined =>
  Object.hasOwn(row, name)
    ? name
    : Object.keys(row).find((member) => member.toLowerCase() === name.toLowerCase());

/** A child query's page as its records, without the CRM's frame around them. */
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null;
  const { records, attributes: _attributes, ...members } = value as Row;
  return Array.isArray(records) ? records.map(plain) : members;
}
