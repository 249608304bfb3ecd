import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawPort } from './port.ts';

/** Whether tests that need a Redis can run; says so when they can't. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
if (!hasRedis)
  process.stderr.write('SKIPPED: no redis-server on the PATH; shared-store tests do not run\n');

export interface TestRedis {
  /** A socket file, so that no two tests race for a port; or, where a port was asked for, `redis://…`. */
  readonly url: string;
  kill(): Promise<void>;
  /** Starts again after a kill, empty. */
  restart(): Promise<void>;
  /** Stops answering, with its connections open; `thaw` ends it. Resolves once it has stopped. */
  freeze(): Promise<void>;
  thaw(): void;
  close(): Promise<void>;
}

/** A Redis of the test's own, in memory only; on a port of loopback for those who take nothing but a URL. */
export async function startRedis(options: { readonly port?: boolean } = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-redis-'));
  const socket = join(folder, 'redis.sock');
  let port = options.port ? await drawPort() : 0;
  let child: ChildProcess;
  /** @returns whether it runs; not where its port was taken meanwhile. */
  const start = async (): Promise<boolean> => {
    rmSync(socket, { force: true });
    child = spawn(
      'redis-server',
      [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--unixsocket',
        socket,
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        folder,
      ],
      { stdio: 'ignore' },
    );
    while (!(await answers(socket))) {
      if (child.exitCode !== null) return false;
      await new Promise((turn) => setTimeout(turn, 10));
    }
    return true;
  };
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  };
  for (let tries = 0; !(await start()); tries += 1) {
    if (tries === 5) throw new Error('redis-server did not start');
    port = options.port ? await drawPort() : 0;
  }
  return {
    url: options.port ? `redis://127.0.0.1:${port}` : socket,
    kill,
    async restart() {
      if (!(await start())) throw new Error('redis-server did not start again');
    },
    async freeze() {
      child.kill('SIGSTOP');
      const hasStopped = (): boolean => {
        const { stdout, error } = spawnSync('ps', ['-o', 'state=', '-p', String(child.pid)]);
        return error !== undefined || stdout.toString().trim().startsWith('T');
      };
      while (!hasStopped()) await new Promise((turn) => setTimeout(turn, 5));
    },
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
