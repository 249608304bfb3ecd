/** How long it takes to say no. */

import { Agent, request } from 'node:http';
import { type Contestant, startSwitchboard } from '../contestant.ts';
import { type RefusedKind, refusedKinds } from '../refused.ts';
import { startServiceStage } from '../service-stage.ts';
import { figure, quantile } from '../statistic.ts';
import { atMost, type Suite } from '../suite.ts';

const targetMs = 5;

interface Measured {
  readonly kind: RefusedKind;
  /** Milliseconds from the request's start to the answer's end. */
  readonly ms: readonly number[];
  /** Milliseconds of the server's CPU. */
  readonly cpu: readonly number[];
}

export const rejection: Suite = {
  name: 'rejection',
  about:
    'Requests that are turned away, of every kind, one after another and no two alike, as large as the limits let them be: time to the refusal and CPU of the server, in milliseconds.',
  async run(setting) {
    const service = await startServiceStage('small', setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: true,
      settings: { MAX_COST: '1000', LOG_LEVEL: 'info' },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const before = await service.received();
      const measured: Measured[] = [];
      for (const kind of refusedKinds) {
        setting.say(kind.name);
        await measure(switchboard, agent, kind, setting.quick ? 3 : 200, 0);
        measured.push(await measure(switchboard, agent, kind, setting.quick ? 3 : 400, 10_000));
      }
      const calls = (await service.received()) - before;
      const worst = (pick: (one: Measured) => readonly number[], share: number): number =>
        Math.max(...measured.map((one) => quantile(pick(one), share)));
      // A body above the limit is never looked at; its client goes on sending it nevertheless.
      const documents = measured.filter(({ kind }) => kind.status !== 413);
      return {
        tables: [
          {
            title: 'Refusals',
            columns: ['', 'answer', 'ms p50', 'p99', 'CPU ms p50', 'p99'],
            rows: measured.map(({ kind, ms, cpu }) => [
              kind.name,
              `${kind.status} ${kind.code}`,
              figure(quantile(ms, 0.5)),
              figure(quantile(ms, 0.99)),
              figure(quantile(cpu, 0.5)),
              figure(quantile(cpu, 0.99)),
            ]),
          },
        ],
        plots: [],
        verdicts: [
          atMost(
            'slowest kind, time to the refusal, p50',
            worst(({ ms }) => ms, 0.5),
            targetMs,
            'ms',
          ),
          atMost(
            'slowest kind of document, time to the refusal, p99',
            Math.max(...documents.map(({ ms }) => quantile(ms, 0.99))),
            targetMs,
            'ms',
          ),
          atMost(
            'slowest kind, CPU of the server, p50',
            worst(({ cpu }) => cpu, 0.5),
            targetMs,
            'ms',
          ),
          atMost('upstream calls', calls, 0),
        ],
      };
    } finally {
      agent.destroy();
      await switchboard.end();
      await service.end();
    }
  },
};

/** @throws Error for an answer that is not the refusal it should be. */
async function measure(
  { child, url }: Contestant,
  agent: Agent,
  kind: RefusedKind,
  rounds: number,
  from: number,
): Promise<Measured> {
  const ms: number[] = [];
  const cpu: number[] = [];
  for (let n = from; n < from + rounds; n += 1) {
    const body = kind.body(n);
    const before = await child.usage();
    const start = performance.now();
    const { status, text } = await post(url, agent, body);
    ms.push(performance.now() - start);
    cpu.push(((await child.usage()).cpu - before.cpu) / 1_000);
    const code = JSON.parse(text).errors?.[0]?.extensions?.code;
    if (status !== kind.status || code !== kind.code)
      throw new Error(`${kind.name}: ${status} ${text.slice(0, 300)}`);
  }
  return { kind, ms, cpu };
}

/** By Node's own client: it takes an answer that comes before all of the question is sent. */
function post(
  url: string,
  agent: Agent,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    const asked = request(url, { agent, method: 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
