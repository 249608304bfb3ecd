/** Documents that the gateway shows and trusts: the showcase operations and the saved questions. */

import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import type { Environment } from '../config/variable.ts';
import { readQuestions } from '../questions/saved-question.ts';
import { readShowcases } from '../server/showcase.ts';

const operations = new URL('../../schema/operations/', import.meta.url);
/** The saved questions that come with Switchboard. */
const shippedQuestions = new URL('../../queries/', import.meta.url);

/** @throws with every issue of the saved questions. */
export function readShownDocuments(env: Environment, schema: GraphQLSchema) {
  const showcases = readShowcases(operations);
  const questions = readQuestions(
    env.QUERIES_DIR ?? fileURLToPath(shippedQuestions),
    schema,
    showcases.map(({ name }) => name),
  );
  return { showcases, questions };
}
