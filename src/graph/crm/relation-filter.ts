/** Relation filters: conditions on the children of a record, as semi-joins and anti-joins, within the CRM's limits. */

import type { InputRef } from '@pothos/core';
import type { CrmChild, CrmModel, CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import {
  allOf,
  always,
  type Condition,
  type FieldPath,
  isAlways,
  isNever,
  never,
} from '../../soql/query.ts';
import type { Builder } from '../builder.ts';

export interface RelationFilter {
  readonly some?: object | null;
  readonly none?: object | null;
}

/** By the API name of the children's object. */
type RelationInputs = ReadonlyMap<string, InputRef<RelationFilter>>;

/** Objects the CRM does not take in the subquery of a join. */
const notJoined: ReadonlySet<string> = new Set(['Task', 'Event', 'Note', 'Attachment']);

/**
 * Children that a filter can test: their reference leads to this object alone, and they are of
 * another one. The CRM refuses joins of an object with itself and over polymorphic references.
 */
export function joinableChildren(model: CrmModel, object: CrmObject): readonly CrmChild[] {
  return object.children.filter((child) => {
    const targets = model.field(child.object, child.field)?.spec.reference?.to ?? [];
    return child.object !== object.name && !notJoined.has(child.object) && targets.length === 1;
  });
}

export function createRelationInputs(
  builder: Builder,
  model: CrmModel,
  filters: ReadonlyMap<string, InputRef<object>>,
): RelationInputs {
  const joined = new Set(
    model.objects.flatMap((object) =>
      joinableChildren(model, object).map((child) => model.declaredObject(child.object)),
    ),
  );
  return new Map(
    [...joined].map(({ name, typeName }) => [
      name,
      builder.inputRef<RelationFilter>(`${typeName}RelationFilter`).implement({
        description: `Which ${name} records reference a record, whatever their number. Everything given must hold. Evaluated by the CRM.`,
        fields: (t) => ({
          some: t.field({
            type: getOrThrow(filters, name),
            description: 'At least one of them is so; an empty filter asks for any.',
          }),
          none: t.field({
            type: getOrThrow(filters, name),
            description: 'None of them is so; an empty filter asks for there being none.',
          }),
        }),
      }),
    ]),
  );
}

/** Most joins of one statement. */
const maxJoins = 2;

/** The joins of one statement. */
export class Joins {
  static readonly rule =
    'The CRM takes two such conditions in a filter, beside the others or under "and".';

  readonly #root: CrmObject;
  #count = 0;

  constructor(root: CrmObject) {
    this.#root = root;
  }

  /**
   * @param name of the condition in the filter, for messages.
   * @param compile makes the condition on a child.
   * @throws UserInputError where the CRM would reject it.
   */
  condition(
    name: string,
    { object, field }: CrmChild,
    position: { readonly idPath: FieldPath | null; readonly barred: string | null },
    conditions: RelationFilter,
    compile: (filter: object) => Condition | undefined,
  ): Condition | undefined {
    const join = (
      op: 'semiJoin' | 'antiJoin',
      filter: object | null | undefined,
    ): Condition | undefined => {
      if (filter === null || filter === undefined) return undefined;
      if (position.barred !== null) throw misplaced(name, position.barred);
      if (position.idPath === null) throw misplaced(name, 'more than one reference away');
      if (object === this.#root.name) throw misplaced(name, `in a list of ${object} records`);
      this.#count += 1;
      if (this.#count > maxJoins) {
        throw new UserInputError(
          `Expected at most ${maxJoins} conditions on children ("some", "none") in a filter, got more: the CRM takes no more in one statement.`,
        );
      }
      const where = compile(filter);
      if (isNever(where)) return op === 'semiJoin' ? never : always;
      const requested = isAlways(where) ? undefined : where;
      return { op, path: position.idPath, query: { object, field, where: requested } };
    };
    return allOf(join('semiJoin', conditions.some), join('antiJoin', conditions.none));
  }
}

function misplaced(name: string, where: string): UserInputError {
  return new UserInputError(
    `Expected the condition on children "${name}" beside the other conditions of a filter or under "and", got it ${where}: the CRM does not take it there.`,
  );
}
