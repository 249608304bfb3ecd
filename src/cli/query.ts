/** `switchboard query`: one document from a file, its answer as JSON on standard output. */

import { readFileSync } from 'node:fs';
import { isObject } from '../contract/wire/json.ts';
import { UserInputError } from '../errors.ts';
import { openClient, printIncomplete } from './client.ts';
import { onlyArgument, readFlags } from './flag.ts';
import { commands } from './help.ts';

/** @returns 0, or 1 when the answer holds errors or incomplete lists. */
export async function runQuery(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.query);
  const query = readText(onlyArgument(positionals, commands.query));
  const variables = readVariables(values.variables);
  const client = await openClient(values);
  try {
    const answer = await client.ask(query, variables);
    process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
    const incomplete = answer.extensions?.incomplete ?? [];
    printIncomplete(incomplete);
    return answer.errors === undefined && incomplete.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

/** @throws UserInputError for a file that can't be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserInputError(`Expected a file that can be read at ${path}; got ${code}.`);
  }
}

/** @param text JSON, or @ and the path of a file that holds it. */
export function readVariables(text: string): Readonly<Record<string, unknown>> {
  const json = text.startsWith('@') ? readText(text.slice(1)) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UserInputError('--variables: expected JSON; got something else.');
  }
  if (isObject(value)) return value;
  throw new UserInputError('--variables: expected a JSON object; got another value.');
}
