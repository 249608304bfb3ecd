/** Coaching: the vendor's call ids by metric for each report of a manager, counted to one row for each person. */

import type { Row } from '../../../contract/wire/execute.ts';
import { isObject } from '../../../contract/wire/json.ts';

/**
 * One row for each manager and one for each report. The vendor has no metrics of the manager: that row
 * has no counts. Names of metrics are not published: each list becomes a
 * count under its own name, known to the interface or not.
 */
export function coachingRows(data: readonly Row[]): readonly Row[] {
  return data.flatMap(({ manager, directReportsMetrics: reports }) => [
    memberRow(manager, true, {}),
    ...[reports ?? []]
      .flat()
      .map((element: unknown) =>
        isObject(element) ? memberRow(element.report, false, element.metrics) : unreadable,
      ),
  ]);
}

/** In place of somebody whose row came in another form: the client says so at its index. */
const unreadable: Row = {};

const memberRow = (person: unknown, isManager: boolean, metrics: unknown): Row =>
  isObject(person)
    ? { ...personOf(person), isManager, coachingMetrics: counts(metrics) }
    : unreadable;

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
