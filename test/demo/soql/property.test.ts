import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/contract/wire/execute.ts';
import { SoqlEngine } from '../../../src/demo/soql/engine.ts';
import { cases } from '../../support/cases.ts';
import { crmOf, insert, model, now } from './fixture.ts';
import { conditions, orderings, pathsOf, quote, worlds } from './generate.ts';
import {
  type Cell,
  holds,
  type Key,
  lookUp,
  type ObjectName,
  onWire,
  order,
  type PlainRow,
  print,
  printKey,
  sorted,
  type World,
} from './plain.ts';

const { db } = crmOf({});
const soql = new SoqlEngine(db, model, { now: () => now, pageSize: 7 });

function fill(database: DatabaseSync, world: World): void {
  database.exec('BEGIN; DELETE FROM Contact; DELETE FROM Account; DELETE FROM User;');
  insert(database, world);
  database.exec('COMMIT');
}

/** All records, page by page; every page but the last is full. */
function walk(statement: string): Row[] {
  let page = soql.query(statement);
  const records = [...page.records];
  while (page.next) {
    page = soql.query(statement, page.next);
    records.push(...page.records);
  }
  expect(records.length).toBe(page.totalSize);
  return records;
}

function valueAt(record: Row, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (at as Row | null)?.[key] ?? null, record);
}

const keysOf = (
  world: World,
  object: ObjectName,
  rows: readonly PlainRow[],
  keys: readonly Key[],
): Cell[][] =>
  rows.map((row) =>
    keys.map(({ path }) => {
      const value = lookUp(world, object, row, path);
      return typeof value === 'string' ? value.toLowerCase() : value;
    }),
  );

function clauses(
  where: string,
  keys: readonly Key[],
  limit: number | null,
  offset: number | null,
): string {
  return [
    where === '' ? '' : ` WHERE ${where}`,
    keys.length > 0 ? ` ORDER BY ${keys.map(printKey).join(', ')}` : '',
    limit === null ? '' : ` LIMIT ${limit}`,
    offset === null ? '' : ` OFFSET ${offset}`,
  ].join('');
}

const ranges = fc.record({
  limit: fc.option(fc.integer({ min: 0, max: 12 })),
  offset: fc.option(fc.integer({ min: 0, max: 5 })),
});

describe.each(['Contact', 'Account'] as const)('any query of %s', (object) => {
  it('gives the rows, the order, the window and the values that plain arrays give', () => {
    const selected = pathsOf(object, 2).flatMap(([path]) => (path === 'Id' ? [] : [path]));
    const query = fc.record({
      world: worlds,
      where: conditions(object),
      keys: orderings(object),
      range: ranges,
    });
    fc.assert(
      fc.property(query, ({ world, where, keys, range: { limit, offset } }) => {
        fill(db, world);
        const tail = clauses(print(where), keys, limit, offset);
        const records = walk(`SELECT Id, ${selected.join(', ')} FROM ${object}${tail}`);
        const rows = world[object].filter((row) => holds(world, object, row, where));
        const from = offset ?? 0;
        const window = sorted(world, object, rows, keys).slice(
          from,
          limit === null ? undefined : from + limit,
        );
        const byId = new Map(rows.map((row) => [row.Id, row]));
        const got = records.map((record) => byId.get(String(record.Id)));
        expect(got).not.toContain(undefined);
        expect(new Set(got).size).toBe(window.length);
        expect(keysOf(world, object, got as PlainRow[], keys)).toEqual(
          keysOf(world, object, window, keys),
        );
        for (const [i, record] of records.entries()) {
          for (const path of selected) {
            expect(valueAt(record, path)).toEqual(onWire(lookUp(world, object, got[i]!, path)));
          }
        }
        const count = soql.query(
          `SELECT COUNT() FROM ${object}${clauses(print(where), [], limit, offset)}`,
        );
        expect(count.totalSize).toBe(window.length);
      }),
      { numRuns: cases(40, 5) },
    );
  });
});

describe('a list gone on with from the last row', () => {
  it('meets every row once, whatever its order: comparing and ordering agree', () => {
    const query = fc.record({
      world: worlds,
      path: fc.constantFrom(
        'Name',
        'Title',
        'CreatedDate',
        'Birthdate',
        'Account.Name',
        'Account.AnnualRevenue',
      ),
      descending: fc.boolean(),
      limit: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(query, ({ world, path, descending, limit }) => {
        fill(db, world);
        const direction = descending ? ' DESC' : '';
        const order = ` ORDER BY ${path}${direction} NULLS FIRST, Id${direction} LIMIT ${limit}`;
        const [beyond, met] = [descending ? '<' : '>', new Set<unknown>()];
        let condition = '';
        while (true) {
          const { records } = soql.query(`SELECT Id, ${path} FROM Contact${condition}${order}`);
          for (const { Id } of records) {
            expect(met).not.toContain(Id);
            met.add(Id);
          }
          const last = records.at(-1);
          if (records.length < limit || !last) break;
          const value = valueAt(last, path);
          const spelled =
            value === null
              ? 'null'
              : typeof value === 'string' && !/date$/i.test(path)
                ? quote(value)
                : String(value);
          const further = value === null ? `${path} != null` : `${path} ${beyond} ${spelled}`;
          condition = ` WHERE (${further} OR (${path} = ${spelled} AND Id ${beyond} '${last.Id}'))`;
        }
        expect(met.size).toBe(world.Contact.length);
      }),
      { numRuns: cases(30, 5) },
    );
  });
});

describe('any child subquery', () => {
  it('gives each parent its own children, in order and within its own limit', () => {
    const query = fc.record({
      world: worlds,
      where: conditions('Contact'),
      keys: orderings('Contact'),
      range: ranges,
    });
    fc.assert(
      fc.property(query, ({ world, where, keys, range: { limit, offset } }) => {
        fill(db, world);
        const tail = clauses(print(where), keys, limit, offset);
        const records = walk(`SELECT Id, (SELECT Id FROM Contacts${tail}) FROM Account`);
        expect(records.length).toBe(world.Account.length);
        for (const record of records) {
          const rows = world.Contact.filter(
            (row) => row.AccountId === record.Id && holds(world, 'Contact', row, where),
          );
          const from = offset ?? 0;
          const window = sorted(world, 'Contact', rows, keys).slice(
            from,
            limit === null ? undefined : from + limit,
          );
          const child = record.Contacts as {
            totalSize: number;
            done: boolean;
            nextRecordsUrl?: string;
            records: Row[];
          } | null;
          expect(child?.totalSize ?? 0).toBe(window.length);
          const inner = [...(child?.records ?? [])];
          if (child && !child.done) inner.push(...walkOn(child.nextRecordsUrl!));
          const got = inner.map(({ Id }) => rows.find((row) => row.Id === Id)!);
          expect(new Set(got).size).toBe(window.length);
          expect(keysOf(world, 'Contact', got, keys)).toEqual(
            keysOf(world, 'Contact', window, keys),
          );
        }
      }),
      { numRuns: cases(25, 5) },
    );
  });

  function walkOn(path: string): Row[] {
    let page = soql.query('', { nextRecordsUrl: path });
    const records = [...page.records];
    while (page.next) {
      page = soql.query('', page.next);
      records.push(...page.records);
    }
    return records;
  }
});

describe('any grouping', () => {
  it('counts, sums and bounds as plain arrays do', () => {
    const query = fc.record({
      world: worlds,
      where: conditions('Account'),
      least: fc.integer({ min: 0, max: 3 }),
    });
    fc.assert(
      fc.property(query, ({ world, where, least }) => {
        fill(db, world);
        const statement = `SELECT Industry, Owner.Name who, COUNT(Id) n, COUNT(AnnualRevenue) filled, COUNT_DISTINCT(Name) names, SUM(AnnualRevenue) sum, AVG(AnnualRevenue) mean, MIN(NumberOfEmployees) least, MAX(CreatedDate) latest FROM Account WHERE ${print(where)} GROUP BY Industry, Owner.Name HAVING COUNT(Id) >= ${least} ORDER BY COUNT(Id) DESC`;
        const { records } = soql.query(statement);
        const groups = new Map<string, PlainRow[]>();
        for (const row of world.Account.filter((r) => holds(world, 'Account', r, where))) {
          const key = JSON.stringify([
            row.Industry,
            lookUp(world, 'Account', row, 'Owner.Name'),
          ]).toLowerCase();
          groups.set(key, [...(groups.get(key) ?? []), row]);
        }
        const expected = new Map([...groups].filter(([, rows]) => rows.length >= least));
        expect(records.length).toBe(expected.size);
        const sizes = records.map((record) => Number(record.n));
        expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
        for (const record of records) {
          const rows = expected.get(JSON.stringify([record.Industry, record.who]).toLowerCase())!;
          const revenues = rows.flatMap((row) =>
            row.AnnualRevenue === null ? [] : [Number(row.AnnualRevenue)],
          );
          const staff = rows.flatMap((row) =>
            row.NumberOfEmployees === null ? [] : [Number(row.NumberOfEmployees)],
          );
          const sum = revenues.reduce((a, b) => a + b, 0);
          const names = new Set(
            rows.flatMap(({ Name }) => (Name === null ? [] : [String(Name).toLowerCase()])),
          );
          expect(record.n).toBe(rows.length);
          expect(record.filled).toBe(revenues.length);
          expect(record.names).toBe(names.size);
          expect(record.sum).toEqual(revenues.length > 0 ? expect.closeTo(sum) : null);
          expect(record.mean).toEqual(
            revenues.length > 0 ? expect.closeTo(sum / revenues.length) : null,
          );
          expect(record.least).toBe(staff.length > 0 ? Math.min(...staff) : null);
          expect(record.latest).toBe(
            onWire(
              rows
                .map((row) => row.CreatedDate!)
                .sort(order)
                .at(-1)!,
            ),
          );
        }
      }),
      { numRuns: cases(25, 5) },
    );
  });
});
