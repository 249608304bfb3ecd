import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const log = new URL('../../src/server/log.ts', import.meta.url).href;

/** The lines that a process writes which logs so many and then goes on like this. */
function linesOf(count: number, ending: string): number {
  const script = `
    const { createLog, requestLog } = await import('${log}');
    const log = requestLog(createLog('info'));
    for (let n = 0; n < ${count}; n += 1) log.info({ n, pad: 'x'.repeat(100) }, 'request');
    ${ending}`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    maxBuffer: 2 ** 24,
  });
  return output.toString().split('\n').length - 1;
}

describe('lines that are collected', () => {
  it.each([
    ['at the end', ''],
    ['at an exit', 'process.exit();'],
  ])('are written %s of the process', (_when, ending) => {
    expect(linesOf(3_000, ending)).toBe(3_000);
  });
});
