/** The schema, asked for once the page can be typed in: reading it takes longer than all else. */

import {
  buildClientSchema,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
} from 'graphql';
import { ask } from './ask.ts';

/** @throws Error that says why there is none. */
export async function loadSchema(): Promise<GraphQLSchema> {
  const query = getIntrospectionQuery({ oneOf: true });
  const { answer } = await ask({ query, operationName: 'IntrospectionQuery' });
  if (!answer.data) throw new Error(answer.errors?.[0]?.message ?? 'Expected a schema; got none.');
  return buildClientSchema(answer.data as unknown as IntrospectionQuery, { assumeValid: true });
}
