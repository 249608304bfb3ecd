/**
 * Sends questions from a process of its own, so that the clients' work is not the server's: either one after
 * another over some connections, or at a fixed rate however long the answers take, as people do who know
 * nothing of each other.
 */

import { readFileSync } from 'node:fs';
import { Agent } from 'undici';
import { quantile } from './statistic.ts';
import { keyOf } from './whole-server.ts';

export interface SendOrder {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Each question comes with the key of another of so many clients. Default: with the headers alone. */
  readonly clients?: number | undefined;
  /** A file with the bodies, one a line. A sender at a fixed rate begins anew at its end. */
  readonly file: string;
  readonly pace:
    | { readonly connections: number }
    | {
        /** Questions a second. */
        readonly rate: number;
        /** Seconds before counting begins, and seconds of counting. */
        readonly warmUp: number;
        readonly seconds: number;
      };
}

/** Of the questions answered while it counted, but for what ended without an answer at any time. */
export interface SendReport {
  readonly asked: number;
  readonly seconds: number;
  readonly answered: number;
  /** Refused with 503 and Retry-After. */
  readonly shed: number;
  /** Everything else that was an answer, by status and its beginning. */
  readonly other: Readonly<Record<string, number>>;
  readonly lost: Readonly<Record<string, number>>;
  readonly answeredP50: number;
  readonly answeredP99: number;
  readonly shedP50: number;
  readonly shedP99: number;
}

const tickMs = 5;

class Sender {
  readonly #agent = new Agent({ connections: 2_000, headersTimeout: 60_000, bodyTimeout: 60_000 });
  readonly #order: SendOrder;
  readonly #counts: (at: number) => boolean;
  readonly #answered: number[] = [];
  readonly #shed: number[] = [];
  readonly #other: Record<string, number> = {};
  readonly #lost: Record<string, number> = {};
  #asked = 0;
  #sent = 0;

  constructor(order: SendOrder, counts: (at: number) => boolean) {
    this.#order = order;
    this.#counts = counts;
  }

  async ask(body: string): Promise<void> {
    const began = performance.now();
    if (this.#counts(began)) this.#asked += 1;
    try {
      const answer = await this.#agent.request({
        origin: new URL(this.#order.url).origin,
        path: '/graphql',
        method: 'POST',
        headers: this.#headers(),
        body,
      });
      const text = await answer.body.text();
      const end = performance.now();
      if (this.#counts(end))
        this.#note(answer.statusCode, answer.headers['retry-after'], text, end - began);
    } catch (error) {
      count(this.#lost, (error as NodeJS.ErrnoException).code ?? String(error));
    }
  }

  #headers(): Record<string, string> {
    const { headers, clients } = this.#order;
    const all = { 'content-type': 'application/json', ...headers };
    this.#sent += 1;
    if (clients === undefined) return all;
    return { ...all, authorization: `Bearer ${keyOf(this.#sent % clients)}` };
  }

  #note(status: number, retryAfter: string | string[] | undefined, text: string, ms: number): void {
    const isWhole = text.includes('"data":') && !text.includes('"errors":');
    if (status === 200 && isWhole) this.#answered.push(ms);
    else if (status === 503 && Number(retryAfter) > 0) this.#shed.push(ms);
    else count(this.#other, `${status} ${text.slice(0, 200)}`);
  }

  async end(seconds: number): Promise<SendReport> {
    await this.#agent.close();
    return {
      asked: this.#asked,
      seconds,
      answered: this.#answered.length,
      shed: this.#shed.length,
      other: this.#other,
      lost: this.#lost,
      answeredP50: quantile(this.#answered, 0.5),
      answeredP99: quantile(this.#answered, 0.99),
      shedP50: quantile(this.#shed, 0.5),
      shedP99: quantile(this.#shed, 0.99),
    };
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

async function sendInTurn(
  order: SendOrder,
  bodies: readonly string[],
  connections: number,
): Promise<SendReport> {
  const sender = new Sender(order, () => true);
  const start = performance.now();
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < bodies.length) await sender.ask(bodies[next++]!);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return sender.end((performance.now() - start) / 1_000);
}

async function sendAtRate(
  order: SendOrder,
  bodies: readonly string[],
  { rate, warmUp, seconds }: Extract<SendOrder['pace'], { rate: number }>,
): Promise<SendReport> {
  const start = performance.now();
  const sender = new Sender(order, (at) => {
    const second = (at - start) / 1_000;
    return second >= warmUp && second < warmUp + seconds;
  });
  const open = new Set<Promise<void>>();
  const lasts = (warmUp + seconds) * 1_000;
  let sent = 0;
  await new Promise<void>((done) => {
    const timer = setInterval(() => {
      const passed = performance.now() - start;
      const due = Math.floor((Math.min(passed, lasts) / 1_000) * rate);
      for (; sent < due; sent += 1) {
        const one = sender.ask(bodies[sent % bodies.length]!).finally(() => open.delete(one));
        open.add(one);
      }
      if (passed < lasts) return;
      clearInterval(timer);
      done();
    }, tickMs);
  });
  await Promise.all(open);
  return sender.end(seconds);
}

process.on('message', async (message) => {
  const order = message as SendOrder;
  const bodies = readFileSync(order.file, 'utf8').split('\n').filter(Boolean);
  const { pace } = order;
  const report =
    'rate' in pace
      ? await sendAtRate(order, bodies, pace)
      : await sendInTurn(order, bodies, pace.connections);
  process.send?.(report);
  process.disconnect?.();
});
