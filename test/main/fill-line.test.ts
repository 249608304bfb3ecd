/** What a start tells of the first fill of the index: on a terminal one line that is rewritten, in a log a line now and then, and its end. */

import { expect, it } from 'vitest';
import { watchFill } from '../../src/main/fill-line.ts';
import type { FillFacts } from '../../src/main/progress.ts';
import { indexStatus } from '../../src/participants/indexed-participant-query.ts';
import { setUp, syncerOn } from '../participants/syncing.ts';
import { isWide } from '../support/cases.ts';
import { manualClock } from '../support/clock.ts';
import { startHere } from '../support/here.ts';

const minuteMs = 60_000;

/** An output that keeps what is written. */
function screen(isTTY: boolean, columns = 80) {
  const lines: string[] = [];
  const write = (text: string) => void lines.push(text.replace('\r\x1b[K', '').trimEnd());
  return { lines, isTTY, columns, write };
}

it('tells share, calls that can be asked for, pace and end of a real fill, in one line and then in none', async () => {
  const { syncer, platform, clock } = await setUp({ parallel: 1, callsPerWalk: 30 });
  const terminal = screen(true);
  const log = screen(false);
  const withoutWidth = screen(true, 0);
  const read = async () => [await indexStatus(syncer)];
  watchFill(read, terminal, clock);
  watchFill(read, withoutWidth, clock);
  watchFill(read, log, clock);
  await clock.advance(6_000);
  expect(terminal.lines).toEqual(['Index    0%  no calls are read yet']);
  platform.before = async ({ entity }) => {
    if (entity !== 'users') await clock.advance(30_000);
  };
  await syncer.run();
  await clock.advance(16 * minuteMs);
  const told =
    /^Index +\d{1,2}% {2}calls since \w+ \d+(?:, \d{4})? are read {2}[\d,]+ a minute {2}the rest by \d\d:\d\d/;
  const figures = terminal.lines.filter((line) => told.test(line));
  expect(figures.length).toBeGreaterThan(10);
  for (const line of terminal.lines) expect(line.length).toBeLessThan(80);
  expect(terminal.lines.slice(-2)).toEqual(['', 'Index: all calls are read']);
  expect(log.lines.filter((line) => told.test(line)).length).toBeGreaterThan(1);
  expect(log.lines.length).toBeLessThan(10);
  expect(log.lines.at(-1)).toBe('Index: all calls are read');
  expect(withoutWidth.lines).toEqual(terminal.lines);
});

it('tells the same of one index in each of two gateways, whichever of them reads, and an end that comes', async () => {
  const { syncer, platform, clock, database } = await setUp({ parallel: 2, callsPerWalk: 30 });
  const other = syncerOn(database, platform, clock, { parallel: 2, callsPerWalk: 30 });
  const gateways = [syncer, other] as const;
  const statuses = () => Promise.all(gateways.map(indexStatus));
  const seen: { readonly complete: number; readonly at: number; readonly endsAt: number }[] = [];
  const pairs: unknown[][] = [];
  let turn = Promise.resolve();
  const look = async () => {
    await clock.advance(15_000);
    const [one, two] = await statuses();
    pairs.push([one, two]);
    if (one!.endsAt !== null)
      seen.push({ complete: one!.complete, at: clock.now(), endsAt: one!.endsAt });
  };
  // The second one reads nothing at first, and tells of it nevertheless.
  const begun = Promise.withResolvers<void>();
  platform.before = async ({ entity }) => {
    if (entity === 'users') return;
    turn = turn.then(look);
    await turn;
    if (seen.length === 2) begun.resolve();
  };
  const first = syncer.run();
  await begun.promise;
  await Promise.all([first, other.run()]);
  const end = clock.now();
  for (const [one, two] of pairs) {
    expect(one).toEqual(two);
    expect(one).toMatchObject({ state: 'syncing' });
  }
  expect(await statuses()).toMatchObject(
    gateways.map(() => ({ state: 'idle', complete: 1, callsPerMinute: null, endsAt: null })),
  );
  expect(seen.map(({ complete }) => complete)).toEqual(
    seen.map(({ complete }) => complete).sort((a, b) => a - b),
  );
  const late = seen.filter(({ complete }) => complete > 0.6 && complete < 0.95);
  expect(late.length).toBeGreaterThan(2);
  for (const { at, endsAt } of late) {
    const step = 30_000;
    expect(endsAt - at).toBeLessThan(2 * (end - at) + step);
    expect(endsAt - at).toBeGreaterThan((end - at) / 2 - step);
  }
});

const facts = (complete: number, more: Partial<FillFacts> = {}): FillFacts => ({
  state: 'syncing',
  complete,
  coverage: { completeFrom: null, completeTo: null, syncedAt: null, reconciledAt: null },
  callsPerMinute: null,
  endsAt: null,
  lastError: null,
  transcripts: null,
  ...more,
});

it.each([
  ['of an index that is there', [facts(1)]],
  ['without an index', [facts(0, { state: 'off' })]],
  ['of no tenant', []],
  ['where nobody can be asked', null],
])('says nothing %s', async (_name, all) => {
  const clock = manualClock();
  const output = screen(true);
  watchFill(async () => all, output, clock);
  await clock.advance(minuteMs);
  expect(output.lines.join('')).toBe('');
});

it('tells of several tenants by the one that is least far, and the code of what keeps it', async () => {
  const clock = manualClock();
  const output = screen(false);
  const all = [
    facts(0.6, { callsPerMinute: 100, endsAt: clock.now() }),
    facts(0.2, { callsPerMinute: 1_000, lastError: 'UPSTREAM_AUTH' }),
    facts(1),
  ];
  watchFill(async () => all, output, clock);
  await clock.advance(minuteMs - 1);
  expect(output.lines).toEqual([
    'Index   20%  no calls are read yet  1,100 a minute  UPSTREAM_AUTH',
  ]);
  await clock.advance(20 * minuteMs);
  expect(output.lines.length).toBeLessThan(8);
});

it.runIf(isWide)('is asked of a running gateway', async () => {
  const { fills } = await startHere({ INDEX: 'on' });
  expect(await fills()).toMatchObject([{ state: expect.stringMatching(/^(idle|syncing)$/) }]);
});
