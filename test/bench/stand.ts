/**
 * What the suites of differing questions share in one run: the service, the ids they draw from, and two participant
 * indexes made beforehand, the peers' and Switchboard's. Contestants start over it one at a time, always anew.
 */

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompanyFacts, companyFacts } from './company-fact.ts';
import {
  ask,
  type Contestant,
  installed,
  type PeerName,
  peerNames,
  startPeer,
  startSwitchboard,
} from './contestant.ts';
import { type ServiceStage, startServiceStage } from './service-stage.ts';
import type { Setting } from './suite.ts';
import { wholeServer } from './whole-server.ts';

export interface SwitchboardStart {
  readonly name?: string;
  /** Whole answers are kept; without it what is measured is executed. */
  readonly answers?: boolean;
  readonly execArgv?: readonly string[];
}

/** Somebody who can be started as often as there are rounds. */
export interface Starter {
  readonly name: string;
  start(): Promise<Contestant>;
}

export interface Stand {
  readonly service: ServiceStage;
  readonly facts: CompanyFacts;
  switchboard(options?: SwitchboardStart): Starter;
  /** None where the peers are not installed. */
  readonly peers: readonly Starter[];
  end(): Promise<void>;
}

/** Those that a run may choose from. */
export const standPeers = [
  'mercurius',
  'equipped',
  'lean',
  'handwritten',
  'grafast',
  'apollo',
] as const satisfies PeerName[];

/** As many clients as a workload has questions, but for the mixed one: nobody asks twice in a row. */
const clients = 5_000;

export async function openStand(setting: Setting): Promise<Stand> {
  setting.say(`starting the connector service (${setting.size}), reading its ids and calls`);
  const service = await startServiceStage(setting.size, setting.companyFile);
  const folder = folderOf(setting);
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const facts = await companyFacts(service, folder);
  const { accessFile, settings, headers } = wholeServer(folder, clients);
  // The index is complete before anything is counted and is not brought up to date meanwhile.
  const start = async (
    { name, answers = false, execArgv = [] }: SwitchboardStart,
    intervalSeconds = 1_000_000,
  ) => {
    const index = {
      DATA_DIR: data,
      INDEX: 'on',
      INDEX_INTERVAL_SECONDS: String(intervalSeconds),
    };
    const contestant = await startSwitchboard(service, {
      caching: true,
      answers,
      settings: { ...settings, ...index },
      headers,
      execArgv,
    });
    await waitForIndex(contestant);
    return { ...contestant, clients, name: name ?? contestant.name };
  };
  setting.say(`synchronising the index: ${facts.calls.length} calls`);
  // One that was kept from an earlier run is brought up to date.
  await (await start({}, 60)).end();
  if (!installed()) setting.say('peers are not installed: run with --install to have them');
  return {
    service,
    facts,
    switchboard: (options = {}) => ({
      name: options.name ?? 'Switchboard',
      start: () => start({ name: 'Switchboard', ...options }),
    }),
    peers: (installed() ? setting.peers : []).map((peer) => ({
      name: peerNames[peer],
      start: async () => {
        const { participants } = facts;
        const options = { caching: true, participants, accessFile, headers };
        return { ...(await startPeer(peer, service, options)), clients };
      },
    })),
    async end() {
      await service.end();
      if (setting.size === 'small') rmSync(folder, { recursive: true });
    },
  };
}

/**
 * The small company is made anew in each run. What was made of the large one is kept between runs, beside its
 * database and for as long as that is the same file: both indexes take minutes.
 */
function folderOf({ size, companyFile }: Setting): string {
  if (size === 'small') return mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const { ino, birthtimeMs } = statSync(companyFile);
  return `${companyFile}.${ino}-${Math.floor(birthtimeMs)}`;
}

const status = {
  name: 'IndexStatus',
  about: '',
  query: '{ indexStatus { state completeShare lastError } }',
};

/** Its answers about participants are complete from now on. */
export async function waitForIndex(contestant: Contestant): Promise<void> {
  for (;;) {
    const { indexStatus } = (await ask(contestant, status)).data as {
      indexStatus: { state: string; completeShare: number; lastError: string | null };
    };
    if (indexStatus.lastError !== null) throw new Error(`The index: ${indexStatus.lastError}`);
    if (indexStatus.completeShare === 1 && indexStatus.state !== 'SYNCING') return;
    await new Promise((turn) => setTimeout(turn, 50));
  }
}
