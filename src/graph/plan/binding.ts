/** An operation with the variables of one request: the coerced arguments of each of its nodes, and what follows from them. */

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
    return this.memo(node, name, () => this.memoByValues(node, name, this.args(node), compute));
  }

  /** Computes once for the same values, which are all it may hang on besides the document. */
  memoByValues<T>(node: PlanNode, name: string, values: unknown, compute: () => T): T {
    const key = JSON.stringify(values);
    if (key.length > longestKey) return compute();
    const known = node.memo(`${name} by values`, () => new Map<unknown, unknown>());
    if (known.size >= mostKept && !known.has(key)) known.clear();
    return memoize(known, key, compute);
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
