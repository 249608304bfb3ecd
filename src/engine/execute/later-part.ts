/** Later parts of an answer: what @defer and @stream put off is executed beside the rest, and given out as it is complete (incremental delivery, the format of 2022-08-24). */

import { type ExecutionResult, type GraphQLError, responsePathAsArray } from 'graphql';
import type { MaybePromise } from '../../fetch/maybe-promise.ts';
import type { Path } from '../plan/resolve-info.ts';
import { nextTurn } from './loop-turn.ts';

/** Parts of an answer, one after another. */
export type AnswerParts = AsyncIterable<object>;

type Keys = readonly (string | number)[];

/** One deferred fragment of one object, or items of one list. */
export interface LaterPart {
  readonly path: Keys;
  readonly label: string | undefined;
  readonly kind: 'data' | 'items';
  /** Part in whose data it has its place; null for the first part. */
  readonly parent: LaterPart | null;
  readonly errors: GraphQLError[];
  value: unknown;
}

interface PartOptions extends Pick<LaterPart, 'label' | 'kind' | 'parent'> {
  readonly path: Path | undefined;
  /** Part that is to be given out before. */
  readonly after: LaterPart | null;
}

export class LaterParts {
  /** Bytes of the parts that are complete, measured as those of an execution. */
  bytes = 0;
  /** Errors of the answer, the first part's among them. */
  errors = 0;
  /** Parts that are not given out, with the end of their execution. */
  readonly #open = new Map<LaterPart, Promise<void>>();
  /** Those that are complete, some of which may have been dropped since. */
  #complete: LaterPart[] = [];
  /** Paths that are null, by the part they are of: what is under way below them may still add parts. */
  readonly #nulls = new Map<LaterPart | null, Set<string>>();
  #failure: unknown = null;
  #wake = (): void => {};

  get isEmpty(): boolean {
    return this.#open.size === 0 && this.#failure === null;
  }

  /** @param execute gives the part's value, or null beside its errors */
  add(
    { path, after, ...members }: PartOptions,
    execute: (part: LaterPart) => MaybePromise<unknown>,
  ): LaterPart {
    const keys = responsePathAsArray(path);
    const part: LaterPart = { ...members, path: keys, errors: [], value: null };
    if (this.#isBelowNull(members.parent, keys)) return part;
    // Entered first: what is below it may be dropped with it.
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#open.set(part, promise);
    const before = after === null ? undefined : this.#open.get(after);
    void this.#run(part, before, execute).then(resolve);
    return part;
  }

  async #run(
    part: LaterPart,
    before: Promise<void> | undefined,
    execute: (part: LaterPart) => MaybePromise<unknown>,
  ): Promise<void> {
    try {
      // Executed at once, so that what it loads is loaded with the rest.
      part.value = await execute(part);
      await before;
      this.#complete.push(part);
    } catch (error) {
      this.#failure ??= error;
    }
    this.#wake();
  }

  /** What lies below a path of a part has no place any more, since the path is null. @param but the part that is null itself */
  drop(parent: LaterPart | null, path: Path | undefined, but: LaterPart | null = null): void {
    const keys = responsePathAsArray(path);
    this.#noteNull(parent, keys);
    for (const part of [...this.#open.keys()])
      if (part !== but && part.parent === parent && keys.every((key, at) => part.path[at] === key))
        this.#remove(part);
    this.#wake();
  }

  #remove(part: LaterPart): void {
    this.#noteNull(part, []);
    this.#open.delete(part);
    for (const below of [...this.#open.keys()]) if (below.parent === part) this.#remove(below);
  }

  #noteNull(parent: LaterPart | null, keys: Keys): void {
    const paths = this.#nulls.get(parent) ?? new Set();
    this.#nulls.set(parent, paths.add(keys.join('.')));
  }

  #isBelowNull(parent: LaterPart | null, keys: Keys): boolean {
    const paths = this.#nulls.get(parent);
    if (paths === undefined) return false;
    return paths.has('') || keys.some((_, at) => paths.has(keys.slice(0, at + 1).join('.')));
  }

  /** @throws what an execution of a part threw */
  async *after(first: ExecutionResult): AsyncGenerator<object> {
    yield { ...first, hasNext: true };
    let hasNext = true;
    while (hasNext) {
      if (this.#failure !== null) throw this.#failure;
      const complete = this.#complete.filter((part) => this.#open.delete(part));
      this.#complete = [];
      hasNext = this.#open.size > 0;
      if (complete.length > 0) yield { incremental: complete.map(formOf), hasNext };
      else if (!hasNext) yield { hasNext };
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        // Those that are complete in one turn go out together.
        await nextTurn();
      }
    }
  }
}

const formOf = ({ path, label, kind, value, errors }: LaterPart): object => ({
  [kind]: value,
  path,
  ...(label !== undefined && { label }),
  ...(errors.length > 0 && { errors }),
});
