import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { platformOperations } from '../src/connector-service/vendor/call-platform/operation.ts';

describe('the page of own accounts', () => {
  it('names every scope and no other', () => {
    const text = readFileSync(new URL('../docs/connect.md', import.meta.url), 'utf8');
    const named = [...text.matchAll(/^\| `(api:[a-z:-]+)` \|/gm)].map(([, scope]) => scope);
    const used = Object.values(platformOperations).map(({ scope }) => scope);
    expect(new Set(named)).toEqual(
      new Set([...used, 'api:calls:read:media-url', 'api:stats:scorecards']),
    );
  });
});
