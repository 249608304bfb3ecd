/** Compiled operations, each document's beside it: documents are cached within bounds, and what is compiled goes with them. */

import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { forEachSelection } from '../../graph/guard.ts';
import type { Args } from '../../graph/plan/argument.ts';
import { type Fragments, Operation } from '../../graph/plan/operation.ts';

/** A document of many switches would have a variant for each way to set them. */
const maxVariants = 16;

/** One operation of a document, whose @skip and @include choose among its variants. */
export interface CompiledOperation {
  readonly definition: OperationDefinitionNode;
  /** Unique in the process. */
  readonly number: number;
  /** Whether it is answered in parts: those are left to the interpreter. */
  readonly isIncremental: boolean;
  /** @param variables coerced. */
  variant(variables: Args): Operation;
}

const documents = new WeakMap<DocumentNode, Map<string, CompiledOperation>>();
let count = 0;

/** @returns null where the document has no query of that name. */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledOperation | null {
  let byName = documents.get(document);
  if (byName === undefined) {
    byName = new Map();
    documents.set(document, byName);
  }
  const name = operationName ?? '';
  const known = byName.get(name);
  if (known !== undefined) return known;
  const definition = getOperationAST(document, operationName);
  if (definition?.operation !== 'query') return null;
  const compiled = compileOperation(schema, document, definition);
  byName.set(name, compiled);
  return compiled;
}

function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): CompiledOperation {
  count += 1;
  const fragments = fragmentsOf(document);
  const { names, isIncremental } = directivesOf(document);
  const variants = new Map<string, Operation>();
  return {
    definition,
    number: count,
    isIncremental,
    variant(variables) {
      const key = names.map((name) => String(variables[name])).join();
      let operation = variants.get(key);
      if (operation === undefined) {
        if (variants.size >= maxVariants) variants.clear();
        const choices = Object.fromEntries(names.map((name) => [name, variables[name]]));
        operation = new Operation({ schema, definition, fragments, choices });
        variants.set(key, operation);
      }
      return operation;
    },
  };
}

function fragmentsOf(document: DocumentNode): Fragments {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  return fragments;
}

/** Names of the variables on which @skip and @include hang, and whether selections have other directives. */
function directivesOf(document: DocumentNode) {
  const names = new Set<string>();
  let isIncremental = false;
  forEachSelection(document, ({ directives = [] }) => {
    for (const { name, arguments: given = [] } of directives)
      if (name.value !== 'skip' && name.value !== 'include') isIncremental = true;
      else
        for (const { value } of given)
          if (value.kind === Kind.VARIABLE) names.add(value.name.value);
  });
  return { names: [...names], isIncremental };
}
