/** A schema whose fields end in every way there is, and random documents over it: what one executor makes of them, another must make too. */

import fc from 'fast-check';
import {
  buildSchema,
  type ExecutionResult,
  type GraphQLSchema,
  isObjectType,
  parse,
} from 'graphql';
import { plain } from '../../src/engine/plan/resolve-info.ts';

/** Every field either way: at once or late, a value, nothing, or a failure. Some read their object alone. */
export const schema = buildSchema(`
  interface Thing { id: Int, name: String! }
  type A implements Thing { id: Int, name: String!, sibling: Thing, sure: Thing!, many: [Thing], all: [Thing!]!, words: [String!], n(x: Int = 3, y: Int): Int }
  type B implements Thing { id: Int, name: String!, sibling: Thing, one: A }
  union Either = A | B
  type Query { a: A, b: B, thing: Thing, either: Either, sureA: A!, many: [Thing], grid: [[Int]] }
`);

type Fate = 'value' | 'null' | 'throw' | 'error' | 'misfit';

/** Whether fields and items may fail: of the schema as it was made last. */
let isFailing = true;

/** What becomes of a field is worked out from where it stands, so that two executions meet the same. */
export function fated(seed: number, failing = true): GraphQLSchema {
  isFailing = failing;
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (type.name === 'A' && (field.name === 'id' || field.name === 'name')) {
        field.resolve = plain(({ mark }: Made) => {
          const draw = random(seed, `${mark} ${field.name}`);
          return ended(String(field.type), draw, {}, `${mark}`);
        });
        continue;
      }
      field.resolve = (_source, args, _context, info) => {
        const keys: (string | number)[] = [];
        for (let at: typeof info.path | undefined = info.path; at; at = at.prev) keys.push(at.key);
        const draw = random(seed, keys.join('/'));
        const late = draw(4) === 0;
        const give = () => ended(String(field.type), draw, args, keys.join());
        return late ? Promise.resolve().then(give) : give();
      };
    }
  }
  return schema;
}

const fates: readonly Fate[] = [
  ...Array.from({ length: 12 }, (): Fate => 'value'),
  'null',
  'throw',
  'error',
  'misfit',
];

/** An object, and a number from which the fate of its plain fields is drawn. */
interface Made {
  readonly __typename: string;
  readonly mark: number;
}

function ended(type: string, draw: (n: number) => number, args: object, where: string): unknown {
  const fate = isFailing ? fates[draw(fates.length)]! : 'value';
  if (fate === 'throw') throw new Error(`thrown at ${where}`);
  if (fate === 'null') return null;
  if (fate === 'error') return new Error(`returned at ${where}`);
  return made(type, draw, fate, args);
}

function made(type: string, draw: (n: number) => number, fate: Fate, args: unknown): unknown {
  const bare = type.replace(/!/g, '');
  if (bare.startsWith('[')) {
    if (fate === 'misfit') return 7;
    return Array.from({ length: draw(4) }, () => {
      const kind = isFailing ? draw(8) : 2 + draw(6);
      const strict = type.includes('!]');
      if (kind === 0) return strict ? Promise.resolve(null) : null;
      if (kind === 1) {
        const failing = Promise.reject(new Error('late item'));
        // An executor may have given the list up before it gets here.
        failing.catch(() => {});
        return failing;
      }
      const item = made(bare.slice(1, -1), draw, 'value', args);
      // In lists that one failure ends, graphql-js drops what is under way, and the test would see it fail.
      return kind === 2 || strict ? Promise.resolve(item) : item;
    });
  }
  if (bare === 'Int') return fate === 'misfit' ? 'no number' : JSON.stringify(args).length;
  if (bare === 'String') return fate === 'misfit' ? {} : 'text';
  const name = bare === 'A' || bare === 'B' ? bare : ['A', 'B'][draw(2)]!;
  const object: Made = { __typename: fate === 'misfit' ? 'Nobody' : name, mark: draw(1_000_000) };
  return object;
}

function random(seed: number, text: string): (n: number) => number {
  let state = seed | 0;
  for (const char of text) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
  return (n) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return Math.abs(state ^ (state >>> 13)) % n;
  };
}

const selections = fc.letrec<{ set: string }>((tie) => ({
  set: fc
    .array(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('id', 'name', 'label: name', '__typename', 'id @skip(if: $s)'),
        fc
          .tuple(fc.constantFrom('A', 'B', 'Thing'), tie('set'))
          .map(([t, s]) => `... on ${t} ${s}`),
        tie('set').map((s) => `... on A { sibling ${s} sure ${s} n(y: $y) k: n(x: 1) }`),
        tie('set').map((s) => `... on A @include(if: $i) { many ${s} all ${s} words }`),
        tie('set').map((s) => `... on B { sibling ${s} one ${s} }`),
        fc.constant('...Both'),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((fields) => `{ ${fields.join(' ')} }`),
}));

export const documents = selections.set.map((set) =>
  parse(`
    query Q($s: Boolean = false, $i: Boolean!, $y: Int) {
      a ${set} b ${set} thing ${set} sureA ${set} many ${set} grid
      either { __typename ... on Thing ${set} }
    }
    fragment Both on Thing { id ... on A { words } ... on B { one { name } } }
  `),
);

/**
 * Errors in an order of their own, because which of two late failures comes first is nobody's
 * business; and without those below a null, of which the specification lets either be told.
 */
export function comparable({ data: made, errors }: ExecutionResult) {
  const data: unknown = JSON.parse(JSON.stringify(made));
  const texts = (errors ?? [])
    .filter(({ path = [] }) => path.slice(0, -1).reduce(step, data) !== null)
    .map(({ message, path, locations }) =>
      JSON.stringify({ message: wordless(message), path, locations }),
    );
  return { data, errors: texts.sort() };
}

function step(value: unknown, key: string | number): unknown {
  return value === null ? null : (value as Record<string, unknown>)[key];
}

/** Words about values that fit no type differ on purpose: this executor quotes none. */
const wordless = (message: string): string =>
  message.replace(/^(Abstract type "\w+"|Expected value of type).*/s, '$1');
