/** Cluster: several gateway processes on one port, forked, watched, replaced when they die, ended together. */

import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import { memberAt } from '../contract/member-at.ts';
import { createAdmin } from '../server/admin.ts';
import { mergeUsage, type UsageReport } from '../server/usage.ts';
import { systemClock } from '../upstream/clock.ts';
import { openRedis } from '../upstream/shared-store.ts';
import type { ProbedAccount } from './account-probe.ts';
import { revocationHealth } from './health.ts';
import { hostRuleOf } from './host-rule.ts';
import type { FillFacts } from './progress.ts';
import { openShared } from './redis-state.ts';

interface Workers {
  /** Address of the workers. */
  readonly url: URL;
  readonly adminUrl: URL | null;
  /** Identity and rights of own accounts from a worker; null without own accounts, or when the worker ends first. */
  accounts(): Promise<readonly ProbedAccount[] | null>;
  /** How far the index of each tenant is, from a worker; null when that ends first. */
  fills(): Promise<readonly FillFacts[] | null>;
  /** Which client asked for which fields, of all workers that live. */
  usage(): Promise<UsageReport>;
  close(): Promise<void>;
}

/** Pause before a worker that keeps dying is forked again, so that an error at start does not consume the machine. */
const restMs = 1_000;

/** Resolves when all workers listen. @throws Error when one ends before it does. */
export async function startWorkers(config: Config, log: Logger): Promise<Workers> {
  const { environment: env, access } = config;
  // Each worker watches for itself; this process only reports the same list.
  const redis =
    env.REDIS_URL === undefined || access === null
      ? null
      : openRedis(env.REDIS_URL.href, systemClock);
  const shared =
    redis === null ? null : await openShared(redis, { directory: env.DATA_DIR, clients: [] });
  let ending = false;
  let listening = 0;
  const admin =
    env.ADMIN_PORT === undefined
      ? null
      : createAdmin({
          host: env.ADMIN_HOST,
          port: env.ADMIN_PORT,
          allowsHost: hostRuleOf(config),
          metrics: clusterMetrics(),
          usage: clusterUsage,
          ready: () => !ending && listening > 0,
          parts: () => [
            { name: 'workers', state: listening === env.WORKERS ? 'ok' : 'degraded' },
            ...revocationHealth(shared),
          ],
          failed: (error) => log.error({ err: error }, 'unexpected failure'),
        });

  const fork = async (): Promise<URL> => {
    const worker = cluster.fork();
    const ended = once(worker, 'exit');
    const [address] = (await Promise.race([
      once(worker, 'listening'),
      ended.then(([code]) => {
        throw new Error(`A worker ended with ${code} before it listened.`);
      }),
    ])) as [{ address: string; port: number }];
    listening += 1;
    void ended.then(() => replace(worker));
    return new URL(`http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${address.port}`);
  };
  const replace = async (dead: Worker): Promise<void> => {
    listening -= 1;
    while (!ending) {
      log.error({ worker: dead.process.pid, code: dead.process.exitCode }, 'worker ended');
      const came = await fork().then(
        () => true,
        () => false,
      );
      if (came) return;
      await wait(restMs);
    }
  };

  const urls = await Promise.all(Array.from({ length: env.WORKERS }, fork));
  const adminUrl = admin === null ? null : await admin.listen();
  return {
    url: memberAt(urls, 0),
    adminUrl,
    accounts: () => ask<readonly ProbedAccount[]>('accounts'),
    fills: () => ask<readonly FillFacts[]>('fills'),
    usage: clusterUsage,
    async close() {
      ending = true;
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(
        workers.map(async (worker) => {
          const ended = once(worker, 'exit');
          worker.process.kill('SIGTERM');
          await ended;
        }),
      );
      await admin?.close(0);
      shared?.close();
      redis?.close();
    },
  };
}

/** What the parent process asks a worker: the name of the request and of its reply. */
const questions = ['accounts', 'fills', 'usage'] as const;
type Question = (typeof questions)[number];

const livingWorkers = (): readonly Worker[] =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Asks any worker; null where there is none, or it ends first. */
async function ask<T>(question: Question): Promise<T | null> {
  const [worker] = livingWorkers();
  return worker === undefined ? null : askWorker<T>(worker, question);
}

function askWorker<T>(worker: Worker, question: Question): Promise<T | null> {
  worker.send(question);
  return new Promise((resolve) => {
    const settle = (answer: T | null): void => {
      worker.off('exit', leave);
      worker.off('message', listen);
      resolve(answer);
    };
    const leave = (): void => settle(null);
    // Others send figures over the same channel.
    const listen = (message: { readonly [name in Question]?: T | null }): void => {
      const answer = message[question];
      if (answer !== undefined) settle(answer);
    };
    worker.on('exit', leave).on('message', listen);
  });
}

/** In a worker: answers those requests. */
export function answerPrimary(
  running: {
    readonly [name in Question]: () => Promise<unknown>;
  },
): void {
  process.on('message', (message) => {
    const question = questions.find((name) => name === message);
    if (question === undefined) return;
    // A gateway that ends first sends nothing, and its parent has stopped listening.
    void running[question]()
      .catch(() => null)
      .then((answer) => process.connected && process.send?.({ [question]: answer }));
  });
}

/** Time that a report waits for a worker: one that is only starting answers nothing. */
const usageMs = 1_000;

/** The workers' counts as one report, of those that answer. */
async function clusterUsage(): Promise<UsageReport> {
  const reports = await Promise.all(
    livingWorkers().map((worker) =>
      Promise.race([askWorker<UsageReport>(worker, 'usage'), wait(usageMs, null, { ref: false })]),
    ),
  );
  return mergeUsage(reports.filter((report) => report !== null));
}

/** The workers' figures, added up. */
function clusterMetrics() {
  const registry = new AggregatorRegistry();
  return { contentType: registry.contentType, metrics: () => registry.clusterMetrics() };
}
