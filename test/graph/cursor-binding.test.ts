/** Which arguments of a list its cursors are bound to: all of every list of the schema but those of its windows. */

import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';
import { expect, it, onTestFinished } from 'vitest';
import { type CursorCodec, createCursorCodec, type ListIdentity } from '../../src/fetch/cursor.ts';
import { sample } from '../support/cases.ts';
import { openWorld, schema, type World } from '../support/world.ts';

/** Arguments that say which part of a list is shown, and change nothing about the list. */
const ofWindows = ['first', 'after', 'last', 'before'];

/** A list's field with an argument, or a member of one, that changes what the list holds. */
interface Binding {
  readonly host: string;
  readonly field: string;
  readonly name: string;
  /** Of the lists of records, which are all made by one declaration. */
  readonly isOfRecords: boolean;
  /** The arguments with one value, and with another. */
  readonly args: readonly [string, string];
}

type Pair = readonly [string, string];

/** Two values of arguments whose type does not say which are valid. */
const pairs: Readonly<Record<string, Pair>> = {
  direction: ['"Inbound"', '"Outbound"'],
  scope: ['"Internal"', '"External"'],
  affiliations: ['"Internal"', '"External"'],
  'email: [String!]': ['"a@example.com"', '"b@example.com"'],
  timeZone: ['"Europe/Berlin"', '"Asia/Tokyo"'],
  query: ['"SELECT Id FROM Account"', '"SELECT Id FROM Contact"'],
};

const scalarPairs: Readonly<Record<string, Pair>> = {
  Boolean: ['true', 'false'],
  Int: ['1', '2'],
  Float: ['1', '2'],
  String: ['"a"', '"b"'],
  ID: ['"1"', '"2"'],
  EmailAddress: ['"a@example.com"', '"b@example.com"'],
  URL: ['"https://a.example"', '"https://b.example"'],
  Date: ['"2026-10-29"', '"2026-10-30"'],
  DateTime: ['"2026-10-29T00:00:00Z"', '"2026-10-30T00:00:00Z"'],
};

/** Two values of inputs that do not take each of their members alone. */
const inputPairs: Readonly<Record<string, Pair>> = {
  RelativePeriod: ['{period: LAST_MONTH}', '{period: THIS_MONTH}'],
  CallSaidFilter: ['{text: "a"}', '{text: "b"}'],
  CallTrackerFilter: ['{name: "Discount"}', '{name: "Onboarding"}'],
  CallLinkedFieldFilter: [
    '{object: "Account", field: "Industry", in: "a"}',
    '{object: "Account", field: "Industry", in: "b"}',
  ],
};

function pairOf({ name, type }: Pick<GraphQLInputField, 'name' | 'type'>): Pair {
  const named = getNamedType(type);
  const known =
    pairs[name] ??
    pairs[`${name}: ${String(type)}`] ??
    scalarPairs[named.name] ??
    inputPairs[named.name];
  if (known !== undefined) return known;
  if (isEnumType(named)) {
    const [one, other] = named.getValues();
    if (other !== undefined) return [one!.name, other.name];
  }
  const member = exampleOf(membersOf(type));
  if (member === undefined) throw new Error(`Expected two values of ${name}: ${String(type)}.`);
  return objectPair(named, member);
}

/** The member whose values are the plainest. */
function exampleOf(members: readonly GraphQLInputField[]): GraphQLInputField | undefined {
  const typed = (pattern: RegExp) =>
    members.find(({ type }) => pattern.test(getNamedType(type).name));
  return (
    members.find(({ name }) => name === 'field') ??
    typed(/^StringFilter$/) ??
    typed(/^(?:DateTime|Boolean|Float)Filter$/) ??
    members[0]
  );
}

/** An input object with one member or another, and all it can't do without. */
function objectPair(type: GraphQLInputType, varied: GraphQLInputField): Pair {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) throw new Error(`Expected an input object, got ${named.name}.`);
  const others = Object.values(named.getFields())
    .filter((member) => isRequiredInputField(member) && member !== varied)
    .map((member) => `${member.name}: ${pairOf(member)[0]}`);
  const textOf = (value: string): string =>
    `{${[`${varied.name}: ${value}`, ...others].join(', ')}}`;
  const [one, other] = pairOf(varied);
  return [textOf(one), textOf(other)];
}

/** Members that can be given alone: no conjunctions, which hold filters again. */
function membersOf(type: GraphQLInputType): readonly GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named)
    ? Object.values(named.getFields()).filter(
        ({ name }) => !/^(?:and|or|not|direction|nulls)$/.test(name),
      )
    : [];
}

/** Filters of records are one text, printed of the whole: an example of each is enough. */
const isOfRecords = ({ name, type }: GraphQLArgument): boolean =>
  name === 'orderBy' ||
  name === 'includeDeleted' ||
  (name === 'filter' && !/^(?:Call|AnsweredScorecard)Filter$/.test(getNamedType(type).name));

function bindingsOf(host: string, field: string, args: readonly GraphQLArgument[]): Binding[] {
  const required = args.filter(({ type }) => String(type).endsWith('!'));
  return args
    .filter(({ name }) => !ofWindows.includes(name))
    .flatMap((arg) => {
      const binding = (name: string, values: Pair): Binding => {
        const others = required
          .filter((other) => other !== arg)
          .map((other) => `${other.name}: ${pairOf(other)[0]}`);
        const textOf = (value: string): string => [`${arg.name}: ${value}`, ...others].join(', ');
        const args: Pair = [textOf(values[0]), textOf(values[1])];
        return { host, field, name, isOfRecords: isOfRecords(arg), args };
      };
      const isWhole = isOfRecords(arg) || getNamedType(arg.type).name in inputPairs;
      const members = isWhole ? [] : membersOf(arg.type);
      return members.length === 0
        ? [binding(arg.name, pairOf(arg))]
        : members.map((member) =>
            binding(`${arg.name}.${member.name}`, objectPair(arg.type, member)),
          );
    });
}

const connections = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields())
        .filter((field) => getNamedType(field.type).name.endsWith('Connection'))
        .map((field) => ({ host: type.name, field }))
    : [],
);

const declared = connections.flatMap(({ host, field }) => bindingsOf(host, field.name, field.args));
const bindings = [
  ...declared.filter(({ isOfRecords }) => !isOfRecords),
  ...sample(
    declared.filter(({ isOfRecords }) => isOfRecords),
    7,
  ),
];

/** What is asked together: bindings of one parent, as many as a document takes. */
const questions = [
  ...Map.groupBy(bindings.entries(), ([at, { host }]) => `${host} ${Math.floor(at / 20)}`),
].map(([host, list]) => [host.split(' ')[0]!, list] as const);

/** One parent of each type, by what leads to it. */
async function parentsOf(world: World): Promise<ReadonlyMap<string, string>> {
  const roots = new Map(
    connections
      .filter(({ host }) => host === 'Query')
      .map(({ field }) => [nodeTypeOf(getNamedType(field.type).name), field] as const)
      .reverse(),
  );
  const hosts = [...new Set(bindings.map(({ host }) => host))].filter((host) => roots.has(host));
  const day = 'from: "2026-10-28", to: "2026-10-29"';
  const { data, errors } = await world.ask(
    `{ active: dailyActivity(${day}) { nodes { user { id } } }
       ${hosts.map((host) => `${host}: ${roots.get(host)!.name}(first: 1) { nodes { id } }`).join(' ')} }`,
  );
  expect(errors).toBeUndefined();
  const at = (id: string, type: string): string => `node(id: "${id}") { ... on ${type} {`;
  return new Map([
    ...hosts.map((host) => [host, at(data[host].nodes[0].id, host)] as const),
    ['DailyActivity', `${at(data.active.nodes[0].user.id, 'User')} dailyActivity(${day}) {`],
  ]);
}

function nodeTypeOf(connection: string): string {
  const type = schema.getType(connection);
  return isObjectType(type) ? getNamedType(type.getFields().nodes!.type).name : '';
}

it('are all but those of its windows, and each member of them', async () => {
  const codec = createCursorCodec(Buffer.alloc(32, 7));
  /** The list that each probe was handed to. */
  const identities = new Map<string, ListIdentity>();
  const cursors: CursorCodec = {
    ...codec,
    of(identity) {
      const ofList = codec.of(identity);
      return {
        encode: (position) => ofList.encode(position),
        decode(cursor, argument) {
          if (cursor.startsWith('probe')) identities.set(cursor, identity);
          return ofList.decode(cursor, argument);
        },
      };
    },
  };
  const world = await openWorld({
    cache: true,
    crm: { readsAllRows: true },
    context: { cursors },
    watch: (participants) => ({ ...participants, indexesWords: () => true }),
  });
  onTestFinished(() => world.close());
  const parents = await parentsOf(world);

  /** The first error of each binding's list, asked with one of its values behind a cursor. */
  const ask = async (value: 0 | 1, cursorOf: (at: number) => string | undefined) => {
    const messages = new Map<number, string | undefined>();
    for (const [host, list] of questions) {
      const fields = list.map(
        ([at, { field, args }]) =>
          `p${at}: ${field}(first: 0, after: "${cursorOf(at)}", ${args[value]}) { nodes { __typename } }`,
      );
      const parent = parents.get(host) ?? '';
      const { errors = [] } = await world.ask(
        `{ ${parent} ${fields.join(' ')} ${parent.replaceAll(/[^{]/g, '').replaceAll('{', '}')} }`,
      );
      for (const [at] of list)
        messages.set(
          at,
          errors.find(({ path }) => path === undefined || path.includes(`p${at}`))?.message,
        );
    }
    return messages;
  };
  const probed = await ask(0, (at) => `probe-${at}`);
  const genuine = (at: number): string | undefined => {
    const identity = identities.get(`probe-${at}`);
    return identity && codec.of(identity).encode(['c', 'probe']);
  };
  const same = await ask(0, genuine);
  const other = await ask(1, genuine);
  const verdictOf = (at: number): string => {
    if (!identities.has(`probe-${at}`)) return `no cursor was read: ${probed.get(at)}`;
    if (/belongs to another/.test(same.get(at) ?? '')) return `refuses its own: ${same.get(at)}`;
    return /belongs to another (?:list|filter|order)/.test(other.get(at) ?? '')
      ? 'bound'
      : `not bound: ${other.get(at)}`;
  };
  const verdicts = bindings.map(
    ({ host, field, name }, at) => `${host}.${field} ${name}: ${verdictOf(at)}`,
  );
  expect(verdicts.filter((verdict) => !verdict.endsWith(': bound'))).toEqual([]);
});
