/**
 * Revoked clients. Redis distributes the list among gateways; each stores a copy on disk and
 * restores to Redis what it has lost, so that only the loss of all copies lets a client in again.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import {
  keepPrivate,
  makePrivateFolder,
  replaceFile,
  writeDraft,
} from '../storage/private-file.ts';
import { namesOf } from './authenticator.ts';

/** Last decision about a client. A restored client has an entry too: it is newer than old copies of the revocation. */
interface Decision {
  readonly revoked: boolean;
  /** Epoch milliseconds by the clock of Redis. */
  readonly at: number;
}

/** By `tenant/client`. */
type Decisions = Map<string, Decision>;

interface Revocations {
  isRevoked(name: string): boolean;
  /** Whether Redis has been heard since this process started. */
  isKnown(): boolean;
  /** Resolves after the first look into Redis, whether it answered or not. */
  readonly firstLook: Promise<void>;
  stop(): void;
}

export interface RevocationOptions {
  /** Directory of the copy; null: in memory alone. */
  readonly directory: string | null;
  /** Clients of this gateway: see `clientsOf`. */
  readonly clients: readonly string[];
  /** Between two looks. Default: two seconds. */
  readonly lookMs?: number;
}

const decisionsKey = 'switchboard:revocations';
const clientsKey = 'switchboard:clients';
/** So long Redis knows the clients of a gateway that is gone. */
const clientSeconds = 60;

export function watchRevocations(redis: Redis, options: RevocationOptions): Revocations {
  const { directory, clients, lookMs = 2_000 } = options;
  const decisions = directory === null ? new Map() : readDecisions(directory);
  let isKnown = false;
  let isStored = true;

  const store = (): void => {
    if (directory === null || isStored) return;
    try {
      writeDecisions(directory, decisions);
      isStored = true;
    } catch {
      // A full disk must not keep the list from other gateways; the next look tries again.
    }
  };
  const look = async (): Promise<void> => {
    const remote = parseDecisions(await redis.hgetall(decisionsKey));
    const learned = [...remote].filter(([name, { at }]) => at > (decisions.get(name)?.at ?? 0));
    for (const [name, decision] of learned) decisions.set(name, decision);
    isKnown = true;
    if (learned.length > 0) isStored = false;
    // Before anything is written to Redis, which may refuse that.
    store();
    for (const [name, decision] of decisions)
      if ((remote.get(name)?.at ?? 0) < decision.at) await decide(redis, name, decision);
    if (clients.length > 0) {
      await redis.sadd(clientsKey, ...clients);
      await redis.expire(clientsKey, clientSeconds);
    }
  };
  // While Redis is away the last list holds.
  const refresh = (): Promise<void> => look().catch(() => {});
  const timer = setInterval(refresh, lookMs).unref();
  redis.on('ready', refresh);
  return {
    isRevoked: (name) => decisions.get(name)?.revoked ?? false,
    isKnown: () => isKnown,
    firstLook: refresh(),
    stop() {
      clearInterval(timer);
      redis.off('ready', refresh);
    },
  };
}

/** Shuts a client out, or lets it in again, at this gateway's place and in Redis. */
export async function setRevoked(
  redis: Redis,
  directory: string,
  name: string,
  revoked: boolean,
): Promise<void> {
  const decision = { revoked, at: await decide(redis, name, { revoked, at: 0 }) };
  writeDecisions(directory, readDecisions(directory).set(name, decision));
}

/** Whether a gateway that runs, or did a moment ago, lets this client in. */
export async function isClient(redis: Redis, name: string): Promise<boolean> {
  return (await redis.smismember(clientsKey, ...namesOf(name))).includes(1);
}

/** Writes a decision unless a newer one exists. Time 0 means now, and is newer than any. */
const script = `
local at = tonumber(ARGV[3])
local known = tonumber(string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '', '^(%d+) re%a+ed$')) or 0
if at == 0 then
  local time = redis.call('TIME')
  at = math.max(known + 1, time[1] * 1000 + math.floor(time[2] / 1000))
end
if at > known then
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f %s', at, ARGV[2]))
end
return string.format('%.0f', at)`;

async function decide(redis: Redis, name: string, { revoked, at }: Decision): Promise<number> {
  const word = revoked ? 'revoked' : 'restored';
  return Number(await redis.eval(script, 1, decisionsKey, name, word, at));
}

/** What is cut off or of another form is no decision: gateways that have one put it right. */
function parseDecisions(fields: Readonly<Record<string, string>>): Decisions {
  return new Map(
    Object.entries(fields).flatMap(([name, text]): [string, Decision][] => {
      const [, at, word] = /^(\d+) (revoked|restored)$/.exec(text) ?? [];
      return at === undefined ? [] : [[name, { revoked: word === 'revoked', at: Number(at) }]];
    }),
  );
}

const copy = z.record(z.string(), z.strictObject({ revoked: z.boolean(), at: z.number() }));
const fileIn = (directory: string): string => join(directory, 'revocations.json');

/** @throws ConfigError for a copy that can't be read: it might let in a client that was shut out. */
function readDecisions(directory: string): Decisions {
  const file = fileIn(directory);
  keepPrivate(file);
  try {
    return new Map(Object.entries(copy.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw new ConfigError([
      `DATA_DIR: expected the list of revoked clients in ${file}; got something else. Mend it, or remove it and revoke again.`,
    ]);
  }
}

function writeDecisions(directory: string, decisions: Decisions): void {
  makePrivateFolder(directory);
  const text = `${JSON.stringify(Object.fromEntries(decisions))}\n`;
  // A crash half way leaves the list before.
  replaceFile(fileIn(directory), (draft) => writeDraft(draft, text));
}
