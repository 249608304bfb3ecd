/** Faults of a question, marked where they stand, with the words of the graph's own errors: what was probably meant, too. */

import { type Diagnostic, linter } from '@codemirror/lint';
import { getSchema } from 'cm6-graphql';
import { GraphQLError, type GraphQLSchema, parse, specifiedRules } from 'graphql';
import { withSuggestion } from '../../engine/document/suggestion.ts';
import { validateWithin } from '../../engine/document/validation.ts';

export const faults = linter(
  ({ state }) => {
    const schema = getSchema(state);
    return schema ? faultsIn(state.doc.toString(), schema) : [];
  },
  { needsRefresh: ({ startState, state }) => getSchema(startState) !== getSchema(state) },
);

/** None in a text that has not begun. */
function faultsIn(text: string, schema: GraphQLSchema): readonly Diagnostic[] {
  if (text.replaceAll(/#[^\n]*/g, '').trim() === '') return [];
  try {
    return validateWithin(schema, parse(text), specifiedRules, withSuggestion).map(diagnosticOf);
  } catch (error) {
    if (error instanceof GraphQLError) return [diagnosticOf(error)];
    throw error;
  }
}

function diagnosticOf({ message, positions, nodes }: GraphQLError): Diagnostic {
  const from = positions?.[0] ?? 0;
  const loc = nodes?.[0]?.loc;
  // A field is marked by its name, not by all below it.
  const end = loc?.startToken.end ?? from;
  return { from, to: Math.max(from, end), severity: 'error', message };
}
