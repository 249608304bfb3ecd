/** Random groups and sums of groups, as plain loops over arrays make them. */

import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SoqlEngine } from '../../../src/demo/soql/engine.ts';
import { cases } from '../../support/cases.ts';
import { crmOf, insert, model, now } from './fixture.ts';
import { conditions, worlds } from './generate.ts';
import {
  type Cell,
  holds,
  lookUp,
  onWire,
  order,
  type PlainRow,
  print,
  type World,
} from './plain.ts';

const { db } = crmOf({});
const soql = new SoqlEngine(db, model, { now: () => now });

function fill(database: DatabaseSync, world: World): void {
  database.exec('BEGIN; DELETE FROM Contact; DELETE FROM Account; DELETE FROM User;');
  insert(database, world);
  database.exec('COMMIT');
}

type Value = (world: World, row: PlainRow) => Cell;
const at =
  (path: string): Value =>
  (world, row) =>
    lookUp(world, 'Contact', row, path);
const instant =
  (read: (date: Date) => Cell): Value =>
  (_world, row) =>
    read(new Date(row.CreatedDate as string));
/** Keys by their SOQL. A flag of a parent that is missing counts as false. */
const keys: Readonly<Record<string, Value>> = {
  Title: at('Title'),
  'Account.Industry': at('Account.Industry'),
  'Account.Parent.Name': at('Account.Parent.Name'),
  'Owner.Name': at('Owner.Name'),
  AccountId: at('AccountId'),
  IsEmailBounced: at('IsEmailBounced'),
  'ReportsTo.IsEmailBounced': (world, row) =>
    lookUp(world, 'Contact', row, 'ReportsTo.IsEmailBounced') ?? false,
  Birthdate: at('Birthdate'),
  'CALENDAR_YEAR(CreatedDate)': instant((date) => date.getUTCFullYear()),
  'CALENDAR_QUARTER(CreatedDate)': instant((date) => Math.floor(date.getUTCMonth() / 3) + 1),
  'DAY_ONLY(CreatedDate)': instant((date) => date.toISOString().slice(0, 10)),
  'DAY_IN_WEEK(CreatedDate)': instant((date) => date.getUTCDay() + 1),
  'HOUR_IN_DAY(CreatedDate)': instant((date) => date.getUTCHours()),
};

const given = (values: readonly Cell[]): Exclude<Cell, null>[] =>
  values.filter((value) => value !== null);
const folded = (value: Cell): Cell => (typeof value === 'string' ? value.toLowerCase() : value);
const sum = (values: readonly Cell[]): number | null => {
  const numbers = given(values).map(Number);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
};
/** Figures by their SOQL. */
const figures: Readonly<Record<string, (rows: readonly PlainRow[], world: World) => Cell>> = {
  'COUNT(Id)': (rows) => rows.length,
  'COUNT(Title)': (rows) => given(rows.map(({ Title }) => Title!)).length,
  'COUNT_DISTINCT(Title)': (rows) =>
    new Set(given(rows.map(({ Title }) => Title!)).map(folded)).size,
  'COUNT_DISTINCT(Account.Industry)': (rows, world) =>
    new Set(given(rows.map((row) => at('Account.Industry')(world, row))).map(folded)).size,
  'SUM(Account.AnnualRevenue)': (rows, world) =>
    sum(rows.map((row) => at('Account.AnnualRevenue')(world, row))),
  'AVG(Account.AnnualRevenue)': (rows, world) => {
    const values = given(rows.map((row) => at('Account.AnnualRevenue')(world, row)));
    return values.length === 0 ? null : sum(values)! / values.length;
  },
  'MIN(Birthdate)': (rows) => given(rows.map(({ Birthdate }) => Birthdate!)).sort()[0] ?? null,
  'MAX(CreatedDate)': (rows) => {
    const last = rows
      .map(({ CreatedDate }) => CreatedDate!)
      .sort()
      .at(-1);
    return last === undefined ? null : onWire(last);
  },
};

/** Which of the keys are summed over, of each set of groups. */
function groupings(kind: '' | 'ROLLUP' | 'CUBE', size: number): boolean[][] {
  const none = Array.from({ length: size }, () => false);
  if (kind === '') return [none];
  if (kind === 'ROLLUP')
    return Array.from({ length: size + 1 }, (_, n) => none.map((_key, at) => at >= n));
  return Array.from({ length: 2 ** size }, (_, n) => none.map((_key, at) => ((n >> at) & 1) === 1));
}

const subsets = <T>(all: readonly T[], least: number, most: number): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...all), { minLength: least, maxLength: most });

it('any groups have the figures that plain loops give', () => {
  const having = fc.option(
    fc.record({
      figure: fc.constantFrom('COUNT(Id)', 'COUNT_DISTINCT(Title)', 'SUM(Account.AnnualRevenue)'),
      sign: fc.constantFrom('>', '<=', '=', '!='),
      bound: fc.integer({ min: 0, max: 3 }),
    }),
  );
  const query = fc.record({
    world: worlds,
    where: conditions('Contact'),
    by: subsets(Object.keys(keys), 1, 3),
    kind: fc.constantFrom('', 'ROLLUP', 'CUBE'),
    chosen: subsets(Object.keys(figures), 1, 4),
    having,
    limit: fc.option(fc.integer({ min: 1, max: 4 })),
  });
  fc.assert(
    fc.property(query, ({ world, where, by, kind, chosen, having: bound, limit }) => {
      fill(db, world);
      const rows = world.Contact.filter((row) => holds(world, 'Contact', row, where));
      const traces = kind === '' ? [] : by.map((key, n) => `GROUPING(${key}) g${n}`);
      const select = [
        ...by.map((key, n) => `${key} k${n}`),
        ...traces,
        ...chosen.map((figure, n) => `${figure} f${n}`),
      ];
      const list = by.join(', ');
      const statement = [
        `SELECT ${select.join(', ')} FROM Contact WHERE ${print(where)}`,
        `GROUP BY ${kind === '' ? list : `${kind}(${list})`}`,
        bound === null ? '' : `HAVING ${bound.figure} ${bound.sign} ${bound.bound}`,
        limit === null ? '' : `LIMIT ${limit}`,
      ].join(' ');
      const expected: unknown[][] = [];
      for (const summed of groupings(kind, by.length)) {
        const groups = new Map<string, PlainRow[]>();
        for (const row of rows) {
          const values = by.map((key, n) => (summed[n] ? null : folded(keys[key]!(world, row))));
          const name = JSON.stringify(values);
          groups.set(name, [...(groups.get(name) ?? []), row]);
        }
        if (rows.length === 0 && summed.every(Boolean))
          groups.set(JSON.stringify(by.map(() => null)), []);
        for (const [name, own] of groups) {
          if (bound !== null) {
            const figure = figures[bound.figure]!(own, world);
            const difference = figure === null ? null : order(figure, bound.bound);
            const isKept = {
              '>': difference !== null && difference > 0,
              '<=': difference !== null && difference <= 0,
              '=': difference === 0,
              '!=': difference !== 0,
            }[bound.sign];
            if (!isKept) continue;
          }
          expected.push([
            ...JSON.parse(name),
            ...(kind === '' ? [] : summed.map(Number)),
            ...chosen.map((figure) => figures[figure]!(own, world)),
          ]);
        }
      }
      const got = soql.query(statement).records.map((record) =>
        select.map((item) => {
          const value = record[item.split(' ').at(-1)!] as Cell;
          return item.includes(' k') ? folded(value) : value;
        }),
      );
      const texts = (list: readonly unknown[][]): string[] =>
        list.map((row) => JSON.stringify(row)).sort();
      if (limit === null) expect(texts(got), statement).toEqual(texts(expected));
      else {
        expect(got.length, statement).toBe(Math.min(limit, expected.length));
        for (const row of texts(got)) expect(texts(expected), statement).toContain(row);
      }
    }),
    { numRuns: cases(40, 5) },
  );
});
