/** Data directory with an index in SQLite: a second gateway in it says what that means. */

import { dataSources, hasSystem } from '../config/data-source.ts';
import type { Config } from '../config.ts';
import { occupyFolder } from '../storage/occupied-folder.ts';
import { indexPlace } from './index-place.ts';

export interface DataDirectory {
  /** What it means that another gateway was there first; null where none was. */
  readonly beside: string | null;
  leave(): void;
}

/** Enters the directory where this configuration keeps an index in it. */
export function enterDataDirectory(config: Config): DataDirectory {
  const { environment: env } = config;
  const { url, directory } = indexPlace(env, false);
  const keepsIndex = [...dataSources(config).values()].some(
    (source) => source.kind !== 'embedded' && hasSystem(source, 'call-analytics'),
  );
  if (env.INDEX === 'off' || url !== undefined || !keepsIndex)
    return { beside: null, leave: () => {} };
  const { hasOthers, leave } = occupyFolder(directory);
  return { beside: hasOthers ? meaningOf(directory, env.REDIS_URL !== undefined) : null, leave };
}

function meaningOf(directory: string, countsTogether: boolean): string {
  const counting = countsTogether
    ? ''
    : ' Without REDIS_URL each counts the calls a second and a day for itself, so that together they may send as many times what the platform allows, and each caches and revokes for itself.';
  return `another gateway works in ${directory}: they share its index, and write it one at a time, which is safe on a disk of one machine alone.${counting} A DATA_DIR of its own keeps a gateway apart; INDEX_DATABASE_URL is made for several.`;
}
