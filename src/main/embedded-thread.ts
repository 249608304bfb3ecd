/** The thread behind `embedded.ts`: opens the synthetic company and serves it on a loopback port. */

import { parentPort, workerData } from 'node:worker_threads';
import { parseCustomSchema } from '../records/crm/custom.ts';
import { startService } from '../service/service.ts';
import { openSyntheticBackend } from '../service/synthetic/open.ts';
import type { EmbeddedAddress, EmbeddedOptions } from './embedded.ts';

const { size, seed, file, customSchema } = workerData as EmbeddedOptions;

const service = await startService({
  backend: openSyntheticBackend({
    size,
    seed,
    now: () => new Date(),
    ...(file !== null && { file, rebuild: true }),
    ...(customSchema !== null && { customSchema: parseCustomSchema(JSON.parse(customSchema)) }),
  }),
});

parentPort?.once('message', () => void service.close().then(() => parentPort?.close()));
parentPort?.postMessage({
  url: service.url,
  token: service.token,
  instances: service.instances,
} satisfies EmbeddedAddress);
