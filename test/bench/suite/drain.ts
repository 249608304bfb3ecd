/** The end of a process that has ten thousand requests in its hands. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { line } from '../child.ts';
import { ask, bodyOf, startSwitchboard } from '../contestant.ts';
import { startServiceStage } from '../service-stage.ts';
import { type Crowd, startCrowd } from '../start-crowd.ts';
import { figure } from '../statistic.ts';
import { atLeast, atMost, type Suite } from '../suite.ts';

const requests = 10_000;

export const drain: Suite = {
  name: 'drain',
  about: `SIGTERM while ${requests} requests run or wait for their turn, each on a connection of its own: every one is answered, nobody else is let in, and the process ends with 0.`,
  async run(setting) {
    const waiting = setting.quick ? requests / 50 : requests;
    const service = await startServiceStage('small', setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: true,
      settings: {
        ADMIN_PORT: '0',
        MAX_QUEUED: '20000',
        REQUEST_TIMEOUT_MS: '120000',
        ATTEMPT_TIMEOUT_MS: '60000',
      },
    });
    let crowd: Crowd | null = null;
    try {
      const admin = await line(switchboard.child, /^Admin +(http:\S+?\/)metrics/m);
      const least = {
        name: 'Least',
        about: '',
        query: 'query ($n: Int) { accounts(first: $n) { nodes { name } } }',
      };
      await ask(switchboard, least);
      // Nothing is answered before the signal: the upstream takes its time, and the others queue.
      await service.latency(setting.quick ? 5_000 : 20_000);
      crowd = startCrowd({
        url: switchboard.url,
        clients: waiting,
        bodies: Array.from({ length: 20 }, (_, n) =>
          bodyOf({ ...least, variables: { n: n + 30 } }),
        ),
        pauseMs: null,
      });
      const began = performance.now();
      let running = 0;
      // Whoever has not got through when no more come was never taken, and is not what is judged.
      for (let still = 0; running < waiting && still < 40; ) {
        await wait(50);
        const text = await (await request(`${admin}metrics`)).body.text();
        const now = Number(/^switchboard_requests_running (\d+)/m.exec(text)?.[1]);
        still = now === running && now > 0 ? still + 1 : 0;
        running = now;
      }
      setting.say(`${running} requests in hand after ${figure(performance.now() - began)} ms`);
      const exited = once(switchboard.child.process, 'exit') as Promise<[number | null]>;
      const signalled = performance.now();
      switchboard.child.process.kill('SIGTERM');
      await wait(100);
      const { statusCode: ready } = await request(`${admin}readyz`);
      const { port } = new URL(switchboard.url);
      const stranger = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => resolve('connected'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'failed'));
      });
      const [code] = await exited;
      const seconds = (performance.now() - signalled) / 1_000;
      const end = await crowd.end;
      return {
        tables: [
          {
            title: 'The end',
            columns: ['', ''],
            rows: [
              ['requests in hand at the signal', String(running)],
              ['answered whole', String(end.answered)],
              ['shed', String(end.shed)],
              ['answered otherwise', JSON.stringify(end.other)],
              ['lost', JSON.stringify(end.lost)],
              ['readiness 100 ms after the signal', String(ready)],
              ['a new connection', stranger],
              ['exit code', String(code)],
              ['seconds from the signal to the exit', figure(seconds)],
            ],
          },
        ],
        plots: [],
        verdicts: [
          atLeast('requests in hand at the signal', running, waiting),
          atMost('dropped of those', Math.max(0, running - end.answered), 0),
          atMost('exit code', code ?? Number.NaN, 0),
          atMost('seconds to the exit', seconds, 30, 's'),
          atLeast('readiness', ready, 503),
        ],
      };
    } finally {
      crowd?.stop();
      await switchboard.end();
      await service.end();
    }
  },
};
