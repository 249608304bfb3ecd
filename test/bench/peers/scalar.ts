/** Scalars that check what is shown and what is asked: those of graphql-scalars, and lean ones that do the same by a pattern. */

import { GraphQLError, GraphQLScalarType } from 'graphql';
import { GraphQLDateTimeISO, GraphQLEmailAddress, GraphQLLocalDate } from 'graphql-scalars';

export const packageScalars = {
  // A text within, too: GraphQLDate makes a Date of each day that is asked for.
  Date: GraphQLLocalDate,
  DateTime: GraphQLDateTimeISO,
  EmailAddress: GraphQLEmailAddress,
};

function scalarOf(name: string, pattern: RegExp): GraphQLScalarType {
  const check = (value: unknown): string => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw new GraphQLError(`Expected ${name}.`);
  };
  return new GraphQLScalarType({
    name,
    serialize: check,
    parseValue: check,
    parseLiteral: (node) => check('value' in node ? node.value : null),
  });
}

export const leanScalars = {
  Date: scalarOf('Date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
  DateTime: scalarOf(
    'DateTime',
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  ),
  EmailAddress: scalarOf('EmailAddress', /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
};
