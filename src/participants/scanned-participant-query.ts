/**
 * Participants without an index: one bounded scan, newest calls first, shared by all queries of a request and by
 * the requests of the next moments. Its calls go into a database in memory, so the same queries answer; the
 * coverage says how far the scan got.
 */

import { SwitchboardError, UpstreamError, UserInputError } from '../errors.ts';
import { type Clock, systemClock } from '../upstream/clock.ts';
import type { Connector } from '../upstream/connector.ts';
import { gapsIn, nothingCovered, startSkewMs } from './coverage.ts';
import { kindsOfAll, knowing, type Need, walkFor } from './need.ts';
import type { ParticipantQueryOptions, Participants } from './participant-query.ts';
import { type CoveredStore, coveredQueries } from './query-executor.ts';
import type { Database } from './store/database.ts';
import { openStore } from './store/migration.ts';
import { listSpans, type Span } from './store/span.ts';
import { replaceAliases, tenantNumber } from './store/tenant-number.ts';
import type { Range } from './store/time-range.ts';
import { readAliases } from './sync/platform-source.ts';
import { Syncer } from './sync/syncer.ts';

export interface ScanSettings {
  /** Page limit of a scan; a page has 100 calls. */
  readonly maxPages: number;
  /** Time scanned for a query without a `from`, back from now. */
  readonly defaultPeriodMs: number;
  /** Time for which requests share a scan. */
  readonly freshMs: number;
}

const dayMs = 86_400_000;

const defaultScanSettings: ScanSettings = {
  maxPages: 20,
  defaultPeriodMs: 90 * dayMs,
  freshMs: 60_000,
};

/** Pages of one walk: small, because a walk cut short by the limit claims no coverage. */
const pagesPerWalk = 4;

interface ScanOptions {
  /** The connector of each tenant. */
  readonly connectors: ReadonlyMap<string, Connector>;
  /** Whether a tenant has a call platform. Default: yes. */
  readonly hasCalls?: ((tenant: string) => boolean) | undefined;
  readonly clock?: Clock | undefined;
  readonly settings?: Partial<ScanSettings> | undefined;
}

export function createScanParticipants(options: ScanOptions): Participants {
  const clock = options.clock ?? systemClock;
  const settings = { ...defaultScanSettings, ...options.settings };
  const scans = new Map<string, Promise<Scan>>();

  /**
   * Queries of one tenant take turns, so that the second finds the rows of the first. A scan's
   * database closes with the last query that uses it.
   */
  const scanFor = (
    tenant: string,
    needs: readonly Need[],
    question: ParticipantQueryOptions,
  ): Promise<Scan> => {
    const connector = options.connectors.get(tenant);
    if (connector === undefined)
      throw new SwitchboardError('INTERNAL', 'No connector is set up for the scan', false);
    const before = scans.get(tenant) ?? Promise.resolve(null);
    const turn = before
      .catch(() => null)
      .then(async (previous) => {
        const scan = previous?.isFresh
          ? previous
          : await Scan.open(tenant, connector, clock, settings);
        await scan.reach(needs, question);
        return scan;
      });
    scans.set(tenant, turn);
    return turn;
  };

  /** An index would not help whoever has no calls. */
  const needsIndex = async (tenant: string): Promise<never> => {
    if (options.hasCalls?.(tenant) !== false)
      throw new UserInputError(
        'Expected the participant index, which finds and counts calls by what was said and who took part; it is off here. INDEX=on switches it on',
      );
    const site = { service: 'call-analytics', entity: 'calls', action: 'list' } as const;
    const what = 'No account of the call-analytics system is configured.';
    throw new UpstreamError('NOT_CONFIGURED', what, site, { attempts: 0 });
  };

  return {
    isIndexed: false,
    indexesWords: () => false,
    ...coveredQueries(async (tenant, needs, question): Promise<CoveredStore> => {
      const scan = await scanFor(tenant, needs, question);
      return { ...scan.prepared, spans: await scan.spans(), now: clock.now() };
    }, clock),
    // Queries without a subject have no bound of cost here.
    filteredCalls: needsIndex,
    countFiltered: needsIndex,
    aggregate: needsIndex,
    // A scan has read only some calls, so it can't rule a field out.
    keepsField: async () => true,
    version: () => null,
    // Counts two scans: one can expire in the middle of a request, and the next begins anew.
    maxRequests: () => ({ walk: 2 * settings.maxPages + 4, needsUsers: true }),
    lastError: async () => null,
    horizon: () => null,
    async status() {
      return {
        state: 'off',
        coverage: nothingCovered,
        readTo: null,
        horizon: null,
        complete: 0,
        calls: 0,
        callsPerMinute: null,
        endsAt: null,
        skippedRows: 0,
        lastError: null,
        transcripts: null,
      };
    },
  };
}

class Scan {
  readonly prepared: { readonly database: Database; readonly tenant: number };
  readonly #syncer: Syncer;
  readonly #settings: ScanSettings;
  readonly #endsAt: number;
  #pagesLeft: number;
  #hasAliases = false;

  private constructor(database: Database, number: number, syncer: Syncer, settings: ScanSettings) {
    this.prepared = { database, tenant: number };
    this.#syncer = syncer;
    this.#settings = settings;
    this.#endsAt = syncer.clock.monotonic() + settings.freshMs;
    this.#pagesLeft = settings.maxPages;
  }

  static async open(
    tenant: string,
    connector: Connector,
    clock: Clock,
    settings: ScanSettings,
  ): Promise<Scan> {
    const database = await openStore({});
    const syncer = new Syncer({ tenant, database, connector, clock });
    return new Scan(database, await tenantNumber(database, tenant), syncer, settings);
  }

  get isFresh(): boolean {
    return this.#syncer.clock.monotonic() < this.#endsAt;
  }

  async spans(): Promise<Span[]> {
    return await listSpans(this.prepared.database, this.prepared.tenant);
  }

  /**
   * Walks the parts of the needs' time that are not known, newest first, until the page limit.
   * @throws UpstreamError when nothing could be read.
   */
  async reach(needs: readonly Need[], question: ParticipantQueryOptions): Promise<void> {
    const now = this.#syncer.clock.now();
    const union = this.#unionOf(needs, now);
    if (union === null) return;
    const kinds = kindsOfAll(needs);
    let walkMs = dayMs;
    for (;;) {
      const usable = knowing(await this.spans(), kinds);
      const gap = gapsIn({ from: union.from, to: Math.min(union.to, now) }, usable).at(-1);
      if (gap === undefined || this.#pagesLeft <= 0) return;
      if (!this.#hasAliases) await this.#readAliases(question);
      const newest = gap.to >= Math.min(union.to, now);
      const range = {
        from: wholeSecond(Math.max(gap.from, gap.to - walkMs)),
        to: wholeSecond((newest ? union.to : gap.to) + 999),
      };
      const maxPages = this.#pagesLeft;
      const result = await this.#syncer
        .fill(range, question, { walk: walkFor(kinds), maxPages })
        .catch((error: unknown) => {
          // Rows read before the failure are an answer; the coverage shows the rest.
          if (usable.length === 0) throw error;
          return null;
        });
      if (result === null) return;
      this.#pagesLeft -= Math.max(1, result.pages);
      if (result.outcome !== 'complete') return;
      // Length of the next walk, for a few pages at the density of the last one; empty stretches
      // are crossed in growing steps.
      walkMs *= Math.min(8, Math.max(0.25, pagesPerWalk / Math.max(result.calls / 100, 0.1)));
    }
  }

  /** The smallest range of window time that holds the time of all needs. */
  #unionOf(needs: readonly Need[], now: number): Range | null {
    const starts = needs.map(({ from }) => from ?? now - this.#settings.defaultPeriodMs);
    const ends = needs.map(({ to }) => to ?? now);
    const from = Math.min(...starts) - startSkewMs;
    const to = Math.min(Math.max(...ends), now) + startSkewMs;
    return from < to ? { from, to } : null;
  }

  async #readAliases(question: ParticipantQueryOptions): Promise<void> {
    this.#hasAliases = true;
    const { database, tenant } = this.prepared;
    // Users come from the connector's cache, since they change seldom.
    const source = this.#syncer.source({ ...question, cache: 'default' });
    await replaceAliases(database, tenant, await readAliases(source));
  }
}

const wholeSecond = (at: number): number => Math.floor(at / 1_000) * 1_000;
