import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  attemptEndTopic,
  breakerTopic,
  callTopic,
  sharedTopic,
  tokenTopic,
  waitTopic,
} from '../../src/upstream/diagnostics-channel.ts';
import { startSmallServer } from '../support/small-server.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  process.stderr.write('SKIPPED: no promtool on the PATH; names of metrics are not checked\n');

const metricPage = readFileSync(
  join(import.meta.dirname, '../../docs/reference/metrics.md'),
  'utf8',
);

it.skipIf(!hasPromtool)(
  'promtool finds nothing in our metrics, and in those of the library what the page lists',
  async () => {
    const server = await startSmallServer({
      admin: { host: '127.0.0.1', port: 0 },
      cacheBytes: () => ({ rows: 1 }),
      index: {
        figures: async () => [
          {
            tenant: 'default',
            complete: 1,
            calls: 1,
            readTo: 0,
            transcripts: { read: 1, unread: 1 },
          },
        ],
        now: () => 0,
        isUp: () => true,
      },
    });
    await server.query('{ hello }');
    await server.query('{ fail(how: "unexpected") }');
    // A sample of each: promtool passes over metrics that have none.
    const site = { tenant: 'default', system: 'crm', entity: 'accounts', action: 'list' } as const;
    callTopic.publish(() => ({
      ...site,
      ...{ cache: 'miss', ms: 1, rows: 1, attempts: 1, shape: {}, error: null, withheld: false },
    }));
    attemptEndTopic.publish(() => ({
      ...site,
      ...{ attempt: {}, number: 1, ms: 1, status: 200, bytes: 1, error: null },
    }));
    breakerTopic.publish(() => ({ ...site, state: 'open' }));
    waitTopic.publish(() => ({
      ...site,
      priority: 'interactive',
      ms: 1,
      granted: true,
      queued: 0,
    }));
    tokenTopic.publish(() => ({ tenant: 'default', renewed: true }));
    sharedTopic.publish(() => ({ state: 'ready', refusal: null }));
    const text = await (await fetch(new URL('/metrics', server.adminUrl ?? ''))).text();
    await server.close();
    const typed = [...text.matchAll(/^# TYPE (switchboard_\w+)/gm)].map(([, name]) => name);
    expect(typed.length).toBeGreaterThan(10);
    for (const name of typed) expect(text).toMatch(new RegExp(`^${name}(_count)?[ {]`, 'm'));
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    const findings = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    expect(findings.filter((line) => line.startsWith('switchboard_'))).toEqual([]);
    expect(findings.length).toBeGreaterThan(0);
    const names = findings.map((line) => line.slice(0, line.indexOf(' ')));
    expect(names.filter((name) => !metricPage.includes(`\`${name}\``))).toEqual([]);
  },
);
