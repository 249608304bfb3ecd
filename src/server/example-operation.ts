/** Showcase: the operations of `schema/operations`, GraphiQL's tabs and the trusted documents. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Showcase {
  /** The file's name without its ending, which is the operation's name in kebab case. */
  readonly name: string;
  readonly query: string;
  /** JSON of example variables, from the file beside it that ends in `.variables.json`. */
  readonly variables: string | null;
}

/** @param location a directory of `.graphql` files, one operation each. */
export function readShowcases(location: URL): readonly Showcase[] {
  const directory = fileURLToPath(location);
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).sort();
  return names
    .filter((name) => name.endsWith('.graphql'))
    .map((file) => {
      const name = basename(file, '.graphql');
      const variables = `${name}.variables.json`;
      return {
        name,
        query: readFileSync(join(directory, file), 'utf8'),
        variables: names.includes(variables)
          ? readFileSync(join(directory, variables), 'utf8')
          : null,
      };
    });
}
