/**
 * Answers of the call platform in shapes that the interface does not document: coaching, folder
 * contents, answered scorecards.
 */

import {
  BackendError,
  type Continuation,
  callAnalyticsError,
} from '../../connector-service/backend.ts';
import type { Row } from '../../contract/wire/execute.ts';
import { isObject } from '../../contract/wire/json.ts';
import { CompanyZone } from '../company/calendar.ts';
import { vendor } from '../text/company-data.ts';
import { type AnswerOf, allRows, type Read } from './company-read.ts';

/** Published: without a workspace the folders of all. */
export async function allFolders(read: Read): Promise<readonly Row[]> {
  const workspaces = await allRows(read, 'workspaces', {});
  const lists = workspaces.map(({ id }) => allRows(read, 'library_folders', { workspaceId: id }));
  return (await Promise.all(lists)).flat();
}

/** Published: the folder, and all of its calls at once, without a page block. */
export async function folderContent(read: Read, folderId: string): Promise<Row> {
  const calls = await allRows(read, 'library_folder_content', { folderId });
  const folders = await allFolders(read);
  const folder = folders.find(({ id }) => id === folderId) ?? {};
  return {
    id: folderId,
    name: folder.name,
    createdBy: folder.createdBy,
    updated: folder.updated,
    calls: calls.map(({ callId, title, url }) => ({
      id: callId,
      title,
      // The company stores neither notes nor the time a call was added.
      note: null,
      addedBy: folder.createdBy,
      created: folder.updated,
      url,
      snippet: null,
    })),
  };
}

const day = 86_400_000;
const dateOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Coaching metrics of the company by measures of activity. The platform's own names are not published. */
const metrics: Readonly<Record<string, readonly string[]>> = {
  callsListened: ['ownCallsListenedTo', 'othersCallsListenedTo'],
  callsAttended: ['callsAttended'],
  callsWithFeedback: ['callsGaveFeedback'],
  callsWithComments: ['callsCommentsGiven'],
  scorecardsFilled: ['callsScorecardsFilled'],
};

/**
 * Published: one element for the manager, in it one for each report with lists of call ids by metric.
 * @throws BackendError 404 for an unknown workspace or manager, 400 without a range
 */
export async function coachingData(read: Read, params: Row, now: number): Promise<Row[]> {
  const from = instantOf(params, 'from');
  const to = instantOf(params, 'to');
  const members = await allRows(read, 'coaching', params);
  const users = await allRows(read, 'users', {});
  const ids = members.map(({ userId }) => userId);
  const lists = await listsOf(read, ids, String(params['workspace-id']), { from, to, now });
  const [manager, ...reports] = members;
  if (manager === undefined) return [];
  const personOf = ({ userId, userEmailAddress }: Row): Row => {
    const user = users.find(({ id }) => id === userId);
    return {
      id: userId,
      emailAddress: userEmailAddress,
      firstName: user?.firstName,
      lastName: user?.lastName,
      title: user?.title,
    };
  };
  return [
    {
      manager: personOf(manager),
      directReportsMetrics: reports.map((report) => ({
        report: personOf(report),
        metrics: lists.get(String(report.userId)) ?? {},
      })),
    },
  ];
}

function instantOf(params: Row, name: string): number {
  const instant = Date.parse(String(params[name]));
  // Published as required; the text is composed.
  if (Number.isNaN(instant)) throw callAnalyticsError(400, `${name}: must not be null`);
  return instant;
}

/**
 * By user and metric the ids of calls, on the company's days that begin in the range. Statistics end
 * with the company's today, which half a day ago had begun wherever the company is.
 */
async function listsOf(
  read: Read,
  userIds: readonly unknown[],
  workspace: string,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<Map<string, Record<string, string[]>>> {
  // A range that begins in the future has no days.
  const begun = Math.min(from, now - day);
  const fromDate = dateOf(begun - day);
  const latest = dateOf(Math.min(to + day, now - day / 2));
  const filter = { fromDate, toDate: latest > fromDate ? latest : dateOf(begun), userIds };
  const rows = await allRows(read, 'stats_activity_day_by_day', { filter });
  const emptyLists = (): Record<string, string[]> =>
    Object.fromEntries(Object.keys(metrics).map((name) => [name, []]));
  const byUser = new Map(userIds.map((id) => [String(id), emptyLists()]));
  const all = new Set<string>();
  for (const { userId, userDailyActivityStats } of rows) {
    const lists = emptyLists();
    for (const [name, measures] of Object.entries(metrics)) {
      lists[name] = (userDailyActivityStats as readonly Row[])
        .filter(({ fromDate: start }) => {
          const begin = Date.parse(String(start));
          return begin >= from && begin < to;
        })
        .flatMap((stats) => measures.flatMap((measure) => stats[measure] as readonly string[]));
      for (const id of lists[name] ?? []) all.add(id);
    }
    byUser.set(String(userId), lists);
  }
  const inside = await callsOf(read, workspace, [...all]);
  for (const lists of byUser.values()) {
    for (const [name, list] of Object.entries(lists))
      lists[name] = list.filter((id) => inside.has(id));
  }
  return byUser;
}

/** The calls in a workspace. */
async function callsOf(
  read: Read,
  workspaceId: string,
  callIds: readonly string[],
): Promise<Set<string>> {
  if (callIds.length === 0) return new Set();
  try {
    const rows = await allRows(read, 'calls_extensive', { filter: { callIds, workspaceId } });
    return new Set(rows.map(({ metaData }) => String(isObject(metaData) ? metaData.id : null)));
  } catch (error) {
    if (error instanceof BackendError && error.status === 404) return new Set();
    throw error;
  }
}

const zone = new CompanyZone(vendor.timeZone);

/** Recorded: the statistics of a range say beside their page block which instants it was, in the company's zone. */
export function statisticsRange(filter: Row): Row {
  const at = (date: unknown): string =>
    typeof date === 'string' ? zone.format(zone.instantOf(date) * 1_000) : '';
  return {
    toDateTime: at(filter.toDate),
    fromDateTime: at(filter.fromDate),
    timeZone: zone.name,
  };
}

const pageSize = 100;
/** Published as int64: they come as JSON integers, most of them beyond 2^53. */
const numbers = ['answeredScorecardId', 'scorecardId', 'callId', 'reviewedUserId'] as const;

/**
 * Published: a filter by dates, scorecards and reviewed users, and by the method, of which MANUAL is
 * the default; no filter by calls, reviewers or instants; 404 where nothing fits.
 */
export async function answeredScorecards(
  read: Read,
  filter: Row,
  from: Continuation | null,
): Promise<AnswerOf<'cursor-page'>> {
  const all = await allRows(read, 'stats_activity_scorecards', { filter: {} });
  const fits = all.filter((row) => passes(row, filter));
  if (fits.length === 0) throw callAnalyticsError(404, 'Answered scorecards not found');
  const offset = Number(from?.offset ?? 0);
  const end = offset + pageSize;
  return {
    kind: 'cursor-page',
    rows: fits.slice(offset, end).map(answeredScorecard),
    totalRecords: fits.length,
    pageNumber: offset / pageSize,
    next: end < fits.length ? { offset: end } : null,
  };
}

function passes(row: Row, filter: Row): boolean {
  const { reviewMethod: method = 'MANUAL' } = filter;
  const within = (field: string, from: unknown, to: unknown): boolean => {
    // The company's times carry its offset, so their date is that of its zone.
    const date = String(row[field]).slice(0, 10);
    return (from === undefined || date >= String(from)) && (to === undefined || date < String(to));
  };
  const among = (field: string, list: unknown): boolean =>
    !Array.isArray(list) || list.length === 0 || list.includes(row[field]);
  return (
    (method === 'BOTH' || method === row.reviewMethod) &&
    within('callStartTime', filter.callFromDate, filter.callToDate) &&
    within('reviewTime', filter.reviewFromDate, filter.reviewToDate) &&
    among('scorecardId', filter.scorecardIds) &&
    among('reviewedUserId', filter.reviewedUserIds)
  );
}

function answeredScorecard(row: Row): Row {
  const { overallScore: _a, visibility: _b, answeredDateTime: _c, answers, ...fields } = row;
  const automatic = row.reviewMethod === 'AUTOMATIC';
  return {
    ...fields,
    ...Object.fromEntries(numbers.map((name) => [name, integer(row[name])])),
    reviewerUserId: automatic ? null : integer(row.reviewerUserId),
    editorUserId: row.editorUserId === null ? null : integer(row.editorUserId),
    answers: (answers as readonly Row[]).map(answerOf),
  };
}

function answerOf({ answer: _text, selectedOptions, ...fields }: Row): Row {
  const options = Array.isArray(selectedOptions) ? selectedOptions : null;
  return {
    ...fields,
    questionId: integer(fields.questionId),
    questionRevisionId: integer(fields.questionRevisionId),
    score: fields.notApplicable === true ? null : fields.score,
    selectedOptions:
      options?.map((option) => String(isObject(option) ? option.optionId : option)) ?? null,
  };
}

/** The digits of a text as a JSON integer. */
const integer = (digits: unknown): object => JSON.rawJSON(String(digits));
