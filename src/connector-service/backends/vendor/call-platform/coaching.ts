/** Coaching: the vendor's call ids by metric for each report of a manager, counted to one row for each person. */

import type { Row } from '../../../../contract/wire/execute.ts';
import { isObject } from '../../../../contract/wire/json.ts';

/**
 * One row for each manager and one for each report. The vendor has no metrics of the manager: that row
 * has no counts. Names of metrics are not published: each list becomes a
 * count under its own name, known to the interface or not.
 */
export function coachingRows(data: readonly Row[]): readonly Row[] {
  return data.flatMap(({ manager, directReportsMetrics }) => [
    ...(isObject(manager) ? [{ ...personOf(manager), isManager: true, coachingMetrics: {} }] : []),
    ...(Array.isArray(directReportsMetrics) ? directReportsMetrics : []).flatMap(
      (element: unknown) =>
        isObject(element) && isObject(element.report)
          ? [
              {
                ...personOf(element.report),
                isManager: false,
                coachingMetrics: counts(element.metrics),
              },
            ]
          : [],
    ),
  ]);
}

function personOf({ id, emailAddress, firstName, lastName }: Row): Row {
  const names = [firstName, lastName].filter((name) => typeof name === 'string' && name !== '');
  return {
    userId: id === undefined || id === null ? id : String(id),
    userEmailAddress: emailAddress,
    userName: names.join(' '),
  };
}

function counts(metrics: unknown): Row {
  if (!isObject(metrics)) return {};
  return Object.fromEntries(
    Object.entries(metrics).map(([name, list]) => [name, Array.isArray(list) ? list.length : list]),
  );
}
