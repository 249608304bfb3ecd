/** The places of the schema as it is built, for tests of what all of them keep to. */

import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { schema } from '../support/world.ts';

type Field = GraphQLField<unknown, unknown>;

/** The federation library's own types; their names and shapes are the specification's. */
export const federation = /^_|^(link|policy|context|fieldSet)/;
export const types = Object.values(schema.getTypeMap()).filter(
  ({ name }) => !name.startsWith('__') && !federation.test(name),
);
export const composites = types.filter((type) => isObjectType(type) || isInterfaceType(type));

export interface FieldPlace {
  readonly path: string;
  readonly owner: GraphQLNamedType;
  readonly field: Field;
}

export const fields: readonly FieldPlace[] = composites.flatMap((owner) =>
  Object.values(owner.getFields())
    .filter(({ name }) => !federation.test(name))
    .map((field) => ({ path: `${owner.name}.${field.name}`, owner, field })),
);

export const argument = ({ field }: FieldPlace, name: string): GraphQLArgument | undefined =>
  field.args.find((one) => one.name === name);

export const isConnection = (name: string): boolean => name.endsWith('Connection');
