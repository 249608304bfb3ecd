/**
 * Usage: which client asks for which fields, arguments and values of the schema, so that a deprecation knows whom it
 * hurts. A request adds one to its operation's count; fields are counted when somebody looks, or room is needed.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { TransientMap } from '../upstream/transient-map.ts';
import type { OperationUse } from './operation-use.ts';
import type { RequestRecord } from './request-record.ts';

interface ClientUsage {
  /** Of the access file; null for those that had no room of their own. */
  readonly client: string | null;
  /** As the client says, in `apollographql-client-name` or `graphql-client-name`. */
  readonly name: string | null;
  readonly version: string | null;
  readonly requests: number;
  /** Requests by schema coordinate. */
  readonly fields: Readonly<Record<string, number>>;
}

export interface UsageReport {
  /** Processes that counted. */
  readonly processes: number;
  /** ISO 8601: the start of the process, or of the oldest of several. */
  readonly since: string;
  readonly clients: readonly ClientUsage[];
  /** Reasons by coordinate. */
  readonly deprecated: Readonly<Record<string, string>>;
}

/** Clients with counts of their own. */
export const maxClients = 100;
/** A client that was away for so long makes room for another. */
const awayMs = 3_600_000;
/** Between two looks for one: with more clients than have room, each request of the others would look. */
const lookMs = 60_000;
/** Coordinates of the operations that are counted as a whole: about 2 MB. */
const maxHeld = 200_000;
/** An operation without fields takes room, too. */
const entryWeight = 8;
/** Characters of a name or version. */
const longestName = 64;

interface Entry {
  readonly client: string | null;
  readonly name: string | null;
  readonly version: string | null;
  requests: number;
  /** On the monotonic clock. */
  lastAt: number;
  operations: Map<OperationUse, number>;
  readonly fields: Map<string, number>;
}

const entryOf = (client: string | null, name: string | null, version: string | null): Entry => ({
  ...{ client, name, version },
  ...{ requests: 0, lastAt: 0, operations: new Map(), fields: new Map() },
});

export class Usage {
  readonly #since = new Date().toISOString();
  readonly #deprecated: () => Readonly<Record<string, string>>;
  readonly #entries = new TransientMap<string, Entry>();
  readonly #others = entryOf(null, null, null);
  #held = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param deprecated reasons by coordinate, read when somebody asks. */
  constructor(deprecated: () => Readonly<Record<string, string>>) {
    this.#deprecated = deprecated;
  }

  /** Counts a request whose operation is known, whatever became of it. */
  count(headers: IncomingHttpHeaders, { identity, use, startedAt }: RequestRecord): void {
    if (use === null || identity === null) return;
    const name = statedBy(headers, 'name');
    const version = statedBy(headers, 'version');
    const key = `${identity.client}\n${name}\n${version}`;
    let entry = this.#entries.get(key);
    if (entry === undefined && this.#hasRoom(startedAt)) {
      entry = entryOf(identity.client, name || null, version || null);
      this.#entries.set(key, entry);
    }
    entry ??= this.#others;
    entry.requests += 1;
    entry.lastAt = startedAt;
    const count = entry.operations.get(use);
    entry.operations.set(use, (count ?? 0) + 1);
    if (count !== undefined) return;
    this.#held += use.coordinates.length + entryWeight;
    if (this.#held > maxHeld) this.#fold();
  }

  report(): UsageReport {
    this.#fold();
    const clients = [...[...this.#entries].map(([, entry]) => entry), this.#others]
      .filter(({ requests }) => requests > 0)
      .map(({ client, name, version, requests, fields }) => ({
        ...{ client, name, version, requests },
        fields: Object.fromEntries(fields),
      }));
    return { processes: 1, since: this.#since, clients, deprecated: this.#deprecated() };
  }

  /** Whether one more client can be counted by itself; who was away longest may make room. @param now monotonic */
  #hasRoom(now: number): boolean {
    if (this.#entries.size < maxClients) return true;
    if (now - this.#lookedAt < lookMs) return false;
    this.#lookedAt = now;
    let oldest: readonly [string, Entry] | undefined;
    for (const pair of this.#entries)
      if (oldest === undefined || pair[1].lastAt < oldest[1].lastAt) oldest = pair;
    if (oldest === undefined || now - oldest[1].lastAt < awayMs) return false;
    const [key, entry] = oldest;
    this.#entries.delete(key);
    for (const { coordinates } of entry.operations.keys())
      this.#held -= coordinates.length + entryWeight;
    foldOperations(entry);
    this.#others.requests += entry.requests;
    for (const [coordinate, count] of entry.fields) add(this.#others.fields, coordinate, count);
    return true;
  }

  #fold(): void {
    for (const [, entry] of this.#entries) foldOperations(entry);
    foldOperations(this.#others);
    this.#held = 0;
  }
}

/** Counts of operations become counts of fields, of which there is an end. */
function foldOperations(entry: Entry): void {
  for (const [{ coordinates }, count] of entry.operations)
    for (const coordinate of coordinates) add(entry.fields, coordinate, count);
  entry.operations = new Map();
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** What a client says of itself; empty where it says nothing. */
function statedBy(headers: IncomingHttpHeaders, what: 'name' | 'version'): string {
  const stated = headers[`apollographql-client-${what}`] ?? headers[`graphql-client-${what}`];
  return typeof stated === 'string' ? stated.slice(0, longestName) : '';
}

/** The reports of several processes as one. */
export function mergeUsage(reports: readonly UsageReport[]): UsageReport {
  const clients = new Map<string, ClientUsage>();
  for (const usage of reports.flatMap((report) => report.clients)) {
    const { client, name, version } = usage;
    const key = JSON.stringify([client, name, version]);
    const former = clients.get(key);
    const fields = new Map(Object.entries(former?.fields ?? {}));
    for (const [coordinate, count] of Object.entries(usage.fields)) add(fields, coordinate, count);
    const requests = (former?.requests ?? 0) + usage.requests;
    clients.set(key, { client, name, version, requests, fields: Object.fromEntries(fields) });
  }
  const [since = new Date().toISOString()] = reports.map((report) => report.since).sort();
  return {
    processes: reports.reduce((sum, { processes }) => sum + processes, 0),
    since,
    clients: [...clients.values()],
    deprecated: Object.assign({}, ...reports.map(({ deprecated }) => deprecated)),
  };
}
