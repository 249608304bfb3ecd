/** Documents that the gateway shows and trusts: the showcase operations, the saved questions, and the dashboard's. */

import { fileURLToPath } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import type { Environment } from '../config/variable.ts';
import { readQuestions } from '../questions/saved-question.ts';
import { readDashboardDocuments } from '../server/dashboard.ts';
import type { TrustedDocument } from '../server/document/document.ts';
import { readShowcases } from '../server/example-operation.ts';
import type { NamedDocument } from './crm-usage.ts';

const operations = new URL('../../schema/operations/', import.meta.url);
/** The dashboard's documents, as codegen writes them when it is built. */
const screens = new URL('../dashboard/graphql/persisted-documents.json', import.meta.url);
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

/** What each screen of the dashboard asks. */
export const readScreenDocuments = (): readonly TrustedDocument[] =>
  readDashboardDocuments(screens);

/** All of them with names for a reader. */
export function namedDocuments(env: Environment, schema: GraphQLSchema): readonly NamedDocument[] {
  const { showcases, questions } = readShownDocuments(env, schema);
  return [
    ...readScreenDocuments().map(({ name, query }) => ({
      name: `screen ${name.replace(/^dashboard\//, '').toLowerCase()}`,
      query,
    })),
    ...showcases.map(({ name, query }) => ({ name: `showcase ${name}`, query })),
    ...questions.map(({ name, query }) => ({ name: `question ${name}`, query })),
  ];
}
