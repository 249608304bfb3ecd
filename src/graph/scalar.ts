/** Scalars whose complaints about an upstream value never repeat the value, and addresses in every script. */

import { GraphQLScalarType, Kind } from 'graphql';
import { SwitchboardError, UserInputError } from '../errors.ts';

/** The scalar with its serialize step made discreet: a bad value is UPSTREAM_BAD_RESPONSE and is not quoted. */
export function discreet<I, O>(scalar: GraphQLScalarType<I, O>): GraphQLScalarType<I, O> {
  const config = scalar.toConfig();
  return new GraphQLScalarType<I, O>({
    ...config,
    serialize(value) {
      try {
        return config.serialize(value);
      } catch (cause) {
        throw new SwitchboardError(
          'UPSTREAM_BAD_RESPONSE',
          `Expected a value of type ${config.name} from upstream, got one of another form.`,
          false,
          { cause },
        );
      }
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

/** An address as it is: upstreams hand out internationalised ones, which the usual scalar refuses. */
export const emailAddress = new GraphQLScalarType<string, string>({
  name: 'EmailAddress',
  description:
    'An e-mail address, in any script on either side of the @: `ana@example.com`, `jörg@münchen.example`.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc6531',
  serialize: checked,
  parseValue: checked,
  parseLiteral: (node) => checked(node.kind === Kind.STRING ? node.value : null),
  extensions: { codegenScalarType: 'string' },
});
