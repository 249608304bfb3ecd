/** Many clients in a process of their own, each with a connection it keeps, asking until it is told to stop. */

import { Client } from 'undici';

export interface CrowdOrder {
  readonly url: string;
  /** Sent with every question. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly clients: number;
  /** Asked in turn, from another one on by each client. */
  readonly bodies: readonly string[];
  /** Between an answer and the next question; null: each asks once. */
  readonly pauseMs: number | null;
}

export interface CrowdReport {
  /** Asked so far. */
  readonly asked: number;
  /** Whole answers without errors. */
  readonly answered: number;
  /** Refused with 503 and Retry-After. */
  readonly shed: number;
  /** Everything else that was an answer, by status. */
  readonly other: Readonly<Record<string, number>>;
  /** Without any answer, by the failure's code. */
  readonly lost: Readonly<Record<string, number>>;
  /** Milliseconds from question to answer of the slowest client. */
  readonly slowestMs: number;
}

export type CrowdMessage = { readonly order: CrowdOrder } | 'report' | 'stop';

export interface CrowdAnswer {
  readonly isLast: boolean;
  readonly report: CrowdReport;
}

let stopped = false;
const report = { asked: 0, answered: 0, shed: 0, slowestMs: 0 };
const other: Record<string, number> = {};
const lost: Record<string, number> = {};
const count = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};

async function ask(client: Client, body: string, headers: CrowdOrder['headers']): Promise<void> {
  report.asked += 1;
  const start = performance.now();
  try {
    const answer = await client.request({
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const text = await answer.body.text();
    if (answer.statusCode === 200 && text.startsWith('{"data":') && !text.includes('"errors":'))
      report.answered += 1;
    else if (answer.statusCode === 503 && Number(answer.headers['retry-after']) > 0)
      report.shed += 1;
    else count(other, `${answer.statusCode} ${text.slice(0, 120)}`);
  } catch (error) {
    count(lost, (error as NodeJS.ErrnoException).code ?? String(error));
  }
  report.slowestMs = Math.max(report.slowestMs, performance.now() - start);
}

async function live(
  { url, headers, bodies, pauseMs, clients }: CrowdOrder,
  number: number,
): Promise<void> {
  const client = new Client(new URL(url).origin, { headersTimeout: 120_000, bodyTimeout: 120_000 });
  // Spread over the pause from the beginning, as people are.
  if (pauseMs !== null) await wait((pauseMs * number) / clients);
  for (let at = number; !stopped; at += 1) {
    await ask(client, bodies[at % bodies.length]!, headers);
    if (pauseMs === null) break;
    await wait(pauseMs);
  }
  await client.destroy();
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const tell = (isLast: boolean): void => {
  process.send?.({ isLast, report: { ...report, other, lost } } satisfies CrowdAnswer);
};

process.on('message', async (message: CrowdMessage) => {
  if (message === 'report') tell(false);
  else if (message === 'stop') stopped = true;
  else {
    const { order } = message;
    await Promise.all(Array.from({ length: order.clients }, (_, number) => live(order, number)));
    tell(true);
    process.disconnect?.();
  }
});
