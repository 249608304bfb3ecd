/** Sends questions at a fixed rate from a process of its own, however long the answers take: as people do who know nothing of each other. */

import { Agent } from 'undici';
import { quantile } from './statistic.ts';

export interface OpenLoopOrder {
  readonly url: string;
  /** A GraphQL document with a variable `n`, which is another number each time. */
  readonly query: string;
  /** Questions a second. */
  readonly rate: number;
  /** Seconds before counting begins, and seconds of counting. */
  readonly warmUp: number;
  readonly seconds: number;
  /** First value of `n`. */
  readonly from: number;
}

/** Of the questions answered while it counted, but for what ended without an answer at any time. */
export interface OpenLoopReport {
  readonly asked: number;
  readonly answered: number;
  /** Refused with 503 and Retry-After. */
  readonly shed: number;
  readonly other: Readonly<Record<string, number>>;
  readonly lost: Readonly<Record<string, number>>;
  readonly answeredP50: number;
  readonly answeredP99: number;
  readonly shedP50: number;
  readonly shedP99: number;
}

const tickMs = 5;

process.on('message', async (message) => {
  const { url, query, rate, warmUp, seconds, from } = message as OpenLoopOrder;
  const agent = new Agent({ connections: 2_000, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const { origin } = new URL(url);
  const answered: number[] = [];
  const shed: number[] = [];
  const other: Record<string, number> = {};
  const lost: Record<string, number> = {};
  let asked = 0;
  const start = performance.now();
  const counts = (at: number): boolean => {
    const second = (at - start) / 1_000;
    return second >= warmUp && second < warmUp + seconds;
  };
  const note = (into: Record<string, number>, key: string): void => {
    into[key] = (into[key] ?? 0) + 1;
  };
  const ask = async (n: number): Promise<void> => {
    const began = performance.now();
    if (counts(began)) asked += 1;
    try {
      const { statusCode, headers, body } = await agent.request({
        origin,
        path: '/graphql',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { n } }),
      });
      const text = await body.text();
      const end = performance.now();
      if (!counts(end)) return;
      if (statusCode === 200 && text.startsWith('{"data":')) answered.push(end - began);
      else if (statusCode === 503 && Number(headers['retry-after']) > 0) shed.push(end - began);
      else note(other, `${statusCode} ${text.slice(0, 120)}`);
    } catch (error) {
      note(lost, (error as NodeJS.ErrnoException).code ?? String(error));
    }
  };
  const open = new Set<Promise<void>>();
  let sent = 0;
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const passed = performance.now() - start;
      const due = Math.floor((Math.min(passed, (warmUp + seconds) * 1_000) / 1_000) * rate);
      for (; sent < due; sent += 1) {
        const one = ask(from + sent).finally(() => open.delete(one));
        open.add(one);
      }
      if (passed < (warmUp + seconds) * 1_000) return;
      clearInterval(timer);
      done();
    }, tickMs);
  });
  await Promise.all(open);
  await agent.close();
  process.send?.({
    asked,
    answered: answered.length,
    shed: shed.length,
    other,
    lost,
    answeredP50: quantile(answered, 0.5),
    answeredP99: quantile(answered, 0.99),
    shedP50: quantile(shed, 0.5),
    shedP99: quantile(shed, 0.99),
  } satisfies OpenLoopReport);
  process.disconnect?.();
});
