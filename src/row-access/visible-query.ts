/** Visible queries: a query for the rows that a viewer may see, and what of those rows is judged when they come. */

import type { CrmObject } from '../contract/crm/model.ts';
import type { Expression, FieldPath, OrderBy, Query, SelectItem } from '../soql/query.ts';
import type { CrmVisibility } from './crm-visibility.ts';
import { isIdle, newJudge, type RowJudge } from './row-judge.ts';
import { type ConditionSite, resolverOf, visibleWhere } from './visible-condition.ts';
import { followPath, isSurelyVisible, mostLevels, pathsOf, unsayable } from './visible-path.ts';

export interface VisibleQuery {
  readonly query: Query;
  /** Null where rows need no judging. */
  readonly judge: RowJudge | null;
}

const queries = new WeakMap<CrmVisibility, WeakMap<Query, VisibleQuery>>();

/**
 * The query with the condition on visible rows, in its child lists, too.
 * @throws UserInputError where the CRM's language can't say it
 */
export function visibleQuery(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
): VisibleQuery {
  let ofVisibility = queries.get(visibility);
  if (ofVisibility === undefined) {
    ofVisibility = new WeakMap();
    queries.set(visibility, ofVisibility);
  }
  let visible = ofVisibility.get(query);
  if (visible === undefined) {
    visible = madeQuery(visibility, object, query, 'graph');
    ofVisibility.set(query, visible);
  }
  return visible;
}

/**
 * The same for a statement that a client wrote. Its rows go out as they are: of children nothing is selected besides
 * what the statement does.
 * @throws UserInputError that names what can't be limited to visible rows
 */
export const visibleFreeQuery = (
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
): VisibleQuery => madeQuery(visibility, object, query, 'client');

/**
 * A query by key, whose rows are judged when they come: where the condition on visible rows is too long to be sent.
 * Null for another query.
 */
export function judgedByKey(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
): VisibleQuery | null {
  const { where, orderBy = [], groupBy = [] } = query;
  const isByKey = where?.op === 'in' && where.path === 'Id';
  if (!isByKey || orderBy.length + groupBy.length > 0) return null;
  const judge: RowJudge = { ...newJudge(), itself: object };
  const select = [...new Set([...query.select, ...visibility.judgedBy(object)])];
  const change = { judge, author: 'graph' } as const;
  const { where: _visible, ...changed } = changedQuery(
    visibility,
    object,
    { ...query, select },
    change,
  );
  return { query: { ...changed, where }, judge };
}

/** Who wrote a query, and whether it is a list of children in one. */
type Author = 'graph' | 'client' | 'client, children';

function madeQuery(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
  author: Author,
): VisibleQuery {
  const judge = newJudge();
  const changed = changedQuery(visibility, object, query, { judge, author });
  return { query: changed, judge: isIdle(judge) ? null : judge };
}

interface Change extends Pick<ConditionSite, 'below'> {
  readonly judge: RowJudge;
  readonly author: Author;
}

function changedQuery(
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
  change: Change,
): Query {
  const resolve = resolverOf(visibility, object, query);
  const site: ConditionSite = { visibility, object, resolve, below: change.below };
  const { groupBy = [], having } = query;
  for (const key of groupBy) expectSayable(site, key);
  if (having !== undefined) expectSayableHaving(site, having);
  const orderBy = query.orderBy?.filter((key) => isOrder(site, key));
  const isGrouped = groupBy.length > 0;
  const selected = new Selection(site, change, query.select);
  for (const item of query.select) {
    if (typeof item === 'string' && !isGrouped) selected.path(item);
    else if (typeof item === 'string') expectSayable(site, item);
    else if ('subquery' in item) selected.children(item.subquery);
    else if ('alias' in item) expectSayable(site, item.expression);
    else if ('fn' in item || 'distance' in item) expectSayable(site, item);
    else throw unsayable('fields' in item ? 'FIELDS()' : 'TYPEOF', 'may select of');
  }
  const where = visibleWhere(site, query.where);
  return { ...query, select: selected.items(), where, orderBy };
}

/** @throws UserInputError for what tells of rows that may be hidden */
function expectSayable({ visibility, object, resolve }: ConditionSite, key: Expression): void {
  for (const path of pathsOf(key)) {
    const { hops, object: target, field } = followPath(visibility, object, path, resolve);
    if (!isSurelyVisible(visibility, hops)) throw unsayable(path, 'leads to');
    if (target !== null && visibility.rule(target).figures.has(field))
      throw unsayable(path, 'counts');
  }
}

function expectSayableHaving(site: ConditionSite, condition: NonNullable<Query['having']>): void {
  if ('conditions' in condition)
    for (const part of condition.conditions) expectSayableHaving(site, part);
  else if ('condition' in condition) expectSayableHaving(site, condition.condition);
  else expectSayable(site, condition.path);
}

/** Whether a key orders anything: figures that are null for all rows don't. */
function isOrder(site: ConditionSite, { path }: OrderBy): boolean {
  const { visibility, object, resolve } = site;
  if (typeof path === 'string') {
    const { hops, object: target, field } = followPath(visibility, object, path, resolve);
    const isFigure = target !== null && visibility.rule(target).figures.has(field);
    if (isFigure && hops.length === 0) return false;
  }
  expectSayable(site, path);
  return true;
}

/** What a query selects, with what its parents are judged by. */
class Selection {
  readonly #site: ConditionSite;
  readonly #judge: RowJudge;
  readonly #author: Author;
  readonly #added = new Set<string>();
  readonly #requested: ReadonlySet<string>;
  readonly #children = new Map<Query, SelectItem>();
  /** Parents that are too far away to be judged: they are read by their ids. */
  readonly #tooFar = new Set<string>();
  readonly #select: Query['select'];

  constructor(site: ConditionSite, { judge, author }: Change, select: Query['select']) {
    this.#site = site;
    this.#judge = judge;
    this.#author = author;
    this.#select = select;
    this.#requested = new Set(
      select.flatMap((item) => (typeof item === 'string' ? [this.#keyOf(item)] : [])),
    );
  }

  #keyOf(path: FieldPath): string {
    const { visibility, object, resolve } = this.#site;
    const { hops, field } = followPath(visibility, object, path, resolve);
    return [...hops.map(({ relationship }) => relationship.name), field].join('.').toLowerCase();
  }

  path(path: FieldPath): void {
    const { visibility, object, resolve } = this.#site;
    const { hops, object: target, field } = followPath(visibility, object, path, resolve);
    const names = hops.map(({ relationship }) => relationship.name);
    for (const [at, { from, relationship, target }] of hops.entries()) {
      if (target === null && visibility.mayHide(from, relationship))
        throw unsayable(path, 'may lead to');
      this.#parent(names.slice(0, at), from, relationship);
    }
    if (target === null) return;
    const at = judgeAt(this.#judge, names);
    if (at !== null && visibility.rule(target).figures.has(field)) at.figures.add(field);
    if (this.#author !== 'graph') return;
    // A reference alone has the record judged, too: its id may be all that is asked of it.
    const relationship = target.relationships.find((candidate) => candidate.field.name === field);
    if (
      relationship !== undefined &&
      !relationship.polymorphic &&
      relationship.targets.length === 1
    )
      this.#reference(names, target, relationship);
  }

  #reference(
    names: readonly string[],
    from: CrmObject,
    relationship: CrmObject['relationships'][number],
  ): void {
    const { visibility } = this.#site;
    const parent = visibility.model.object(relationship.targets[0]);
    if (parent === undefined || !visibility.mayHide(from, relationship)) return;
    // Of those that are judged by their ids nothing need be read.
    if (!visibility.isJudgedById(parent)) this.#parent(names, from, relationship);
  }

  #parent(
    names: readonly string[],
    from: CrmObject,
    relationship: CrmObject['relationships'][number],
  ): void {
    const { visibility } = this.#site;
    const { name, field, targets } = relationship;
    const object = visibility.model.object(targets[0]);
    const at = judgeAt(this.#judge, names);
    if (object === undefined || at === null || at.parents.has(name)) return;
    const mayHide = visibility.mayHide(from, relationship);
    at.parents.set(name, { ...newJudge(), object, idField: field.name, mayHide });
    if (!mayHide) return;
    const prefix = [...names, name].join('.');
    const paths = visibility.isJudgedById(object)
      ? [[...names, field.name].join('.')]
      : ['Id', ...visibility.judgedBy(object)].map((path) => `${prefix}.${path}`);
    if (paths.some((path) => path.split('.').length - 1 > mostLevels)) {
      this.#tooFar.add(`${prefix}.`.toLowerCase());
      return;
    }
    const added = paths.filter((path) => !this.#requested.has(path.toLowerCase()));
    if (added.length > 0 && this.#author === 'client, children')
      throw unsayable(prefix, 'leads to');
    for (const path of added) this.#added.add(path);
  }

  /** @throws UserInputError for a list that is not declared */
  children(subquery: Query): void {
    const { visibility, object } = this.#site;
    const child = visibility.model.child(object.name, subquery.object);
    const target = child && visibility.model.object(child.object);
    if (child === undefined || target === undefined) throw unsayable(subquery.object, 'leads to');
    const below = this.#judge.children.get(child.name) ?? newJudge();
    this.#judge.children.set(child.name, below);
    const author = this.#author === 'graph' ? 'graph' : 'client, children';
    const changed = changedQuery(visibility, target, subquery, {
      ...{ judge: below, author },
      below: { field: child.field, parent: object },
    });
    this.#children.set(subquery, { subquery: changed });
  }

  items(): Query['select'] {
    const isFar = (path: FieldPath): boolean => {
      const key = this.#keyOf(path);
      return this.#tooFar.values().some((prefix) => key.startsWith(prefix));
    };
    const items = this.#select.flatMap((item): readonly SelectItem[] => {
      if (typeof item === 'string') return this.#tooFar.size > 0 && isFar(item) ? [] : [item];
      return 'subquery' in item ? [this.#children.get(item.subquery) ?? item] : [item];
    });
    return [...items, ...this.#added];
  }
}

/** The judge of the record at the end of a path; null where one on the way is not of one object. */
function judgeAt(judge: RowJudge, names: readonly string[]): RowJudge | null {
  let at: RowJudge | undefined = judge;
  for (const name of names) at = at?.parents.get(name);
  return at ?? null;
}
