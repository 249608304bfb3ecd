/** Switchboard and its peers side by side: started alike, asked alike, and equal in what they answer. */

import { deepStrictEqual } from 'node:assert/strict';
import {
  ask,
  type Contestant,
  installed,
  type PeerName,
  startPeer,
  startSwitchboard,
} from './contestant.ts';
import type { Operation } from './operation.ts';
import { type ServiceStage, startServiceStage } from './service-stage.ts';
import type { Setting } from './suite.ts';

export interface Contest {
  readonly service: ServiceStage;
  /** Switchboard first. */
  readonly contestants: readonly Contestant[];
  end(): Promise<void>;
}

export interface ContestOptions {
  readonly caching: boolean;
  readonly peers: readonly PeerName[];
}

/** Starts the service and everybody who takes part. Peers that are not installed are left out, and that is said. */
export async function startContest(setting: Setting, options: ContestOptions): Promise<Contest> {
  setting.say(`starting the connector service (${setting.size})`);
  const service = await startServiceStage(setting.size, setting.companyFile);
  const peers = installed() ? options.peers : [];
  if (!installed()) setting.say('peers are not installed: run with --install to have them');
  const contestants: Contestant[] = [await startSwitchboard(service, { caching: options.caching })];
  for (const peer of peers) contestants.push(await startPeer(peer, service, options));
  return {
    service,
    contestants,
    async end() {
      await Promise.all(contestants.map((contestant) => contestant.end()));
      await service.end();
    },
  };
}

/** @throws AssertionError where a peer's answer is not Switchboard's. */
export async function checkEqual(
  [switchboard, ...peers]: readonly Contestant[],
  operation: Operation,
): Promise<unknown> {
  const { data } = await ask(switchboard!, operation);
  for (const peer of peers) {
    const other = await ask(peer, operation);
    deepStrictEqual(other.data, data, `${peer.name} answers ${operation.name} otherwise`);
  }
  return data;
}
