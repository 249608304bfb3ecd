import { expect, it } from 'vitest';
import { rowProgress } from '../../src/main/progress.ts';
import { manualClock } from '../support/clock.ts';

/** What stands on a terminal's line after each writing. */
function terminal(columns: number) {
  const lines: string[] = [];
  return {
    lines,
    isTTY: true,
    columns,
    write: (text: string) => lines.push(text.replace('\r\x1b[K', '')),
  };
}

it('an export tells how far it is, how fast, and how long it will take', async () => {
  const clock = manualClock();
  const screen = terminal(100);
  // Of a run that goes on from 1,000 rows.
  const progress = rowProgress(screen, clock, 1_000);
  await clock.advance(2_000);
  progress.show(1_600, 11_200);
  progress.show(11_200, 11_200);
  progress.show(1_012, null);
  progress.end();
  expect(screen.lines).toEqual([
    '[===                     ]   14%  1,600 of 11,200 rows  300/s  32 s left',
    '[========================]  100%  11,200 of 11,200 rows  5,100/s',
    '1,012 rows  6/s',
    '',
  ]);
});

it('an export keeps to the line of a narrow terminal, and is silent where there is none', () => {
  const narrow = terminal(30);
  rowProgress(narrow, manualClock(), 0).show(5, 10);
  expect(narrow.lines[0]).toHaveLength(29);
  const file: string[] = [];
  const progress = rowProgress({ write: (text) => file.push(text) }, manualClock(), 0);
  progress.show(5, 10);
  progress.end();
  expect(file).toEqual([]);
});
