import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { variables } from '../src/config/variable.ts';
import { platformOperations } from '../src/connector-service/vendor/call-platform/operation.ts';
import { permissions } from '../src/contract/permission.ts';
import { faultSchema, scope } from '../src/demo/fault/fault.ts';
import { errorCodes } from '../src/errors.ts';
import { createMetrics } from '../src/server/metrics.ts';

const page = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8');

/** Rows of the table below a heading, as trimmed cells. */
function table(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0];
  expect(section, heading).toBeDefined();
  return section!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));
}

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

describe('the operator’s page', () => {
  it('has every variable with its default and meaning, in order', () => {
    const expected = Object.entries(variables).map(([name, { fallback, about }]) => [
      `\`${name}\``,
      fallback === null ? 'unset' : fallback === '' ? 'none' : `\`${fallback}\``,
      about,
    ]);
    expect(table('Variables')).toEqual(expected);
  });

  it('has every error code', () => {
    expect(table('Error codes').map(([code]) => code)).toEqual(
      errorCodes.map((code) => `\`${code}\``),
    );
  });

  it('has every kind of fault, with its words', () => {
    const rows = table('Faults of the embedded service');
    const kinds = faultSchema.options.map(({ shape }) => `\`${shape.kind.value}\``);
    expect(rows.map(([kind]) => kind)).toEqual(kinds);
    for (const [at, { shape }] of faultSchema.options.entries()) {
      const own = Object.entries(shape).filter(([name]) => name !== 'kind' && !(name in scope));
      const words = own.flatMap(([name, member]) => {
        const options = member instanceof z.ZodEnum ? member.options : [];
        return [name, ...options.map(String)];
      });
      const missing = words.filter(
        (word) => !['change', 'reason', 'form'].includes(word) && !rows[at]![1]!.includes(word),
      );
      expect(missing, rows[at]![0]).toEqual([]);
    }
  });

  it('has every permission', () => {
    expect(table('Who may ask').map(([name]) => name)).toEqual(
      permissions.map((name) => `\`${name}\``),
    );
  });

  it('has every metric with its type and meaning', async () => {
    const index = { figures: async () => [], isUp: () => true };
    const metrics = createMetrics({
      running: () => 0,
      unreadBytes: () => 0,
      process: false,
      index,
    });
    const expected = (await metrics.registry.getMetricsAsJSON()).map(({ name, type, help }) => [
      `\`${name}\``,
      String(type),
      help,
    ]);
    metrics.close();
    expect(table('Watching')).toEqual(expected);
  });
});
