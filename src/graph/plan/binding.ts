/** An operation with the variables of one request: the coerced arguments of each of its nodes, and what follows from them. */

import { getArgumentValues } from 'graphql';
import type { Args, Operation, PlanNode } from './operation.ts';

export class Binding {
  readonly operation: Operation;
  /** Coerced. */
  readonly variables: Args;
  /** By index of the node. */
  readonly #args: Args[] = [];
  readonly #memos: Map<string, unknown>[] = [];

  constructor(operation: Operation, variables: Args) {
    this.operation = operation;
    this.variables = variables;
  }

  /** @throws GraphQLError for arguments that can't be, whenever they are read. */
  args(node: PlanNode): Args {
    if (node.fixedArgs !== null) return node.fixedArgs;
    let args = this.#args[node.index];
    if (args === undefined) {
      args = getArgumentValues(node.field, node.fieldNodes[0]!, this.variables);
      this.#args[node.index] = args;
    }
    return args;
  }

  /** Computes once a request, however many rows resolve the node's field. */
  memo<T>(node: PlanNode, name: string, compute: () => T): T {
    let memo = this.#memos[node.index];
    if (memo === undefined) {
      memo = new Map();
      this.#memos[node.index] = memo;
    }
    if (!memo.has(name)) memo.set(name, compute());
    return memo.get(name) as T;
  }
}
