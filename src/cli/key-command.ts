/** `switchboard key`: a new API key, shown once; and clients revoked at all gateways, or restored. */

import { loadConfig } from '../config.ts';
import { UserInputError } from '../errors.ts';
import { clientsOf, namesOf } from '../main/authenticator.ts';
import { orderRevocation } from '../main/redis-state.ts';
import { stdout } from '../main/terminal.ts';
import { createKey } from '../server/identity/api-key.ts';
import { commands } from './command-line.ts';
import { expectFlags, misuse, readFlags } from './flag.ts';

/**
 * `revoke` and `restore` need REDIS_URL, which is how the gateways learn of it.
 * @throws UserInputError for a client that neither the access file nor a running gateway knows.
 */
export async function runKey(args: readonly string[]): Promise<number> {
  const { values, positionals, flagNames } = readFlags(args, commands.key);
  const [what, client, ...others] = positionals;
  if (what === undefined) {
    expectFlags(commands.key, 'key', flagNames, []);
    return printNewKey();
  }
  if ((what !== 'revoke' && what !== 'restore') || client === undefined || others.length > 0)
    throw misuse(
      commands.key,
      `Expected nothing, revoke CLIENT or restore CLIENT; got "${positionals.join(' ')}".`,
    );
  const { environment, access } = loadConfig();
  const { REDIS_URL: redis, DATA_DIR: directory } = environment;
  if (redis === undefined)
    throw new UserInputError(
      'REDIS_URL: expected a value, since gateways learn of it there; got none. Without Redis, take the key out of the access file and restart.',
    );
  const { tenant } = values;
  const clients = new Set(clientsOf(access));
  const isKnown = namesOf(`${tenant}/${client}`).some((name) => clients.has(name));
  const revoked = what === 'revoke';
  await orderRevocation(redis.href, { tenant, client, revoked, directory, isKnown });
  stdout.write(`${tenant}/${client} ${revoked ? 'is shut out' : 'may ask again'}\n`);
  return 0;
}

function printNewKey(): number {
  const { text, sha256 } = createKey();
  stdout.write(
    `Key     ${text}   (for the client; it is kept nowhere)\nsha256  ${sha256}   (for the access file)\n`,
  );
  return 0;
}
