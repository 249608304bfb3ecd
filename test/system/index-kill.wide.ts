/** A gateway killed while it fills the shared index: the next one goes on, and no call is lost or doubled. */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/participants/store/migration.ts';
import { verifyIndex } from '../../src/participants/verify.ts';
import { systemClock } from '../../src/upstream/clock.ts';
import { createConnector } from '../../src/upstream/connector.ts';
import { unlimited } from '../support/connect.ts';
import { fillMs } from '../support/patience.ts';
import { hasPostgres, openDatabase } from '../support/postgres.ts';
import { type Gateway, startGateway, synchronised, until } from './gateway.ts';
import { openRemoteService, type RemoteService } from './service.ts';

describe.skipIf(!hasPostgres)('kill -9 in the middle of a synchronisation', () => {
  let service: RemoteService;
  const gateways: Gateway[] = [];

  beforeAll(async () => {
    service = await openRemoteService();
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.end('SIGKILL');
    await service?.close();
  });

  const pages = async (): Promise<number> =>
    (await service.calls()).filter(({ entity }) => entity === 'calls_extensive').length;

  it('leaves an index that the next gateway completes, equal to a full scan', async () => {
    const url = await openDatabase(inject('runFolder'));
    const settings = {
      INDEX_DATABASE_URL: url,
      INDEX_HORIZON_MONTHS: '4',
      INDEX_INTERVAL_SECONDS: '1',
    };
    // Killed between two pages of one walk: some come, and the next one does not.
    await service.fault({ kind: 'black-hole', entity: 'calls_extensive', after: 4 });
    const killed = await startGateway(service, settings);
    gateways.push(killed);
    await until('some pages', pages, (count) => count > 4);
    await killed.end('SIGKILL');
    expect(synchronised(killed)).toEqual([]);
    await service.calm();

    const heir = await startGateway(service, settings);
    gateways.push(heir);
    // What the dead one had leased is free when the lease is over; an hour later it surely is.
    heir.child.kill('SIGUSR2');
    await until(
      'a whole index',
      () => synchronised(heir).at(-1)?.complete,
      (complete) => complete === 1,
      fillMs,
    );

    const database = await openStore({ url });
    const connector = createConnector({
      baseUrl: service.url,
      credential: { kind: 'token', token: service.token },
      instances: { 'call-analytics': { id: service.instances.callAnalytics, budget: unlimited } },
    });
    try {
      const report = await verifyIndex({
        tenant: `default@${service.instances.callAnalytics}`,
        database,
        connector,
        clock: systemClock,
      });
      expect(report).toMatchObject({ missing: 0, extra: 0, different: 0 });
      expect(report.calls).toBeGreaterThan(400);
    } finally {
      await connector.close();
      await database.close();
    }
  });
});
