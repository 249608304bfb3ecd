/** Starts the process that sends the same bodies again and again. */

import { fork } from 'node:child_process';
import { join } from 'node:path';
import { pinned } from './child.ts';
import { bodyOf, type Contestant } from './contestant.ts';
import type { LoadOrder, LoadReport } from './load.ts';
import type { Operation } from './operation.ts';

export interface Load {
  run(
    contestant: Contestant,
    operations: readonly Operation[],
    order: LoadOrder,
  ): Promise<LoadReport>;
  end(): Promise<void>;
}

/** One process that sends load wherever it is told. */
export function startLoad(): Load {
  const child = fork(join(import.meta.dirname, 'load.ts'), [], {
    ...pinned('others'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    run(contestant, operations, order) {
      return new Promise((resolve, reject) => {
        const onExit = (code: number | null): void =>
          reject(new Error(`The load process ended with ${code}.`));
        child.once('exit', onExit);
        child.once('message', (report) => {
          child.off('exit', onExit);
          resolve(report as LoadReport);
        });
        const { url, headers = {} } = contestant;
        child.send({ url, headers, bodies: operations.map(bodyOf), ...order });
      });
    },
    end() {
      child.disconnect();
      return ended;
    },
  };
}
