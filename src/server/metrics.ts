/** Metrics in Prometheus' form. Every label has few values, known beforehand. */

import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  attemptEndTopic,
  breakerTopic,
  callTopic,
  sharedTopic,
  tokenTopic,
  waitTopic,
} from '../upstream/channel.ts';
import type { RequestRecord } from './request.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Counts a finished request. */
  request(record: RequestRecord, status: number, seconds: number): void;
  /** Stops listening to the connector. */
  close(): void;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export interface IndexFigures {
  readonly tenant: string;
  /** Share of the wanted time that is covered, 0 to 1. */
  readonly complete: number;
  readonly calls: number;
}

/** State of the participant index, for its metrics. */
export interface IndexWatch {
  figures(): Promise<readonly IndexFigures[]>;
  /** Whether its database answers; null without an index. */
  isUp(): boolean | null;
}

export interface MetricsOptions {
  /** Requests whose answer is not out yet. */
  readonly running: () => number;
  /** Bytes of answers that their clients have not read yet. */
  readonly unreadBytes: () => number;
  /** Bytes of each cache, roughly. */
  readonly cacheBytes?: () => Readonly<Record<string, number>>;
  readonly index?: IndexWatch | undefined;
  readonly registry?: Registry;
  /** Process and event-loop figures too; off in tests. */
  readonly process?: boolean;
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = options.registry ?? new Registry();
  const registers = [registry];
  if (options.process ?? true) collectDefaultMetrics({ register: registry });

  const figures = prompt(async () => (await options.index?.figures()) ?? [], []);
  const indexGauge = (figure: 'calls' | 'complete', name: string, help: string) =>
    new Gauge({
      name,
      help,
      labelNames: ['tenant'],
      // Workers share one index: their figures are not to be added up.
      aggregator: 'max',
      registers,
      async collect() {
        for (const one of await figures()) this.set({ tenant: one.tenant }, one[figure]);
      },
    });
  const requests = new Counter({
    name: 'switchboard_requests_total',
    help: 'Requests answered, by HTTP status.',
    labelNames: ['status'],
    registers,
  });
  const duration = new Histogram({
    name: 'switchboard_request_seconds',
    help: 'Time from a request’s first byte to the end of its answer, by trusted operation.',
    labelNames: ['operation'],
    buckets: seconds,
    registers,
  });
  const errors = new Counter({
    name: 'switchboard_errors_total',
    help: 'Requests whose answer held an error, by code.',
    labelNames: ['code'],
    registers,
  });
  new Gauge({
    name: 'switchboard_cache_bytes',
    help: 'Memory of each cache, roughly: documents, answers, rows, upstream.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, bytes] of Object.entries(options.cacheBytes?.() ?? {}))
        this.set({ cache }, bytes);
    },
  });
  new Gauge({
    name: 'switchboard_requests_running',
    help: 'Requests whose answer is not out yet.',
    registers,
    collect() {
      this.set(options.running());
    },
  });
  new Gauge({
    name: 'switchboard_unread_bytes',
    help: 'Bytes of answers that their clients have not read yet.',
    registers,
    collect() {
      this.set(options.unreadBytes());
    },
  });
  indexGauge('calls', 'switchboard_index_calls', 'Calls in the participant index.');
  indexGauge(
    'complete',
    'switchboard_index_complete',
    'Share of the time the participant index is meant to reach back that it covers, 0 to 1.',
  );
  if (typeof options.index?.isUp() === 'boolean')
    new Gauge({
      name: 'switchboard_index_up',
      help: '1 while the database of the participant index answers.',
      aggregator: 'min',
      registers,
      collect() {
        this.set(options.index?.isUp() ? 1 : 0);
      },
    });
  const calls = new Counter({
    name: 'switchboard_upstream_calls_total',
    help: 'Answers the graph got from below, by where they came from.',
    labelNames: ['service', 'entity', 'action', 'cache'],
    registers,
  });
  const attempts = new Histogram({
    name: 'switchboard_upstream_attempt_seconds',
    help: 'Time of one execute request, by outcome: ok or an error code.',
    labelNames: ['service', 'outcome'],
    buckets: seconds,
    registers,
  });
  const waits = new Histogram({
    name: 'switchboard_budget_wait_seconds',
    help: 'Time a call waited for its turn in the upstream budget.',
    labelNames: ['service', 'priority', 'granted'],
    buckets: seconds,
    registers,
  });
  const breakers = new Gauge({
    name: 'switchboard_breaker_open',
    help: '1 while an instance’s breaker is open, 0.5 while it lets one call try.',
    labelNames: ['service', 'tenant'],
    registers,
  });
  const renewals = new Counter({
    name: 'switchboard_token_renewals_total',
    help: 'Renewals of the bearer token of a connector service.',
    labelNames: ['renewed'],
    registers,
  });
  const shared = new Gauge({
    name: 'switchboard_shared_store_ready',
    help: '1 while Redis answers, 0 while every process counts and caches for itself.',
    registers,
  });

  // The library makes a text of the labels at every use, and these few come with every request.
  const byStatus = memoized((status) => requests.labels(status));
  const byOperation = memoized((operation) => duration.labels(operation));
  const callsBy = memoized((...labels) => calls.labels(...labels));
  const attemptsBy = memoized((...labels) => attempts.labels(...labels));
  const waitsBy = memoized((...labels) => waits.labels(...labels));

  const stops = [
    callTopic.subscribe(({ system, entity, action, cache, withheld }) =>
      callsBy(system, entity, action, withheld ? 'withheld' : cache).inc(),
    ),
    attemptEndTopic.subscribe(({ system, error, ms }) =>
      attemptsBy(system, error ?? 'ok').observe(ms / 1000),
    ),
    waitTopic.subscribe(({ system, priority, granted, ms }) =>
      waitsBy(system, priority, String(granted)).observe(ms / 1000),
    ),
    breakerTopic.subscribe(({ system, tenant, state }) =>
      breakers.set({ service: system, tenant }, { closed: 0, 'half-open': 0.5, open: 1 }[state]),
    ),
    tokenTopic.subscribe(({ renewed }) => renewals.inc({ renewed: String(renewed) })),
    sharedTopic.subscribe(({ state }) => shared.set(state === 'ready' ? 1 : 0)),
  ];

  return {
    registry,
    request(record, status, elapsed) {
      byStatus(String(status)).inc();
      // Only trusted operations are named: names that clients invent would be series without end.
      byOperation(record.operation ?? 'other').observe(elapsed);
      for (const code of record.codes) errors.inc({ code });
    },
    close() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

/** So long a scrape waits for figures of the index. */
const figuresMs = 250;

/** The result of `read`, or its last one where it takes long or fails: a scrape answers at once. */
function prompt<T>(read: () => Promise<T>, none: T): () => Promise<T> {
  let last = none;
  let reading: Promise<T> | null = null;
  return () => {
    reading ??= read()
      .then(
        (value) => {
          last = value;
          return value;
        },
        () => last,
      )
      .finally(() => {
        reading = null;
      });
    return Promise.race([reading, wait(figuresMs, undefined, { ref: false }).then(() => last)]);
  };
}

/** Memoizes by labels, which have few values. */
function memoized<V>(make: (...labels: string[]) => V): (...labels: string[]) => V {
  const known = new Map<string, V>();
  return (...labels) => {
    const key = labels.join();
    let value = known.get(key);
    if (value === undefined) {
      value = make(...labels);
      known.set(key, value);
    }
    return value;
  };
}
