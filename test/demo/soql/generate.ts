/** Random worlds and statements: small pools, so that values repeat, are missing and come in other spellings. */

import fc from 'fast-check';
import { idOf } from './fixture.ts';
import type { Cell, Key, ObjectName, Operand, Plain, PlainRow, World } from './plain.ts';

const texts = [
  'Acme',
  'acme',
  'ACME Ltd',
  'Élan',
  'élan',
  'elan',
  'Ωmega',
  'ωMEGA',
  "O'Neil",
  'a\\b',
  '100%',
  'a_b',
  'axb',
  'Zoë',
  'zoë',
  '山田',
  'line\nbreak',
  '',
  'K',
  '😀x',
];
const numbers = [-5, 0, 1, 2.5, 1000, 1e6];
const dates = ['2024-02-29', '2026-05-12', '2026-05-13', '2026-05-14', '2026-12-31'];
const instants = [
  '2025-12-31T23:59:59.000Z',
  '2026-05-12T23:59:59.000Z',
  '2026-05-13T00:00:00.000Z',
  '2026-05-13T10:20:30.000Z',
  '2026-05-14T00:00:00.000Z',
];
const choices = ['A', 'A;B', 'B;C', 'a;c', 'A;B;C'];

/** Days some date literals cover when today is 2026-05-13. */
const periods: readonly (readonly [text: string, from: string, to: string])[] = [
  ['TODAY', '2026-05-13', '2026-05-14'],
  ['YESTERDAY', '2026-05-12', '2026-05-13'],
  ['LAST_N_DAYS:1', '2026-05-12', '2026-05-14'],
  ['THIS_WEEK', '2026-05-10', '2026-05-17'],
  ['NEXT_MONTH', '2026-06-01', '2026-07-01'],
  ['LAST_FISCAL_YEAR', '2025-01-01', '2026-01-01'],
  ['N_DAYS_AGO:1', '2026-05-12', '2026-05-13'],
];

type Kind = 'text' | 'number' | 'date' | 'instant' | 'flag' | 'choice' | 'id';

/** Fields of each object and parents a path may go through. */
const fields: Readonly<Record<ObjectName, Readonly<Record<string, Kind>>>> = {
  User: { Id: 'id', Name: 'text', Email: 'text' },
  Account: {
    Id: 'id',
    Name: 'text',
    Industry: 'text',
    AnnualRevenue: 'number',
    NumberOfEmployees: 'number',
    CreatedDate: 'instant',
    OwnerId: 'id',
    ParentId: 'id',
  },
  Contact: {
    Id: 'id',
    Name: 'text',
    Title: 'text',
    Birthdate: 'date',
    CreatedDate: 'instant',
    IsEmailBounced: 'flag',
    Interests__c: 'choice',
    AccountId: 'id',
    OwnerId: 'id',
  },
};
const parents: Readonly<Record<ObjectName, Readonly<Record<string, ObjectName>>>> = {
  User: {},
  Account: { Owner: 'User', Parent: 'Account' },
  Contact: { Account: 'Account', Owner: 'User', ReportsTo: 'Contact' },
};

/** Paths with their kinds, up to `levels` parents away. */
export function pathsOf(object: ObjectName, levels: number): [path: string, kind: Kind][] {
  const own = Object.entries(fields[object]);
  if (levels === 0) return own;
  const further = Object.entries(parents[object]).flatMap(([relation, to]) =>
    pathsOf(to, levels - 1).map(([path, kind]): [string, Kind] => [`${relation}.${path}`, kind]),
  );
  return [...own, ...further];
}

const pool = { text: texts, number: numbers, date: dates, instant: instants, choice: choices };

function cell(kind: Exclude<Kind, 'id' | 'flag'>): fc.Arbitrary<Cell> {
  // The CRM knows no empty text: it is nothing.
  return fc.option(fc.constantFrom<Cell[]>(...pool[kind])).map((value) => value || null);
}

const someId = (object: ObjectName, count: number): fc.Arbitrary<Cell> =>
  fc.option(fc.integer({ min: 0, max: count }).map((n) => idOf(object, n)));

/** For required fields. */
const some = (kind: 'text'): fc.Arbitrary<Cell> => cell(kind).map((value) => value ?? 'none');
const someOwner = fc.integer({ min: 0, max: 3 }).map((n): Cell => idOf('User', n));

/** Whole objects' rows; ids may point to rows that aren't there. */
export const worlds: fc.Arbitrary<World> = fc
  .record({
    User: fc.array(fc.record({ Name: some('text'), Email: some('text') }), { maxLength: 3 }),
    Account: fc.array(
      fc.record({
        Name: some('text'),
        Industry: cell('text'),
        AnnualRevenue: cell('number'),
        NumberOfEmployees: fc.option(fc.integer({ min: -2, max: 3 })),
        CreatedDate: fc.constantFrom(...instants),
        OwnerId: someOwner,
        ParentId: someId('Account', 8),
      }),
      { maxLength: 8 },
    ),
    Contact: fc.array(
      fc.record({
        Name: some('text'),
        Title: cell('text'),
        Birthdate: cell('date'),
        CreatedDate: fc.constantFrom(...instants),
        IsEmailBounced: fc.boolean(),
        Interests__c: cell('choice'),
        AccountId: someId('Account', 8),
        OwnerId: someOwner,
        ReportsToId: someId('Contact', 15),
      }),
      { maxLength: 20 },
    ),
  })
  .map((world) => {
    const numbered = (object: ObjectName): PlainRow[] =>
      world[object].map((row, n) => ({ Id: idOf(object, n), ...row }));
    return { User: numbered('User'), Account: numbered('Account'), Contact: numbered('Contact') };
  });

export const quote = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** The same instant in another zone. */
function elsewhere(instant: string, hours: number): string {
  const shifted = new Date(Date.parse(instant) + hours * 3_600_000).toISOString().slice(0, 19);
  return `${shifted}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;
}

function operand(kind: Kind, object: ObjectName): fc.Arbitrary<Operand> {
  const nothing = fc.constant<Operand>({ text: 'null', value: null });
  const period = (time: string): fc.Arbitrary<Operand> =>
    fc.constantFrom(...periods).map(([text, from, to]) => ({
      text,
      value: null,
      period: [from + time, to + time],
    }));
  const some: Record<Kind, fc.Arbitrary<Operand>> = {
    text: fc.constantFrom(...texts).map((t) => ({ text: quote(t), value: t === '' ? null : t })),
    number: fc
      .constantFrom(...numbers.filter((n) => n < 1e6))
      .map((n) => ({ text: `${n}`, value: n })),
    date: fc.oneof(
      fc.constantFrom(...dates).map((d) => ({ text: d, value: d })),
      period(''),
    ),
    instant: fc.oneof(
      fc.tuple(fc.constantFrom(...instants), fc.constantFrom(0, 2, -8)).map(([value, hours]) => ({
        text: hours === 0 ? value : elsewhere(value, hours),
        value,
      })),
      period('T00:00:00.000Z'),
    ),
    flag: fc.boolean().map((value) => ({ text: `${value}`, value })),
    choice: fc.constantFrom(...choices).map((value) => ({ text: quote(value), value })),
    id: fc.integer({ min: 0, max: 8 }).map((n) => {
      const value = idOf(object, n);
      // The short form names the same record.
      return { text: quote(n % 2 ? value : value.slice(0, 15)), value };
    }),
  };
  return kind === 'flag'
    ? some.flag
    : fc.oneof({ weight: 6, arbitrary: some[kind] }, { weight: 1, arbitrary: nothing });
}

const likePatterns = [
  '%',
  'a%',
  '%E%',
  'élan',
  'É%',
  '_cme',
  '%\\%',
  'a\\_b',
  'a_b',
  '%Ω%',
  '%山%',
  '_x',
  'a\\\\b',
];

/** A pattern as a statement spells it: its own escapes of % and _ stay, a backslash becomes two. */
const spellPattern = (pattern: string): string =>
  `'${pattern.replace(/\\\\/g, '\\\\').replaceAll("'", "\\'")}'`;

function comparison(object: ObjectName): fc.Arbitrary<Plain> {
  return fc.constantFrom(...pathsOf(object, 2)).chain(([path, kind]): fc.Arbitrary<Plain> => {
    const target =
      path.endsWith('OwnerId') || path.endsWith('Owner.Id')
        ? 'User'
        : path === 'Id' || path === 'ReportsTo.Id'
          ? object
          : 'Account';
    const one = operand(kind, target);
    const few = fc.array(one, { minLength: 1, maxLength: 4 });
    const equality = fc.constantFrom('=' as const, '!=' as const);
    const listed = fc.record({
      op: fc.constantFrom('IN' as const, 'NOT IN' as const),
      path: fc.constant(path),
      right: few,
    });
    if (kind === 'flag') {
      return fc.oneof(fc.record({ op: equality, path: fc.constant(path), right: one }), listed);
    }
    if (kind === 'choice') {
      const chosen = fc.constantFrom(...choices).map((value) => ({ text: quote(value), value }));
      return fc.record({
        op: fc.constantFrom('INCLUDES' as const, 'EXCLUDES' as const),
        path: fc.constant(path),
        right: fc.array(chosen, { minLength: 1, maxLength: 2 }),
      });
    }
    const compared = fc.record({
      op: fc.constantFrom(
        '=' as const,
        '!=' as const,
        '<' as const,
        '<=' as const,
        '>' as const,
        '>=' as const,
      ),
      path: fc.constant(path),
      right: one,
    });
    if (kind !== 'text') return fc.oneof(compared, listed);
    const liked = fc.constantFrom(...likePatterns).map(
      (pattern): Plain => ({
        op: 'LIKE',
        path,
        right: { text: spellPattern(pattern), value: pattern },
      }),
    );
    return fc.oneof(compared, listed, liked);
  });
}

function semiJoin(object: ObjectName): fc.Arbitrary<Plain> {
  const ways = {
    Account: { path: 'Id', from: 'Contact', select: 'AccountId' },
    Contact: { path: 'AccountId', from: 'Account', select: 'Id' },
    User: { path: 'Id', from: 'Account', select: 'OwnerId' },
  } as const;
  const way = ways[object];
  return fc.record({
    op: fc.constantFrom('in-query' as const, 'not-in-query' as const),
    path: fc.constant(way.path),
    from: fc.constant(way.from),
    select: fc.constant(way.select),
    where: comparison(way.from),
  });
}

export function conditions(object: ObjectName): fc.Arbitrary<Plain> {
  const { tree } = fc.letrec<{ tree: Plain }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: comparison(object) },
      {
        weight: 3,
        arbitrary: fc.record({
          op: fc.constantFrom('and' as const, 'or' as const),
          parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ op: fc.constant('not' as const), part: tie('tree') }) },
    ),
  }));
  // The CRM takes two joins, beside everything else.
  const joins = fc.array(semiJoin(object), { maxLength: 2 });
  return fc
    .tuple(tree, joins)
    .map(([rest, some]) => (some.length === 0 ? rest : { op: 'and', parts: [rest, ...some] }));
}

export function orderings(object: ObjectName): fc.Arbitrary<Key[]> {
  const sortable = pathsOf(object, 2).filter(([, kind]) => kind !== 'choice');
  return fc.array(
    fc.record({
      path: fc.constantFrom(...sortable).map(([path]) => path),
      descending: fc.boolean(),
      nulls: fc.constantFrom(null, 'FIRST' as const, 'LAST' as const),
    }),
    { maxLength: 3 },
  );
}
