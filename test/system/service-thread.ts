/** The thread behind `service.ts`: the connector service over a synthetic company, out of the way of whoever makes the load. */

import { parentPort, workerData } from 'node:worker_threads';
import { startDemoService } from '../../src/demo/service.ts';
import { openSyntheticBackend } from '../../src/demo/synthetic-backend.ts';
import type { ThreadAddress, ThreadOptions } from './service.ts';

const { port, token, aheadMs } = workerData as ThreadOptions;
const now = (): number => Date.now() + aheadMs;

const service = await startDemoService({
  backend: openSyntheticBackend({ size: 'small', now: () => new Date(now()) }),
  port,
  token,
  logSize: 100_000,
});

parentPort?.once('message', () => void service.close().then(() => parentPort?.close()));
parentPort?.postMessage({
  url: service.url,
  token: service.token,
  client: service.client,
  instances: service.instances,
} satisfies ThreadAddress);
