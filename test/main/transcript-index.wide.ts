/** A gateway that indexes transcripts over the connector service: what it reads of them, and what it tells of that. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { startDemoService } from '../../src/demo/service.ts';
import { startConnectorServices } from '../../src/main/connector-service.ts';
import { crmModelOf } from '../../src/main/crm-model.ts';
import { startGateway } from '../../src/main/gateway.ts';
import { createLog } from '../../src/server/log.ts';
import { manualClock } from '../support/clock.ts';
import { until } from '../support/connect.ts';
import { openSynthetic } from '../support/synthetic.ts';
import { today } from '../support/world.ts';

const question = '{ indexStatus { calls transcripts { knownSince read unread lastError } } }';

it('reads a hundred a call, once, tells how many, and nothing of it where it is off', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'transcript-index-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const now = () => today.getTime();
  const backend = openSynthetic({ now: () => today });
  const service = await startDemoService({ backend, clock: now });
  onTestFinished(() => service.close());
  const asked = (): number =>
    service.calls().filter(({ entity }) => entity === 'call_transcripts').length;
  const run = async (state: 'on' | 'off'): Promise<{ status: unknown; lines: string[] }> => {
    const config = loadConfig({
      PORT: '0',
      DATA_DIR: directory,
      INDEX_HORIZON_MONTHS: '1',
      TRANSCRIPTS_INDEX: state,
      CONNECTOR_BASE_URL: service.url,
      CONNECTOR_TOKEN: service.token,
      CALL_ANALYTICS_INSTANCE_ID: service.instances.callAnalytics,
      CRM_INSTANCE_ID: service.instances.crm,
      CALL_ANALYTICS_PER_SECOND: '1000',
    });
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const clock = manualClock(now());
    const { services } = startConnectorServices(config);
    const gateway = await startGateway(config, services, crmModelOf(null, true), log, clock);
    try {
      await until(() => lines.some((line) => line.includes('index synchronised')));
      // The next look for transcripts finds all calls queued; a look before may have queued none yet.
      const isRead = async (): Promise<boolean> => {
        const { transcripts } = (await gateway.fills())[0]!;
        return transcripts === null || (transcripts.read > 0 && transcripts.unread === 0);
      };
      for (let looks = 0; looks < 1_000 && !(await isRead()); looks += 1)
        await clock.advance(1_000);
      const response = await fetch(new URL('/graphql', gateway.listening.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: question }),
      });
      return { status: (await response.json()).data.indexStatus, lines };
    } finally {
      await gateway.close();
    }
  };
  const { status, lines } = await run('on');
  const { calls } = status as { calls: number };
  expect(calls).toBeGreaterThan(200);
  const transcripts = { knownSince: expect.any(String), unread: 0, lastError: null };
  expect(status).toMatchObject({ transcripts: { ...transcripts, read: expect.any(Number) } });
  const { read } = (status as { transcripts: { read: number } }).transcripts;
  expect(read).toBeGreaterThan(200);
  // The newest are read while the others are still to come, so a few calls are not full.
  expect(asked()).toBeGreaterThanOrEqual(Math.ceil(read / 100));
  expect(asked()).toBeLessThan(Math.ceil(read / 100) + 10);
  expect(lines.filter((line) => line.includes('transcripts are read into the index'))).toHaveLength(
    1,
  );
  const first = asked();
  expect(await run('off')).toMatchObject({ status: { calls, transcripts: null } });
  expect(await run('on')).toMatchObject({ status: { transcripts: { ...transcripts, read } } });
  expect(asked()).toBe(first);
});
