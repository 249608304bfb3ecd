/** Conditions on groups: how many records, or how much of a measure, a group must have. */

import type { CrmObject } from '../../contract/crm/model.ts';
import { UserInputError } from '../../errors.ts';
import { allOf, type Condition, isAlways, type Value } from '../../soql/query.ts';
import { type Comparators, comparatorCondition } from './comparator.ts';

export interface Having {
  readonly count?: Comparators | null;
  readonly sum?: readonly FieldComparison[] | null;
  readonly avg?: readonly FieldComparison[] | null;
}

export interface FieldComparison {
  /** Wire name. */
  readonly field: string;
  readonly value: Comparators;
}

const identity = (given: unknown): Value => given as Value;

/** A HAVING clause, its functions compared like fields; undefined where every group is kept. */
export function havingCondition(
  object: CrmObject,
  having: Having | null | undefined,
): Condition | undefined {
  if (having === null || having === undefined) return undefined;
  const condition = allOf(
    compare({ fn: 'COUNT', of: 'Id' }, having.count ?? {}),
    ...(['sum', 'avg'] as const).flatMap((measure) =>
      (having[measure] ?? []).map(({ field, value }) => {
        if (!object.fields.some((one) => one.name === field)) {
          throw new UserInputError(`Expected a field of ${object.name}, got ${field}.`);
        }
        return compare({ fn: measure === 'sum' ? 'SUM' : 'AVG', of: field }, value);
      }),
    ),
  );
  return isAlways(condition) ? undefined : condition;
}

function compare(
  path: { readonly fn: 'COUNT' | 'SUM' | 'AVG'; readonly of: string },
  comparators: Comparators,
): Condition | undefined {
  return comparatorCondition(path, comparators, identity);
}
