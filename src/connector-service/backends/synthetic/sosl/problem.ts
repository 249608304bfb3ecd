/** Refusals of search statements. */

import { StatementProblem } from '../soql/problem.ts';

export function malformedSearch(message: string, at?: string): StatementProblem {
  return new StatementProblem('MALFORMED_SEARCH', message, at);
}
