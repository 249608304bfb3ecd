/** The thread of the embedded connector service: opens the synthetic company and serves it on a loopback port. */

import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddedAddress, EmbeddedOptions } from './connector-service.ts';

// What is loaded from here on need not be compiled again at the next start.
enableCompileCache();
const [{ parseCustomSchema }, { startService }, { openSyntheticBackend }] = await Promise.all([
  import('../contract/crm/custom.ts'),
  import('../connector-service/service.ts'),
  import('../connector-service/backends/synthetic/open.ts'),
]);

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
flushCompileCache();
