/** First choices: what a click selects below a field. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  getNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import type { Selection } from './document-edit.ts';
import { firstValue } from './preset.ts';

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
  const argumentTexts = required.map((arg) => `${arg.name}: ${firstValue(arg)}`).join(', ');
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
  const byName = naming.map((name) => fields[name]).find(plain);
  // A link says most by what it leads to.
  if (byName === undefined && fields.record !== undefined)
    return [firstSelection(fields.record, depth + 1)];
  const named = byName ?? Object.values(fields).find(plain);
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

/** An argument of a field, or a member of an input object. */
export type Input = GraphQLArgument | GraphQLInputField;

/** True for an input object that compares one value: comparators have names such as StringFilter, too. */
export const isComparator = (type: GraphQLNamedType): boolean =>
  isInputObjectType(type) && ['eq', 'includes'].some((name) => name in type.getFields());

/** True for an input object that says which rows are meant. */
export const isFilter = (type: GraphQLNamedType): boolean =>
  /(?:Filter|About)$/.test(type.name) && !isComparator(type);
