/** Metrics in Prometheus' form. Every label has few values, all known beforehand. */

import { setTimeout as wait } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  attemptEndTopic,
  breakerTopic,
  callTopic,
  sharedTopic,
  tokenTopic,
  waitTopic,
} from '../upstream/diagnostics-channel.ts';
import type { RequestRecord } from './request-record.ts';

interface Metrics {
  readonly registry: Registry;
  /** Counts a finished request. */
  request(record: RequestRecord, status: number, seconds: number): void;
  /** Stops listening to the connector. */
  close(): void;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface IndexFigures {
  readonly tenant: string;
  /** Share of the wanted time that is covered, 0 to 1. */
  readonly complete: number;
  readonly calls: number;
  /** As `IndexStatus.readTo`. */
  readonly readTo: number | null;
  /** Calls whose transcript was read, and those of which it is still to be read; null where none is indexed. */
  readonly transcripts: { readonly read: number; readonly unread: number } | null;
}

/** State of the participant index, for its metrics. */
export interface IndexWatch {
  figures(): Promise<readonly IndexFigures[]>;
  /** Wall clock that its times are of. */
  now(): number;
  /** Whether its database answers; null without an index. */
  isUp(): boolean | null;
}

interface MetricsOptions {
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

type Makers = ReturnType<typeof makersOf>;

/** Makes metrics of one registry. */
function makersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter(name: string, help: string, ...labelNames: string[]) {
      const counter = new Counter({ name, help, labelNames, registers });
      return memoized((...labels) => counter.labels(...labels));
    },
    histogram(name: string, help: string, ...labelNames: string[]) {
      const histogram = new Histogram({ name, help, labelNames, buckets: seconds, registers });
      return memoized((...labels) => histogram.labels(...labels));
    },
    /** A gauge that is set when something happens. */
    gauge: (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that is read at each scrape. */
    readGauge: (
      name: string,
      help: string,
      read: () => number,
      aggregator: 'sum' | 'min' = 'sum',
    ) =>
      new Gauge({
        name,
        help,
        aggregator,
        registers,
        collect() {
          this.set(read());
        },
      }),
  };
}

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = options.registry ?? new Registry();
  if (options.process ?? true) collectDefaultMetrics({ register: registry });
  const makers = makersOf(registry);
  const requests = makers.counter(
    'switchboard_requests_total',
    'Requests answered, by HTTP status.',
    'status',
  );
  const duration = makers.histogram(
    'switchboard_request_seconds',
    'Time from a request’s first byte to the end of its answer, by trusted operation; estimates apart.',
    'operation',
  );
  const errors = makers.counter(
    'switchboard_errors_total',
    'Requests whose answer held an error, by code.',
    'code',
  );
  createServerGauges(options, makers, registry);
  createIndexGauges(options, makers, registry);
  const stops = createUpstreamMetrics(makers);
  return {
    registry,
    request(record, status, elapsed) {
      requests(String(status)).inc();
      // Only trusted operations are named: names that clients invent would be series without end.
      duration(record.isEstimate ? 'estimate' : (record.operation ?? 'other')).observe(elapsed);
      for (const code of record.codes) errors(code).inc();
    },
    close() {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}

function createServerGauges(options: MetricsOptions, makers: Makers, registry: Registry): void {
  new Gauge({
    name: 'switchboard_cache_bytes',
    help: 'Memory of each cache, roughly: documents, answers, rows, upstream.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, bytes] of Object.entries(options.cacheBytes?.() ?? {}))
        this.set({ cache }, bytes);
    },
  });
  makers.readGauge(
    'switchboard_requests_running',
    'Requests whose answer is not out yet.',
    options.running,
  );
  makers.readGauge(
    'switchboard_unread_bytes',
    'Bytes of answers that their clients have not read yet.',
    options.unreadBytes,
  );
}

function createIndexGauges({ index }: MetricsOptions, makers: Makers, registry: Registry): void {
  const figures = prompt(async () => (await index?.figures()) ?? [], []);
  const indexGauge = (
    name: string,
    help: string,
    figureOf: (sample: IndexFigures) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['tenant'],
      registers: [registry],
      // Workers share one index: their figures are not to be added up.
      aggregator: 'max',
      async collect() {
        const samples = await figures();
        // A figure that there is no more is absent, not what it was.
        this.reset();
        for (const sample of samples) {
          const figure = figureOf(sample);
          if (figure !== undefined) this.set({ tenant: sample.tenant }, figure);
        }
      },
    });
  indexGauge('switchboard_index_calls', 'Calls in the participant index.', ({ calls }) => calls);
  indexGauge(
    'switchboard_index_complete',
    'Share of the time the participant index is meant to reach back that it covers, 0 to 1.',
    ({ complete }) => complete,
  );
  // From the clock of the scrape: while the database hangs or fails, the last figures are old.
  indexGauge(
    'switchboard_index_age_seconds',
    'Age of the newest that the participant index has read from the call platform; absent while it has read nothing.',
    ({ readTo }) => (readTo === null ? undefined : Math.max(0, index!.now() - readTo) / 1000),
  );
  indexGauge(
    'switchboard_index_transcripts',
    'Calls whose transcript was read into the transcript index.',
    ({ transcripts }) => transcripts?.read,
  );
  indexGauge(
    'switchboard_index_transcripts_unread',
    'Calls whose transcript is still to be read into the transcript index, or has changed.',
    ({ transcripts }) => transcripts?.unread,
  );
  if (typeof index?.isUp() === 'boolean')
    makers.readGauge(
      'switchboard_index_up',
      '1 while the database of the participant index answers.',
      () => (index.isUp() ? 1 : 0),
      'min',
    );
}

/** Metrics of upstream calls, fed by the connector's events. @returns functions that end the subscriptions. */
function createUpstreamMetrics({ counter, histogram, gauge }: Makers): (() => void)[] {
  const calls = counter(
    'switchboard_upstream_calls_total',
    'Answers the graph got from below, by where they came from.',
    'service',
    'entity',
    'action',
    'cache',
  );
  const attempts = histogram(
    'switchboard_upstream_attempt_seconds',
    'Time of one execute request, by outcome: ok or an error code.',
    'service',
    'outcome',
  );
  const waits = histogram(
    'switchboard_budget_wait_seconds',
    'Time a call waited for its turn in the upstream budget.',
    'service',
    'priority',
    'granted',
  );
  const breakers = gauge(
    'switchboard_breaker_open',
    '1 while an instance’s breaker is open, 0.5 while it lets one call try.',
    'service',
    'tenant',
  );
  const renewals = counter(
    'switchboard_token_renewals_total',
    'Renewals of the bearer token of a connector service.',
    'renewed',
  );
  const shared = gauge(
    'switchboard_shared_store_ready',
    '1 while Redis answers, 0 while every process counts and caches for itself.',
  );

  return [
    callTopic.subscribe(({ system, entity, action, cache, withheld }) =>
      calls(system, entity, action, withheld ? 'withheld' : cache).inc(),
    ),
    attemptEndTopic.subscribe(({ system, error, ms }) =>
      attempts(system, error ?? 'ok').observe(ms / 1000),
    ),
    waitTopic.subscribe(({ system, priority, granted, ms }) =>
      waits(system, priority, String(granted)).observe(ms / 1000),
    ),
    breakerTopic.subscribe(({ system, tenant, state }) =>
      breakers.set({ service: system, tenant }, { closed: 0, 'half-open': 0.5, open: 1 }[state]),
    ),
    tokenTopic.subscribe(({ renewed }) => renewals(String(renewed)).inc()),
    sharedTopic.subscribe(({ state }) => shared.set(state === 'ready' ? 1 : 0)),
  ];
}

/** Time that a scrape waits for figures of the index. */
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

/** Memoizes by labels, which have few values: the library makes a text of them at every use. */
function memoized<V>(make: (...labels: string[]) => V): (...labels: string[]) => V {
  const memo = new Map<string, V>();
  return (...labels) => {
    const key = labels.join();
    let value = memo.get(key);
    if (value === undefined) {
      value = make(...labels);
      memo.set(key, value);
    }
    return value;
  };
}
