/** Cost of split questions: how many statements it takes to say which rows of an object the viewer may see, by what is known of accounts and deals. */

import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import { isObject } from '../../contract/wire/json.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoize } from '../../engine/memoize.ts';
import type { Args } from '../../engine/plan/argument.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { knownAccess } from '../../engine/plan/known-access.ts';
import { UserInputError } from '../../errors.ts';
import { ruleOf } from '../../row-access/crm-rule.ts';
import type { CrmVisibility } from '../../row-access/crm-visibility.ts';
import type { Query } from '../../soql/query.ts';
import { filterCondition } from './filter.ts';
import { fittingQuery, namesMany } from './fitting-query.ts';
import { longestStatement } from './list-statement.ts';
import { mostStatements } from './named-query.ts';
import { objectsOf } from './readable-statement.ts';
import { visibilityBy } from './row-visibility.ts';

/** Bytes that a question has for what it asks itself, as most do. */
const usualFrame = 2_000;

/** The query of whose rows a question is; null for all that the viewer may see, and where it is not valid. */
type QueryOf = (args: Args, context: GraphContext) => Query | null;

/** Statements of a question about the object's rows. */
export const statementsOf = (
  { given }: FieldPlace,
  object: CrmObject,
  queryOf: QueryOf = filterQuery(object),
): number =>
  given(`statements of ${object.name}`, (args, context) =>
    statementCount(context, object, context.rowAccess && queryOf(args, context)),
  ) ?? 1;

/** Only filters on other records take more statements than the rows themselves. */
const filterQuery =
  (object: CrmObject): QueryOf =>
  ({ filter }, context) => {
    if (!isObject(filter) || !leadsElsewhere(filter)) return null;
    try {
      const where = filterCondition(context.model, object, filter);
      return { object: object.name, select: ['Id'], where };
    } catch {
      return null;
    }
  };

/** Whether a member of a filter, or of one that it combines, has conditions of its own. */
const leadsElsewhere = (filter: object): boolean =>
  Object.entries(filter).some(([name, value]) => {
    const parts = [value].flat().filter(isObject);
    return ['and', 'or', 'not'].includes(name)
      ? parts.some(leadsElsewhere)
      : parts.some((part) => Object.values(part).some(isObject));
  });

/** Statements of a list of children that does not come inside its parents' statement because of what it names; 0 where it does. */
export const childStatementsOf = (
  { given }: FieldPlace,
  { field }: CrmChild,
  object: CrmObject,
  parent: CrmObject,
): number =>
  given(`statements of ${object.name} by ${field}`, (args, context) => {
    const visibility = knownVisibility(context, [object]);
    const condition = visibility?.byIds.childCondition(object, field, parent);
    const plain = statementCount(context, object, null) ?? 0;
    const query = context.rowAccess && filterQuery(object)(args, context);
    const filtered = query === null ? 0 : (statementCount(context, object, query) ?? 0);
    return namesMany(condition) || filtered > plain ? Math.max(plain, filtered) : 0;
  }) ?? 0;

const counts = new WeakMap<CrmVisibility, Map<string, number>>();

/** Null where nothing is known of accounts and deals. @param query null for all rows that are visible */
function statementCount(
  context: GraphContext,
  object: CrmObject,
  query: Query | null,
): number | null {
  const { model } = context;
  const objects = query === null ? [object] : objectsOf(model, query, object);
  const visibility = knownVisibility(context, objects);
  if (visibility === undefined) return 1;
  if (visibility === null) return null;
  const longest = longestStatement(context) - usualFrame;
  if (query !== null) return statementsAtMost(context, visibility, object, query, longest);
  const byObject = counts.get(visibility) ?? new Map<string, number>();
  counts.set(visibility, byObject);
  return memoize(byObject, `${object.name} ${longest}`, () =>
    statementsAtMost(context, visibility, object, { object: object.name, select: ['Id'] }, longest),
  );
}

function statementsAtMost(
  context: GraphContext,
  visibility: CrmVisibility,
  object: CrmObject,
  query: Query,
  longest: number,
): number {
  try {
    const { visible, split, unfit } = fittingQuery(visibility, object, query, longest);
    if (unfit !== null) return mostStatements(context, object, visible.query, longest);
    return split?.pieces.length ?? 1;
  } catch (error) {
    // The field says by itself what can't be asked.
    if (error instanceof UserInputError) return 1;
    throw error;
  }
}

/** Undefined where all rows are visible, or their files have to be read to know which. */
function knownVisibility(
  context: GraphContext,
  objects: readonly CrmObject[],
): CrmVisibility | null | undefined {
  const { model } = context;
  const rules = objects.map((object) => ruleOf(model, object));
  if (context.rowAccess === null || rules.every(({ isOpen }) => isOpen)) return undefined;
  if (rules.some(({ file }) => file !== null)) return undefined;
  const known = knownAccess(context);
  return known && visibilityBy(model, known.people, known.anchors);
}
