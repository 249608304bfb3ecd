import { describe, expect, it } from 'vitest';
import { BatchBarrier } from '../../src/fetch/batch-loader.ts';

describe('a wave', () => {
  it('lets calls made together end together, each with its own result', async () => {
    const wave = new BatchBarrier();
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
