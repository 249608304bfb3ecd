/** `switchboard service`: the embedded connector service by itself, for the developer of a dashboard. */

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Backend } from '../connector-service/backend.ts';
import type { CompanySize } from '../connector-service/backends/synthetic/company/size.ts';
import { openSyntheticBackend } from '../connector-service/backends/synthetic/open.ts';
import type { Duration, Fault } from '../connector-service/fault/fault.ts';
import type { WrapperForm } from '../connector-service/option.ts';
import { type Service, startService } from '../connector-service/service.ts';
import { parseCustomSchema } from '../contract/crm/custom.ts';
import { UserInputError } from '../errors.ts';
import { expectFree } from '../main/free-port.ts';
import { misuse, readFlags } from './flag.ts';
import { commands } from './help.ts';
import { greeting } from './service-greeting.ts';

/**
 * Starts the service and says how to reach it.
 * @throws UserInputError for flags that can't be; Error when the port is taken.
 */
export async function runService(
  args: readonly string[],
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<Service> {
  const { values: flags, positionals } = readFlags(args, commands.service);
  if (positionals.length > 0)
    throw misuse(commands.service, `Expected flags alone; got "${positionals.join(' ')}".`);
  const wrapper = oneOf<WrapperForm>('wrapper', flags.wrapper, ['older', 'newer']);
  const latency = flags.latency === undefined ? null : readLatency(flags.latency);
  const faults: Fault[] = latency === null ? [] : [{ kind: 'latency', ms: latency }];
  const port = whole('port', flags.port);
  await expectFree('127.0.0.1', port);
  const kept = readStore(flags.instances, flags['key-file']);
  const backend = openSyntheticBackend({
    size: oneOf<CompanySize>('size', flags.size, ['small', 'large']),
    seed: whole('seed', flags.seed),
    ...(flags.file === undefined ? {} : { file: flags.file }),
    ...readCustomSchema(flags['custom-schema']),
    now: () => new Date(),
  });
  const service = await startService({
    backend,
    port,
    token: flags.token,
    callAnalytics: { wrapper },
    crm: { wrapper, locatorParam: flags['locator-param'] ?? null },
    faults,
    ...kept,
  }).catch((error: unknown) => {
    backend.close();
    throw error;
  });
  if (flags.limited) {
    service.admin.setLimits(service.instances.callAnalytics, { perSecond: 3, perDay: 10_000 });
  }
  closeOnSignal(service);
  write(greeting(service, await someCall(backend)));
  return service;
}

function oneOf<T extends string>(flag: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found !== undefined) return found;
  throw new UserInputError(`--${flag}: expected ${allowed.join(' or ')}, got "${value}"`);
}

function whole(flag: string, value: string): number {
  if (/^\d{1,9}$/.test(value)) return Number(value);
  throw new UserInputError(`--${flag}: expected a whole number, got "${value}"`);
}

function readLatency(value: string): Duration {
  const match = /^(\d+)(?:-(\d+))?$/.exec(value);
  if (match === null) {
    throw new UserInputError(`--latency: expected milliseconds, as 80 or 50-200, got "${value}"`);
  }
  const [, from, to] = match;
  return to === undefined ? Number(from) : { min: Number(from), max: Number(to) };
}

function readCustomSchema(path: string | undefined) {
  if (path === undefined) return {};
  try {
    return { customSchema: parseCustomSchema(JSON.parse(readFileSync(path, 'utf8'))) };
  } catch (error) {
    throw new UserInputError(`--custom-schema: ${(error as Error).message}`);
  }
}

/** The instance store's file and key; the key file is made on first use, readable by its owner alone. */
function readStore(storeFile: string | undefined, keyFile: string | undefined) {
  if (storeFile === undefined && keyFile === undefined) return {};
  if (storeFile === undefined || keyFile === undefined) {
    throw new UserInputError('--instances and --key-file: expected both or neither, got one');
  }
  if (!existsSync(keyFile)) writeFileSync(keyFile, randomBytes(32), { mode: 0o600, flag: 'wx' });
  const key = readFileSync(keyFile);
  if (key.length === 32) return { storeFile, key };
  throw new UserInputError(`--key-file: expected a file of 32 bytes, got one of ${key.length}`);
}

function closeOnSignal(service: Service): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void service.close());
  }
}

/** Id of a call to show a download with. */
async function someCall(backend: Backend): Promise<string> {
  const answer = await backend.execute({
    system: 'call-analytics',
    entity: 'calls',
    action: 'list',
    params: {},
    page: null,
  });
  return answer.kind === 'cursor-page' ? String(answer.rows[0]?.id) : '';
}
