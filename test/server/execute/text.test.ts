import { afterEach, describe, expect, it } from 'vitest';
import { KeptValue } from '../../../src/graph/brought.ts';
import { forgetTexts, keepText, keptText } from '../../../src/server/execute/text.ts';

class Row extends KeptValue {}
const text = (length: number) => ({ text: 'x'.repeat(length), holdings: [] });
const twice = (row: Row, selection: object, length: number) => {
  keepText(row, selection, text(length));
  keepText(row, selection, text(length));
};
const lengthOf = (row: Row, selection: object) => keptText(row, selection)?.text.length;

afterEach(forgetTexts);

describe('the text of a row', () => {
  it('is kept from the second time on, each selection for itself', () => {
    const [row, one, other] = [new Row(), {}, {}];
    keepText(row, one, text(1));
    keepText(row, other, text(2));
    expect([lengthOf(row, one), lengthOf(row, other)]).toEqual([undefined, undefined]);
    keepText(row, one, text(1));
    keepText(row, other, text(2));
    expect([lengthOf(row, one), lengthOf(row, other)]).toEqual([1, 2]);
    keepText(row, one, text(3));
    expect(lengthOf(row, one)).toBe(3);
  });

  it('is forgotten with all others when they weigh too much, and kept anew after it', () => {
    const selection = {};
    const rows = Array.from({ length: 20 }, () => new Row());
    for (const row of rows) twice(row, selection, 2 ** 21);
    const kept = () => rows.filter((row) => lengthOf(row, selection) !== undefined).length;
    expect(kept()).toBeGreaterThan(0);
    expect(kept()).toBeLessThanOrEqual(16);
    for (const row of rows) twice(row, selection, 2 ** 21);
    expect(kept()).toBeLessThanOrEqual(16);
    forgetTexts();
    expect(kept()).toBe(0);
    twice(rows[0]!, selection, 5);
    expect(lengthOf(rows[0]!, selection)).toBe(5);
    forgetTexts();
    expect(kept()).toBe(0);
  });

  it('weighs as much more as more has to hold for it', () => {
    const selection = {};
    const rows = Array.from({ length: 20 }, () => new Row());
    const holdings = Array.from({ length: 5_000 }, () => ({ holds: () => true }));
    for (const row of rows)
      for (let time = 0; time < 2; time += 1) keepText(row, selection, { text: '', holdings });
    expect(rows.filter((row) => keptText(row, selection) !== undefined).length).toBeLessThan(20);
  });
});
