/** FIELDS(ALL), FIELDS(STANDARD), FIELDS(CUSTOM): which fields they stand for, and when they are refused. */

import type { CrmObject } from '../../../../contract/crm/model.ts';
import type { FieldsSelection, Query } from '../../../../soql/query.ts';
import { malformed, StatementProblem } from './problem.ts';

const mostRows = 200;

/** Names of the fields. @throws StatementProblem where the CRM refuses the selector. */
export function fieldsOf(
  object: CrmObject,
  group: FieldsSelection['fields'],
  query: Query,
): readonly string[] {
  if (!object.fieldsSelector) {
    throw new StatementProblem(
      'INVALID_TYPE',
      `The SOQL FIELDS function is not supported for ${object.name}: name its fields`,
      'FIELDS',
    );
  }
  if (group !== 'STANDARD' && (query.limit ?? Number.POSITIVE_INFINITY) > mostRows) {
    throw malformed(`The SOQL FIELDS function must have a LIMIT of at most ${mostRows}`, 'FIELDS');
  }
  if (query.groupBy !== undefined) {
    throw malformed('The SOQL FIELDS function is not supported with GROUP BY', 'FIELDS');
  }
  const fits = (isCustom: boolean): boolean => group === 'ALL' || isCustom === (group === 'CUSTOM');
  return object.fields.filter(({ spec }) => fits(spec.custom === true)).map(({ name }) => name);
}
