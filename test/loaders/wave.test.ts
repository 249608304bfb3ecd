import { describe, expect, it } from 'vitest';
import { Wave } from '../../src/loaders/wave.ts';
import { readWholeList } from '../../src/loaders/whole-list.ts';
import { notes, pagedSource } from './paged-source.ts';

describe('a wave', () => {
  it('lets calls made together end together, each with its own result', async () => {
    const wave = new Wave();
    const releases: (() => void)[] = [];
    const ended: string[] = [];
    const task = (name: string) =>
      wave
        .run(() => new Promise<string>((resolve) => releases.push(() => resolve(name))))
        .then((result) => ended.push(result));
    const both = [task('quick'), task('slow')];
    const failing = wave.run(() => Promise.reject(new Error('down'))).catch(() => 'failed');
    await new Promise((done) => setImmediate(done));
    releases[0]!();
    await new Promise((done) => setImmediate(done));
    expect(ended).toEqual([]);
    releases[1]!();
    await Promise.all(both);
    expect(ended).toEqual(['quick', 'slow']);
    expect(await failing).toBe('failed');
  });
});

describe('a whole list', () => {
  const rows = Array.from({ length: 25 }, (_, at) => ({ id: String(at) }));

  it('is read page after page to its end', async () => {
    const source = pagedSource(rows);
    const whole = await readWholeList({ ...source, entity: notes, maxPages: 3 });
    expect(whole.rows).toEqual(rows);
    expect(source.asked).toEqual([{}, { cursor: '10' }, { cursor: '20' }]);
  });

  it('is an error, never a part, where there are more pages than may be read', async () => {
    const read = readWholeList({ ...pagedSource(rows), entity: notes, maxPages: 2 });
    await expect(read).rejects.toMatchObject({ code: 'SCAN_LIMIT' });
    const circle = pagedSource(rows, { cursor: () => '10' });
    const loop = readWholeList({ ...circle, entity: notes, maxPages: 9 });
    await expect(loop).rejects.toMatchObject({ code: 'PAGINATION_LOOP' });
    expect(circle.asked).toHaveLength(2);
  });
});
