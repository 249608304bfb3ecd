/** Starts a crowd of clients in a process of its own. */

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { pinned } from './child.ts';
import type { CrowdAnswer, CrowdMessage, CrowdOrder, CrowdReport } from './crowd.ts';

export interface Crowd {
  /** Resolves when all clients have left. */
  readonly end: Promise<CrowdReport>;
  /** What has happened so far. */
  report(): Promise<CrowdReport>;
  /** They leave after their next answer. */
  stop(): void;
}

export function startCrowd(order: CrowdOrder): Crowd {
  const child = fork(join(import.meta.dirname, 'crowd.ts'), [], {
    ...pinned('others'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const answer = (isLast: boolean): Promise<CrowdReport> =>
    new Promise((resolve, reject) => {
      child.on('message', (message: CrowdAnswer) => {
        if (message.isLast === isLast) resolve(message.report);
      });
      child.once('disconnect', () =>
        reject(new Error('The crowd’s process ended without a report.')),
      );
    });
  const send = (message: CrowdMessage): void => {
    if (child.connected) child.send(message, () => {});
  };
  const end = answer(true);
  send({ order });
  return {
    end,
    report() {
      const report = answer(false);
      send('report');
      return report;
    },
    stop: () => send('stop'),
  };
}
