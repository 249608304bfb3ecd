/** Each showcase operation with nothing kept and 50 ms of latency on every call: its time over what its waves alone take. */

import { readShowcases, type Showcase } from '../../../src/server/example-operation.ts';
import { leastOf } from '../../support/least.ts';
import { ask, type Contestant, startSwitchboard } from '../contestant.ts';
import type { Operation } from '../operation.ts';
import { type SeenCall, type ServiceStage, startServiceStage } from '../service-stage.ts';
import { figure, median, spreadOf, withSpread } from '../statistic.ts';
import { atMost, type Setting, type Suite, type SuiteResult } from '../suite.ts';
import { countWaves } from './cold.ts';

const latency = 50;

/**
 * The service is a process of its own, so that its work and the gateway's share no thread, and its
 * latency stands before its work. Operations take turns: what strikes the machine strikes all.
 */
export const waves: Suite = {
  name: 'waves',
  about: `The showcase operations, no cache, ${latency} ms of latency on each upstream call: the time of one answer over the least number of waves times ${latency} ms.`,
  async run(setting) {
    setting.say('starting the connector service (small)');
    const months = setting.quick ? 2 : 24;
    const service = await startServiceStage('small', setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: false,
      settings: {
        INDEX: 'on',
        INDEX_INTERVAL_SECONDS: '3600',
        INDEX_HORIZON_MONTHS: String(months),
        CRM_CUSTOM_SCHEMA: 'schema/custom.example.json',
      },
    });
    try {
      await indexed(switchboard, months);
      return await measure(setting, service, switchboard);
    } finally {
      await switchboard.end();
      await service.end();
    }
  },
};

/** Resolves when the participant index covers what it is meant to: from then on it asks nothing. */
async function indexed(switchboard: Contestant, months: number): Promise<void> {
  const operation: Operation = {
    name: 'Coverage',
    about: '',
    query:
      '{ contacts(first: 1) { nodes { relatedCalls(first: 1) { coverage { completeFrom } } } } }',
  };
  const early = new Date(Date.now() - (months - 1) * 30 * 86_400_000).toISOString();
  for (;;) {
    const { data } = await ask(switchboard, operation);
    const from = /"completeFrom":"([^"]+)"/.exec(JSON.stringify(data))?.[1];
    if (from !== undefined && from < early) return;
    await new Promise((done) => setTimeout(done, 200));
  }
}

interface Measured {
  readonly showcase: Showcase;
  readonly least: { readonly calls: number; readonly waves: number };
  readonly calls: number[];
  readonly waves: number[];
  readonly times: number[];
  /** What of each time no upstream call was under way. */
  readonly own: number[];
  /** What the service took for its answers beyond the latency, along the waves. */
  readonly service: number[];
}

async function measure(
  { quick, say }: Setting,
  service: ServiceStage,
  switchboard: Contestant,
): Promise<SuiteResult> {
  const operations = readShowcases(new URL('../../../schema/operations/', import.meta.url));
  const measured = operations.map((showcase): Measured => {
    const lists = { calls: [], waves: [], times: [], own: [], service: [] };
    return { showcase, least: leastOf(showcase.query), ...lists };
  });
  say('warming up');
  for (let warm = 0; warm < (quick ? 0 : 20); warm += 1)
    for (const { showcase } of measured) await ask(switchboard, operationOf(showcase));
  await service.latency(latency);
  for (let round = 0; round < (quick ? 1 : 15); round += 1) {
    say(`round ${round + 1}`);
    for (const one of measured) {
      const before = await service.received();
      const { ms } = await ask(switchboard, operationOf(one.showcase));
      const calls = await service.callsAfter(before);
      const reached = countWaves(calls);
      const busy = busyOf(calls);
      one.calls.push(calls.length);
      one.waves.push(reached);
      one.times.push(ms);
      one.own.push(ms - busy);
      one.service.push(busy - reached * latency);
    }
  }
  return present(measured);
}

const operationOf = ({ name, query }: Showcase): Operation => ({ name, about: '', query });

/** Milliseconds at which at least one call was in the service's hands. */
function busyOf(calls: readonly SeenCall[]): number {
  let busy = 0;
  let until = -Infinity;
  for (const { time, ms } of [...calls].sort((a, b) => a.time - b.time)) {
    const end = time + (ms ?? 0);
    busy += Math.max(0, end - Math.max(time, until));
    until = Math.max(until, end);
  }
  return busy;
}

function present(measured: readonly Measured[]): SuiteResult {
  const over = ({ times, least }: Measured) =>
    spreadOf(times.map((ms) => ms / (least.waves * latency)));
  const rows = measured.map((one) => [
    one.showcase.name,
    `${median(one.calls)} / ${one.least.calls}`,
    `${median(one.waves)} / ${one.least.waves}`,
    withSpread(spreadOf(one.times)),
    withSpread(over(one)),
    figure(median(one.own)),
    figure(median(one.service)),
  ]);
  return {
    tables: [
      {
        title: `One answer, nothing kept, ${latency} ms of latency`,
        columns: [
          '',
          'calls / least',
          'waves / least',
          'ms',
          'over the waves',
          'gateway ms',
          'service ms',
        ],
        rows,
      },
    ],
    plots: [
      {
        title: 'Time of one answer over that of its waves',
        unit: '1 is the least',
        labels: measured.map(({ showcase }) => showcase.name),
        series: [{ name: 'Switchboard', values: measured.map(over) }],
      },
    ],
    verdicts: measured.flatMap((one) => [
      atMost(`${one.showcase.name}: waves above the least`, median(one.waves) - one.least.waves, 0),
      atMost(`${one.showcase.name}: time over its waves'`, over(one).median, 1.15),
    ]),
  };
}
