/** Whether the build is as new as its sources. */

import { readdirSync, statSync } from 'node:fs';

/**
 * The first source that changed after the build, or null where none did; folders count, since a file that was taken
 * away changes nothing else. Where nothing was built, that is what is missing.
 *
 * @param built a file that the build writes last or whole
 * @param sources files, and folders with all they hold (ending with `/`)
 */
export function newerSource(built: URL, sources: readonly URL[]): URL | null {
  const at = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (at === undefined) return built;
  const all = sources.flatMap((source) =>
    source.href.endsWith('/')
      ? [
          source,
          ...readdirSync(source, { recursive: true, encoding: 'utf8' }).map(
            (name) => new URL(name, source),
          ),
        ]
      : [source],
  );
  return all.find((file) => statSync(file).mtimeMs > at) ?? null;
}
