import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether tests that need a Redis can run; says so when they can't. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis)
  process.stderr.write('SKIPPED: no redis-server on the PATH; shared-store tests do not run\n');

export interface TestRedis {
  /** A socket file, so that no two tests race for a port. */
  readonly url: string;
  kill(): Promise<void>;
  /** Starts again after a kill, empty. */
  restart(): Promise<void>;
  /** Stops answering, with its connections open; `thaw` ends it. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A Redis of the test's own, in memory only. */
export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-redis-'));
  const socket = join(folder, 'redis.sock');
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    rmSync(socket, { force: true });
    child = spawn(
      'redis-server',
      ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    const end = performance.now() + 5_000;
    while (!(await answers(socket))) {
      if (performance.now() > end) throw new Error('redis-server did not start');
      await new Promise((turn) => setTimeout(turn, 10));
    }
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url: socket,
    kill,
    restart: start,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const probe = connect(path);
    probe.once('connect', () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
}
