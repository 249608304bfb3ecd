/** A window that is too large: refused with one code, wherever it is asked for and however much too large it is. */

import {
  type GraphQLArgument,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWide, sample } from '../support/cases.ts';
import { openWorld, schema, type World } from '../support/world.ts';

let world: World;
let workspace = '';
let manager = '';
beforeAll(async () => {
  world = await openWorld({ index: 'copied' });
  const { data } = await world.ask(
    '{ workspaces(first: 1) { nodes { id } } users(first: 100) { nodes { manager { id } } } }',
  );
  workspace = data.workspaces.nodes[0].id;
  manager = data.users.nodes.find((user: { manager: unknown }) => user.manager !== null).manager.id;
});
afterAll(() => world.close());

const largest = 2 ** 31 - 1;
const sizes = isWide
  ? [101, 1_000, 65_536, 1_000_000, 1_999_999, 2_000_000, 2_000_001, 1_000_000_000, largest]
  : [101, 2_000_000, largest];
/** Lists of groups and hits are no connections, and have a limit of their own. */
const aboveAny = 10_000;

/** What a field can't do without. */
function given({ name, type }: GraphQLArgument): string {
  const values: Record<string, string> = {
    ...{ from: '"2026-10-01"', to: '"2026-11-01"', query: '"SELECT Id FROM Account"' },
    ...{ workspace: `"${workspace}"`, manager: `"${manager}"`, bucket: 'WEEK', term: '"acme"' },
    ...{ groupBy: '[DAY]', timeZone: '"UTC"', weeks: '4' },
  };
  return values[name] ?? `<${name}: ${type}>`;
}

/** `accounts(first: 1`, without the bracket's end; null where an argument is not known here. */
function call(name: string, args: readonly GraphQLArgument[], window: string): string | null {
  const all = args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${given(arg)}`);
  if (all.some((text) => text.includes('<'))) return null;
  if (window !== '') all.push(window);
  return all.length === 0 ? name : `${name}(${all.join(', ')})`;
}

/** Ways to objects of each type: what opens and closes a query around their fields. */
type Way = readonly [open: string, close: string];

/** The shortest way to each type. */
function waysToTypes(): ReadonlyMap<GraphQLObjectType, Way> {
  const root = schema.getQueryType() as GraphQLObjectType;
  const ways = new Map<GraphQLObjectType, Way>([[root, ['', '']]]);
  for (const [type, [open, close]] of ways)
    for (const { name, args, type: result } of Object.values(type.getFields())) {
      if (/^_|^node/.test(name) && type === root) continue;
      const window = args.some((arg) => arg.name === 'first') ? 'first: 20' : '';
      const below = call(name, args, window);
      const named = getNamedType(result);
      const targets =
        isInterfaceType(named) || isUnionType(named)
          ? schema.getPossibleTypes(named)
          : [named].filter((target) => isObjectType(target));
      if (below === null) continue;
      for (const target of targets)
        if (!ways.has(target)) {
          const fragment = target === named ? '' : `... on ${target.name} { `;
          ways.set(target, [`${open}${below} { ${fragment}`, `${fragment && ' }'} }${close}`]);
        }
    }
  return ways;
}

async function post(query: string, variables: object = {}) {
  const response = await fetch(new URL('/graphql', world.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as {
    data?: object | null;
    errors?: { path?: (string | number)[]; message: string; extensions: { code: string } }[];
  };
  return { status: response.status, ...answer };
}

interface Place {
  readonly type: GraphQLObjectType;
  readonly name: string;
  readonly arg: 'first' | 'last';
}

/** Fields of connections with `first` or `last`. */
const windows = (type: GraphQLObjectType): readonly Place[] =>
  Object.values(type.getFields()).flatMap(({ name, args }) =>
    args
      .filter((arg) => arg.name === 'first' || arg.name === 'last')
      .map((arg) => ({ type, name, arg: arg.name as 'first' | 'last' })),
  );

/** Places in the order of types, those of the schema's root first. */
function places(): readonly { readonly way: Way; readonly windows: readonly Place[] }[] {
  return [...waysToTypes()]
    .map(([type, way]) => ({ way, windows: windows(type) }))
    .filter((place) => place.windows.length > 0);
}

const perQuery = 45;

/** The field with a window of that size, as a literal and as a variable; nothing where it may be so large. */
function tooLarge({ type, name, arg }: Place, index: number, size: number): readonly string[] {
  const field = type.getFields()[name];
  if (field === undefined) return [];
  const result = getNamedType(field.type);
  if (!result.name.endsWith('Connection') && size < aboveAny) return [];
  const fields = isLeafType(result) ? '' : ' { __typename }';
  const args = field.args.filter((one) => one.name !== arg);
  const literal = call(name, args, `${arg}: ${size}`);
  if (literal === null) return [];
  return [
    `l${index}: ${literal}${fields} v${index}: ${call(name, args, `${arg}: $size`)}${fields}`,
  ];
}

describe('a window that is too large', () => {
  it('is BAD_USER_INPUT at its path, at every connection, depth and size, as a literal and as a variable', async () => {
    const all = places();
    expect(all.length).toBeGreaterThan(20);
    let refused = 0;
    let tried = 0;
    const [root, ...below] = all as [(typeof all)[number], ...typeof all];
    for (const { way, windows } of [root, ...sample(below, 6)])
      for (const size of sizes)
        for (let at = 0; at < windows.length; at += perQuery) {
          const selected = windows
            .slice(at, at + perQuery)
            .flatMap((place, index) => tooLarge(place, index, size));
          if (selected.length === 0) continue;
          const query = `query ($size: Int!) { ${way[0]}${selected.join('\n')}${way[1]} }`;
          const { status, data, errors: all = [] } = await post(query, { size });
          // The last counts errors beyond those that an answer names.
          const errors = all.filter(({ extensions }) => !('further' in extensions));
          const codes = [...new Set(errors.map(({ extensions }) => extensions.code))];
          expect([status, codes.filter((code) => code === 'QUERY_TOO_COSTLY')], query).toEqual([
            200,
            [],
          ]);
          expect(data, query).toBeDefined();
          // Where the way ends at rows, each window of each row is refused; where it is at the root, all are.
          const names = new Set(
            errors
              .filter(({ extensions }) => extensions.code === 'BAD_USER_INPUT')
              .map(({ path = [] }) =>
                String(path.findLast((part) => /^[lv]\d+$/.test(String(part)))),
              ),
          );
          tried += 2 * selected.length;
          refused += names.size;
          if (way[0] === '')
            expect(names.size, `${query} ${JSON.stringify(errors)}`).toBe(2 * selected.length);
          else
            expect([0, 2 * selected.length], `${query} ${JSON.stringify(errors)}`).toContain(
              names.size,
            );
        }
    // Ways that end at no row show the status alone.
    expect(refused).toBeGreaterThan(tried * 0.3);
  });
});
