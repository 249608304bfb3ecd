/** Estimate cache of an operation: its estimates by the values of the request that they depend on. */

import type { CallEstimate } from './cost-sum.ts';
import type { EstimateInput } from './field-cost.ts';

/** Reads a value of the request on which an estimate depends. */
type Dependency = (input: EstimateInput) => unknown;
export type Dependencies = Map<string, Dependency>;

/** Cache of one operation's estimates, by the request's values they depend on. */
export class EstimateCache {
  /** By the values that an estimate turned out to depend on, which may hang on values themselves. */
  readonly #cached: {
    readonly dependencies: Dependencies;
    readonly byValues: Map<string, CallEstimate>;
  }[] = [];

  find(input: EstimateInput): CallEstimate | undefined {
    for (const { dependencies, byValues } of this.#cached) {
      const found = byValues.get(valuesOf(dependencies, input));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  store(
    input: EstimateInput,
    estimate: (dependencies: Dependencies) => CallEstimate,
  ): CallEstimate {
    const dependencies: Dependencies = new Map();
    const made = estimate(dependencies);
    const values = valuesOf(dependencies, input);
    if (values.length > maxValuesLength) return made;
    const names = [...dependencies.keys()].join();
    let cached = this.#cached.find((one) => [...one.dependencies.keys()].join() === names);
    if (cached === undefined) {
      if (this.#cached.length >= maxDependencies) this.#cached.shift();
      cached = { dependencies, byValues: new Map() };
      this.#cached.push(cached);
    }
    if (cached.byValues.size >= maxValues) cached.byValues.clear();
    cached.byValues.set(values, made);
    return made;
  }
}

/** Bounds per document, so that its memory stays in proportion to its text. */
const maxDependencies = 3;
const maxValues = 32;
const maxValuesLength = 600;

function valuesOf(dependencies: Dependencies, input: EstimateInput): string {
  return JSON.stringify(
    [...dependencies.values()].map((dependency) => readOrRefused(dependency, input)),
  );
}

/** Invalid arguments: the field's own resolver reports them. */
function readOrRefused(dependency: Dependency, input: EstimateInput): unknown {
  try {
    return dependency(input);
  } catch {
    return 'refused';
  }
}
