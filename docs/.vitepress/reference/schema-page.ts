/**
 * Pages of the schema: one for each type that has ids or lists, with all types that are named after it and the root
 * fields that lead to it; one for those that many use. They are made at the site's build and not committed, since
 * schema/schema.graphql is: each change would be reviewed twice.
 */

import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
  isUnionType,
  print,
} from 'graphql';
import { astFromValue } from 'graphql/utilities/astFromValue.js';
import { code, type Page, page, prose, section, table } from './page.ts';

const source = 'schema/schema.graphql';
const shared = 'shared';

/** Types of a page by its name. */
type Families = ReadonlyMap<string, readonly GraphQLNamedType[]>;

export function schemaPages(): readonly Page[] {
  const schema = buildSchema(readFileSync(new URL(`../../../${source}`, import.meta.url), 'utf8'));
  const families = familiesOf(schema);
  const fileOf = new Map(
    [...families].flatMap(([family, types]) => types.map((type) => [type.name, fileName(family)])),
  );
  const reader = new TypeReader(fileOf);
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
    ({ name }) => !name.startsWith('_'),
  );
  const pages = [...families].map(([family, types]) =>
    familyPage(
      family,
      types,
      roots.filter((field) => fileOf.get(getNamedType(field.type).name) === fileName(family)),
      reader,
    ),
  );
  return [listPage(schema, families, roots, reader), ...pages];
}

/** Families by the longest name of a type with ids or lists that another's begins with. */
function familiesOf(schema: GraphQLSchema): Families {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) =>
      !/^_/.test(type.name) && !isSpecifiedScalarType(type) && type !== schema.getQueryType(),
  );
  const heads = types
    .filter((type) => isObjectType(type))
    .filter(
      (type) =>
        type.getInterfaces().length > 0 || schema.getType(`${type.name}Connection`) !== undefined,
    )
    .map(({ name }) => name);
  const families = new Map<string, GraphQLNamedType[]>();
  for (const type of types) {
    const [head = shared] = heads
      .filter((name) => type.name === name || new RegExp(`^${name}s?[A-Z]`).test(type.name))
      .sort((a, b) => b.length - a.length);
    const family = families.get(head) ?? [];
    families.set(head, family);
    // The type that gives the page its name comes first.
    if (type.name === head) family.unshift(type);
    else family.push(type);
  }
  return families;
}

const fileName = (family: string): string =>
  family.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** The first sentence of a description. */
const beginning = (text: string | null | undefined): string =>
  prose(/^.*?\.(?=\s|$)/s.exec(text ?? '')?.[0] ?? text ?? '');

function listPage(
  schema: GraphQLSchema,
  families: Families,
  roots: readonly GraphQLField<unknown, unknown>[],
  reader: TypeReader,
): Page {
  const rows = [...families]
    .sort(([a], [b]) => a.localeCompare(b))
    .filter(([family]) => family !== shared)
    .map(([family, [head]]) => [
      `[${family}](${fileName(family)}.md)`,
      beginning(head?.description),
    ]);
  return page(
    'schema/index.md',
    'Schema by type',
    'You will find each type with its fields, arguments and meaning; the search field above knows their names.',
    source,
    [
      section('Where to begin', prose(schema.description?.replace(/^.*\n\n/, '') ?? '')),
      section(
        'Types',
        table(['type', 'what it is'], rows),
        `What several of them use is on [one page](${shared}.md).`,
      ),
      section(
        'Questions at the root',
        table(
          ['field', 'answer', 'what it gives'],
          roots.map(({ name, type, description }) => [
            code(name),
            reader.link(type),
            beginning(description),
          ]),
        ),
      ),
    ],
  );
}

function familyPage(
  family: string,
  types: readonly GraphQLNamedType[],
  roots: readonly GraphQLField<unknown, unknown>[],
  reader: TypeReader,
): Page {
  const isShared = family === shared;
  const atRoot = roots.length === 0 ? [] : [section('How to ask for it', reader.fieldTable(roots))];
  return page(
    `schema/${fileName(family)}.md`,
    isShared ? 'Types that several use' : family,
    isShared
      ? 'You will find the types that belong to no other page.'
      : `You will find the fields of \`${family}\`, the questions that lead to it, its filters, orders and groups.`,
    source,
    [...atRoot, ...types.map((type) => reader.typeSection(type))],
  );
}

/** Writes types down, with links to the pages that others are on. */
class TypeReader {
  readonly #fileOf: ReadonlyMap<string, string>;

  constructor(fileOf: ReadonlyMap<string, string>) {
    this.#fileOf = fileOf;
  }

  /** A type with its brackets, its name a link where it has a page. */
  link(type: GraphQLType): string {
    const { name } = getNamedType(type);
    const file = this.#fileOf.get(name);
    if (file === undefined) return code(String(type));
    const [before = '', after = ''] = String(type).split(name);
    return `${before.replace('[', '\\[')}[${name}](${file}.md#${name.toLowerCase()})${after.replace(']', '\\]')}`;
  }

  fieldTable(fields: readonly (GraphQLField<unknown, unknown> | GraphQLInputField)[]): string {
    return table(
      ['field', 'type', 'meaning'],
      fields.map((field) => [
        code(field.name),
        this.link(field.type),
        [
          prose(field.description ?? ''),
          ...('args' in field ? field.args.map((arg) => this.#argument(arg)) : []),
          ...(field.deprecationReason ? [`Deprecated: ${prose(field.deprecationReason)}`] : []),
        ]
          .filter((line) => line !== '')
          .join('\n'),
      ]),
    );
  }

  #argument({ name, type, description, defaultValue }: GraphQLArgument): string {
    const standard = defaultValue === undefined ? null : astFromValue(defaultValue, type);
    const or = standard ? ` = \`${print(standard)}\`` : '';
    return `\`${name}\`: ${this.link(type)}${or}${description ? ` – ${prose(description)}` : ''}`;
  }

  typeSection(type: GraphQLNamedType): string {
    const description = prose(type.description ?? '');
    if (isEnumType(type)) {
      const values = type.getValues();
      const isExplained = values.some((value) => value.description);
      return section(
        type.name,
        description,
        isExplained
          ? table(
              ['value', 'meaning'],
              values.map((value) => [code(value.name), prose(value.description ?? '')]),
            )
          : values.map(({ name }) => code(name)).join(', '),
      );
    }
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      return section(type.name, description, this.fieldTable(Object.values(type.getFields())));
    if (isUnionType(type))
      return section(
        type.name,
        description,
        type
          .getTypes()
          .map((one) => this.link(one))
          .join(', '),
      );
    return section(type.name, description);
  }
}
