/** Scalars of the graph: which arguments they accept, and which upstream values they let out. */

import { GraphQLScalarType, Kind } from 'graphql';
import { DateResolver, DateTimeResolver, JSONResolver, URLResolver } from 'graphql-scalars';
import { outputReaders } from '../contract/wire/scalar-reader.ts';
import {
  emailOf,
  invalidUpstreamValue,
  jsonOf,
  type ValueReader,
} from '../contract/wire/upstream-value-reader.ts';
import { UserInputError } from '../errors.ts';

/** A scalar whose values go out as its reader reads them. */
function reading<I, O>(scalar: GraphQLScalarType<I, unknown>, read: ValueReader<O>) {
  return new GraphQLScalarType<I, O>({
    ...scalar.toConfig(),
    serialize(value) {
      const serialized = read(value);
      if (serialized === null) throw invalidUpstreamValue(`a value of type ${scalar.name}`, value);
      return serialized;
    },
  });
}

/** Dots anywhere, for real addresses have them where the standard has none; a part in quotes may hold what else must not stand there. */
const local = String.raw`(?:[^\s\p{Cc}@"(),:;<>[\]\\]+|"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*")`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Cf}-]*[\p{L}\p{M}\p{N}])?`;
const address = new RegExp(`^${local}@(?:${label}(?:\\.${label})*|\\[[\\d.:a-fA-FIPv]+\\])$`, 'u');

function checked(value: unknown): string {
  if (typeof value === 'string' && value.length <= 512 && address.test(value)) return value;
  throw new UserInputError('Expected an e-mail address.');
}

export const dateTimeScalar = reading(DateTimeResolver, outputReaders.DateTime);
export const dateScalar = reading(DateResolver, outputReaders.Date);
export const urlScalar = reading(URLResolver, outputReaders.URL);
export const jsonScalar = new GraphQLScalarType({ ...JSONResolver.toConfig(), serialize: jsonOf });

/** Upstreams hand out internationalised addresses, which the usual scalar refuses, and ill-formed ones. */
export const emailAddressScalar = reading(
  new GraphQLScalarType<string, string>({
    name: 'EmailAddress',
    description:
      'An e-mail address, in any script on either side of the @: `ana@example.com`, `jörg@münchen.example`. In an answer it stands as its system has it: one @ with text on either side and no blanks, which need not be an address that mail can be sent to (`a@x_y.example`). As an argument it has to be well-formed (RFC 6531).',
    parseValue: checked,
    parseLiteral: (node) => checked(node.kind === Kind.STRING ? node.value : null),
    extensions: { codegenScalarType: 'string' },
  }),
  emailOf,
);
