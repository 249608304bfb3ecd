/** A small disk that really fills up: a file system in memory, which only the root of the machine may mount. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves so many pages of 4 KiB free. */
  fill(freePages: number): void;
  /** Leaves so many free beside what is there already. */
  fillUp(freePages: number): void;
  /** Frees all but what the program wrote. */
  free(): void;
}

const pages = 4_096;
const pageBytes = 4_096;

function mount(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${pages * pageBytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}

function unmount(folder: string): void {
  execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true });
}

/** Whether this machine can be asked for one. */
export const hasSmallDisk = ((): boolean => {
  const folder = process.platform === 'linux' ? mount() : null;
  if (folder !== null) unmount(folder);
  return folder !== null;
})();

/** Mounts a disk; it goes with the test. */
export function openSmallDisk(): SmallDisk {
  const folder = mount();
  if (folder === null) throw new Error('Expected the right to mount a file system');
  onTestFinished(() => unmount(folder));
  const filler = join(folder, 'filler');
  const write = (count: number): void => writeFileSync(filler, Buffer.alloc(count * pageBytes));
  return {
    folder,
    fill: (freePages) => write(pages - freePages),
    fillUp: (freePages) => write(statfsSync(folder).bavail - freePages),
    free: () => rmSync(filler),
  };
}
