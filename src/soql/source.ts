/** The names FROM gives to objects, and paths without them. */

import type { FieldPath, Source } from './query.ts';

/** `FROM Contact c, c.Account a`: c.Name → Name, a.Name → Account.Name. */
export class SourceNames {
  /** By alias in lower case, the relationships it stands for. */
  readonly #aliases = new Map<string, readonly string[]>();

  constructor({ object, alias, parents = [] }: Source) {
    if (alias !== undefined) this.#aliases.set(alias.toLowerCase(), []);
    for (const parent of parents) {
      const [root = '', ...rest] = parent.path.split('.');
      const isObject = root.toLowerCase() === object.toLowerCase();
      const start = this.#aliases.get(root.toLowerCase()) ?? (isObject ? [] : [root]);
      this.#aliases.set(parent.alias.toLowerCase(), [...start, ...rest]);
    }
  }

  /** The path's parts, its first alias replaced by what it stands for. */
  resolve(path: FieldPath): readonly string[] {
    const parts = path.split('.');
    const [first = '', ...rest] = parts;
    const known = rest.length === 0 ? undefined : this.#aliases.get(first.toLowerCase());
    return known === undefined ? parts : [...known, ...rest];
  }
}
