import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
  /** Stops answering, with its connections open; `thaw` ends it. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** A Redis of the test's own, in memory only; on a port of loopback for those who take nothing but a URL. */
export async function startRedis(options: { readonly port?: boolean } = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-redis-'));
  const socket = join(folder, 'redis.sock');
  const port = options.port ? await freePort() : 0;
  let child: ChildProcess;
  const start = async (): Promise<void> => {
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
    const end = performance.now() + 30_000;
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
    url: options.port ? `redis://127.0.0.1:${port}` : socket,
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
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
