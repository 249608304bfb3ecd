import {
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { noCustomSchema } from '../../src/contract/crm/custom-schema.ts';
import { asker, makeCompany } from './ask.ts';

const folder = mkdtempSync(join(tmpdir(), 'company-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = join(folder, 'company.db');
const tomorrow = () => new Date('2026-11-21T01:00:00Z');

describe('a company in a file', () => {
  it('is made once and found again, with what was changed in it', async () => {
    // What a build left that was cut short.
    const half = `${file}.0123456789ab.new`;
    writeFileSync(half, 'half a company');
    utimesSync(half, 0, 0);
    const first = makeCompany({ file });
    const calls = await asker(first).page('calls list');
    const [gone] = calls.rows;
    first.changes.deleteCall(String(gone!.id));
    first.close();
    const made = statSync(file).birthtimeMs;
    const again = makeCompany({ file });
    expect(statSync(file).birthtimeMs).toBe(made);
    expect((await asker(again).page('calls list')).totalRecords).toBe(calls.totalRecords! - 1);
    expect(await asker(again).soql('SELECT COUNT(Id) n FROM Account')).toMatchObject([{ n: 150 }]);
    // A call can be added although nobody is in memory who made the others.
    expect(again.changes.insertCall(Date.parse('2026-11-19T20:00:00Z'))).toMatch(/^\d+$/);
    again.close();
    expect(readdirSync(folder)).toEqual(['company.db']);
  });

  it.each([
    ['another seed', { seed: 3 }, 'seed was to be 3, but is 1'],
    ['another day', { seed: 3, now: tomorrow }, 'day was to be 2026-11-21, but is 2026-11-20'],
    [
      'other custom fields',
      { seed: 3, now: tomorrow, customSchema: noCustomSchema },
      'model was to be ',
    ],
  ])('is made anew for %s, and that is said', async (_what, options, reason) => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    const next = makeCompany({ file, ...options });
    expect(said).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/company\.db holds another company \(.*\): making it anew\n$/),
    );
    expect(said.mock.calls[0]![0]).toContain(reason);
    expect((await asker(next).page('calls list')).totalRecords).toBe(2500);
    next.close();
  });

  it('never replaces a file that is something else', () => {
    const other = join(folder, 'letter.txt');
    writeFileSync(other, 'Dear all');
    expect(() => makeCompany({ file: other })).toThrow(
      'expected a file of a synthetic company, or none',
    );
    expect(existsSync(other)).toBe(true);
  });
});
