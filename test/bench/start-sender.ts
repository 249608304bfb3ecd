/** Writes bodies to a file and has them sent by a process of their own. */

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinned } from './child.ts';
import { bodyOf, type Contestant } from './contestant.ts';
import type { Operation } from './operation.ts';
import type { SendOrder, SendReport } from './sender.ts';

export async function send(
  { url, headers = {}, clients }: Contestant,
  operations: readonly Operation[],
  pace: SendOrder['pace'],
): Promise<SendReport> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-bench-'));
  const file = join(folder, 'bodies');
  writeFileSync(file, operations.map((operation) => `${bodyOf(operation)}\n`).join(''));
  const child = fork(join(import.meta.dirname, 'sender.ts'), [], {
    ...pinned('others'),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (report) => resolve(report as SendReport));
      // Not at its exit, which a busy machine may tell before the message.
      child.once('disconnect', () => reject(new Error('The sender ended without a report.')));
      child.send({ url, headers, clients, file, pace } satisfies SendOrder);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @throws Error unless every question was answered whole. */
export async function sendAll(
  contestant: Contestant,
  operations: readonly Operation[],
  connections: number,
): Promise<SendReport> {
  const report = await send(contestant, operations, { connections });
  const failed = operations.length - report.answered;
  if (failed > 0) {
    const [some] = Object.keys({ ...report.lost, ...report.other });
    throw new Error(
      `${contestant.name}: ${failed} without a whole answer, ${report.shed} shed: ${some}`,
    );
  }
  return report;
}
