/** Presets: what an argument or a condition begins with when it is ticked. What most people would choose next, so that the answer is no surprise until they do. */

import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';

interface NamedInput {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly defaultValue?: unknown;
}

/**
 * GraphQL text of a value that the type takes; one that compares begins with a comparator.
 * @param field what the input compares, where it is a comparator
 */
export function firstValue(
  { name, type, defaultValue }: NamedInput,
  field = '',
  depth = 0,
): string {
  // As many rows as there were without it.
  if (name === 'first' && typeof defaultValue === 'number') return String(defaultValue);
  const nullable = getNullableType(type);
  if (isListType(nullable)) return `[${firstValue({ name, type: nullable.ofType }, field, depth)}]`;
  if (isEnumType(nullable)) return firstWord(nullable, name);
  if (isInputObjectType(nullable)) return firstObject(nullable, name, depth);
  return firstScalar(getNamedType(nullable).name, name, field);
}

function firstObject(type: GraphQLInputObjectType, name: string, depth: number): string {
  const members = Object.values(type.getFields());
  const required = members.filter(isRequiredInputField);
  const { field, direction } = type.getFields();
  // Orders by something else need none, but most are by a field.
  const usual = field && direction ? field : type.getFields()[firstComparator(type, name)];
  if (required.length === 0 && type.isOneOf) required.push(members[0]!);
  else if (required.length === 0 && usual !== undefined) required.push(usual);
  if (required.length === 0 || depth > 4) return '{}';
  const texts = required.map((member) => `${member.name}: ${firstValue(member, name, depth + 1)}`);
  return `{ ${texts.join(', ')}${firstDirection(type, texts)} }`;
}

/** Figures and times are looked at from the largest and the latest on. */
const firstDirection = (type: GraphQLInputObjectType, [field]: readonly string[]): string =>
  'direction' in type.getFields() && field !== 'field: NAME'
    ? `, direction: DESC${'nulls' in type.getFields() ? ', nulls: LAST' : ''}`
    : '';

/** A part of a text, at least a figure, a period of a time; else the very value. */
function firstComparator(type: GraphQLInputObjectType, field: string): string {
  const members = type.getFields();
  if (members.contains !== undefined) return isFreeText(field) ? 'contains' : 'eq';
  if (members.during !== undefined && members.eq !== undefined) return 'during';
  if (members.gte !== undefined) return 'gte';
  return members.eq !== undefined ? 'eq' : 'includes';
}

/** Nobody knows names and texts by heart, as they do the words of a list. */
const isFreeText = (field: string): boolean =>
  /^(?:name|title|subject|company|description|website|phone|email|.*(?:City|Street|Name))$/.test(
    field,
  ) && !/^(?:stage|forecastCategory|type)Name$/.test(field);

/** Words to begin with, by the input's name, the best first. */
const firstWords: Readonly<Record<string, readonly string[]>> = {
  field: [
    ...['AMOUNT', 'COUNT', 'STAGE_NAME', 'STATUS', 'INDUSTRY', 'ANNUAL_REVENUE'],
    ...['ACTIVITY_DATE', 'CREATED_DATE', 'NAME', 'OWNER_ID'],
  ],
  groupBy: ['OWNER'],
  nulls: ['LAST'],
  direction: ['DESC'],
  period: ['THIS_QUARTER'],
  by: ['MONTH'],
};

function firstWord(type: GraphQLEnumType, name: string): string {
  const words = type.getValues().map((word) => word.name);
  return firstWords[name]?.find((word) => words.includes(word)) ?? words[0]!;
}

/** Numbers to begin with, by the input's name. */
const firstNumbers: Readonly<Record<string, string>> = {
  first: '20',
  last: '20',
  lastDays: '30',
  n: '30',
  daysBefore: '30',
  withinDays: '30',
  minDurationSeconds: '60',
  maxDurationSeconds: '3600',
  atLeastSeconds: '60',
  firstMinutes: '10',
  lastMinutes: '10',
  gte: '0',
};

/** What is asked for where it is not so. */
const isUnwanted = (field: string): boolean =>
  /^is(?:Closed|Deleted|Archived|Converted|Private|EmailBounced)$|^doNot|^hasOptedOut/.test(field);

function firstScalar(type: string, name: string, field: string): string {
  const today = new Date().toISOString().slice(0, 10);
  switch (type) {
    case 'Int':
    case 'Float':
      return firstNumbers[name] ?? '1';
    case 'Boolean':
      return isUnwanted(field) ? 'false' : 'true';
    case 'Date':
      return `"${today}"`;
    case 'DateTime':
      return `"${today}T00:00:00Z"`;
    case 'JSON':
      return '{}';
    default:
      return '""';
  }
}
