/** First choices: what a click selects below a field, and the value that an argument begins with. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { Selection } from './document-edit.ts';

type Field = GraphQLField<unknown, unknown>;

/** What names a thing, the best first; of what has none of them the first plain value is taken. */
const naming = [
  'name',
  'recordName',
  'title',
  'subject',
  'label',
  'text',
  'value',
  'totalCount',
  'count',
  'id',
];
/** Where the rows of a list are. */
const holding = ['nodes', 'groups', 'items'];

const needsNothing = ({ args }: Field): boolean => !args.some(isRequiredArgument);

/** A field with the arguments it can't do without, and so much below it that the question can be asked. */
export function firstSelection(field: Field, depth = 0): Selection {
  const required = field.args.filter(isRequiredArgument);
  const argumentTexts = required.map((arg) => `${arg.name}: ${firstValue(arg.type)}`).join(', ');
  return {
    name: field.name,
    ...(required.length > 0 && { args: `(${argumentTexts})` }),
    below: firstBelow(field, depth),
  };
}

function firstBelow(field: Field, depth: number): readonly Selection[] {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return [];
  if (!(isObjectType(type) || isInterfaceType(type)) || depth > 4) return [{ name: '__typename' }];
  const fields = type.getFields();
  const rows = holding.map((name) => fields[name]).find((rowField) => rowField !== undefined);
  if (rows !== undefined) return [firstSelection(rows, depth + 1)];
  // Figures of groups say little without what the groups have in common: a value, and the name of what it refers to.
  if (fields.keys !== undefined && fields.count !== undefined)
    return [{ name: 'keys', below: keyNames(fields.keys, depth + 1) }, { name: 'count' }];
  const plain = (candidate: Field | undefined): boolean =>
    candidate !== undefined &&
    !isCompositeType(getNamedType(candidate.type)) &&
    needsNothing(candidate);
  const named = naming.map((name) => fields[name]).find(plain) ?? Object.values(fields).find(plain);
  if (named !== undefined) return [{ name: named.name }];
  const object = Object.values(fields).find(needsNothing);
  return [object === undefined ? { name: '__typename' } : firstSelection(object, depth + 1)];
}

function keyNames(keys: Field, depth: number): readonly Selection[] {
  const key = getNamedType(keys.type);
  const fields = isObjectType(key) ? key.getFields() : {};
  const referred = Object.values(fields).filter(({ type }) => isCompositeType(getNamedType(type)));
  return [{ name: 'value' }, ...referred.map((field) => firstSelection(field, depth))];
}

/** GraphQL text of a value that the type takes; one that compares begins with its comparator. */
export function firstValue(type: GraphQLInputType, depth = 0): string {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return `[${firstValue(nullable.ofType, depth)}]`;
  if (isEnumType(nullable)) return nullable.getValues()[0]!.name;
  if (isInputObjectType(nullable)) {
    const members = Object.values(nullable.getFields());
    const chosen = members.filter(isRequiredInputField);
    const comparator = members.find(({ name }) => name === 'eq' || name === 'includes');
    if (chosen.length === 0 && nullable.isOneOf) chosen.push(members[0]!);
    else if (chosen.length === 0 && comparator !== undefined) chosen.push(comparator);
    if (chosen.length === 0 || depth > 4) return '{}';
    const memberTexts = chosen.map(
      (member) => `${member.name}: ${firstValue(member.type, depth + 1)}`,
    );
    return `{ ${memberTexts.join(', ')} }`;
  }
  return firstScalar(getNamedType(nullable).name);
}

function firstScalar(name: string): string {
  const today = new Date().toISOString().slice(0, 10);
  switch (name) {
    case 'Int':
      return '10';
    case 'Float':
      return '0';
    case 'Boolean':
      return 'true';
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

/** An argument of a field, or a member of an input object. */
export type Input = GraphQLArgument | GraphQLInputField;

/** True for an input object that compares one value: comparators have names such as StringFilter, too. */
export const isComparator = (type: GraphQLNamedType): boolean =>
  isInputObjectType(type) && ['eq', 'includes'].some((name) => name in type.getFields());

/** Name of the CRM object whose records a filter's input object compares; null for another one. */
export const filteredObject = (
  type: { readonly name: string } | GraphQLObjectType,
): string | null => /^(\w+)Filter$/.exec(type.name)?.[1] ?? null;
