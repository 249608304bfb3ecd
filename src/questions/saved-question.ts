/**
 * Saved questions: documents of a folder, each with a comment on what it answers. GraphiQL, the command line,
 * dashboards and the trusted documents all read them here; this folder also turns an answer into a table.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  print,
  specifiedRules,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';
import { utf8Text } from '../contract/wire/utf8.ts';
import { parseWithin } from '../engine/document/document-parser.ts';
import { withSuggestion } from '../engine/document/suggestion.ts';
import { validateWithin } from '../engine/document/validation.ts';
import { counted, UserInputError } from '../errors.ts';
import type { TableColumn } from './column-expression.ts';
import { type ComparedField, comparedFields } from './compared-field.ts';
import { type Header, type HeaderIssue, readHeader } from './question-header.ts';
import { type ColumnText, type RowSelection, readSelection } from './table-shape.ts';
import { inputOf, type VariableInput } from './variable-input.ts';

export interface QuestionVariable {
  readonly name: string;
  /** Type as the document declares it, e.g. `[String!]`. */
  readonly type: string;
  /** Whether the variable is required. */
  readonly isRequired: boolean;
  /** Default value; null without one. */
  readonly default: unknown;
  readonly description: string;
  /** What a form asks for it by. */
  readonly input: VariableInput;
  /** The field whose values it is compared with; null where it is with none, or is no text. */
  readonly compared: ComparedField | null;
}

/** A saved question, as the server lists it. */
export interface Question {
  /** The file's name without its ending. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The file's text; its hash and its name are trusted. */
  readonly query: string;
  readonly variables: readonly QuestionVariable[];
  readonly rows: Omit<RowSelection, 'columns'>;
  readonly columns: readonly TableColumn[];
}

/**
 * Reads every `.graphql` file of a folder, in the order of their names.
 * @param taken names of other trusted documents.
 * @throws UserInputError with every fault of every file, each with its file and line.
 */
export function readQuestions(
  directory: string,
  schema: GraphQLSchema,
  taken: readonly string[] = [],
): readonly Question[] {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UserInputError(`Expected a folder of saved questions at ${directory}; got none.`);
  const issues: string[] = [];
  const files = readdirSync(directory).filter((name) => name.endsWith('.graphql'));
  const questions = files.sort().flatMap((file) => {
    const path = join(directory, file);
    const fileIssues: HeaderIssue[] = [];
    const text = textOf(path, fileIssues);
    const question =
      text === null ? null : questionOf(basename(file, '.graphql'), text, schema, fileIssues);
    if (taken.includes(basename(file, '.graphql')))
      fileIssues.push({
        line: 1,
        message: 'expected a name of its own; another trusted document has it',
      });
    issues.push(...fileIssues.map(({ line, message }) => `${path}:${line}: ${message}`));
    return question === null ? [] : [question];
  });
  if (issues.length > 0)
    throw new UserInputError(
      `Saved questions have ${counted(issues.length, 'fault')}:\n${issues.map((line) => `  ${line}`).join('\n')}`,
    );
  return questions;
}

/** @returns null where there is none, which is an issue */
function textOf(path: string, issues: HeaderIssue[]): string | null {
  try {
    const text = utf8Text(readFileSync(path));
    if (text === null)
      issues.push({ line: 1, message: 'expected a file in UTF-8; got other bytes' });
    return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    issues.push({ line: 1, message: `expected a file that can be read; got ${code}` });
    return null;
  }
}

/** Reads one question. @returns null where it has issues, which are added to `issues` */
function questionOf(
  name: string,
  query: string,
  schema: GraphQLSchema,
  issues: HeaderIssue[],
): Question | null {
  const { header, issues: ofHeader } = readHeader(query);
  issues.push(...ofHeader);
  try {
    const document = parseWithin(query);
    const errors = validateWithin(schema, document, specifiedRules, withSuggestion);
    for (const error of errors) issues.push(located(error));
    if (errors.length > 0) return null;
    const variables = variablesOf(schema, document, header, issues);
    const { columns, ...rows } = selectionOf(schema, query, header, issues);
    return {
      name,
      title: header.title,
      description: header.description,
      query,
      variables,
      rows,
      columns,
    };
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof UserInputError)) throw error;
    issues.push(
      error instanceof GraphQLError ? located(error) : { line: 1, message: error.message },
    );
    return null;
  }
}

const located = ({ locations, message }: GraphQLError): HeaderIssue => ({
  line: locations?.[0]?.line ?? 1,
  message,
});

/** Argument of cursors, which is no variable for users. */
const cursor = 'after';

/** What the address of a question takes beside its variables. */
export const addressParameters: readonly string[] = ['format', 'partial'];

function variablesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { variables: described }: Header,
  issues: HeaderIssue[],
): readonly QuestionVariable[] {
  const compared = comparedFields(schema, document);
  const [operation] = document.definitions.filter(
    (definition) => definition.kind === 'OperationDefinition',
  );
  const declared = (operation?.variableDefinitions ?? []).filter(
    ({ variable }) => variable.name.value !== cursor,
  );
  for (const [name, { line }] of described)
    if (!declared.some(({ variable }) => variable.name.value === name))
      issues.push({ line, message: `expected a variable of the document; got "${name}"` });
  return declared.map(({ variable, type, defaultValue, loc }) => {
    const name = variable.name.value;
    const description = described.get(name)?.value;
    if (description === undefined)
      issues.push({
        line: loc?.startToken.line ?? 1,
        message: `expected "# variable ${name}: …" in the header, since the document takes it; got none`,
      });
    if (addressParameters.includes(name))
      issues.push({
        line: loc?.startToken.line ?? 1,
        message: `expected another name than "$${name}", which the question's address (/queries/NAME?${name}=…) takes for itself`,
      });
    // Validation has found an input type.
    const input = inputOf(typeFromAST(schema, type) as GraphQLInputType);
    return {
      name,
      type: print(type),
      isRequired: type.kind === 'NonNullType' && defaultValue === undefined,
      default: defaultValue === undefined ? null : valueFromASTUntyped(defaultValue),
      description: description ?? '',
      input,
      compared: input.kind === 'text' ? (compared.get(name) ?? null) : null,
    };
  });
}

/** Rows of a question asked with these variables. Where a document leaves their number to a variable, the default alone is known before. */
export function selectionWith(
  { rows, columns }: Question,
  variables: Readonly<Record<string, unknown>>,
): RowSelection {
  const value = rows.mostVariable === null ? undefined : variables[rows.mostVariable];
  return { ...rows, columns, most: typeof value === 'number' ? value : rows.most };
}

/** Reads the document once; only where a column is at fault, column by column, so that each issue has its line. */
function selectionOf(
  schema: GraphQLSchema,
  query: string,
  { columns }: Header,
  issues: HeaderIssue[],
): RowSelection {
  const read = (texts: readonly ColumnText[] | null): RowSelection =>
    readSelection(schema, query, {}, { columns: texts });
  if (columns.length === 0) return read(null);
  try {
    return read(columns.map(({ value }) => value));
  } catch {
    const selection = read(null);
    for (const { line, value } of columns)
      try {
        read([value]);
      } catch (error) {
        if (!(error instanceof UserInputError)) throw error;
        issues.push({ line, message: error.message });
      }
    return selection;
  }
}
