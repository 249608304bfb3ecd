/** FIELDS(ALL), FIELDS(STANDARD), FIELDS(CUSTOM): which fields they stand for, and when they are refused. */

import type { CrmObject } from '../../../records/crm/model.ts';
import { malformed, StatementProblem } from './problem.ts';
import type { Query } from './tree.ts';

const mostRows = 200;

/** Names of the fields. @throws StatementProblem where the CRM refuses the selector. */
export function fieldsOf(object: CrmObject, group: string, query: Query): readonly string[] {
  if (!object.fieldsSelector) {
    throw new StatementProblem(
      'INVALID_TYPE',
      `The SOQL FIELDS function is not supported for ${object.name}: name its fields`,
      'FIELDS',
    );
  }
  if (group !== 'STANDARD' && (query.limit === null || query.limit > mostRows)) {
    throw malformed(`The SOQL FIELDS function must have a LIMIT of at most ${mostRows}`, 'FIELDS');
  }
  if (query.groupBy.length > 0) {
    throw malformed('The SOQL FIELDS function is not supported with GROUP BY', 'FIELDS');
  }
  const wanted: Readonly<Record<string, (custom: boolean) => boolean>> = {
    ALL: () => true,
    STANDARD: (custom) => !custom,
    CUSTOM: (custom) => custom,
  };
  const fits = wanted[group];
  if (!fits) throw malformed(`FIELDS takes ALL, STANDARD or CUSTOM, not '${group}'`, group);
  return object.fields.filter(({ spec }) => fits(spec.custom === true)).map(({ name }) => name);
}
