/** Names of platform settings (trackers, workspaces …), resolved to ids for filters of calls. */

import type { Row } from '../../contract/wire/execute.ts';
import { idText } from '../../contract/wire/upstream-value-reader.ts';
import { beginningOf, UserInputError } from '../../errors.ts';

interface NamedSetting {
  /** Kind of setting with its article, for messages. */
  readonly what: string;
  readonly nameField: string;
  readonly idField: string;
}

const mostListed = 50;

/** Ids of all settings with these names. @throws UserInputError for an unknown name, with the known ones */
export function settingIdsByName(
  rows: readonly Row[],
  names: readonly string[],
  { what, nameField, idField }: NamedSetting,
): readonly string[] {
  return names.flatMap((name) => {
    const named = rows.filter((row) => row[nameField] === name);
    if (named.length > 0) return named.flatMap((row) => idText(row[idField]) ?? []);
    const allNames = rows.map((row) => row[nameField]).filter((text) => typeof text === 'string');
    throw new UserInputError(
      `Expected the name of ${what} (${allNames.slice(0, mostListed).join(', ')}), got ${JSON.stringify(beginningOf(name, 60))}.`,
    );
  });
}
