/** A binding: an operation with the variables of one request, its coerced arguments and the values memoized by them. */

import { memoize } from '../memoize.ts';
import type { Args } from './argument.ts';
import type { Operation, PlanNode } from './operation.ts';

/** Memoized values per node, so that a document's memory stays in proportion to its text. */
const maxMemoized = 16;
const longestKey = 400;

export class Binding {
  readonly operation: Operation;
  /** Coerced variables. */
  readonly variables: Args;
  /** By index of the node. */
  readonly #args: Args[] = [];
  #watcher: ((node: PlanNode) => void) | null = null;
  readonly #memos: Map<unknown, unknown>[] = [];

  constructor(operation: Operation, variables: Args) {
    this.operation = operation;
    this.variables = variables;
  }

  /** Arguments of a node. @throws GraphQLError for invalid arguments, at each read */
  args(node: PlanNode): Args {
    if (node.args.fixed !== null) return node.args.fixed;
    this.#watcher?.(node);
    return this.unwatched(node);
  }

  /** Calls `watcher` for each node whose arguments are read meanwhile, constant ones aside. */
  watch(watcher: (node: PlanNode) => void, meanwhile: () => void): void {
    this.#watcher = watcher;
    try {
      meanwhile();
    } finally {
      this.#watcher = null;
    }
  }

  /** Arguments of a node, without calling the watcher. */
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
   * Memoizes by the node's arguments, across requests: nothing else of a request may enter the
   * value. Holds the last few argument sets.
   */
  memoByArgs<T>(node: PlanNode, name: string, compute: () => T): T {
    if (node.args.fixed !== null) return node.memo(name, compute);
    return this.memo(node, name, () => this.memoByValues(node, name, this.args(node), compute));
  }

  /** Memoizes by values; the result may depend on nothing else besides the document. */
  memoByValues<T>(node: PlanNode, name: string, values: unknown, compute: () => T): T {
    const key = JSON.stringify(values);
    if (key.length > longestKey) return compute();
    const known = node.memo(`${name} by values`, () => new Map<unknown, unknown>());
    if (known.size >= maxMemoized && !known.has(key)) known.clear();
    return memoize(known, key, compute);
  }

  /** Memoizes per request, for all rows that resolve the node's field. */
  memo<T>(node: PlanNode, key: unknown, compute: () => T): T {
    let memo = this.#memos[node.index];
    if (memo === undefined) {
      memo = new Map();
      this.#memos[node.index] = memo;
    }
    return memoize(memo, key, compute);
  }
}
