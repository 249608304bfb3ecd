/**
 * Thread of the embedded connector service: opens the synthetic company, or own accounts, and
 * serves them on a loopback port.
 */

import { flushCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { makePrivateFolder } from '../storage/private-file.ts';
import type {
  AccountOptions,
  EmbeddedOptions,
  SyntheticThreadOptions,
  ThreadMessage,
} from './connector-service.ts';

const options = workerData as EmbeddedOptions;
const service = await (options.kind === 'synthetic' ? openCompany(options) : openAccounts(options));

async function openCompany({ customSchema, ...options }: SyntheticThreadOptions) {
  const [{ parseCustomSchema }, { openDemoService }] = await Promise.all([
    import('../contract/crm/custom-schema.ts'),
    import('../demo/open.ts'),
  ]);
  if (options.file !== null) makePrivateFolder(dirname(options.file));
  const { service } = await openDemoService({
    ...options,
    customSchema: customSchema === null ? null : parseCustomSchema(customSchema),
    progress: (share) =>
      parentPort?.postMessage({ kind: 'company', share } satisfies ThreadMessage),
  });
  return service;
}

async function openAccounts(accounts: AccountOptions) {
  const { startOwnAccounts } = await import('./own-account-service.ts');
  return startOwnAccounts(accounts, {
    watchTokens: (reasons) =>
      parentPort?.postMessage({ kind: 'tokens', reasons } satisfies ThreadMessage),
  });
}

parentPort?.once('message', () => void service.close().then(() => parentPort?.close()));
parentPort?.postMessage({
  kind: 'listening',
  url: service.url,
  token: service.token,
  instances: service.instances,
} satisfies ThreadMessage);
// Left to the process's end, it would be lost with a process that is killed.
flushCompileCache();
