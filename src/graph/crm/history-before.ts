/** What stood in a deal's history before each row: the CRM tells it of the amount and the close date alone. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import {
  filledTextOf,
  invalidUpstreamValue,
  textOf,
} from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequestKey } from '../../engine/memoize.ts';
import { idsBeside } from '../../engine/plan/cost-sum.ts';
import type { Cost } from '../../engine/plan/field-cost.ts';
import { asError } from '../../errors.ts';
import { TracedLoader } from '../../fetch/batch-loader.ts';
import { type KeysetList, readKeysetList } from '../../fetch/keyset-list.ts';
import type { OrderKey } from '../../fetch/keyset-position.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { chunkByEncodedLength } from '../../soql/literal.ts';
import { allOf, anyOf, type Condition } from '../../soql/query.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { type CrmRow, crmRow, fieldOf } from './crm-row.ts';
import { shownBefore } from './history-page.ts';
import { reads } from './record-plan.ts';
import { recordList } from './record-query.ts';
import { aroundKeys, noId } from './row-visibility.ts';
import { crmType } from './type-reference.ts';

const looked = ['StageName', 'ForecastCategory'] as const;
type Looked = (typeof looked)[number];

/** What says where in its deal's history a row stands. */
const placed = ['OpportunityId', 'CreatedDate', 'IsDeleted'] as const;

const select = ['Id', 'OpportunityId', 'CreatedDate', ...looked];
const byDate: readonly OrderKey[] = [
  { path: 'CreatedDate', type: 'datetime', direction: 'asc', nulls: 'first', nullable: false },
];

/** Statements of 2,000 rows for the deals of a batch. */
const maxPages = 5;

export function defineHistoryBefore({ builder, crm }: TypeRegistry): void {
  builder.objectFields(crmType(crm, 'OpportunityHistory').row, (t) => {
    const before = (field: Looked, what: string) =>
      t.string({
        description: `${what} before, as the deal’s row before this one has it; null in the first row. One call for all rows of a request, none where their rows before are shown.`,
        cost: beforeCost,
        ...reads(...placed, field),
        resolve: (row, _args, context) =>
          thenMaybe(rowBefore(context, row, field), (found) =>
            found === null ? null : textOf(fieldOf(found, field)),
          ),
      });
    return {
      stageNameBefore: before('StageName', 'Stage'),
      forecastCategoryBefore: before('ForecastCategory', 'Category of the forecast'),
    };
  });
}

const beforeCost: Cost = ({ estimate, fanout }) => {
  if (estimate.mark(fanout, 'history before'))
    estimate.batch('crm', 'history before', fanout, idsBeside(600));
  return fanout;
};

/** The row before in the same deal, by date and id; null for the first. */
function rowBefore(context: GraphContext, row: CrmRow, field: Looked): MaybePromise<CrmRow | null> {
  const shown = shownBefore(context, row, field);
  return shown === undefined ? readBefore(context, row) : shown;
}

/** @throws SwitchboardError where the deal's rows do not come, or not this one among them */
async function readBefore(context: GraphContext, row: CrmRow): Promise<CrmRow | null> {
  const deal = normalizeCrmId(filledTextOf(fieldOf(row, 'OpportunityId')) ?? '');
  if (deal === null) throw invalidUpstreamValue('a row of history with its deal', null);
  const isDeleted = fieldOf(row, 'IsDeleted') === true;
  // A cached answer may be older than the row.
  for (const fresh of [false, true]) {
    const rows = await historyOf(context, row.object, { isDeleted, fresh }).load(deal);
    const at = rows.findIndex(({ id }) => id === row.id);
    if (at >= 0) return rows[at - 1] ?? null;
  }
  throw invalidUpstreamValue('a row among the history of its deal', undefined);
}

interface Reading {
  /** Whether rows in the recycle bin are read, too: a row that is in there may have others of them before it. */
  readonly isDeleted: boolean;
  readonly fresh: boolean;
}

type DealLoader = TracedLoader<string, readonly CrmRow[]>;

const loaders = memoizeByRequestKey<string, DealLoader>();

/** Loader of the whole history of deals, each by date and id. */
const historyOf = (context: GraphContext, object: CrmObject, reading: Reading): DealLoader =>
  loaders(
    context,
    JSON.stringify(reading),
    () => new TracedLoader((deals) => readDeals(context, object, reading, deals)),
  );

const deletedToo = anyOf(
  { op: 'eq', path: 'IsDeleted', value: true },
  { op: 'eq', path: 'IsDeleted', value: false },
);

async function readDeals(
  context: GraphContext,
  object: CrmObject,
  { isDeleted, fresh }: Reading,
  deals: readonly string[],
): Promise<(readonly CrmRow[] | Error)[]> {
  const ofDeals = (ids: readonly string[]): Condition =>
    allOf({ op: 'in', path: 'OpportunityId', values: ids }, isDeleted ? deletedToo : undefined);
  const frame = { object: object.name, select, where: ofDeals([noId]) };
  const { around, times } = await aroundKeys(context, object, frame);
  const chunks = chunkByEncodedLength([...deals], { around, times });
  const read = chunks.map(async (chunk): Promise<[string, readonly CrmRow[] | Error][]> => {
    try {
      const list = historyList(context, object, ofDeals(chunk), fresh);
      const byDeal = await readHistory(list, object);
      return chunk.map((deal) => [deal, byDeal.get(deal) ?? []]);
    } catch (error) {
      return chunk.map((deal) => [deal, asError(error)]);
    }
  });
  const found = new Map((await Promise.all(read)).flat());
  return deals.map((deal) => getOrThrow(found, deal));
}

function historyList(
  context: GraphContext,
  object: CrmObject,
  where: Condition,
  fresh: boolean,
): KeysetList<Row> {
  const list = recordList(context, object, select, where);
  return {
    ...list,
    order: byDate,
    query: (request) =>
      list.query({
        ...request,
        // Reckoned is one statement for the rows of a batch.
        isBeyond: request.isBeyond === true || fresh || request.where !== undefined,
        fresh: request.fresh === true || fresh,
      }),
  };
}

async function readHistory(
  list: KeysetList<Row>,
  object: CrmObject,
): Promise<ReadonlyMap<string, readonly CrmRow[]>> {
  const byDeal = new Map<string, CrmRow[]>();
  const advice = 'ask for the history of fewer deals';
  for await (const page of readKeysetList(list, { maxPages, advice }))
    for (const values of page) {
      const row = crmRow(object, values);
      const deal = normalizeCrmId(filledTextOf(values.OpportunityId) ?? '');
      // A row that can't be told may be the one before any.
      if (row === null || deal === null)
        throw invalidUpstreamValue('rows of history with their ids and deals', null);
      const rows = byDeal.get(deal);
      if (rows === undefined) byDeal.set(deal, [row]);
      else rows.push(row);
    }
  return byDeal;
}
