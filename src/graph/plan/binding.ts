/** An operation with the variables of one request: the coerced arguments of each of its nodes, and what follows from them. */

import { LRUCache } from 'lru-cache';
import type { Args } from './argument.ts';
import { memoize, type Operation, type PlanNode } from './operation.ts';

/** Of a node, so that a document's memory stays in proportion to its text. */
const mostKept = 16;
const longestKey = 400;

export class Binding {
  readonly operation: Operation;
  /** Coerced. */
  readonly variables: Args;
  /** By index of the node. */
  readonly #args: Args[] = [];
  #watcher: ((node: PlanNode) => void) | null = null;
  readonly #memos: Map<unknown, unknown>[] = [];

  constructor(operation: Operation, variables: Args) {
    this.operation = operation;
    this.variables = variables;
  }

  /** @throws GraphQLError for arguments that can't be, whenever they are read. */
  args(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    this.#watcher?.(node);
    return this.unwatched(node);
  }

  /** Tells of each node whose arguments are read meanwhile, fixed ones aside. */
  watch(watcher: (node: PlanNode) => void, meanwhile: () => void): void {
    this.#watcher = watcher;
    try {
      meanwhile();
    } finally {
      this.#watcher = null;
    }
  }

  /** The same arguments; who watches is not told. */
  unwatched(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    let args = this.#args[node.index];
    if (args === undefined) {
      args = node.args.read(this.variables);
      this.#args[node.index] = args;
    }
    return args;
  }

  /**
   * Computes once for the same arguments, whoever sends them: nothing else of a request may be in it.
   * What few clients repeat is soon forgotten.
   */
  memoByArgs<T>(node: PlanNode, name: string, compute: () => T): T {
    if (node.args.fixed !== null) return node.memo(name, compute);
    return this.memo(node, name, () => {
      const key = JSON.stringify(this.args(node));
      if (key.length > longestKey) return compute();
      const byArgs = node.memo(
        `${name} by arguments`,
        () => new LRUCache<string, { value: T }>({ max: mostKept }),
      );
      let known = byArgs.get(key);
      if (known === undefined) {
        known = { value: compute() };
        byArgs.set(key, known);
      }
      return known.value;
    });
  }

  /** Computes once a request, however many rows resolve the node's field. */
  memo<T>(node: PlanNode, key: unknown, compute: () => T): T {
    let memo = this.#memos[node.index];
    if (memo === undefined) {
      memo = new Map();
      this.#memos[node.index] = memo;
    }
    return memoize(memo, key, compute);
  }
}
