/**
 * Answer cache: whole answers, reused while all rows behind them are fresh, since executing again would read the
 * same. Identical requests under way share one execution. An answer belongs to a scope of rows, a set of
 * rights, an operation and its variables.
 */

import { LRUCache } from 'lru-cache';
import type { AnswerFreshness } from '../engine/watched-context.ts';
import { type ScopedKey, scopedKey, tenantPrefix } from '../upstream/row-scope.ts';
import { TransientMap } from '../upstream/transient-map.ts';
import { hashOf, longestKey } from './document/document.ts';
import type { RepeatedNotes, RequestRecord } from './request-record.ts';

export interface AnswerCacheOptions {
  /** 0: nothing is cached. */
  readonly maxBytes: number;
  /** Milliseconds. Default: the process' monotonic clock. */
  readonly monotonic?: () => number;
  /** The version of a tenant's participant index; null while it is unknown. */
  readonly indexVersion: (tenant: string) => number | null;
}

/** What a record says of its operation. */
type OperationNotes = Pick<RequestRecord, 'document' | 'operation' | 'operationName' | 'use'>;

/** A body that came before: its question, and what a record says of it. */
interface CachedBody extends OperationNotes {
  readonly question: string;
}

interface Terms extends Pick<AnswerFreshness, 'indexVersion'> {
  readonly notes: RepeatedNotes;
  /** Of its tenant's answers, as it was before the first row was read. */
  readonly generation: number;
  /** On the monotonic clock. */
  readonly until: number;
}

/** A body as it is sent: a text, or the bytes of one as latin1, and how many bytes it takes. */
export interface Body {
  readonly text: string;
  readonly bytes: number;
}

const dataStart = '{"data":';

/** Data of a cached answer as JSON, in place of the executor's data. */
export class CachedAnswer {
  readonly question: string;
  readonly terms: Terms;
  /** UTF-8 bytes as latin1: a string of bytes is sent as it is, a text would be encoded each time. */
  readonly #json: string;

  constructor(question: string, data: object, terms: Terms) {
    this.question = question;
    this.terms = terms;
    this.#json = latin1Of(JSON.stringify(data));
  }

  get bytes(): number {
    return this.#json.length;
  }

  get data(): Record<string, unknown> {
    return this as object as Record<string, unknown>;
  }

  /** The body of the whole answer. */
  body(extensions: object | undefined): Body {
    const end = extensions === undefined ? '' : `,"extensions":${JSON.stringify(extensions)}`;
    const text = `${dataStart}${this.#json}${latin1Of(end)}}`;
    return { text, bytes: text.length };
  }

  /** The values, for JSON.stringify. */
  toJSON(): unknown {
    return JSON.parse(Buffer.from(this.#json, 'latin1').toString());
  }
}

function latin1Of(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** A body's text, where it may be the bytes of one. */
export const textOfBody = ({ text, bytes }: Body): string =>
  bytes === text.length ? Buffer.from(text, 'latin1').toString() : text;

/** Weight of an entry besides its text. */
const entryBytes = 1_000;

export class AnswerCache {
  readonly #options: AnswerCacheOptions;
  readonly #now: () => number;
  readonly #bodies: LRUCache<string, CachedBody>;
  readonly #answers: LRUCache<ScopedKey, CachedAnswer>;
  /** By tenant: answers of former generations are not used. */
  readonly #generations = new Map<string, number>();

  constructor(options: AnswerCacheOptions) {
    this.#options = options;
    this.#now = options.monotonic ?? (() => performance.now());
    const maxSize = Math.ceil(options.maxBytes / 8);
    this.#bodies = new LRUCache({
      maxSize,
      sizeCalculation: ({ question }, body) => body.length + 2 * question.length + entryBytes,
    });
    this.#answers = new LRUCache({
      maxSize: Math.max(1, options.maxBytes - maxSize),
      // One answer may not push out all others.
      maxEntrySize: maxSize,
      sizeCalculation: ({ bytes }, key) => bytes + key.length + entryBytes,
    });
  }

  /** Bytes of all that is cached, roughly. */
  get bytes(): number {
    return this.#bodies.calculatedSize + this.#answers.calculatedSize;
  }

  /** @param question the operation and its variables. */
  find(question: string, record: RequestRecord): CachedAnswer | undefined {
    const key = keyOf(question, record);
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    const { indexVersion } = this.#options;
    const { until, generation, indexVersion: read } = answer.terms;
    const isFresh = until > this.#now() && generation === this.generation(record);
    if (isFresh && (read === null || read === indexVersion(record.identity!.tenant))) return answer;
    this.#answers.delete(key);
    return undefined;
  }

  store(
    question: string,
    data: object,
    { ms, indexVersion, generation }: AnswerFreshness & { readonly generation: number },
    notes: RepeatedNotes,
    record: RequestRecord,
  ): CachedAnswer {
    const terms = { until: this.#now() + ms, indexVersion, generation, notes };
    const answer = new CachedAnswer(question, data, terms);
    this.#answers.set(keyOf(question, record), answer);
    return answer;
  }

  /** Remembers the question of a body, so that its answer can be found before the body is parsed. */
  rememberBody(body: string, { question }: CachedAnswer, record: RequestRecord): void {
    if (body.length > longestKey || this.#bodies.get(body)?.question === question) return;
    const { document, operation, operationName, use } = record;
    this.#bodies.set(body, { question, document, operation, operationName, use });
  }

  /** The answer to a remembered body; the record then says of the question what it would say otherwise. */
  findByBody(body: string, record: RequestRecord): CachedAnswer | undefined {
    const entry = body.length > longestKey ? undefined : this.#bodies.get(body);
    if (entry === undefined) return undefined;
    const answer = this.find(entry.question, record);
    if (answer === undefined) return undefined;
    record.document = entry.document;
    record.operation = entry.operation;
    record.operationName = entry.operationName;
    record.use = entry.use;
    record.repeat(answer.terms.notes);
    return answer;
  }

  /** Generation of the answers that the request's tenant gets from now on. */
  generation({ identity }: RequestRecord): number {
    return this.#generations.get(identity!.tenant) ?? 0;
  }

  /** Begins a new generation of a tenant's answers: rows behind the former ones have changed, also those of requests under way. */
  forget(tenant: string): void {
    this.#generations.set(tenant, (this.#generations.get(tenant) ?? 0) + 1);
  }
}

/** Viewers of one scope with the same rights see the same. */
function keyOf(text: string, { identity }: RequestRecord): ScopedKey {
  const { rowScope, permissions } = identity!;
  const rights = [...permissions].sort().join();
  const keyBy = (name: string): ScopedKey =>
    scopedKey(tenantPrefix(rowScope.tenant), rowScope, `${rights} ${name}`);
  const key = keyBy(text);
  return key.length > longestKey ? keyBy(hashOf(text)) : key;
}

/** The answer to a leading request, and what its record says of the question. */
export interface SharedAnswer extends OperationNotes {
  readonly answer: CachedAnswer;
}

const sharedOnce = { until: 0, generation: 0, indexVersion: null };

interface Leader {
  readonly key: ScopedKey;
  readonly answered: Promise<SharedAnswer | null>;
  settle(shared: SharedAnswer | null): void;
  hasFollowers: boolean;
}

/**
 * Single flight for bodies that are alike word for word: followers wait for the leader's answer and hold no
 * turn, so that a crowd before one dashboard is no overload. Only answers without errors are shared, and none that could be whole.
 */
export class AnswersInFlight {
  readonly #byKey = new TransientMap<ScopedKey, Leader>();
  readonly #byRecord = new TransientMap<RequestRecord, Leader>();

  /**
   * The answer of a leading request with the same body, null where it can't be shared. Without one
   * the request leads itself, and has to `end`.
   */
  join(body: string, record: RequestRecord): Promise<SharedAnswer | null> | undefined {
    if (!record.takesCached || body.length > longestKey) return undefined;
    const key = keyOf(body, record);
    const leader = this.#byKey.get(key);
    if (leader !== undefined) {
      leader.hasFollowers = true;
      return leader.answered;
    }
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | null>();
    const flight = { key, answered: promise, settle: resolve, hasFollowers: false };
    this.#byKey.set(key, flight);
    this.#byRecord.set(record, flight);
    return undefined;
  }

  /** Leaves the requests of a tenant that are under way to their followers: nobody joins them any more. */
  close(tenant: string): void {
    const prefix = tenantPrefix(tenant);
    for (const [key] of this.#byKey) if (key.startsWith(prefix)) this.#byKey.delete(key);
  }

  /** Hands the answer of a leading request to its followers. */
  share(record: RequestRecord, data: object, notes: RepeatedNotes): void {
    const leader = this.#byRecord.get(record);
    if (leader === undefined) return;
    if (leader.hasFollowers) {
      const { document, operation, operationName, use } = record;
      const answer =
        data instanceof CachedAnswer ? data : new CachedAnswer('', data, { ...sharedOnce, notes });
      leader.settle({ answer, document, operation, operationName, use });
    }
    this.end(record);
  }

  /** Ends a flight: followers without an answer execute for themselves. */
  end(record: RequestRecord): void {
    const leader = this.#byRecord.get(record);
    if (leader === undefined) return;
    this.#byRecord.delete(record);
    if (this.#byKey.get(leader.key) === leader) this.#byKey.delete(leader.key);
    leader.settle(null);
  }
}
