/** A progress bar on a terminal; nothing where the output goes elsewhere. */

import type { WriteStream } from 'node:tty';

export interface ProgressBar {
  /** @param total null where the connection doesn't say. */
  show(done: number, total: number | null): void;
  end(): void;
}

const width = 30;

export function createProgress(stream: WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  return {
    show(done, total) {
      const share = total === null || total === 0 ? null : Math.min(1, done / total);
      const bar = share === null ? '' : `[${'='.repeat(Math.round(share * width)).padEnd(width)}] `;
      const of = total === null ? '' : ` of ${total}`;
      stream.write(`\r\x1b[K${bar}${done}${of} rows`);
    },
    end: () => void stream.write('\r\x1b[K'),
  };
}
