/** Index place: where the participant index of a tenant is kept. */

import type { Environment } from '../config/variable.ts';

/** PostgreSQL, else SQLite in the directory. */
interface IndexPlace {
  readonly url: string | undefined;
  /** `:memory:` for one that ends with the process. */
  readonly directory: string;
}

/** The synthetic company is made anew at every start, so its index must not last, nor be taken for a real company's. */
export function indexPlace(
  env: Pick<Environment, 'DATA_DIR' | 'INDEX_DATABASE_URL'>,
  isSynthetic: boolean,
): IndexPlace {
  if (isSynthetic) return { url: undefined, directory: ':memory:' };
  return { url: env.INDEX_DATABASE_URL?.href, directory: env.DATA_DIR };
}
