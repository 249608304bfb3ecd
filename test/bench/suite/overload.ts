/** What gets done while five times as much is asked as can be. */

import { startSwitchboard } from '../contestant.ts';
import type { Operation } from '../operation.ts';
import type { SendReport } from '../sender.ts';
import { startServiceStage } from '../service-stage.ts';
import { send } from '../start-sender.ts';
import { figure, median } from '../statistic.ts';
import { atLeast, atMost, type Suite } from '../suite.ts';

/** Requests worked on at once, as many again wait; each takes one upstream call of so many milliseconds. */
const concurrent = 16;
const latencyMs = 100;
/** What so many can get done in a second if nothing but the upstream takes time. */
const capacity = (concurrent * 1_000) / latencyMs;
const times = 5;

/** No two are alike, so that each is worked on: `n` becomes a condition that holds for all. */
const question = (n: number): Operation => ({
  name: 'Overload',
  about: '',
  query:
    'query ($n: Float) { accounts(first: 3, filter: { annualRevenue: { gt: $n } }) { nodes { name } } }',
  variables: { n },
});

export const overload: Suite = {
  name: 'overload',
  about: `A gateway that works on ${concurrent} requests at once and lets as many wait, with ${latencyMs} ms of latency on every upstream call, is asked at its capacity and at ${times} times that, at a fixed rate whatever becomes of the questions: answers a second, and how soon the others are turned away.`,
  async run(setting) {
    const service = await startServiceStage('small', setting.companyFile);
    const switchboard = await startSwitchboard(service, {
      caching: false,
      settings: { MAX_CONCURRENT: String(concurrent), MAX_QUEUED: String(concurrent) },
    });
    try {
      await service.latency(latencyMs);
      const rounds = setting.quick ? 1 : 3;
      const span = setting.quick ? { warmUp: 0, seconds: 0.5 } : { warmUp: 3, seconds: 10 };
      let from = 0;
      const load = (rate: number): Promise<SendReport> => {
        setting.say(`${rate} questions a second`);
        const count = rate * (span.warmUp + span.seconds);
        const questions = Array.from({ length: count }, (_, at) => question(from + at));
        from += count;
        return send(switchboard, questions, { rate, ...span });
      };
      if (!setting.quick) await load(capacity);
      const pairs: { readonly at: SendReport; readonly above: SendReport }[] = [];
      for (let round = 0; round < rounds; round += 1)
        pairs.push({ at: await load(capacity), above: await load(times * capacity) });
      const middle = (pick: (pair: (typeof pairs)[number]) => number): number =>
        median(pairs.map(pick));
      const perSecond = (report: SendReport): number => report.answered / span.seconds;
      const unexpected = pairs
        .flatMap(({ at, above }) => [at.other, at.lost, above.other, above.lost])
        .flatMap((counts) => Object.values(counts))
        .reduce((sum, count) => sum + count, 0);
      const row = (name: string, pick: (report: SendReport) => number): string[] => [
        name,
        figure(middle(({ at }) => pick(at))),
        figure(middle(({ above }) => pick(above))),
      ];
      return {
        tables: [
          {
            title: 'Load',
            columns: ['', 'at capacity', `${times} times`],
            rows: [
              row('asked a second', ({ asked }) => asked / span.seconds),
              row('answered a second', perSecond),
              row('turned away a second', ({ shed }) => shed / span.seconds),
              row('answered, ms p50', ({ answeredP50 }) => answeredP50),
              row('answered, ms p99', ({ answeredP99 }) => answeredP99),
              row('turned away, ms p50', ({ shedP50 }) => shedP50),
              row('turned away, ms p99', ({ shedP99 }) => shedP99),
            ],
          },
        ],
        plots: [],
        verdicts: [
          atLeast(
            `answers a second at ${times} times the capacity, over those at capacity`,
            middle(({ at, above }) => above.answered / at.answered),
            0.9,
          ),
          atLeast(
            'share of the capacity that is used at capacity',
            middle(({ at }) => perSecond(at) / capacity),
            0.8,
          ),
          atMost(
            'time until the others are turned away, p99',
            middle(({ above }) => above.shedP99),
            20,
            'ms',
          ),
          atMost('answered in another way, or lost', unexpected, 0),
        ],
      };
    } finally {
      await switchboard.end();
      await service.end();
    }
  },
};
