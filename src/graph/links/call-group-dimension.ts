/** Dimensions that calls are grouped by: fields of the call, periods, facets, and fields of the linked CRM records. */

import { normalizeCrmId } from '../../contract/crm/id.ts';
import type { CrmModel } from '../../contract/crm/model.ts';
import { executeOptions, type GraphContext } from '../../engine/context.ts';
import { SwitchboardError, UserInputError } from '../../errors.ts';
import { fieldFacet } from '../../participants/call-facet.ts';
import type {
  AggregateQuery,
  Coverage,
  FacetLabel,
  GroupDimension,
} from '../../participants/call-query.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import { loadRecord } from '../crm/record-loader.ts';
import { boundsOfPeriods, type units } from './call-period.ts';

export const callGroupFields = {
  OWNER: 'User who hosts or owns the call.',
  DAY: 'Day it started on.',
  WEEK: 'Week it started in, from Monday.',
  MONTH: 'Month it started in.',
  QUARTER: 'Quarter it started in.',
  DIRECTION: 'Inbound, Outbound, Conference or Unknown.',
  SCOPE: 'Internal, External or Unknown.',
  OUTCOME: 'How it ended.',
  TRACKER: 'Tracker heard in it; a call with several counts under each.',
  TOPIC: 'Topic touched; a call with several counts under each.',
  EXTERNAL_DOMAIN: 'Domain of somebody from outside; a call with several counts under each.',
  STAGE: 'Stage of a linked deal when the call took place.',
  ACCOUNT: 'Account the platform linked to it.',
  OPPORTUNITY: 'Deal the platform linked to it.',
  INDUSTRY: 'Industry of a linked account, as the CRM has it now.',
  SEGMENT: 'Segment of a linked account, as the CRM has it now.',
  RESULT: 'WON, LOST or OPEN: what has become of a linked deal by now.',
} as const;

export type CallGroupField = keyof typeof callGroupFields;

/** Fields of the CRM that calls are grouped by: whose, which, and how a record is named by them. */
interface CrmLabel {
  readonly object: 'Account' | 'Opportunity';
  readonly kind: 'account' | 'deal';
  readonly paths: readonly string[];
  readonly label: (row: CrmRow) => string | null;
}

const textOf = (row: CrmRow, path: string): string | null => {
  const value = fieldOf(row, path);
  return typeof value === 'string' ? value : null;
};

/** @throws UserInputError for a field that the organisation does not have. */
export function crmLabel(model: CrmModel, field: CallGroupField): CrmLabel | null {
  if (field === 'RESULT') {
    const label = (row: CrmRow): string =>
      fieldOf(row, 'IsWon') === true ? 'WON' : fieldOf(row, 'IsClosed') === true ? 'LOST' : 'OPEN';
    return { object: 'Opportunity', kind: 'deal', paths: ['IsWon', 'IsClosed'], label };
  }
  if (field !== 'INDUSTRY' && field !== 'SEGMENT') return null;
  const graphFieldName = field.toLowerCase();
  const declared = model
    .declaredObject('Account')
    .fields.find(({ graphName }) => graphName === graphFieldName);
  if (declared === undefined)
    throw new UserInputError(
      `Expected a field of accounts to group by, got ${field}: they have none.`,
    );
  return {
    object: 'Account',
    kind: 'account',
    paths: [declared.name],
    label: (row) => textOf(row, declared.name),
  };
}

/** Accounts or deals that one question looks up in the CRM. */
export const mostLabelled = 5_000;

export const tooMany = (what: string, most: number): SwitchboardError =>
  new SwitchboardError(
    'SCAN_LIMIT',
    `Expected at most ${most} ${what}, got more: narrow the filter, or group by less.`,
    false,
  );

/** A dimension, and what the index covered where it was asked for it. */
export async function dimensionOf(
  context: GraphContext,
  query: Pick<AggregateQuery, 'filter' | 'rank'>,
  field: CallGroupField,
  timeZone: string,
): Promise<{ readonly dimension: GroupDimension; readonly coverage?: Coverage }> {
  const label = crmLabel(context.model, field);
  if (label !== null) return await labelled(context, query, label);
  return { dimension: plainDimension(field, timeZone) };
}

function plainDimension(field: CallGroupField, timeZone: string): GroupDimension {
  switch (field) {
    case 'OWNER':
      return { by: 'host' };
    case 'DIRECTION':
      return { by: 'direction' };
    case 'SCOPE':
      return { by: 'scope' };
    case 'OUTCOME':
      return { by: 'outcome' };
    case 'TRACKER':
      return { by: 'facet', kind: 'tracker' };
    case 'TOPIC':
      return { by: 'facet', kind: 'topic' };
    case 'EXTERNAL_DOMAIN':
      return { by: 'facet', kind: 'domain' };
    case 'STAGE':
      return { by: 'facet', kind: 'field', prefix: fieldFacet('Opportunity', 'StageName') };
    case 'ACCOUNT':
      return { by: 'facet', kind: 'account' };
    case 'OPPORTUNITY':
      return { by: 'facet', kind: 'deal' };
    default: {
      const unit = field as keyof typeof units;
      return { by: 'period', bounds: (extent) => boundsOfPeriods(extent, unit, timeZone) };
    }
  }
}

/** The records of the calls, as the index names them, and how the CRM has them: one batch of ids. */
async function labelled(
  context: GraphContext,
  query: Pick<AggregateQuery, 'filter' | 'rank'>,
  { object: name, kind, paths, label }: CrmLabel,
): Promise<{ readonly dimension: GroupDimension; readonly coverage: Coverage }> {
  const { participants, tenant, model } = context;
  const object = model.declaredObject(name);
  const { value, coverage } = await participants.aggregate(
    tenant,
    {
      ...query,
      groupBy: [{ by: 'facet', kind }],
      people: false,
      accounts: false,
      mostGroups: mostLabelled + 1,
    },
    executeOptions(context),
  );
  if (!value.isWhole) throw tooMany(`${name} records under the calls`, mostLabelled);
  const ids = value.groups.flatMap(({ keys: [id] }) => (typeof id === 'string' ? [id] : []));
  const needed = new Set(paths);
  const labels = await Promise.all(
    ids.map(async (id): Promise<FacetLabel> => {
      const full = normalizeCrmId(id);
      const row = full === null ? null : await loadRecord(context, object, full, needed, []);
      return [id, row === null ? null : label(row)];
    }),
  );
  return { dimension: { by: 'label', kind, labels }, coverage };
}
