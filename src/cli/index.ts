/** `switchboard index sync|status|verify`: the participant index from the command line. */

import { join } from 'node:path';
import { type Config, loadConfig } from '../config.ts';
import { UserInputError } from '../errors.ts';
import { startConnectorService } from '../main/connector-service.ts';
import { indexSettings } from '../main/participants.ts';
import { openTenants } from '../main/tenant.ts';
import { openStore } from '../participants/store/open.ts';
import { systemClock } from '../upstream/clock.ts';
import { misuse, readFlags } from './flag.ts';
import { commands } from './help.ts';
import { type IndexContext, showIndex, syncIndex, verifyIndexes } from './index/command.ts';

const actions = {
  sync: syncIndex,
  status: showIndex,
  verify: verifyIndexes,
} as const satisfies Record<string, (context: IndexContext, all: boolean) => Promise<number>>;

/** @returns 1 when the index is not complete after `sync`, or differs in `verify`. */
export async function runIndex(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.index);
  const [name = 'none', ...rest] = positionals;
  if (!isAction(name) || rest.length > 0)
    throw misuse(
      commands.index,
      `Expected sync, status or verify; got "${positionals.join(' ')}".`,
    );
  const config = loadConfig();
  const controller = new AbortController();
  // A synchronisation told to end keeps what is complete.
  const end = (): void => controller.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const opened = await open(config, values.tenant, controller.signal);
  try {
    return await actions[name](opened.context, values.all);
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
    await opened.close();
  }
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}

async function open(
  config: Config,
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly context: IndexContext; readonly close: () => Promise<void> }> {
  const { environment: env, access } = config;
  const known = access === null ? ['default'] : [...access.tenants.keys()];
  if (tenant !== undefined && !known.includes(tenant))
    throw new UserInputError(`--tenant: expected one of ${known.join(', ')}; got "${tenant}".`);
  const service = startConnectorService(config);
  const address = await service.address;
  const tenants = openTenants(env, access, address, !service.isEmbedded);
  const closeUpstream = async (): Promise<void> => {
    await tenants.close();
    await service.close();
  };
  try {
    const names = tenant === undefined ? known : [tenant];
    // The embedded company is made anew each day: its index must not be taken for a lasting one.
    const directory = service.isEmbedded ? join(env.DATA_DIR, 'embedded') : env.DATA_DIR;
    const url = service.isEmbedded ? undefined : env.INDEX_DATABASE_URL?.href;
    const database = await openStore({ directory, url });
    return {
      context: {
        tenants: names.map((name) => ({ name, connector: tenants.connector(name) })),
        database,
        clock: systemClock,
        settings: { ...indexSettings(env), recentEveryMs: 0 },
        stdout: process.stdout,
        stderr: process.stderr,
        signal,
      },
      async close() {
        await database.close();
        await closeUpstream();
      },
    };
  } catch (error) {
    await closeUpstream();
    throw error;
  }
}
