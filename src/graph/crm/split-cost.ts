/** Cost of split questions: how many statements it takes to say which rows of an object the viewer may see, by what is known of accounts and deals. */

import type { CrmChild, CrmObject } from '../../contract/crm/model.ts';
import type { GraphContext } from '../../engine/context.ts';
import { memoize } from '../../engine/memoize.ts';
import type { FieldPlace } from '../../engine/plan/field-cost.ts';
import { knownAccess } from '../../engine/plan/known-access.ts';
import { ruleOf } from '../../row-access/crm-rule.ts';
import type { CrmVisibility } from '../../row-access/crm-visibility.ts';
import { encodedLength } from '../../soql/literal.ts';
import { printCondition } from '../../soql/print.ts';
import { namesMany } from './fitting-query.ts';
import { longestStatement } from './list-statement.ts';
import { visibilityBy } from './row-visibility.ts';
import { splitQuery } from './split-statement.ts';

/** Bytes that a question has for what it asks itself, as most do. */
const usualFrame = 2_000;

/** Statements of a question about the object's rows. */
export const statementsOf = ({ given }: FieldPlace, object: CrmObject): number =>
  given(`statements of ${object.name}`, (_args, context) => statementCount(context, object)) ?? 1;

/** Statements of a list of children that does not come inside its parents' statement because of what it names; 0 where it does. */
export const childStatementsOf = (
  { given }: FieldPlace,
  { field }: CrmChild,
  object: CrmObject,
  parent: CrmObject,
): number =>
  given(`statements of ${object.name} by ${field}`, (_args, context) => {
    const visibility = knownVisibility(context, object);
    const condition = visibility?.byIds.childCondition(object, field, parent);
    return namesMany(condition) ? statementCount(context, object) : 0;
  }) ?? 0;

const counts = new WeakMap<CrmVisibility, Map<string, number>>();

/** Null where nothing is known of accounts and deals. */
function statementCount(context: GraphContext, object: CrmObject): number | null {
  const visibility = knownVisibility(context, object);
  if (visibility === undefined) return 1;
  if (visibility === null) return null;
  const longest = longestStatement(context) - usualFrame;
  const byObject = counts.get(visibility) ?? new Map<string, number>();
  counts.set(visibility, byObject);
  return memoize(byObject, `${object.name} ${longest}`, () => {
    const condition = visibility.condition(object);
    if (condition === undefined || encodedLength(printCondition(condition)) <= longest) return 1;
    const where = visibility.byIds.condition(object);
    const split = splitQuery({ object: object.name, select: ['Id'], where }, longest);
    return split?.pieces.length ?? 1;
  });
}

/** Undefined where all rows are visible, or their files have to be read to know which. */
function knownVisibility(
  context: GraphContext,
  object: CrmObject,
): CrmVisibility | null | undefined {
  const { model } = context;
  const { isOpen, file } = ruleOf(model, object);
  if (context.rowAccess === null || isOpen || file !== null) return undefined;
  const known = knownAccess(context);
  return known && visibilityBy(model, known.people, known.anchors);
}
