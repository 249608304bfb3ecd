/** The file of a saved question: its document below a comment with title and meanings, as `questions/` reads it. */

import { type DocumentNode, type GraphQLSchema, Kind, parse } from 'graphql';
import { readHeader } from '../../questions/question-header.ts';
import { meaningsOf } from '../explorer/variable-edit.ts';

interface QuestionText {
  readonly title: string;
  readonly description: string;
  /** Meanings of the variables, by their names. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Variables that a user gives: cursors are the command's own. */
const variablesOf = (document: DocumentNode): readonly string[] =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? (definition.variableDefinitions ?? [])
          .map(({ variable }) => variable.name.value)
          .filter((name) => name !== 'after')
      : [],
  );

/** What the file would say: by the comment that is there, by the operation's name, and by what each variable is given to. */
export function proposedText(query: string, schema: GraphQLSchema | null): QuestionText {
  const document = parse(query);
  const { header } = readHeader(query);
  const meanings = schema === null ? new Map<string, string>() : meaningsOf(document, schema);
  const operation = document.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const name = operation && 'name' in operation ? (operation.name?.value ?? '') : '';
  return {
    title: header.title || titleOf(name),
    description: header.description,
    variables: Object.fromEntries(
      variablesOf(document).map((variable) => [
        variable,
        header.variables.get(variable)?.value ?? firstSentence(meanings.get(variable)),
      ]),
    ),
  };
}

/** Words of an operation's name: WonDealsByOwner is “Won deals by owner”. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').replaceAll(/([a-z\d])([A-Z])/g, '$1 $2');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** @example fileNameOf('Won deals, by owner') // → 'won-deals-by-owner.graphql' */
export const fileNameOf = (title: string): string =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'question'
  }.graphql`;

const firstSentence = (text = ''): string => oneLine(text.split(/(?<=\.)\s/, 1)[0]!);

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The document without its comment, under the new one; columns of the old one stay. */
export function questionFile(query: string, text: QuestionText): string {
  const { header } = readHeader(query);
  const document = query.replace(/^(?:[ \t]*(?:#.*)?\n)*/, '').trimEnd();
  const lines = [
    `# title: ${oneLine(text.title)}`,
    ...(text.description.trim() === '' ? [] : [`# description: ${oneLine(text.description)}`]),
    ...Object.entries(text.variables).map(
      ([name, about]) => `# variable ${name}: ${oneLine(about)}`,
    ),
    ...header.columns.map(
      ({ value: { name, expression, about } }) => `# column ${name} = ${expression}: ${about}`,
    ),
  ];
  return `${lines.join('\n')}\n${document}\n`;
}
