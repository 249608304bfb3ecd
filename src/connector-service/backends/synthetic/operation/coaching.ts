/** coaching: what a manager and each direct report did with calls of a workspace in a range of time. */

import type { ActivityMeasure } from '../../../../contract/calls/statistics.ts';
import { type BackendAnswer, callAnalyticsError, type Operation } from '../../../backend.ts';
import type { Colleague } from '../company/user.ts';
import type { Company } from '../company.ts';
import { microsOf, textOf } from '../param.ts';
import { activityCounter } from './activity.ts';

export function listCoaching(company: Company, operation: Operation): BackendAnswer {
  const { params } = operation;
  const workspace = textOf(params, 'workspace-id') ?? '';
  if (!company.settings.workspaces.some(({ id }) => id === workspace))
    throw callAnalyticsError(404, `Workspace ID ${workspace} was not found`);
  const managerId = textOf(params, 'manager-id') ?? '';
  const manager = company.byId.get(managerId);
  if (!manager) throw callAnalyticsError(404, `User ID ${managerId} was not found`);
  const [from, to] = [instantOf(company, params, 'from'), instantOf(company, params, 'to')];
  const reports = company.colleagues.filter((colleague) => colleague.manager === manager.index);
  const countsOf = activityCounter(company, from, to, workspace);
  return {
    kind: 'rows',
    rows: [manager, ...reports].map((colleague) => row(company, colleague, countsOf(colleague.id))),
  };
}

/** Milliseconds: of an instant, or of the beginning of a date in the company's time zone. */
function instantOf(
  company: Company,
  params: Readonly<Record<string, unknown>>,
  name: string,
): number {
  const text = textOf(params, name) ?? '';
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return company.calendar.zone.instantOf(text);
  return (microsOf(params, name) ?? 0) / 1000;
}

function row(
  company: Company,
  colleague: Colleague,
  counts: Readonly<Record<ActivityMeasure, number>>,
) {
  return {
    userId: colleague.id,
    userEmailAddress: colleague.email,
    userName: `${colleague.first} ${colleague.last}`,
    isManager: company.colleagues.some((other) => other.manager === colleague.index),
    coachingMetrics: {
      callsListened: counts.ownCallsListenedTo + counts.othersCallsListenedTo,
      callsAttended: counts.callsAttended,
      callsWithFeedback: counts.callsGaveFeedback,
      callsWithComments: counts.callsCommentsGiven,
      scorecardsFilled: counts.callsScorecardsFilled,
    },
  };
}
