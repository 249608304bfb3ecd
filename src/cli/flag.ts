/** Flags and arguments of a command line, held to what the command declares; faults are told as the user's. */

import { parseArgs } from 'node:util';
import { UserInputError } from '../errors.ts';
import { type Command, helpOf } from './help.ts';

/** @throws UserInputError with the command's help for flags that can't be. */
export function readFlags<const C extends Command & Required<Pick<Command, 'flags'>>>(
  args: readonly string[],
  command: C,
) {
  try {
    const options: C['flags'] = command.flags;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw misuse(command, (error as Error).message);
  }
}

/** @returns the one argument. @throws UserInputError with the command's help when there is none or more. */
export function onlyArgument(positionals: readonly string[], command: Command): string {
  const [first, ...rest] = positionals;
  if (first === undefined || rest.length > 0)
    throw misuse(command, `Expected one argument; got ${positionals.length}.`);
  return first;
}

export const misuse = (command: Command, fault: string): UserInputError =>
  new UserInputError(`${fault}\n\nUsage: ${helpOf(command)}`);
