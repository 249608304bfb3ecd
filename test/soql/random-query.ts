/** Random statements as trees: whatever the grammar has, from small pools. */

import fc from 'fast-check';
import { countedPeriods, plainPeriods } from '../../src/soql/literal.ts';
import {
  type Condition,
  type Expression,
  type FunctionName,
  functionNames,
  type OrderBy,
  type Query,
  type SelectItem,
  type Value,
} from '../../src/soql/query.ts';
import { printTerm, type Search, searchScopes } from '../../src/soql/sosl.ts';
import { anyText } from '../support/any-text.ts';

const some = <const T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });
const few = <T>(value: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> =>
  fc.array(value, { minLength: 1, maxLength });

const path = some('Id', 'Name', 'Owner.Name', 'Account.Parent.Owner.Email', 'Size__c', 'a.Name');
const object = some('Account', 'Contact', 'Order', 'ns__Deal__c');
const alias = some('a', 'total', 'x1', 'Whole');
const functions: readonly FunctionName[] = functionNames;
const call = some(...functions);

export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ expression: Expression }>(
  (tie) => ({
    expression: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 5, arbitrary: path },
      { weight: 2, arbitrary: fc.record({ fn: call, of: tie('expression') }) },
      { weight: 1, arbitrary: fc.constant({ fn: 'COUNT', of: null } as const) },
      {
        weight: 1,
        arbitrary: fc.record({
          distance: path,
          latitude: some(0, -48.125, 90),
          longitude: some(11.5, -180),
          unit: some('mi', 'km'),
        }),
      },
    ),
  }),
).expression;

const text = fc.oneof(
  anyText({ maxLength: 12 }),
  some("it's", '\\', '%_', '\n', ')', ' OR ', '😀', '', "'", '--'),
);
const digits = fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String);

export const values: fc.Arbitrary<Value> = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  some({ date: '2026-02-28' }, { datetime: '2026-02-28T01:02:03+0100' }),
  some(...plainPeriods).map((relative) => ({ relative })),
  fc.record({ relative: some(...countedPeriods), n: fc.nat(9_999) }),
  digits.map((decimal) => ({ decimal })),
  fc.record({ currency: some('USD', 'eur'), amount: digits }),
);

const equality = fc.record({
  op: some('eq', 'ne'),
  path: expressions,
  value: fc.oneof(values, fc.constant(null)),
});

const comparison: fc.Arbitrary<Condition> = fc.oneof(
  equality,
  fc.record({ op: some('lt', 'lte', 'gt', 'gte'), path: expressions, value: values }),
  fc.record({
    op: some('in', 'nin'),
    path: expressions,
    values: fc.array(fc.oneof(values, fc.constant(null)), { maxLength: 4 }),
  }),
  fc.record({
    op: fc.constant('like' as const),
    path: expressions,
    pattern: fc.oneof(text, some('a%', '%\\%\\_\\\\%', '\\', '\\x')),
  }),
  fc.record({
    op: some('includes', 'excludes'),
    path,
    groups: few(few(text.map((value) => value.replaceAll(';', ',')))),
  }),
);

export const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 4, arbitrary: comparison },
    {
      weight: 2,
      arbitrary: fc.record({
        op: some('and', 'or'),
        conditions: fc.array(tie('condition'), { maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ op: fc.constant('not' as const), condition: tie('condition') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        op: some('semiJoin', 'antiJoin'),
        path,
        query: fc.record({
          object,
          alias: maybe(alias),
          field: path,
          where: maybe(tie('condition')),
        }),
      }),
    },
  ),
})).condition;

const order: fc.Arbitrary<OrderBy> = fc.record({
  path: expressions,
  direction: maybe(some('asc', 'desc')),
  nulls: maybe(some('first', 'last')),
});

const selections = (subquery: fc.Arbitrary<Query>): fc.Arbitrary<SelectItem> =>
  fc.oneof(
    { weight: 6, arbitrary: expressions },
    { weight: 2, arbitrary: fc.record({ expression: expressions, alias }) },
    { weight: 1, arbitrary: fc.record({ fields: some('ALL', 'STANDARD', 'CUSTOM') }) },
    { weight: 1, arbitrary: fc.record({ subquery }) },
    {
      weight: 1,
      arbitrary: fc.record({
        typeof: path,
        when: few(fc.record({ object, select: few(path) })),
        otherwise: maybe(few(path)),
      }),
    },
  );

const source = fc.oneof(
  fc.record({ object, alias: maybe(alias) }),
  fc.constant({
    object: 'Contact',
    alias: 'c',
    parents: [
      { path: 'c.Account', alias: 'acc' },
      { path: 'acc.Owner', alias: 'o' },
    ],
  }),
);

const clauses = fc.record({
  scope: maybe(some('mine', 'Everything')),
  where: maybe(conditions),
  grouping: maybe(
    fc.record({
      groupBy: few(expressions),
      subtotals: maybe(some('ROLLUP', 'CUBE')),
      having: maybe(conditions),
    }),
  ),
  orderBy: maybe(few(order)),
  limit: maybe(fc.nat(5_000)),
  offset: maybe(fc.nat(3_000)),
  traces: maybe(
    some<Query['traces']>(['VIEW'], ['REFERENCE'], ['TRACKING', 'VIEWSTAT'], ['VIEW', 'VIEWSTAT']),
  ),
});

const whole = (inner: fc.Arbitrary<Query>): fc.Arbitrary<Query> =>
  fc
    .tuple(source, few(selections(inner)), clauses)
    .map(([from, select, { grouping, ...rest }]) => ({ ...from, select, ...grouping, ...rest }));

const childless: fc.Arbitrary<Query> = fc
  .tuple(object, few(path), clauses)
  .map(([name, select, { where, orderBy, limit }]) => ({
    object: name,
    select,
    where,
    orderBy,
    limit,
  }));

export const queries: fc.Arbitrary<Query> = whole(
  whole(childless).map(({ parents: _, ...query }) => query),
);

const words = some(
  'Acme',
  'and',
  'x} RETURNING User(Id)',
  'ab*',
  'O\'Neil "x"',
  'Müller-Lüdenscheidt',
);

export const searches: fc.Arbitrary<Search> = fc.record({
  find: fc
    .tuple(words, anyText({ maxLength: 10 }), fc.boolean())
    .map(([word, rest, prefix]) => printTerm(`${word}${rest}`, prefix)),
  isPhrase: fc.boolean(),
  scope: some(...searchScopes),
  returning: few(
    fc.tuple(object, few(selections(childless)), clauses).map(([name, select, rest]) => ({
      object: name,
      select,
      where: rest.where,
      orderBy: rest.orderBy,
      limit: rest.limit === undefined ? undefined : 1 + (rest.limit % 2_000),
      offset: rest.offset,
    })),
  ),
  limit: maybe(fc.integer({ min: 1, max: 2_000 })),
});
