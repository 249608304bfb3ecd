/** Flags and arguments of a command line: parsed, and refused with the command's help where they would have no effect. */

import { parseArgs } from 'node:util';
import { nearest } from '../config/name-suggestion.ts';
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
  const flagNames = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const flagOf = (name: string): Flag => command.flags[name]!;
  const again = flagNames.find(
    (name, at) => flagNames.indexOf(name) !== at && !flagOf(name).multiple,
  );
  if (again !== undefined) throw misuse(command, `--${again}: expected once; got it again.`);
  for (const name of flagNames) {
    const { beside } = flagOf(name);
    if (beside !== undefined && !flagNames.includes(beside))
      throw misuse(command, `--${name}: expected --${beside} beside it; got none.`);
  }
  return { ...parsed, flagNames };
}

function parsedArgs<const C extends Command & Required<Pick<Command, 'flags'>>>(
  args: readonly string[],
  command: C,
) {
  try {
    const options: C['flags'] = command.flags;
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: string };
    const [, flag] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
    if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || flag === undefined)
      throw misuse(command, message);
    throw misuse(command, unknownFlagText(command, flag));
  }
}

function unknownFlagText(command: Required<Pick<Command, 'flags'>>, flag: string): string {
  const names = Object.keys(command.flags);
  const meant = nearest(flag.replace(/^-+/, ''), names);
  const expected =
    meant === null
      ? `one of ${names.map((name) => `--${name}`).join(', ')}`
      : `--${meant}, probably`;
  return `${flag}: expected ${expected}; there is no such flag.`;
}

/**
 * @param flagNames those that were set. @param meant those that have a meaning here.
 * @throws UserInputError with the command's help for another.
 */
export function expectFlags(
  command: Command,
  what: string,
  flagNames: readonly string[],
  meant: readonly string[],
): void {
  const stray = flagNames.find((name) => !meant.includes(name));
  if (stray === undefined) return;
  const allowed = meant.map((name) => `--${name}`).join(', ') || 'no flags';
  throw misuse(command, `${what}: expected ${allowed}; got --${stray}.`);
}

/** @returns the one argument. @throws UserInputError with the command's help when there is none or more. */
export function onlyArgument(positionals: readonly string[], command: Command): string {
  const [first, ...others] = positionals;
  if (first === undefined || others.length > 0)
    throw misuse(command, `Expected one argument; got ${positionals.length}.`);
  return first;
}

export const misuse = (command: Command, message: string): UserInputError =>
  new UserInputError(`${message}\n\nUsage: ${helpOf(command)}`);
