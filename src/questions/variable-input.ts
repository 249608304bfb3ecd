/** Variables of a question as text: which kind each takes, for forms, and the value that texts of an address stand for. */

import {
  coerceInputValue,
  type GraphQLInputType,
  GraphQLList,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { didYouMean } from 'graphql/jsutils/didYouMean.js';
import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { parseExactJson } from '../contract/wire/json.ts';
import { beginningOf, UserInputError } from '../errors.ts';

/** `json` is whatever one field of a form can't hold. */
type InputKind =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'time'
  | 'choice'
  | 'object'
  | 'json';

export interface VariableInput {
  readonly kind: InputKind;
  /** Whether it takes several values, each of this kind. */
  readonly isList: boolean;
  /** Values of a choice; empty for other kinds. */
  readonly choices: readonly string[];
  /** Members of an object, none of them an object; empty for other kinds. */
  readonly fields: readonly InputField[];
}

interface InputField {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly input: VariableInput;
}

const scalarKinds: Readonly<Record<string, InputKind>> = {
  Int: 'integer',
  Float: 'number',
  Boolean: 'boolean',
  Date: 'date',
  DateTime: 'time',
  JSON: 'json',
};

export function inputOf(type: GraphQLInputType): VariableInput {
  const nullable = getNullableType(type);
  const isList = isListType(nullable);
  const item = isList ? getNullableType(nullable.ofType) : nullable;
  const plain = { isList, choices: [], fields: [] };
  if (isListType(item)) return { ...plain, kind: 'json' };
  if (isEnumType(item))
    return { ...plain, kind: 'choice', choices: item.getValues().map(({ name }) => name) };
  if (!isInputObjectType(item)) return { ...plain, kind: scalarKinds[item.name] ?? 'text' };
  const members = Object.values(item.getFields());
  // Objects in objects may have no end.
  if (isList || members.some((member) => isInputObjectType(getNamedType(member.type))))
    return { ...plain, kind: 'json' };
  const fields = members.map((member) => ({
    name: member.name,
    description: member.description ?? '',
    isRequired: isNonNullType(member.type) && member.defaultValue === undefined,
    input: inputOf(member.type),
  }));
  return { ...plain, kind: 'object', fields };
}

/**
 * Reads the value of a variable from its texts in an address: lists by repetition, objects as JSON, `null` for none.
 * @example valueOfTexts('stages', [String!], ['Won', 'Lost']) is ['Won', 'Lost']
 * @throws UserInputError that says what was expected and what came
 */
export function valueOfTexts(
  name: string,
  type: GraphQLInputType,
  texts: readonly string[],
): unknown {
  const input = inputOf(type);
  const [first = ''] = texts;
  if (!input.isList && texts.length > 1)
    throw new UserInputError(`${name}: expected one value; got ${texts.length}.`);
  const itemType = input.isList ? itemOf(type) : type;
  if (texts.length === 1 && first === 'null' && input.kind !== 'text' && !isNonNullType(type))
    return null;
  const values = texts.map((text) => {
    const value = valueOfText(input.kind, text);
    const fault = value === undefined ? '' : faultOf(value, itemType);
    if (fault === null) return value;
    throw new UserInputError(
      `${name}: expected ${expectedText(input, itemType, text)}; got ${JSON.stringify(beginningOf(text, 60))}.${fault}`,
    );
  });
  return input.isList ? values : values[0];
}

function itemOf(type: GraphQLInputType): GraphQLInputType {
  const list = getNullableType(type);
  return list instanceof GraphQLList ? list.ofType : type;
}

/** Undefined where the text is none of this kind. */
function valueOfText(kind: InputKind, text: string): unknown {
  switch (kind) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'object':
    case 'json':
      try {
        return parseExactJson(text);
      } catch {
        return undefined;
      }
    default:
      return text;
  }
}

/** What the type says against the value; null where it takes it. */
function faultOf(value: unknown, type: GraphQLInputType): string | null {
  const faults: string[] = [];
  coerceInputValue(value, type, (_path, _value, { message }) => faults.push(message));
  return faults[0] === undefined ? null : ` ${faults[0]}`;
}

/** Choices that an error names. */
const mostNamed = 12;

function expectedText(
  { kind, choices }: VariableInput,
  type: GraphQLInputType,
  text: string,
): string {
  if (kind === 'object' || kind === 'json') return `${type} as JSON`;
  if (kind === 'boolean') return 'true or false';
  if (kind !== 'choice') return `${type}`;
  const near = suggestionList(beginningOf(text, 60), [...choices]);
  const named = near.length > 0 ? near.slice(0, 3) : choices.slice(0, mostNamed);
  const more = choices.length > named.length ? ` (one of ${choices.length})` : '';
  return `${named.join(', ')}${more}`;
}

/** The nearest names as a question behind an error; empty where none is near. */
export const nearestText = (name: string, names: readonly string[]): string =>
  didYouMean(suggestionList(beginningOf(name, 60), names));
