/** Row visibility: the query that a viewer's query becomes, where the viewer may see only some of the rows. */

import type { CrmModel, CrmObject } from '../../contract/crm/model.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoizeByRequest } from '../../engine/memoize.ts';
import { bothMaybe, type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { isShownToAll, ruleOf } from '../../row-access/crm-rule.ts';
import { CrmVisibility } from '../../row-access/crm-visibility.ts';
import type { RowAnchors, ViewerPeople } from '../../row-access/row-access.ts';
import { judgedRows } from '../../row-access/row-judge.ts';
import { type VisibleQuery, visibleFreeQuery } from '../../row-access/visible-query.ts';
import type { FreeQuery } from '../../soql/free-query.ts';
import { printQuery } from '../../soql/print.ts';
import type { Query } from '../../soql/query.ts';
import { maxQueryBytes } from '../../soql/statement-limit.ts';
import { fittingQuery, tooLong } from './fitting-query.ts';
import { longestStatement } from './list-statement.ts';
import { type AskStatement, askPlainly, namedQuery } from './named-query.ts';
import { type FilledPath, objectsOf } from './readable-statement.ts';
import { type ReadRows, splitFreeQuery } from './split-free-query.ts';
import type { SplitQuery } from './split-statement.ts';
import { visibleFiles } from './visible-file.ts';

/** A query for visible rows, and what makes of its rows those that are shown. */
export interface ViewersQuery {
  readonly query: Query;
  readonly judged: (rows: readonly Row[]) => readonly Row[];
  /** The statements that the query takes, where it is too long for one. */
  readonly split: SplitQuery | null;
  /** Bytes of a query that no statements make; else null. */
  readonly unfit: number | null;
  /** Pages of children that its rows do not bring along. */
  readonly fills: readonly FilledPath[];
}

const allRows = (query: Query): ViewersQuery => ({
  ...{ query, split: null, unfit: null, fills: [] },
  judged: (rows) => rows,
});

/**
 * The query for the rows that the viewer may see: the query itself where that is all of them.
 * @param longest bytes of a statement
 * @throws UserInputError for what can't be limited to visible rows
 */
export function viewersQuery(
  context: GraphContext,
  object: CrmObject,
  query: Query,
  longest = longestStatement(context),
): MaybePromise<ViewersQuery> {
  const { rowAccess, model } = context;
  if (rowAccess === null) return allRows(query);
  const { isOpen, readsFiles } = touchOf(model, object, query);
  if (isOpen) return allRows(query);
  return thenMaybe(visibilityOf(context, readsFiles), (visibility) => {
    const { visible, ...fitting } = fittingQuery(visibility, object, query, longest);
    const judged = (rows: readonly Row[]) => judgedOnce(visibility, visible, rows);
    return { ...fitting, judged, query: visible.query };
  });
}

/** What a query looks at, as far as its rows' visibility goes. */
interface Touch {
  readonly isOpen: boolean;
  readonly readsFiles: boolean;
}

/** By the query, which a list has once for all who ask it. */
const touches = new WeakMap<Query, Touch>();

function touchOf(model: CrmModel, object: CrmObject, query: Query): Touch {
  let touch = touches.get(query);
  if (touch === undefined) {
    const objects = objectsOf(model, query, object);
    const isOpen = objects.every((each) => isShownToAll(model, each));
    touch = { isOpen, readsFiles: objects.some((each) => ruleOf(model, each).file !== null) };
    touches.set(query, touch);
  }
  return touch;
}

/** A client's statement for visible rows; its text and its cursors stay what they are for everybody. */
interface ViewersFreeQuery extends Pick<FreeQuery, 'text' | 'part'>, Pick<ViewersQuery, 'judged'> {
  /** Reads its rows where it takes several statements. */
  readonly read: ReadRows | null;
}

/** @throws UserInputError where something in it can't be limited to visible rows */
export function viewersFreeQuery(
  context: GraphContext,
  query: FreeQuery,
): MaybePromise<ViewersFreeQuery> {
  const { rowAccess, model } = context;
  const { text, part, bounded } = query;
  if (rowAccess === null) return { text, part, read: null, judged: (rows) => rows };
  const object = model.declaredObject(query.object);
  // Any object of files is named so.
  const readsFiles = /content/i.test(text);
  return thenMaybe(visibilityOf(context, readsFiles), (visibility) => {
    const visible = visibleFreeQuery(visibility, object, bounded);
    const longest = longestStatement(context);
    const judged = (rows: readonly Row[]) => judgedOnce(visibility, visible, rows);
    const length = tooLong(visible.query, longest);
    if (length === null) return { ...query.as(visible.query, longest), judged, read: null };
    const named = visibleFreeQuery(visibility.byIds, object, bounded);
    if (tooLong(named.query, longest) === null)
      return { ...query.as(named.query, longest), judged, read: null };
    const split = splitFreeQuery(context, object, named.query);
    if (split !== null) return { text, part, judged, read: split };
    const ask: AskStatement = (of, query, page) => askPlainly(context, of, query, page);
    return namedQuery(context, object, named.query, length, ask).then((fit) =>
      fit.split === null
        ? { ...query.as(fit.query, longest), judged, read: null }
        : { text, part, judged, read: splitFreeQuery(context, object, fit.query) },
    );
  });
}

/** Whether the record of an id is visible, where its id tells; null where the record has to be read. */
export function seesRecord(
  context: GraphContext,
  object: CrmObject,
  id: string,
): MaybePromise<boolean | null> {
  const { rowAccess, model } = context;
  if (rowAccess === null || ruleOf(model, object).isOpen) return true;
  if (!ruleOf(model, object).anchors.includes('Id')) return null;
  return thenMaybe(visibilityOf(context, false), (visibility) => visibility.seesId(object, id));
}

/** By the sets themselves, which stay the same objects while they hold the same. */
const visibilities = new WeakMap<RowAnchors, WeakMap<ViewerPeople, CrmVisibility>>();

const visibilityOf = (context: GraphContext, readsFiles: boolean): MaybePromise<CrmVisibility> =>
  readsFiles ? visibilityWithFiles(context) : plainVisibility(context);

const plainVisibility = memoizeByRequest((context: GraphContext): MaybePromise<CrmVisibility> => {
  const { people, anchors } = partsOf(context);
  return bothMaybe(
    people,
    () => anchors,
    (people, anchors) => visibilityBy(context.model, people, anchors),
  );
});

/** Of these people and anchors, as far as no files are looked at. */
export function visibilityBy(
  model: CrmModel,
  people: ViewerPeople,
  anchors: RowAnchors,
): CrmVisibility {
  let ofPeople = visibilities.get(anchors);
  if (ofPeople === undefined) {
    ofPeople = new WeakMap();
    visibilities.set(anchors, ofPeople);
  }
  let visibility = ofPeople.get(people);
  if (visibility === undefined || visibility.model !== model) {
    visibility = new CrmVisibility(model, people, anchors, null);
    ofPeople.set(people, visibility);
  }
  return visibility;
}

function partsOf({ rowAccess }: GraphContext) {
  if (rowAccess === null) throw new Error('All rows are visible to this viewer.');
  return { people: rowAccess.people(), anchors: rowAccess.anchors() };
}

const visibilityWithFiles = memoizeByRequest(async (context: GraphContext) => {
  const parts = partsOf(context);
  const [people, anchors] = await Promise.all([parts.people, parts.anchors]);
  const files = await visibleFiles(context, people, anchors);
  return new CrmVisibility(context.model, people, anchors, files);
});

/** Rows are judged once a page, for all who read the cached page. */
const judgedPages = new WeakMap<
  readonly Row[],
  { readonly visible: VisibleQuery; readonly rows: readonly Row[] }
>();

function judgedOnce(
  visibility: CrmVisibility,
  visible: VisibleQuery,
  rows: readonly Row[],
): readonly Row[] {
  if (visible.judge === null) return rows;
  let page = judgedPages.get(rows);
  if (page?.visible !== visible) {
    page = { visible, rows: judgedRows(visibility, visible.judge, rows) };
    judgedPages.set(rows, page);
  }
  return page.rows;
}

/** An id that no record has. */
export const noId = '000000000000000AAA';

/**
 * What surrounds the keys of a query by key, and how often it names each of them: the visible query names again those
 * by which rows are visible.
 * @param query by no key, or by `noId`
 */
export function aroundKeys(
  context: GraphContext,
  object: CrmObject,
  query: Query,
): MaybePromise<{ readonly around: string; readonly times: number }> {
  if (context.rowAccess === null) return { around: printQuery(query), times: 1 };
  return thenMaybe(viewersQuery(context, object, query), ({ query: visible, split, unfit }) =>
    split === null && unfit === null
      ? {
          around: printQuery(visible, Number.POSITIVE_INFINITY),
          times: visible === query ? 1 : 2,
        }
      : { around: printQuery(query) + halfOfAStatement, times: 2 },
  );
}

/** Left to the ids by which rows are visible, as many as fit each of several statements. */
const halfOfAStatement = 'x'.repeat(maxQueryBytes / 2);
