/** `switchboard query`: one document from a file, its answer printed. */

import { existsSync, readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { nearest } from '../config/name-suggestion.ts';
import { memberAt } from '../contract/member-at.ts';
import { isObject, parseExactJson } from '../contract/wire/json.ts';
import { utf8Text } from '../contract/wire/utf8.ts';
import { beginningOf, UserInputError } from '../errors.ts';
import { stderr, stdout } from '../main/terminal.ts';
import { type ClientAnswer, failuresIn } from '../questions/row-page.ts';
import type { RowSelection } from '../questions/table-shape.ts';
import { errorLine, printIncomplete } from './answer-error.ts';
import { openClient } from './client.ts';
import { commands } from './command-line.ts';
import { selectionOf, tableSelections } from './export/export-rows.ts';
import { misuse, onlyArgument, readFlags } from './flag.ts';
import { type ShownFormat, shownFormat, tablesOf } from './table.ts';

/** @returns 0, or 1 when the answer holds errors or incomplete lists. */
export async function runQuery(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.query);
  const format = shownFormat(values.format);
  if (values.explain && format !== 'json')
    throw misuse(commands.query, `--explain: expected --format json; got ${format}.`);
  const query = readQueryFile(onlyArgument(positionals, commands.query));
  const variables = readVariables(values.variables, query);
  const client = await openClient(values);
  try {
    const selections =
      format === 'json'
        ? []
        : format === 'csv'
          ? [await selectionOf(client, query, variables, null)]
          : await tableSelections(client, query, variables);
    return printAnswer(await client.execute(query, variables), selections, format);
  } finally {
    await client.close();
  }
}

/** Prints the answer to standard output, and its failures to standard error. @returns the exit code. */
export function printAnswer(
  answer: ClientAnswer,
  selections: readonly RowSelection[],
  format: ShownFormat,
): number {
  const { extensions } = answer;
  const failures = failuresIn(answer.errors);
  if (format === 'json')
    stdout.write(`${JSON.stringify({ errors: answer.errors, ...answer }, null, 2)}\n`);
  else {
    // Before anything that is made of the rows, which errors may have taken away.
    for (const error of failures) stderr.write(`${errorLine(error)}\n`);
    const { text, missing } = tablesOf(answer, selections, format);
    stdout.write(text);
    for (const line of missing) stderr.write(`${line}\n`);
  }
  const incomplete = extensions?.incomplete ?? [];
  printIncomplete(incomplete);
  return failures.length + incomplete.length === 0 ? 0 : 1;
}

/**
 * A path below `schema/` or `queries/` that is not in the working folder is that of a document which comes along.
 * @throws UserInputError for a file that can't be read, or is not UTF-8.
 */
export function readQueryFile(path: string): string {
  const text = utf8Text(readBytes(path));
  if (text !== null) return text;
  throw new UserInputError(`Expected text in UTF-8 at ${path}; got other bytes.`);
}

/** Of the checkout, or of the package. */
const programRoot = new URL('../../', import.meta.url);

function readBytes(path: string): Buffer {
  try {
    if (path === '-') return readFileSync(0);
    const comesAlong = /^(?:schema|queries)\//.test(path) && !existsSync(path);
    return readFileSync(comesAlong ? new URL(path, programRoot) : path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserInputError(`Expected a file that can be read at ${path}; got ${code}.`);
  }
}

/**
 * @param text JSON, or @ and the path of a file that holds it.
 * @param query the document; a server ignores values of variables that it does not have.
 */
export function readVariables(text: string, query: string): Readonly<Record<string, unknown>> {
  const json = text.startsWith('@') ? readQueryFile(text.slice(1)) : text;
  let value: unknown;
  try {
    value = parseExactJson(json);
  } catch (error) {
    if (error instanceof UserInputError) throw new UserInputError(`--variables: ${error.message}`);
    const { message } = error as SyntaxError;
    throw new UserInputError(
      `--variables: expected JSON; got something else${placeIn(json, message)}: ${message.replace(/ in JSON at position.*/, '')}.`,
    );
  }
  if (!isObject(value))
    throw new UserInputError('--variables: expected a JSON object; got another value.');
  const names = variableNames(query);
  const unknown = Object.keys(value).find((name) => names?.includes(name) === false);
  if (unknown === undefined || names === null) return value;
  const meant = nearest(unknown, names);
  const all = names.length === 0 ? 'no variables' : `one of ${names.join(', ')}`;
  throw new UserInputError(
    `--variables: expected ${meant === null ? all : `"${meant}", probably`}; got "${unknown}", which the document does not declare.`,
  );
}

/** Variables of all operations of the document; null where it can't be parsed: the server's error is better. */
function variableNames(query: string): readonly string[] | null {
  try {
    return parse(query, { noLocation: true }).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
        : [],
    );
  } catch {
    return null;
  }
}

/** Position and token where the parser stopped; empty where the text ends too early. */
function placeIn(json: string, message: string): string {
  const at = /at position (\d+)/.exec(message);
  if (at === null) return '';
  const before = json.slice(0, Number(at[1])).split('\n');
  const [line = ''] = json.slice(Number(at[1])).split('\n', 1);
  const text = beginningOf(line, 20);
  return ` in line ${before.length}, column ${memberAt(before, -1).length + 1}, at ${JSON.stringify(text)}`;
}
