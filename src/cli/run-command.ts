/** `switchboard run`: a saved question by its name, with its variables; without a name, the list of them. */

import { parseExactJson } from '../contract/wire/json.ts';
import { UserInputError } from '../errors.ts';
import { stdout } from '../main/terminal.ts';
import {
  type Question,
  type QuestionVariable,
  selectionWith,
} from '../questions/saved-question.ts';
import { openClient } from './client.ts';
import { commands } from './command-line.ts';
import { formOf } from './export/format.ts';
import { expectNoFile } from './export/part-file.ts';
import { writeRows } from './export-command.ts';
import { expectFlags, misuse, readFlags } from './flag.ts';
import { printAnswer } from './query-command.ts';
import { shownFormat } from './table.ts';

/** @returns 0, or 1 when the answer holds errors or incomplete lists. */
export async function runQuestion(args: readonly string[]): Promise<number> {
  const { values, positionals, flagNames } = readFlags(args, commands.run);
  const [name, ...others] = positionals;
  if (others.length > 0)
    throw misuse(commands.run, `Expected one name; got ${positionals.length}.`);
  const { out } = values;
  if (name === undefined) expectFlags(commands.run, 'run without NAME', flagNames, ['url', 'key']);
  const file = out === undefined ? null : { out, ...formOf(out, values.format) };
  const format = shownFormat((file === null ? values.format : undefined) ?? 'table');
  // Before a gateway is started and its index filled, which takes its time.
  if (file !== null) expectNoFile(file.out, values.force);
  const client = await openClient(values);
  try {
    const questions = await client.questions();
    if (name === undefined) {
      stdout.write(listOf(questions));
      return 0;
    }
    const question = questions.find((question) => question.name === name);
    if (question === undefined)
      throw new UserInputError(
        `Expected a saved question (${questions.map((question) => question.name).join(', ')}); got "${name}".`,
      );
    const { query } = question;
    const variables = variablesOf(question, values.var);
    const selection = selectionWith(question, variables);
    if (file === null)
      return printAnswer(await client.execute(query, variables), [selection], format);
    return await writeRows(client, {
      query,
      variables,
      selection,
      unnest: null,
      ...file,
      restart: values.restart,
      force: values.force,
    });
  } finally {
    await client.close();
  }
}

function listOf(questions: readonly Question[]): string {
  const width = Math.max(0, ...questions.map(({ name }) => name.length));
  return questions
    .map(({ name, title, variables }) => {
      const lines = variables.map((variable) => {
        const fallback = variable.isRequired ? 'required' : JSON.stringify(variable.default);
        return `${' '.repeat(width + 4)}--var ${variable.name}=…  ${variable.description} (${variable.type}: ${fallback})\n`;
      });
      return `${name.padEnd(width)}  ${title}\n${lines.join('')}`;
    })
    .join('');
}

function variablesOf(
  { variables }: Question,
  texts: readonly string[],
): Readonly<Record<string, unknown>> {
  const values = texts.map((text): [string, unknown] => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    const variable = variables.find((variable) => variable.name === name);
    if (value === undefined || variable === undefined)
      throw new UserInputError(
        `--var: expected NAME=VALUE of one of ${variables.map((variable) => variable.name).join(', ') || 'no variables'}; got "${text}".`,
      );
    return [variable.name, valueOfType(variable, value)];
  });
  const names = values.map(([name]) => name);
  const again = names.find((name, at) => names.indexOf(name) !== at);
  if (again !== undefined)
    throw new UserInputError(`--var ${again}: expected one value; got more.`);
  const missing = variables.find(({ name, isRequired }) => isRequired && !names.includes(name));
  if (missing !== undefined)
    throw new UserInputError(
      `--var: expected ${missing.name}=… (${missing.type}: ${missing.description}); got none.`,
    );
  return Object.fromEntries(values);
}

/** Texts, ids, dates and enum values are given as they are; numbers, booleans, lists and objects as JSON. */
function valueOfType({ name, type }: QuestionVariable, text: string): unknown {
  const isJson = /^(Int|Float|Boolean|JSON)!?$/.test(type) || /^[[{]/.test(text) || text === 'null';
  if (!isJson) return text;
  try {
    return parseExactJson(text);
  } catch {
    throw new UserInputError(`--var ${name}: expected ${type} as JSON; got "${text}".`);
  }
}
