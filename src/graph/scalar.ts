/** Scalars whose complaints about an upstream value never repeat the value. */

import { GraphQLScalarType } from 'graphql';
import { SwitchboardError } from '../errors.ts';

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
