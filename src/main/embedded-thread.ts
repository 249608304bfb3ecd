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

async function openCompany(options: SyntheticThreadOptions) {
  const { size, seed, currencies, file, customSchema } = options;
  const [{ parseCustomSchema }, { startService }, { openSyntheticBackend }] = await Promise.all([
    import('../contract/crm/custom-schema.ts'),
    import('../connector-service/service.ts'),
    import('../demo/synthetic-backend.ts'),
  ]);
  const now = () => new Date();
  const company = {
    size,
    seed,
    currencies,
    now,
    // Midnight, while a file is made, must not make it another day's.
    day: now().toISOString().slice(0, 10),
    ...(customSchema !== null && { customSchema: parseCustomSchema(customSchema) }),
  };
  if (file !== null) {
    makePrivateFolder(dirname(file));
    const { makeCompanyFile } = await import('../demo/database/company-file.ts');
    await makeCompanyFile({ ...company, file }, (share) =>
      parentPort?.postMessage({ kind: 'company', share } satisfies ThreadMessage),
    );
  }
  return startService({
    backend: openSyntheticBackend({ ...company, ...(file !== null && { file }) }),
  });
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
