/** Flags and arguments of a command line: parsed, and refused with the command's help where they would have no effect. */

import { parseArgs } from 'node:util';
import { UserInputError } from '../errors.ts';
import { type Command, type Flag, helpOf } from './command-line.ts';

/**
 * @returns what `parseArgs` does, and the names of the flags that were given.
 * @throws UserInputError with the command's help for flags that can't be, or that would have no effect.
 */
export function readFlags<const C extends Command & Required<Pick<Command, 'flags'>>>(
  args: readonly string[],
  command: C,
) {
  const { tokens, ...parsed } = parsedArgs(args, command);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const flagOf = (name: string): Flag => command.flags[name]!;
  const again = given.find((name, at) => given.indexOf(name) !== at && !flagOf(name).multiple);
  if (again !== undefined) throw misuse(command, `--${again}: expected once; got it again.`);
  for (const name of given) {
    const { beside } = flagOf(name);
    if (beside !== undefined && !given.includes(beside))
      throw misuse(command, `--${name}: expected --${beside} beside it; got none.`);
  }
  return { ...parsed, given };
}

function parsedArgs<const C extends Command & Required<Pick<Command, 'flags'>>>(
  args: readonly string[],
  command: C,
) {
  try {
    const options: C['flags'] = command.flags;
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw misuse(command, (error as Error).message);
  }
}

/**
 * @param given names of flags. @param meant those that have a meaning here.
 * @throws UserInputError with the command's help for another.
 */
export function expectFlags(
  command: Command,
  what: string,
  given: readonly string[],
  meant: readonly string[],
): void {
  const stray = given.find((name) => !meant.includes(name));
  if (stray === undefined) return;
  const known = meant.map((name) => `--${name}`).join(', ') || 'no flags';
  throw misuse(command, `${what}: expected ${known}; got --${stray}.`);
}

/** @returns the one argument. @throws UserInputError with the command's help when there is none or more. */
export function onlyArgument(positionals: readonly string[], command: Command): string {
  const [first, ...rest] = positionals;
  if (first === undefined || rest.length > 0)
    throw misuse(command, `Expected one argument; got ${positionals.length}.`);
  return first;
}

export const misuse = (command: Command, message: string): UserInputError =>
  new UserInputError(`${message}\n\nUsage: ${helpOf(command)}`);
