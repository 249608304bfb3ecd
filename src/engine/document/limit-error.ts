/** Error of a request that is larger than it may be. */

import { GraphQLError } from 'graphql';
import type { ErrorCode } from '../../errors.ts';

/** Unlike other faults of a document these are 400 in every media type: no client meant to send it. */
export function limitError(message: string, code: ErrorCode = 'QUERY_TOO_COSTLY'): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400, spec: false } } });
}
