/** What fields of the call-analytics half ask: lists by pages, objects by id in batches, settings once. */

import { decodePosition, type TokenPosition } from '../../paging/token-position.ts';
import { estimateTokenPages, tokenPageRows } from '../../paging/token-window.ts';
import { guardedReviewFields } from '../calls/answered-scorecard.ts';
import { localFilter } from '../calls/call-filter.ts';
import { connectionSelection, neededOfAll, neededParts, selectedOn } from '../needs.ts';
import type { Args, PlanNode } from '../plan/operation.ts';
import { sizeOf } from './crm.ts';
import { type Flow, times } from './reckoning.ts';
import type { Place, Rule, Walk } from './walk.ts';

/** Rows of one page of the platform, and keys of one call. */
export const pageRows = tokenPageRows;
/** Pages of reviews read until every parent of a call has as many as are wanted. */
const groupPages = 50;
/** Reviews of one call: reviewers times scorecards. */
const reviewsOfCall = 20;
/** Objects in a list that is no connection: parties of a call, people behind its voices. */
export const listSize = 50;
/** Days of a range nobody gave, and of the longest one. */
const usualDays = 30;
const mostDays = 366;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** Pages of the list of all users, at most. */
export const userPages = ({ context }: Walk): number => context.sizes.userPages(context.tenant);

/** Users by id: a get for a lone one, else a page of the list and gets or more pages, whichever is less. */
export function loadUsers(walk: Walk, node: PlanNode, flow: Flow): Flow {
  return neededParts(node, 'User').size === 0 ? flow : usersById(walk, flow);
}

export function usersById(walk: Walk, flow: Flow): Flow {
  const pages = userPages(walk);
  return walk.reckoning.priced('users', flow, (rows, waves) =>
    rows === 1 ? 1 : Math.min(rows + waves, waves * pages),
  );
}

/** Calls by id with what is selected of them. */
export function loadCalls(
  walk: Walk,
  nodes: readonly PlanNode[],
  flow: Flow,
  always = false,
): Flow {
  const parts = neededOfAll(nodes, 'Call');
  const { permissions } = walk.context.viewer;
  // Viewers without the right have a bare call looked up before anything of it is shown.
  const looked = parts.size > 0 || always;
  const found = looked ? walk.reckoning.batch('calls', flow, pageRows) : flow;
  if (permissions.has('private-calls') || parts.has('metaData') || always) return found;
  return walk.reckoning.batch('calls', found, pageRows);
}

/** A window over the platform's pages. */
function pages(
  walk: Walk,
  { node, args, flow }: Place,
  ofCalls?: { readonly scans: boolean },
): Flow {
  const { fields } = connectionSelection(node);
  const size = sizeOf(walk, args);
  const start = startOf(walk, args);
  const scans = ofCalls?.scans === true;
  if (size > 0 || fields.has('pageInfo'))
    walk.reckoning.add(
      flow.rows * estimateTokenPages({ size, scans, start, restarts: ofCalls !== undefined }),
    );
  const told = size > 0 && start === null;
  if (fields.has('totalCount') && !told && !scans) walk.reckoning.add(flow.rows);
  // Walks of several parents end together.
  return times(flow, size);
}

/** Where a window begins; null for the list's beginning, and for a cursor that will be refused. */
function startOf({ context }: Walk, { after }: Args): TokenPosition | null {
  const position = typeof after === 'string' ? context.cursors.peek(after) : null;
  if (position === null) return null;
  try {
    return decodePosition(position);
  } catch {
    return null;
  }
}

const callPages: Rule = (walk, place) => {
  const { args } = place;
  const filter = (args.filter ?? {}) as Parameters<typeof localFilter>[0];
  return pages(walk, place, { scans: localFilter(filter, true) !== null });
};

const plainPages: Rule = (walk, place) => pages(walk, place);

/** Calls of folders: a walk for each, and what its rows do not tell of the calls in batches. */
const folderCalls: Rule = (walk, { node, args, flow }) => {
  const size = sizeOf(walk, args);
  const start = startOf(walk, args);
  const { rows, fields } = connectionSelection(node);
  const asked = size > 0 || fields.has('pageInfo') || fields.has('totalCount');
  const each = estimateTokenPages({ size, scans: false, start, restarts: false });
  if (asked)
    walk.reckoning.add(flow.rows * (each + (fields.has('totalCount') && start !== null ? 1 : 0)));
  const shown = rows.flatMap((row) => selectedOn(row, 'Call'));
  const may = walk.context.viewer.permissions.has('private-calls');
  const calls = times(flow, size);
  return may && shown.every(({ field }) => toldByFolder.has(field.name))
    ? calls
    : loadCalls(walk, rows, calls);
};

/** Fields of a call that a folder's own row answers. */
const toldByFolder: ReadonlySet<string> = new Set([
  '__typename',
  ...['id', 'upstreamId', 'title', 'startedAt', 'durationSeconds', 'primaryUser', 'url'],
]);

/** Reviews of many parents: one list for a hundred of them, then what is less, its other pages or each parent alone. */
const reviews =
  (parent: string): Rule =>
  (walk, { node, args, flow }) => {
    const loader = `reviews ${parent} ${JSON.stringify([args.from, args.to])}`;
    const { fields } = connectionSelection(node);
    const size = sizeOf(walk, args);
    const isCounted = fields.has('totalCount');
    const found =
      size > 0 || fields.has('pageInfo') || isCounted
        ? walk.reckoning.priced(loader, flow, groupPrice(reachOf(args, size), mostOf(parent)))
        : flow;
    // A total beyond the window may have to be counted by reading on.
    if (isCounted) walk.reckoning.priced(loader, flow, groupPrice(Infinity, mostOf(parent)));
    return times(found, size);
  };

/** Rows from the list's beginning that a window needs; a cursor may stand anywhere. */
const reachOf = ({ after, before, last }: Args, size: number): number =>
  [after, before, last].some(isGiven) ? Infinity : size + 1;

const mostOf = (parent: string): number => (parent === 'call' ? reviewsOfCall : Infinity);

/** @param wanted rows of each parent. @param most rows a parent has. */
export const groupPrice =
  (wanted: number, most = Infinity) =>
  (rows: number, waves: number): number => {
    const calls = Math.min(rows, Math.ceil(rows / pageRows) + waves - 1);
    const alone = Math.ceil(Math.min(wanted, most) / pageRows);
    const pages = Math.min(groupPages, Math.ceil((most * rows) / pageRows)) * calls;
    return Math.min(pages, rows === 1 ? alone : calls + rows * alone);
  };
/** Of reviews looked up through their calls. */
export const callReviewPrice = groupPrice(Infinity, reviewsOfCall);

/** A row of statistics for each user. */
const statistic =
  (entity: string): Rule =>
  (walk, { args, flow }) => {
    const loader = `${entity} ${JSON.stringify([args.from, args.to])}`;
    return walk.reckoning.batch(loader, flow, pageRows);
  };

const isOpen = ({ from, to }: Args): boolean => !isGiven(from) && !isGiven(to);
const daysOf = (args: Args): number => (isOpen(args) ? usualDays : mostDays);

/** Rows for those named, or for everybody: then the first page tells whether the users must be known. */
const statistics: Rule = (walk, { args }) => {
  const size = sizeOf(walk, args);
  if (Array.isArray(args.users)) {
    walk.reckoning.add(Math.ceil(args.users.length / pageRows));
  } else {
    const pages = userPages(walk);
    walk.reckoning.add(pages === 1 ? 1 : 1 + pages);
    if (pages > 1) walk.reckoning.once('all users', pages);
  }
  return { rows: size, waves: 1 };
};

/** Viewers without the right to private calls have the calls of reviews looked up, once for all fields. */
const guardedReview: Rule = (walk, { flow }) => {
  if (walk.context.viewer.permissions.has('private-calls')) return flow;
  const known = reviewed.get(walk.reckoning) ?? new WeakSet();
  reviewed.set(walk.reckoning, known);
  if (known.has(flow)) return flow;
  known.add(flow);
  return walk.reckoning.batch('calls', flow, pageRows);
};

/** Flows of reviews whose calls have been reckoned: the fields of an object share its flow. */
const reviewed = new WeakMap<object, WeakSet<Flow>>();

/** Calls of users, which the days name. */
const dayCalls: Rule = (walk, { node, args, flow }) => {
  const { rows } = connectionSelection(node);
  return loadCalls(walk, rows, times(flow, sizeOf(walk, args)));
};

const userCalls: Rule = (walk, place) =>
  dayCalls(walk, { ...place, flow: statistic('days')(walk, place)! });

/** Objects that come with one list. */
const setting =
  (entity: string): Rule =>
  (walk, { node, flow }) => {
    const isAsked = neededParts(node, entity).size > 0;
    if (isAsked) walk.reckoning.once(entity, 1);
    return flow;
  };

export const oneSetting =
  (entity: string): Rule =>
  (walk, { flow }) => {
    walk.reckoning.once(entity, 1);
    return flow;
  };

const settings =
  (entity: string): Rule =>
  (walk, { args, flow }) => {
    walk.reckoning.once(entity, 1);
    return times(flow, sizeOf(walk, args));
  };

/** The folders of workspaces come with a list for each. */
const folders: Rule = (walk, { args, flow }) => {
  walk.reckoning.add(flow.rows);
  return times(flow, sizeOf(walk, args));
};

/** One upstream call for each parent, whose answers are waited for together. */
const team: Rule = (walk, { args, flow }) => {
  walk.reckoning.add(flow.rows);
  return times(flow, sizeOf(walk, args));
};

const members: Rule = (walk, { args, flow }) => times(flow, sizeOf(walk, args));
const some =
  (rows: number): Rule =>
  (_walk, { flow }) =>
    times(flow, rows);

/** By field. */
export const callRules: Readonly<Record<string, Rule>> = {
  'Query.calls': callPages,
  'Query.users': plainPages,
  'Query.answeredScorecards': plainPages,
  'Query.activity': statistics,
  'Query.dailyActivity': statistics,
  'Query.interaction': statistics,
  'Query.coaching': team,
  'Query.workspaces': settings('Workspace'),
  'Query.trackers': settings('Tracker'),
  'Query.scorecards': settings('Scorecard'),
  'Query.libraryFolders': folders,
  'Query.call': (walk, { node, flow }) => loadCalls(walk, [node], flow, true),
  'Query.user': (walk, { flow }) => usersById(walk, flow),
  'Query.workspace': oneSetting('Workspace'),
  'Query.tracker': oneSetting('Tracker'),
  'Query.scorecard': oneSetting('Scorecard'),
  'Workspace.calls': callPages,
  'Workspace.libraryFolders': folders,
  'Workspace.trackers': settings('Tracker'),
  'Workspace.scorecards': settings('Scorecard'),
  // The list of its workspace has brought the folder itself, and with it all others.
  'LibraryFolder.children': members,
  'LibraryFolder.parent': some(1),
  'LibraryFolder.calls': folderCalls,
  'User.directReports': (walk, { args, flow }) => {
    walk.reckoning.once('all users', userPages(walk));
    return times(flow, sizeOf(walk, args));
  },
  'User.activity': statistic('activity'),
  'User.interaction': statistic('interaction'),
  'User.dailyActivity': (walk, place) => times(statistic('days')(walk, place)!, daysOf(place.args)),
  'User.calls': userCalls,
  'User.coaching': team,
  'User.scorecardsReceived': reviews('received'),
  'User.scorecardsGiven': reviews('given'),
  'UserDailyActivity.days': some(mostDays),
  'DailyActivity.calls': dayCalls,
  'Scorecard.answeredScorecards': reviews('scorecard'),
  'Call.answeredScorecards': reviews('call'),
  'Call.parties': some(listSize),
  'Call.comments': some(listSize),
  'Call.transcript': (walk, { flow }) => walk.reckoning.batch('transcripts', flow, pageRows),
  // Voices are parties of the call, which has brought them: what counts is how many there are.
  'Transcript.monologues': some(listSize),
  'Monologue.speaker': some(1),
  'TrackerOccurrence.speaker': some(1),
  'ActionItem.speaker': some(1),
  'Speaker.party': some(1),
  ...Object.fromEntries(
    guardedReviewFields.map((name) => [`AnsweredScorecard.${name}`, guardedReview]),
  ),
  'AnsweredScorecard.scorecard': (walk, place) =>
    setting('Scorecard')(walk, { ...place, flow: guardedReview(walk, place)! }),
  'AnsweredScorecard.answers': (walk, place) => times(guardedReview(walk, place)!, listSize),
  'CallComment.replies': some(1),
  'CallComment.inReplyTo': some(1),
  'Scorecard.questions': some(listSize),
  'CallContent.trackers': some(listSize),
  'CallContent.actionItems': some(listSize),
  'CallInteraction.speakers': some(listSize),
  'Call.crmContext': some(listSize),
  'Call.crmContextAtCall': some(listSize),
  'Party.crmContext': some(listSize),
};

/** By the type a field leads to, where it has no rule of its own. */
export const callTypeRules: Readonly<Record<string, Rule>> = {
  User: (walk, { node, flow }) => loadUsers(walk, node, flow),
  Call: (walk, { node, flow }) =>
    node.field.extensions.within === true ? flow : loadCalls(walk, [node], flow),
  Workspace: setting('Workspace'),
  Scorecard: setting('Scorecard'),
  Tracker: setting('Tracker'),
  ScorecardQuestion: (walk, { flow }) => {
    walk.reckoning.once('Scorecard', 1);
    return flow;
  },
};
