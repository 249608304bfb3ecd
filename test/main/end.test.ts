/** The end of a gateway: the same however often and whenever it is asked for, and nothing is left. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { isWide } from '../support/cases.ts';
import { closing } from '../support/connect.ts';
import { openFacade } from '../support/facade.ts';
import { startHere } from '../support/here.ts';
import { launch, run, startProcess } from '../support/process.ts';

it('is one, whether it is asked for twice at once or once more later', async () => {
  const running = await startHere({ ADMIN_PORT: '0' });
  const first = running.close();
  expect(await Promise.all([first, running.close()])).toEqual([undefined, undefined]);
  await running.close();
  await expect(fetch(running.url)).rejects.toThrow();
});

it.runIf(isWide)('of a start that fails leaves nothing that keeps the process alive', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const program = `
    Promise.all([import('./src/main/start.ts'), import('./src/config.ts')])
      .then(([{ start }, { loadConfig }]) => start(loadConfig()))
      .catch(({ code }) => console.log(code));`;
  const ADMIN_PORT = String((other.address() as AddressInfo).port);
  const settings = { PORT: '0', ADMIN_PORT, LOG_LEVEL: 'silent' };
  const ended = await run(['-e', program], settings);
  expect(ended).toEqual({ code: 0, output: 'EADDRINUSE\n' });
});

it.runIf(isWide).each(['SIGTERM', 'SIGINT'] as const)(
  'by %s, three times, with requests that no vendor answers: they are told, and it ends with 0',
  async (signal) => {
    const { facade } = await closing(await openFacade({ clock: Date.now }));
    const { accessKey, accessKeySecret } = facade.accounts;
    const started = await startProcess(['src/main.ts'], {
      GONG_ACCESS_KEY: accessKey,
      GONG_ACCESS_KEY_SECRET: accessKeySecret,
      GONG_BASE_URL: facade.url,
      INDEX: 'off',
      DRAIN_TIMEOUT_MS: '300',
    });
    await fetch(`${facade.url}/admin/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/v2/', hang: true }),
    });
    const sent = () => facade.requests.filter(({ url }) => url.startsWith('/v2/')).length;
    const before = sent();
    const asked = ['calls', 'users', 'library { folders { name } } users'].map((list) =>
      fetch(new URL('/graphql', started.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: `{ ${list}(first: 2) { nodes { id } } }` }),
      }).then(
        (response) => response.status,
        () => 'cut',
      ),
    );
    await expect.poll(sent).toBeGreaterThanOrEqual(before + 2);
    const ended = once(started.child, 'exit');
    for (let time = 0; time < 3; time++) started.child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(new Set(await Promise.all(asked)).size).toBeGreaterThan(0);
    expect(started.output()).not.toMatch(/unhandled| {4}at |ClientDestroyed/i);
  },
);

it.runIf(isWide)('of a service that can’t start is told in one line', async () => {
  const account = { GONG_ACCESS_KEY: 'a', GONG_ACCESS_KEY_SECRET: 'b' };
  const { code, output } = await run(['src/main.ts'], { ...account, DATA_DIR: '/dev/null/none' });
  expect(code).toBe(1);
  expect(output).toMatch(/^Expected .* at \/dev\/null\/none; got ENOTDIR\. DATA_DIR, .*\n$/);
});

it.runIf(isWide)('during the start comes at once', async () => {
  for (const waitMs of [150, 400, 700, 1_000]) {
    const { child, output } = launch(['src/main.ts'], {});
    const ended = once(child, 'exit');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    child.kill('SIGTERM');
    const [code, signal] = (await ended) as [number | null, string | null];
    // Before Node runs the program a signal ends it as any other process.
    expect([0, 'SIGTERM']).toContain(code ?? signal);
    expect(output()).not.toMatch(/ {4}at /);
  }
});
