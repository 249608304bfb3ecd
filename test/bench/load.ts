/** Sends the same bodies again and again from a process of its own, so that the clients' work is not the server's. */

import autocannon from 'autocannon';

export interface LoadOrder {
  readonly connections: number;
  /** Either so many seconds … */
  readonly duration?: number;
  /** … or so many requests. */
  readonly amount?: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than 200, and none at all. */
  readonly failures: number;
}

process.on('message', async (message) => {
  const { url, bodies, headers, ...order } = message as LoadOrder & {
    readonly url: string;
    readonly bodies: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
  };
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    requests: bodies.map((body) => ({ body })),
    timeout: 60,
    ...order,
  });
  const seconds = (result.finish.getTime() - result.start.getTime()) / 1_000;
  process.send!({
    requests: result['2xx'],
    seconds,
    perSecond: result['2xx'] / seconds,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadReport);
});
