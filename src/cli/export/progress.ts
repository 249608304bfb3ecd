/** A progress bar on a terminal; nothing where the output goes elsewhere. */

import type { Clock } from '../../connector/clock.ts';
import { durationText } from '../duration.ts';

export interface ProgressBar {
  /** @param total null where the connection doesn't say. */
  show(done: number, total: number | null): void;
  end(): void;
}

export interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

const width = 24;

/** @param begun rows that an earlier run wrote: they say nothing of this one's speed. */
export function createProgress(stream: Terminal, clock: Clock, begun: number): ProgressBar {
  if (stream.isTTY !== true) return { show: () => {}, end: () => {} };
  const startedAt = clock.monotonic();
  return {
    show(done, total) {
      const perSecond = ((done - begun) / Math.max(1, clock.monotonic() - startedAt)) * 1_000;
      const text = line(done, total, perSecond);
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
    },
    end: () => void stream.write('\r\x1b[K'),
  };
}

/** `[=====>      ]  43%  1,200 of 2,790 rows  298/s  6 s left` */
function line(done: number, total: number | null, perSecond: number): string {
  const rate = `${Math.round(perSecond).toLocaleString('en')}/s`;
  if (total === null) return `${done.toLocaleString('en')} rows  ${rate}`;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const bar = '='.repeat(Math.round(share * width)).padEnd(width);
  const parts = [
    `[${bar}]`,
    `${Math.floor(share * 100)}%`.padStart(4),
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`,
    rate,
  ];
  if (share < 1 && perSecond > 0) parts.push(`${durationText((total - done) / perSecond)} left`);
  return parts.join('  ');
}
