/** Group periods: the part of a date (year, month, week …) that records are grouped by. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import type { Expression, FunctionName } from '../../soql/query.ts';

const functions = {
  year: 'CALENDAR_YEAR',
  quarter: 'CALENDAR_QUARTER',
  month: 'CALENDAR_MONTH',
  week: 'WEEK_IN_YEAR',
  day: 'DAY_ONLY',
  fiscalYear: 'FISCAL_YEAR',
  fiscalQuarter: 'FISCAL_QUARTER',
} as const satisfies Record<string, FunctionName>;

export type GroupPeriod = keyof typeof functions;

export const periodDescriptions: Readonly<Record<GroupPeriod, string>> = {
  year: 'Calendar year, e.g. 2026.',
  quarter: 'Quarter of the year, 1 to 4; group by year too to tell years apart.',
  month: 'Month of the year, 1 to 12; group by year too to tell years apart.',
  week: 'Week of the year, 1 to 53; group by year too to tell years apart.',
  day: 'The day, in UTC; only for times.',
  fiscalYear: "Year of the organisation's fiscal calendar.",
  fiscalQuarter: "Quarter of the organisation's fiscal calendar.",
};

/** Expression to group a field by. @throws UserInputError for a period of a field without time, or a time without a period */
export function groupExpression(
  object: CrmObject,
  name: string,
  by: GroupPeriod | null,
): Expression {
  const field = object.fields.find((candidate) => candidate.name === name);
  const type = field?.spec.type;
  const timed = type === 'date' || type === 'datetime';
  if (by === null) {
    if (type === 'datetime') {
      throw new UserInputError(
        `Expected a period to group ${field?.graphName} by (by: DAY, MONTH …): no two instants are alike.`,
      );
    }
    return name;
  }
  if (!timed || (by === 'day' && type === 'date')) {
    const remedy = by === 'day' ? 'group a date by itself, without a period' : 'leave it out';
    throw new UserInputError(
      `Expected a period only for a time, got one for ${field?.graphName ?? name} (${type}): ${remedy}.`,
    );
  }
  return { fn: functions[by], of: name };
}
