import { describe, expect, it } from 'vitest';
import { createSearchIndex } from '../../src/demo/sosl/full-text-index.ts';
import { SoslEngine } from '../../src/demo/sosl/ranked-search.ts';
import { parseFreeQuery } from '../../src/soql/free-query.ts';
import { parseSoql } from '../../src/soql/parse.ts';
import { printQuery } from '../../src/soql/print.ts';
import { parseSearch, printSearch, printTerm } from '../../src/soql/sosl.ts';
import { crmOf, model } from '../demo/soql/fixture.ts';
import { growthFault } from '../support/growth.ts';

const units = [
  "'",
  '\\',
  "\\'",
  '(',
  ')',
  '((a)',
  ' ',
  '\n',
  'NOT ',
  'NOT(',
  ' AND ',
  ' OR',
  ',',
  'a,',
  'a ',
  'a.',
  'a',
  '0',
  '9.',
  '-',
  '--',
  '/*',
  ';',
  ':',
  '*',
  '?',
  '*?',
  '"',
  '{',
  '}',
  '\u00e9',
  '\ud800',
  '😀',
  'Name,',
  'COUNT(Id) a,',
  'SELECT ',
  'FROM ',
  "Name='x' OR ",
  "NOT Name='x' AND ",
  'Amount>1 OR ',
  "(Name='x' AND Id!=null) OR ",
  "'a',",
  'Id IN (SELECT ',
  '(SELECT Id FROM ',
  'TYPEOF a WHEN ',
  'x WHEN a THEN b ',
  ', a.Owner b',
  'Owner.',
  'DISTANCE(',
  'CALENDAR_YEAR(',
  'Account(Id), ',
  'w OR ',
  'GROUP BY ',
  'LAST_N_DAYS:',
  '2026-01-01 ',
];
const beginnings = [
  '',
  'SELECT ',
  'SELECT Id FROM Account a',
  'SELECT Id FROM Account WHERE ',
  "SELECT Id FROM Account WHERE Name = '",
  "SELECT Id FROM Account WHERE Name LIKE '%",
  "SELECT Id FROM Account WHERE Name IN ('a',",
  'SELECT Id FROM Account ORDER BY ',
  'SELECT COUNT(Id) FROM Account GROUP BY ',
  'FIND {',
  'FIND {x} RETURNING ',
  'FIND {x} RETURNING Account(',
];

const crm = crmOf({ Account: [] });
createSearchIndex(crm.db, model);
const sosl = new SoslEngine(crm.soql);

const readers: readonly (readonly [string, number, (text: string) => unknown])[] = [
  ['SOQL', 25_000, parseSoql],
  ['SOQL, printed', 16_000, (text) => printQuery(parseSoql(text).query)],
  ['SOSL', 25_000, parseSearch],
  ['SOSL, printed', 16_000, (text) => printSearch(parseSearch(text).search)],
  ['a free query', 20_000, (text) => parseFreeQuery(text, { allowedObjects: null, maxLimit: 9 })],
  ['a search term', 4_000, printTerm],
  ['the embedded SOQL', 25_000, (text) => crm.soql.query(text)],
  ['the embedded SOSL', 25_000, (text) => sosl.search(text)],
];

describe('reading takes time in proportion to the text', () => {
  it.each(readers)('%s', async (_name, length, read) => {
    const slow: string[] = [];
    for (const beginning of beginnings) {
      for (const unit of units) {
        const work = async (size: number): Promise<void> => {
          try {
            read(`${beginning}${unit.repeat((size - beginning.length) / unit.length)}x = 'y'`);
          } catch {
            // Refusals take their time, too.
          }
        };
        const fault = await growthFault(work, length);
        if (fault !== null) slow.push(`${beginning}${unit}…: ${fault.half} → ${fault.whole} ms`);
      }
    }
    expect(slow).toEqual([]);
  });
});
