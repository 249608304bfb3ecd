/** Groups by parent: a batch asks for all its parents at once, a later need reads on only where rows are missing. */

import { AskedLoader } from './asked-loader.ts';
import type { Group } from './grouped-list.ts';

interface Need {
  readonly key: string;
  readonly wanted: number;
}

export class GroupLoader {
  readonly #known = new Map<string, Group>();
  readonly #needs: AskedLoader<Need, Group>;

  /** @param fetch the groups of these parents (each once), with at least so many rows where there are as many. */
  constructor(
    fetch: (keys: readonly string[], wanted: number) => Promise<ReadonlyMap<string, Group | Error>>,
  ) {
    // Its cache is off: #known is the cache, because what is known of a parent grows.
    this.#needs = new AskedLoader(
      async (needs) => {
        const missing = needs.filter((need) => this.#enough(need) === undefined);
        const keys = [...new Set(missing.map((need) => need.key))];
        const wanted = Math.max(...missing.map((need) => need.wanted));
        const fetched =
          keys.length === 0 ? new Map<string, Group | Error>() : await fetch(keys, wanted);
        for (const [key, group] of fetched) {
          if (!(group instanceof Error)) this.#known.set(key, group);
        }
        return needs.map((need) => fetched.get(need.key) ?? this.#known.get(need.key) ?? nothing);
      },
      { cache: false },
    );
  }

  /** The first `wanted` rows of a parent, or more; all where it has fewer. */
  load(key: string, wanted: number): Promise<Group> {
    const known = this.#enough({ key, wanted });
    return known === undefined ? this.#needs.load({ key, wanted }) : Promise.resolve(known);
  }

  #enough({ key, wanted }: Need): Group | undefined {
    const known = this.#known.get(key);
    const enough = known !== undefined && (known.complete || known.rows.length >= wanted);
    return enough ? known : undefined;
  }
}

const nothing: Group = { rows: [], complete: true, total: 0, shortfall: null };
