/** Random valid queries of a schema, with arguments that find something. */

import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Values for arguments, as they are written in a query: by argument name, or `Type.field.argument`. */
export type Samples = ReadonlyMap<string, readonly string[]>;

export interface RandomQueryOptions {
  readonly depth: number;
  readonly fields: number;
}

type Draw = fc.GeneratorValue;

export class RandomQuery {
  readonly #schema: GraphQLSchema;
  readonly #samples: Samples;
  readonly #options: RandomQueryOptions;

  constructor(schema: GraphQLSchema, samples: Samples, options: RandomQueryOptions) {
    this.#schema = schema;
    this.#samples = samples;
    this.#options = options;
  }

  draw(g: Draw): string {
    return this.#selection(g, this.#schema.getQueryType()!, this.#options.depth);
  }

  #selection(g: Draw, type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ name }) => !name.startsWith('_'));
    const leaves = fields.filter((field) => !leads(field));
    const branches = depth === 0 ? [] : fields.filter(leads);
    // Rows are what lies deeper: a connection without them is soon over.
    const rows = branches.filter(({ name }) => ['nodes', 'edges', 'node', 'record'].includes(name));
    const pick = (some: typeof fields, most: number): typeof fields =>
      some.length === 0
        ? []
        : drawSome(
            g,
            some.map(({ name }) => name),
            most,
          ).map((name) => type.getFields()[name]!);
    const chosen = new Set([
      ...pick(leaves, 2),
      ...pick(branches, this.#options.fields),
      ...rows.slice(0, 1),
    ]);
    const parts = [...chosen].flatMap((field, at) => {
      const twice = leads(field) && depth > 2 && g(fc.integer, { min: 0, max: 9 }) === 0;
      const one = this.#field(g, type, field, depth);
      const other = twice ? this.#field(g, type, field, depth) : null;
      return [one ?? [], other === null ? [] : `again${at}: ${other}`].flat();
    });
    return `{ __typename ${parts.join(' ')} }`;
  }

  #field(
    g: Draw,
    type: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    depth: number,
  ): string | null {
    const args = this.#arguments(g, `${type.name}.${field.name}`, field.args);
    if (args === null) return null;
    const below = getNamedType(field.type);
    if (!isCompositeType(below)) return `${field.name}${args}`;
    if (isObjectType(below)) return `${field.name}${args} ${this.#selection(g, below, depth - 1)}`;
    if (!isAbstractType(below)) return null;
    const possible = this.#schema.getPossibleTypes(below);
    const names = drawSome(
      g,
      possible.map(({ name }) => name),
      3,
    );
    const fragments = possible
      .filter(({ name }) => names.includes(name))
      .map((one) => {
        const selected = this.#selection(g, one, Math.max(0, depth - 2));
        return `... on ${one.name} ${renamed(selected, one.name)}`;
      });
    return `${field.name}${args} { __typename ${fragments.join(' ')} }`;
  }

  #arguments(g: Draw, field: string, args: readonly GraphQLArgument[]): string | null {
    const given: string[] = [];
    for (const argument of args) {
      const values =
        this.#samples.get(`${field}.${argument.name}`) ??
        this.#samples.get(argument.name) ??
        enumValues(argument);
      const isRequested = isRequiredArgument(argument) || argument.name === 'first';
      if (values === undefined) {
        if (isRequiredArgument(argument)) return null;
        continue;
      }
      if (!isRequested && g(fc.integer, { min: 0, max: 3 }) > 0) continue;
      given.push(`${argument.name}: ${g(fc.constantFrom, ...values)}`);
    }
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }
}

/** Names only: what is drawn is compared deeply. */
const drawSome = (g: Draw, names: string[], most: number): readonly string[] =>
  g(fc.subarray, names, { maxLength: Math.min(most, names.length) });

const leads = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  isCompositeType(getNamedType(type));

function enumValues({ type }: GraphQLArgument): readonly string[] | undefined {
  const named = getNamedType(type);
  return isEnumType(named) && !String(type).startsWith('[')
    ? named.getValues().map(({ name }) => name)
    : undefined;
}

/** Fields of different types under one name clash unless they are alike: each gets a name of its own. */
function renamed(selection: string, prefix: string): string {
  let depth = 0;
  let brackets = 0;
  let isAliased = false;
  return selection.replace(/[{}()]|\b[a-z]\w*\b(:)?|__typename|\.\.\.|"[^"]*"/g, (word, colon) => {
    if (word === '{') depth += 1;
    if (word === '}') depth -= 1;
    if (word === '(') brackets += 1;
    if (word === ')') brackets -= 1;
    const isName = depth === 1 && brackets === 0 && /^[a-z]/.test(word);
    if (!isName) return word;
    if (isAliased) {
      isAliased = false;
      return word;
    }
    isAliased = colon !== undefined;
    return colon ? `${prefix}_${word}` : `${prefix}_${word}: ${word}`;
  });
}
