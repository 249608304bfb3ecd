/** `switchboard index sync|status|verify|forget`: the participant index from the command line. */

import { join } from 'node:path';
import { transcribedTenants } from '../config/transcript-right.ts';
import { type Config, loadConfig } from '../config.ts';
import { counted, UserInputError } from '../errors.ts';
import { startConnectorServices } from '../main/connector-service.ts';
import { indexPlace } from '../main/index-place.ts';
import { openTenants } from '../main/open-tenant.ts';
import { commandLine } from '../main/program-name.ts';
import { callProgress } from '../main/progress.ts';
import { indexSettings, transcriptSettings } from '../main/start-index.ts';
import { type Output, stdout } from '../main/terminal.ts';
import { indexStatus } from '../participants/indexed-participant-query.ts';
import type { Database } from '../participants/store/database.ts';
import { deleteIndex, deleteTranscripts, indexNames } from '../participants/store/index-admin.ts';
import { openStore } from '../participants/store/migration.ts';
import { defaultSyncSettings, type SyncSettings } from '../participants/sync/schedule.ts';
import { Syncer } from '../participants/sync/syncer.ts';
import type { TranscriptFill, TranscriptSettings } from '../participants/sync/transcript-fill.ts';
import { verifyIndex, verifyTranscripts } from '../participants/verify.ts';
import { type Clock, systemClock } from '../upstream/clock.ts';
import type { Connector } from '../upstream/connector.ts';
import { commands } from './command-line.ts';
import { expectFlags, misuse, readFlags } from './flag.ts';
import { formatNumber, printStatus, share, showRunning } from './index-report.ts';

const actions = {
  sync: syncIndex,
  status: showIndex,
  verify: verifyIndexes,
  forget: forgetIndex,
} as const satisfies Record<
  string,
  (
    context: IndexContext,
    options: { readonly all: boolean; readonly index: string },
  ) => Promise<number>
>;

/** Flags that each action takes. */
const flagsOf: Readonly<Record<keyof typeof actions, readonly string[]>> = {
  sync: ['all', 'tenant'],
  status: ['tenant', 'url', 'key'],
  verify: ['tenant'],
  forget: [],
};

/** @returns 1 when the index is not complete after `sync`, or differs in `verify`. */
export async function runIndex(args: readonly string[]): Promise<number> {
  const { values, positionals, flagNames } = readFlags(args, commands.index);
  const [name = 'none', ...operands] = positionals;
  const forgetsIndex = name === 'forget' && !values.transcripts;
  if (!isAction(name) || operands.length !== (forgetsIndex ? 1 : 0))
    throw misuse(
      commands.index,
      `Expected sync, status, verify or forget INDEX; got "${positionals.join(' ')}".`,
    );
  const taken = forgetsIndex || name !== 'forget' ? flagsOf[name] : ['transcripts', 'tenant'];
  expectFlags(commands.index, `index ${name}`, flagNames, taken);
  if (values.url !== undefined) {
    expectFlags(commands.index, 'index status --url', flagNames, ['url', 'key']);
    return showRunning(values.url, values.key, stdout);
  }
  const config = loadConfig();
  const controller = new AbortController();
  // A synchronisation that is stopped leaves its complete parts stored.
  const end = (): void => controller.abort();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  const opened = await open(config, values.tenant, controller.signal);
  const options = { all: values.all, index: operands.join() };
  try {
    if (forgetsIndex)
      return await forgetIndex(await holderOf(opened.contexts, options.index), options);
    let code = 0;
    const act = name === 'forget' ? forgetTranscripts : actions[name];
    for (const context of opened.contexts) code = Math.max(code, await act(context, options));
    return code;
  } finally {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
    await opened.close();
  }
}

function isAction(name: string): name is keyof typeof actions {
  return Object.hasOwn(actions, name);
}

/** Opens the databases of the tenants' indexes, each with its tenants. */
async function open(
  config: Config,
  tenant: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly contexts: readonly IndexContext[]; readonly close: () => Promise<void> }> {
  const { environment: env, access } = config;
  const allTenants = access === null ? ['default'] : [...access.tenants.keys()];
  if (tenant !== undefined && !allTenants.includes(tenant))
    throw new UserInputError(
      `--tenant: expected one of ${allTenants.join(', ')}; got "${tenant}".`,
    );
  const started = startConnectorServices(config);
  const tenants = openTenants(env, access, await started.services);
  const transcribed = transcribedTenants(config);
  const contexts: IndexContext[] = [];
  const close = async (): Promise<void> => {
    for (const { database } of contexts) await database.close();
    await tenants.close();
    await started.close();
  };
  try {
    for (const isSynthetic of [false, true]) {
      const names = allTenants.filter((name) => tenants.isSynthetic(name) === isSynthetic);
      const chosen = names.filter((name) => tenant === undefined || name === tenant);
      if (chosen.length === 0) continue;
      // A gateway has it in its memory. What is stored here must not be taken for the index of a real company.
      const location = isSynthetic
        ? { directory: join(env.DATA_DIR, 'embedded') }
        : indexPlace(env, isSynthetic);
      contexts.push({
        tenants: chosen.map((name) => ({
          name,
          indexName: tenants.indexName(name),
          connector: tenants.connector(name),
          transcripts: transcribed.has(name) ? transcriptSettings(env) : undefined,
        })),
        ownIndexes: names.map(tenants.indexName),
        database: await openStore(location),
        clock: systemClock,
        settings: { ...indexSettings(env), recentEveryMs: 0 },
        isSynthetic,
        gatewayUrl: `http://${env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST}:${env.PORT}`,
        stdout,
        stderr: process.stderr,
        signal,
      });
    }
    return { contexts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database that holds an index which this configuration does not use; of several without one the first. */
async function holderOf(contexts: readonly IndexContext[], name: string): Promise<IndexContext> {
  for (const context of contexts) if ((await otherIndexes(context)).includes(name)) return context;
  const [first] = contexts;
  if (first === undefined) throw new UserInputError('Expected a tenant; there is none.');
  return first;
}

interface IndexedTenant {
  readonly name: string;
  /** Its name in the index. Default: the same. */
  readonly indexName?: string;
  readonly connector: Connector;
  /** Default: its transcripts are not indexed. */
  readonly transcripts?: TranscriptSettings | undefined;
}

export interface IndexContext {
  readonly tenants: readonly IndexedTenant[];
  /** Names of the indexes of all tenants, including tenants that a flag excludes. */
  readonly ownIndexes: readonly string[];
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Partial<SyncSettings>;
  /** Whether the company is synthetic, whose index each gateway has in its memory. Default: no. */
  readonly isSynthetic?: boolean;
  /** Where a gateway of this configuration listens. */
  readonly gatewayUrl?: string;
  /** Results. */
  readonly stdout: Output;
  /** Progress. */
  readonly stderr: Output;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Synchronises each tenant up to now.
 * @param all compares calls again that were compared before
 * @returns 1 when something wanted is not known afterwards
 */
export async function syncIndex(
  context: IndexContext,
  { all }: { readonly all: boolean },
): Promise<number> {
  const { clock, signal, stdout, stderr } = context;
  let code = 0;
  for (const indexed of context.tenants) {
    const { name } = indexed;
    const syncer = syncerOf(context, indexed);
    const progress = callProgress(stderr, name, clock);
    const run = syncer.run({
      reconcile: all ? 'all' : 'due',
      signal,
      onProgress: ({ walksDone, walksTotal, ...facts }) =>
        progress.show({ ...facts, walks: { done: walksDone, total: walksTotal } }),
    });
    const report = await run.finally(() => progress.end());
    const { calls, written, removed, walks, skippedRows, complete } = report;
    const skipped = skippedRows === 0 ? '' : `, ${formatNumber(skippedRows)} without id or time`;
    stdout.write(
      `${name}: ${counted(calls, 'call')} read in ${counted(walks, 'walk')}, ${formatNumber(written)} new or changed, ${formatNumber(removed)} removed${skipped}\n`,
    );
    if (complete < 1) {
      stdout.write(
        `${name}: ${share(complete)} of the time is known; another process walks the rest\n`,
      );
      code = 1;
    }
    if (syncer.transcripts !== null)
      stdout.write(`${name}: ${await readTranscripts(syncer.transcripts, context)}\n`);
  }
  return code;
}

const syncerOf = (
  { database, clock, settings }: IndexContext,
  { name, indexName: tenant = name, connector, transcripts }: IndexedTenant,
): Syncer => new Syncer({ tenant, database, connector, clock, settings, transcripts });

/** Reads the transcripts that are due, and says how many. */
async function readTranscripts(
  fill: TranscriptFill,
  { signal }: Pick<IndexContext, 'signal'>,
): Promise<string> {
  const { read, absent, unreadable } = await fill.run({ signal });
  const { unread } = await fill.status();
  return [
    `${counted(read, 'transcript')} read`,
    `${formatNumber(absent)} that the platform does not have`,
    ...(unreadable > 0 ? [`${formatNumber(unreadable)} that could not be read`] : []),
    `${formatNumber(unread)} left for later`,
  ].join(', ');
}

/** Prints the state of the index. Sends no call to the platform. */
export async function showIndex(context: IndexContext): Promise<number> {
  const { stdout, gatewayUrl = 'URL' } = context;
  const statuses = await Promise.all(
    context.tenants.map((indexed) => indexStatus(syncerOf(context, indexed))),
  );
  const running = `\`${commandLine(`index status --url ${gatewayUrl}`)}\` shows that of a running gateway`;
  if (context.isSynthetic)
    stdout.write(
      `Over the synthetic company a gateway has its index in its own memory: ${running}. Below is what \`index sync\` has kept.\n`,
    );
  else if (statuses.some(({ complete }) => complete === 0))
    stdout.write(
      `Nothing has been read into an index below. Where a gateway has its own elsewhere (DATA_DIR, INDEX_DATABASE_URL), ${running}.\n`,
    );
  statuses.forEach((status, at) => {
    printStatus(stdout, context.tenants[at]?.name ?? '', status);
  });
  for (const name of await otherIndexes(context))
    stdout.write(
      `${name}\n  not used by this configuration; \`switchboard index forget ${name}\` deletes it\n`,
    );
  return 0;
}

/** Indexes of other accounts in the same database. */
async function otherIndexes({ database, ownIndexes }: IndexContext): Promise<readonly string[]> {
  return (await indexNames(database)).filter((name) => !ownIndexes.includes(name));
}

/** Deletes an index that this configuration does not use. @returns 1 when it is still there. */
export async function forgetIndex(
  context: IndexContext,
  { index: name }: { readonly index: string },
): Promise<number> {
  const others = await otherIndexes(context);
  if (!others.includes(name)) {
    const expected = others.length === 0 ? 'there is none' : `one of ${others.join(', ')}`;
    throw new UserInputError(
      `Expected an index that this configuration does not use (${expected}); got "${name}".`,
    );
  }
  const { database, clock, stdout } = context;
  const { leaseMs } = defaultSyncSettings;
  const terms = { now: clock.now(), milliseconds: leaseMs };
  if ((await deleteIndex(database, name, terms)) === 'in use') {
    stdout.write(`${name}: not deleted; a process synchronises it\n`);
    return 1;
  }
  stdout.write(`${name}: deleted\n`);
  return 0;
}

/** Deletes the words of transcripts, where no gateway of this configuration would read them again. */
export async function forgetTranscripts({
  database,
  tenants,
  stdout,
}: IndexContext): Promise<number> {
  const indexed = tenants.filter(({ transcripts }) => transcripts !== undefined);
  if (indexed.length > 0)
    throw new UserInputError(
      `Expected TRANSCRIPTS_INDEX=off, since gateways would read the transcripts of ${indexed.map(({ name }) => name).join(', ')} again; got on.`,
    );
  for (const { name, indexName = name } of tenants) {
    await deleteTranscripts(database, indexName);
    stdout.write(`${name}: the words of its transcripts are deleted\n`);
  }
  return 0;
}

/** Compares the index with the platform. @returns 1 when they differ. */
export async function verifyIndexes(context: IndexContext): Promise<number> {
  const { database, clock, signal, stdout, stderr } = context;
  let code = 0;
  for (const { name, indexName: tenant = name, connector } of context.tenants) {
    const progress = callProgress(stderr, name, clock);
    const start = clock.monotonic();
    const compared = { tenant, database, connector, clock, signal };
    const report = await verifyIndex({
      ...compared,
      onProgress({ complete, calls }) {
        const seconds = Math.max(0.001, (clock.monotonic() - start) / 1_000);
        const secondsLeft = complete === 0 ? null : (seconds / complete) * (1 - complete);
        progress.show({ complete, calls, callsPerSecond: calls / seconds, secondsLeft });
      },
    }).finally(() => progress.end());
    const { calls, missing, extra, different, unshown, examples } = report;
    const mismatches = missing + extra + different + unshown;
    const kinds = { missing, extra, different, ...(unshown > 0 && { unshown }) };
    const counts = Object.entries(kinds)
      .map(([mismatch, count]) => `${formatNumber(count)} ${mismatch}`)
      .join(', ');
    stdout.write(
      `${name}: ${counted(calls, 'call')} compared, ${mismatches === 0 ? 'no difference' : counts}\n`,
    );
    for (const { callId, mismatch } of examples)
      stdout.write(`  ${mismatch.padEnd(9)}  call ${callId}\n`);
    const transcripts = await verifyTranscripts(compared);
    const others = transcripts.different;
    if (transcripts.compared > 0)
      stdout.write(
        `${name}: ${counted(transcripts.compared, 'transcript')} compared, ${others.length === 0 ? 'no difference' : `${formatNumber(others.length)} different, to be read again`}\n`,
      );
    for (const callId of others.slice(0, 10)) stdout.write(`  transcript  call ${callId}\n`);
    if (mismatches + others.length > 0) code = 1;
  }
  return code;
}
