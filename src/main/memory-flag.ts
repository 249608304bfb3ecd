/** Memory flags of a gateway: a process that was started without them begins anew with them. */

import { isMainThread } from 'node:worker_threads';

/**
 * Those of `npm start`, in MB: half of a gateway's memory otherwise is room for young objects and threads that wait. Node
 * takes them at its start alone.
 */
export const memoryFlags = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  '--max-old-space-size=1024',
];

const nameOf = (flag: string): string => flag.split('=', 1)[0] ?? '';

/**
 * Replaces this process by the same one with the flags: its id, its input and output and its signals stay, and nothing
 * stands between. Flags of the caller go first. Where a process can't be replaced (Windows, threads) it goes on as it is.
 */
export function takeMemoryFlags(): void {
  const { execArgv, execPath, argv, env } = process;
  const callers = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/\s+/)].map((flag) =>
    nameOf(flag).replaceAll('_', '-'),
  );
  const missing = memoryFlags.filter((flag) => !callers.includes(nameOf(flag)));
  if (missing.length === 0 || !isMainThread || process.execve === undefined) return;
  process.execve(execPath, [execPath, ...execArgv, ...missing, ...argv.slice(1)], env);
}
