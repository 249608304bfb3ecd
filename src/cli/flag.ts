/** Flags of a subcommand, with faults told as the user's. */

import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { UserInputError } from '../errors.ts';

/** @throws UserInputError with `usage` for flags and arguments that can't be. */
export function readFlags<const O extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UserInputError(`${(error as Error).message}\n\nUsage: ${usage}`);
  }
}

/** @returns the one argument. @throws UserInputError with `usage` when there is none or more. */
export function onlyArgument(positionals: readonly string[], usage: string): string {
  const [first, ...rest] = positionals;
  if (first === undefined || rest.length > 0)
    throw new UserInputError(
      `Expected one argument; got ${positionals.length}.\n\nUsage: ${usage}`,
    );
  return first;
}
