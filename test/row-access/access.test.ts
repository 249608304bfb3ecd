import { describe, expect, it, onTestFinished } from 'vitest';
import { openWorld } from '../support/world.ts';

const ada = { level: 'own', person: 'Ada.Rousseau@lumenridge.example.com' } as const;

describe('row access', () => {
  it('is read once for all requests, and no request pays for it', async () => {
    const world = await openWorld({ index: false, viewer: ada });
    onTestFinished(() => world.close());
    const { data, errors } = await world.ask('{ users(first: 1) { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data.users.totalCount).toBe(40);
  });
});
