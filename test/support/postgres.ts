/** A PostgreSQL server for the tests of a run, where its programs are on the machine: started once, by whoever needs it first. */

import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMs } from './patience.ts';
import { drawPort } from './port.ts';

/** Where initdb and pg_ctl are; null when they are nowhere. */
const programs: string | null = (() => {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  const folders = versions.map((version) => join(root, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
})();

export const hasPostgres = programs !== null;

/** The server refuses to run as root. */
const asRoot = process.getuid?.() === 0;

function run(folder: string, program: string, ...args: string[]): void {
  const line = [join(programs!, program), ...args];
  const [command, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...line] : line;
  const { status, stderr, error } = spawnSync(command!, rest, {
    cwd: folder,
    encoding: 'utf8',
    timeout: startMs,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${program} failed: ${error ?? stderr}`);
}

const folderOf = (runFolder: string): string => join(runFolder, 'postgres');
const portFile = (folder: string): string => join(folder, 'port');

/**
 * Makes a fresh database and, where there is none, the server for it.
 * @param runFolder `inject('runFolder')`; its end is the server's.
 * @returns its URL.
 */
export async function openDatabase(runFolder: string): Promise<string> {
  const folder = folderOf(runFolder);
  if (claims(folder)) await start(folder);
  while (!existsSync(portFile(folder))) await wait(20);
  const port = readFileSync(portFile(folder), 'utf8');
  const name = `index${randomUUID().replaceAll('-', '')}`;
  run(folder, 'createdb', '-h', '127.0.0.1', '-p', port, '-U', 'postgres', name);
  return `postgres://postgres@127.0.0.1:${port}/${name}`;
}

/** Of several workers one makes the folder, and starts the server in it. */
function claims(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Starts a server that keeps nothing safe, since nothing of it is kept. */
async function start(folder: string): Promise<void> {
  if (asRoot) {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, uid, uid);
  }
  const data = join(folder, 'data');
  run(
    folder,
    ...(['initdb', '-D', data, '-U', 'postgres', '-A', 'trust'] as const),
    ...['-N', '-E', 'UTF8', '--locale=C'],
  );
  for (let tries = 0; ; tries += 1) {
    const port = await drawPort();
    const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c synchronous_commit=off -c full_page_writes=off`;
    try {
      const log = join(folder, 'log');
      run(folder, 'pg_ctl', 'start', '-D', data, '-w', '-t', '200', '-s', '-l', log, '-o', options);
    } catch (error) {
      // Somebody else may have drawn the same port.
      if (tries === 3) throw error;
      continue;
    }
    // Those who wait read it as soon as it is there, so it comes whole.
    writeFileSync(`${portFile(folder)}.new`, String(port));
    renameSync(`${portFile(folder)}.new`, portFile(folder));
    return;
  }
}

/** Ends the server of a run, if one was started. */
export function stopPostgres(runFolder: string): void {
  const folder = folderOf(runFolder);
  if (!existsSync(portFile(folder))) return;
  run(folder, 'pg_ctl', 'stop', '-D', join(folder, 'data'), '-m', 'immediate', '-s');
}
