/** Question headers: the comment that opens a saved question, with its title and the meaning of its variables and columns. */

import type { ColumnText } from './table-shape.ts';

export interface Header {
  readonly title: string;
  readonly description: string;
  /** Description of each variable. */
  readonly variables: ReadonlyMap<string, Located<string>>;
  readonly columns: readonly Located<ColumnText>[];
}

/** Value from a file with its line, counted from 1. */
interface Located<T> {
  readonly line: number;
  readonly value: T;
}

/** Issue of a file, with its line. */
export interface HeaderIssue {
  readonly line: number;
  readonly message: string;
}

interface Entry {
  readonly line: number;
  readonly key: string;
  text: string;
}

const entryForm = /^(title|description|variable|column)\b([^:]*):(.*)$/;
const variableForm = /^ +([A-Za-z_]\w*) *$/;
const columnForm = /^ +([A-Za-z_]\w*) *=([^=]+)$/;
const expected =
  'expected "title:", "description:", "variable NAME:", "column NAME = PATH:" or a line that goes on, two blanks further in';

/**
 * Entries of the comment before the first other line, one a line; a line that stands two blanks further in
 * goes on with the entry before it, and an empty one means nothing.
 * @example
 * # title: Win rate by quarter
 * # variable since: the first close date that counts
 * # column won = wins.totalCount: deals that were won
 */
export function readHeader(text: string): { header: Header; issues: readonly HeaderIssue[] } {
  const issues: HeaderIssue[] = [];
  const entries = readEntries(text, issues);
  const header = {
    title: '',
    description: '',
    variables: new Map<string, Located<string>>(),
    columns: [] as Located<ColumnText>[],
  };
  for (const { line, key, text: value } of entries) {
    const issue = (message: string): void => void issues.push({ line, message });
    const kind = /^\w+/.exec(key)![0];
    const words = key.slice(kind.length);
    if (value === '') issue(`expected a text after "${key.trim()}:"; got none`);
    if (kind === 'title' || kind === 'description') {
      if (words.trim() !== '') issue(`expected "${kind}:"; got "${key}:"`);
      else if (header[kind] !== '') issue(`expected one ${kind}; got another`);
      else header[kind] = value;
    } else if (kind === 'variable') {
      const name = variableForm.exec(words)?.[1];
      if (name === undefined) issue(`expected "variable NAME:"; got "${key}:"`);
      else if (header.variables.has(name)) issue(`expected variable ${name} once; got it again`);
      else header.variables.set(name, { line, value });
    } else {
      const [, name, expression] = columnForm.exec(words) ?? [];
      if (name === undefined) issue(`expected "column NAME = PATH:"; got "${key}:"`);
      else if (header.columns.some((column) => column.value.name === name))
        issue(`expected column ${name} once; got it again`);
      else
        header.columns.push({
          line,
          value: { name, expression: expression!.trim(), about: value },
        });
    }
  }
  if (entries.every(({ key }) => key !== 'title'))
    issues.push({ line: 1, message: 'expected "# title: …"; got none' });
  return { header, issues };
}

function readEntries(text: string, issues: HeaderIssue[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (!line.startsWith('#')) break;
    const content = line.slice(1);
    if (content.trim() === '') continue;
    const [, key, words, value] = entryForm.exec(content.trim()) ?? [];
    const last = entries.at(-1);
    if (/^ {3}/.test(content) && last !== undefined) last.text += ` ${content.trim()}`;
    else if (key !== undefined)
      entries.push({ line: at + 1, key: `${key}${words!.trimEnd()}`, text: value!.trim() });
    else issues.push({ line: at + 1, message: `${expected}; got "${content.trim()}"` });
  }
  return entries;
}
