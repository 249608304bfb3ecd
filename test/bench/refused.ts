/** Requests the server has to turn away, each of its kind as costly as its limits let it be. */

export interface RefusedKind {
  readonly name: string;
  readonly status: number;
  readonly code: string;
  /** The body of the n-th, of which no two are alike: nothing remembered helps. */
  body(n: number): string;
}

const asked = (query: string): string => JSON.stringify({ query });
const times = (n: number, part: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => part(at)).join(' ');

const kind = (
  name: string,
  query: (n: number) => string,
  status = 400,
  code = 'QUERY_TOO_COSTLY',
): RefusedKind => ({ name, status, code, body: (n) => asked(`${query(n)} #${n}`) });

const deep = (levels: number, opening: string): string =>
  `${opening.repeat(levels)} { id } ${'}'.repeat(levels)}`;

export const refusedKinds: readonly RefusedKind[] = [
  kind('one level too deep', () => deep(24, '{ account ')),
  kind(
    'too deep through fragments',
    () =>
      `{ ...F0 } ${times(30, (at) => `fragment F${at} on Query { a { ...F${(at + 1) % 31} } }`)} fragment F30 on Query { b }`,
  ),
  kind('3,000 braces', () => `${'{a'.repeat(3_000)}${'}'.repeat(3_000)}`),
  kind('too many tokens, 125 KB of them', () => `{ ${'name '.repeat(25_000)} }`),
  kind(
    '101 aliases of a list',
    () => `{ ${times(101, (at) => `a${at}: accounts { nodes { id } }`)} }`,
  ),
  kind('one field 3,000 times', () => `{ accounts { nodes { ${'name '.repeat(3_000)} } } }`),
  kind(
    '20 layers of fragments, each spread twice',
    () =>
      `{ ...L0 } ${times(20, (at) => `fragment L${at} on Query { ${at === 19 ? 'id' : `...L${at + 1} ...L${at + 1}`} }`)}`,
  ),
  kind(
    'fragments in a circle',
    () => '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    400,
    'BAD_USER_INPUT',
  ),
  kind('700 directives', () => `{ accounts ${'@skip(if: false) '.repeat(700)} { nodes { id } } }`),
  kind('5,000 directives', () => `{ accounts ${'@a '.repeat(5_000)} { nodes { id } } }`),
  kind(
    'introspection in circles',
    () =>
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
  ),
  kind(
    'too many upstream calls',
    (n) =>
      `query Q${n} { calls(first: 100) { nodes { parties { contact { relatedCalls(first: 100) { nodes { parties { contact { account { opportunities(first: 100) { nodes { relatedCalls(first: 100) { nodes { parties { contact { name } } } } } } } } } } } } } } } }`,
  ),
  kind(
    'a syntax error',
    () => `{ accounts { nodes { ${'name '.repeat(900)} `,
    200,
    'BAD_USER_INPUT',
  ),
  kind('one unknown field', () => '{ accounts { nodes { name nmae } } }', 200, 'BAD_USER_INPUT'),
  kind(
    '1,900 unknown fields',
    () => `{ accounts { nodes { ${times(1_900, (at) => `wrong${at}`)} } } }`,
    200,
    'BAD_USER_INPUT',
  ),
  kind(
    'one unknown field behind 1,900 alike',
    () => `{ accounts { nodes { ${'name '.repeat(1_900)} nmae } } }`,
    200,
    'BAD_USER_INPUT',
  ),
  kind(
    'one unknown argument behind 1,900 alike',
    () => `{ accounts { nodes { ${'name '.repeat(1_900)} name(x: 1) } } }`,
    200,
    'BAD_USER_INPUT',
  ),
  kind(
    'two operations and no name',
    () => `query A { accounts { totalCount } } query B { accounts { totalCount } }`,
    400,
    'BAD_USER_INPUT',
  ),
  {
    name: 'an unknown persisted query',
    status: 404,
    code: 'DOCUMENT_NOT_FOUND',
    body: (n) =>
      JSON.stringify({
        extensions: {
          persistedQuery: { version: 1, sha256Hash: n.toString(16).padStart(64, '0') },
        },
      }),
  },
  {
    name: 'variables 5,000 deep',
    status: 400,
    code: 'BAD_USER_INPUT',
    body: (n) =>
      `{"query":"{ a } #${n}","variables":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
  },
  {
    name: 'a batch of 1,000',
    status: 400,
    code: 'BAD_USER_INPUT',
    body: (n) =>
      JSON.stringify(Array.from({ length: 1_000 }, () => ({ query: `{ __typename } #${n}` }))),
  },
  {
    name: 'a body of 2 MB',
    status: 413,
    code: 'BAD_USER_INPUT',
    body: (n) => JSON.stringify({ query: `{ a } #${n}`, variables: { text: 'x'.repeat(2e6) } }),
  },
];
