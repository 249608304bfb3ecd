/** Compiled operations: each operation of a document is compiled once, and for each way its @skip, @include and parts are switched and the rights its fields need are missing. */

import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Permission } from '../../contract/permission.ts';
import { permissionsOf } from '../field-permission.ts';
import { memoizeByObject } from '../memoize.ts';
import type { Args } from './argument.ts';
import { Operation } from './operation.ts';
import { forEachSelectionIn, fragmentsOf } from './selected-field.ts';

/** A document of many switches would have a variant for each way to set them. */
const maxVariants = 16;

/** One operation of a document; @skip and @include and the viewer's rights choose among its variants. */
export interface CompiledOperation {
  readonly definition: OperationDefinitionNode;
  /** Unique in the process. */
  readonly number: number;
  /** Whether the operation asks for its answer in parts. */
  readonly isIncremental: boolean;
  /** Arguments of @defer and @stream on which parts hang. */
  readonly partArguments: readonly ArgumentNode[];
  /** Names of the variables on which @skip and @include hang. */
  readonly switches: readonly string[];
  /**
   * @param variables coerced, none of the switches null
   * @param permissions of the viewer. Default: all
   */
  variant(variables: Args, permissions?: ReadonlySet<Permission>): Operation;
}

const operationsOf = memoizeByObject(
  (_document: DocumentNode) => new Map<string, CompiledOperation>(),
);
let count = 0;

/** @returns null where the document has no query of that name. */
export function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): CompiledOperation | null {
  const byName = operationsOf(document);
  const name = operationName ?? '';
  const existing = byName.get(name);
  if (existing !== undefined) return existing;
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
  const { switches, partSwitches, isIncremental, partArguments } = directivesOf(document);
  const choosing = [...switches, ...partSwitches];
  const guarding = permissionsOf(schema, document);
  const variants = new Map<string, Operation>();
  return {
    definition,
    number: count,
    isIncremental,
    partArguments,
    switches,
    variant(variables, permissions) {
      const missing = guarding.filter((permission) => permissions?.has(permission) === false);
      const key = [...missing, ...choosing.map((name) => String(variables[name]))].join();
      let operation = variants.get(key);
      if (operation === undefined) {
        if (variants.size >= maxVariants) variants.clear();
        const choices = Object.fromEntries(choosing.map((name) => [name, variables[name]]));
        operation = new Operation({
          ...{ schema, definition, fragments, choices },
          missing: new Set(missing),
        });
        variants.set(key, operation);
      }
      return operation;
    },
  };
}

/** Names of the variables on which @skip and @include hang, those on which parts hang, and the arguments of parts. */
function directivesOf(document: DocumentNode) {
  const names = new Set<string>();
  const partNames = new Set<string>();
  const partArguments: ArgumentNode[] = [];
  let isIncremental = false;
  forEachSelectionIn(document, ({ directives = [] }) => {
    for (const { name, arguments: args = [] } of directives) {
      const isOfPart = name.value !== 'skip' && name.value !== 'include';
      if (isOfPart) {
        isIncremental = true;
        partArguments.push(...args.filter((argument) => argument.name.value !== 'label'));
      }
      for (const argument of args)
        if (argument.value.kind === Kind.VARIABLE && argument.name.value === 'if')
          (isOfPart ? partNames : names).add(argument.value.name.value);
    }
  });
  return { switches: [...names], partSwitches: [...partNames], isIncremental, partArguments };
}
