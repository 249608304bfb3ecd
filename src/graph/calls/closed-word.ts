/** Words the platform has a closed list of: one that is none of them would match nothing, and nobody would know why. */

import { UserInputError } from '../../errors.ts';

const closed = {
  direction: ['Inbound', 'Outbound', 'Conference', 'Unknown'],
  scope: ['Internal', 'External', 'Unknown'],
  affiliations: ['Internal', 'External', 'Unknown'],
} as const;

const listed = (name: keyof typeof closed): string =>
  `${closed[name].slice(0, -1).join(', ')} or ${closed[name].at(-1)}`;

export const directionWords = `One of these directions: ${listed('direction')}.`;
export const scopeWords = `One of these scopes: ${listed('scope')}.`;
export const affiliationWords = `Only people of these affiliations: ${listed('affiliations')}.`;

/** @throws UserInputError that names the known words. */
export function checkWords(
  given: Partial<Readonly<Record<keyof typeof closed, readonly string[] | null | undefined>>>,
): void {
  for (const [name, known] of Object.entries(closed))
    for (const word of given[name as keyof typeof closed] ?? [])
      if (!(known as readonly string[]).includes(word))
        throw new UserInputError(
          `Expected one of ${known.join(', ')} in ${name}, got ${JSON.stringify(word.slice(0, 40))}.`,
        );
}
