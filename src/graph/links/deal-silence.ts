/**
 * Silence of deals, and which calls end it: declared here once. Deals ordered by it, which neither system alone can do.
 * Own calls of a deal were linked to it by the platform. Calls of its people are those of its contact roles that are not
 * its own. Contact is either, or an activity in the CRM. What is still ahead ends a silence, as what was today does.
 */

import type { CrmObject } from '../../contract/crm/model.ts';
import { invalidUpstreamValue } from '../../contract/wire/upstream-value-reader.ts';
import type { GraphContext } from '../../engine/context.ts';
import { UserInputError } from '../../errors.ts';
import type { PageArgs } from '../../fetch/connection.ts';
import { filterText } from '../../fetch/cursor.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import { type CrmRow, fieldOf } from '../crm/crm-row.ts';
import type { RowRank } from '../crm/order.ts';
import { type Filter, splitFilter } from '../crm/post-filter.ts';
import { listRanked } from '../crm/ranked-list.ts';
import { rankedCost } from '../crm/record-cost.ts';
import { crmType } from '../crm/type-reference.ts';
import { mostWholePages } from '../crm/whole-list.ts';
import { startOfDay } from '../time-zone.ts';
import type { TypeRegistry } from '../type-registry.ts';
import { createdAt } from './call-fact.ts';
import { indexCost, reportUncovered } from './index-query.ts';
import { lastCallsOf } from './last-call-condition.ts';
import { reportCoverage } from './list-coverage.ts';
import { listQuery } from './participant-key.ts';
import type { LinkInputs } from './shared-type.ts';

/** What ends a silence, and where it is looked for. */
const silences = {
  OWN_CALL: {
    description: 'Own calls of the deal: those that the platform linked to it.',
    viaContactRoles: false,
    activities: false,
  },
  CONTACT: {
    description:
      'Contact: own calls, calls of its people (those of its contact roles), and activities in the CRM.',
    viaContactRoles: true,
    activities: true,
  },
} as const;
type SilenceBy = keyof typeof silences;

interface SilenceArgs {
  readonly by: SilenceBy;
  readonly since?: Date | null | undefined;
  readonly timeZone?: string | null | undefined;
}

const dayField = 'LastActivityDate';
const createdField = 'CreatedDate';
/** Before the ends of all silences, by more than any of them is after 1970. */
const never = -(2 ** 52);
/** Rank of deals without any such call or activity, who have been silent since they are there: the oldest first. */
const sinceCreated = (row: CrmRow): number => never + (createdAt(row) ?? 0);

/** Ranks deals by the end of their silence; those whose is at `since` or later are left out. */
function silenceRank(
  context: GraphContext,
  object: CrmObject,
  { by, since, timeZone }: SilenceArgs,
): RowRank {
  const filter = { includePrivate: context.viewer.permissions.has('private-calls') };
  const zone = timeZone ?? context.timeZone;
  const { viaContactRoles, activities } = silences[by];
  const { paths, windows, ask, coverage } = listQuery(
    context,
    object,
    { viaContactRoles },
    (subjects) => lastCallsOf(context, subjects, filter),
  );
  return {
    text: `silence ${by} ${since?.toISOString() ?? ''} ${zone}`,
    paths: [...paths, createdField, ...(activities ? [dayField] : [])],
    windows,
    async measure(rows) {
      const last = await ask(rows);
      return rows.map((row, at) => {
        const day = activities ? dayOf(row, zone) : null;
        const end = Math.max(last[at]?.startedAt ?? never, day ?? never);
        if (end === never) return sinceCreated(row);
        return since && end >= since.getTime() ? null : end;
      });
    },
    async shown(connection, info) {
      reportCoverage(context, connection, coverage);
      // The order is by calls of all time, whatever is left out; a time before the horizon is named by `since` alone.
      const horizon = context.participants.horizon(context.tenant) ?? -Infinity;
      const from = since && since.getTime() < horizon ? since.getTime() : null;
      reportUncovered(context, info, { from }, await coverage());
    },
  };
}

/** The beginning of the day of the last activity: a call on that day was later. */
function dayOf(row: CrmRow, timeZone: string): number | null {
  const value = fieldOf(row, dayField);
  if (value === null) return null;
  const parts = typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) : null;
  if (parts === null) throw invalidUpstreamValue(`a date in ${dayField}`, value);
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return startOfDay(timeZone, { year, month, day });
}

export function defineSilence(graph: TypeRegistry, { filters, outer }: LinkInputs): void {
  const { builder, crm, model } = graph;
  const { object, connection } = crmType(crm, 'Opportunity');
  const names = new Set(outer.map(({ name }) => name));
  const by = builder.enumType('SilenceBy', {
    description: 'What ends the silence about a deal. What is still ahead does, too.',
    values: silences,
  });
  builder.queryField('opportunitiesBySilence', (t) =>
    t.field({
      type: connection,
      cost: (fieldPlace) => {
        indexCost(fieldPlace, 'lastCalls', { conditions: [] });
        const deals = fieldPlace.given('deals', ({ filter }) => filterText({ filter }));
        fieldPlace.estimate.once('crm', `silence of ${deals}`, mostWholePages);
        return rankedCost(fieldPlace, object);
      },
      description: `Deals by how long nobody has been in touch: those nobody ever was first, the oldest deal before the others, then the longest silence. Contact is a call of the deal or of people of its contact roles, or an activity in the CRM, whichever was last, unless \`by\` asks for the deal's own calls alone; one that is still ahead counts as well. Evaluated by Switchboard: keys of all deals of the filter are read, a call for each 2,000 of them, up to ${2_000 * mostWholePages}. The list's \`coverage\` says since when calls are known.`,
      args: {
        ...t.arg.connectionArgs(),
        filter: t.arg({
          type: getOrThrow(filters, object.name),
          description:
            'Which deals; evaluated by the CRM, so without lastCall, callCount and callFact.',
        }),
        by: t.arg({
          type: by,
          required: true,
          defaultValue: 'CONTACT',
          description: 'What ends a silence.',
        }),
        since: t.arg({
          type: 'DateTime',
          description: 'Only deals without any such call or activity at this instant or later.',
        }),
        timeZone: t.arg.string({
          description:
            "Whose days the CRM's dates of activities are, as an IANA name; the company's (COMPANY_TIME_ZONE) unless given.",
        }),
      },
      resolve: (_root, { filter, by, since, timeZone, ...page }, context, info) => {
        const request = { args: page as PageArgs, filter: filter as Filter | null | undefined };
        if (splitFilter(model, object, request.filter, names).outer.length > 0)
          throw new UserInputError(
            'Expected a filter without lastCall, callCount and callFact: the order is by the last call, and "since" says since when there was none.',
          );
        const rank = silenceRank(context, object, { by, since, timeZone });
        return listRanked(context, info, object, request, rank, 'asc');
      },
    }),
  );
}
