/**
 * Whole answers, sent again while everything they were made of is fresh (until then executing once more would
 * read the same), and shared with requests that ask the same while one is executed. An answer belongs to a
 * tenant, a set of rights, an operation and its variables.
 */

import { LRUCache } from 'lru-cache';
import { longestKey, textKey } from './document/text-key.ts';
import type { Identity, RequestRecord } from './request.ts';

export interface AnswerCacheOptions<Context> {
  /** 0: nothing is cached. */
  readonly maxBytes: number;
  /** The context as one that tells how long what was read through it stays fresh. */
  readonly watch: (context: Context) => Watched<Context>;
  /** Milliseconds. */
  readonly monotonic: () => number;
  /** Of a tenant's participant index, now; null while nobody can know. */
  readonly indexVersion: (tenant: string) => number | null;
}

/** For how long executing again would read the same. */
export interface Freshness {
  /** Milliseconds; 0 where nobody can say. */
  readonly ms: number;
  /** The participant index as it was read; null where it was not. */
  readonly indexVersion: number | null;
}

export interface Watched<Context> {
  readonly context: Context;
  freshness(): Freshness;
}

export interface AnswerCache {
  /** @param question the operation and its variables. */
  find(question: string, record: RequestRecord): CachedAnswer | undefined;
  keep(question: string, data: object, fresh: Freshness, record: RequestRecord): CachedAnswer;
  /** Remembers what a body asks, so that its answer can be found before it is parsed. */
  learn(body: string, answer: CachedAnswer, record: RequestRecord): void;
  /** Of all that is kept, roughly. */
  bytes(): number;
  /** The answer to a body that was learnt. What the record says of the request then goes on this one, too. */
  repeat(body: string, record: RequestRecord): CachedAnswer | undefined;
}

/** What a body asks, whoever sends it. */
interface Asked extends Pick<RequestRecord, 'document' | 'operation'> {
  readonly question: string;
}

interface Standing extends Pick<Freshness, 'indexVersion'>, Pick<RequestRecord, 'requestedCalls'> {
  /** On the monotonic clock. */
  readonly until: number;
}

/** The data of an answer as JSON. Whoever needs the values gets them by `toJSON`, as JSON.stringify does. */
export class CachedAnswer {
  readonly question: string;
  readonly standing: Standing;
  /** Of the text in UTF-8. */
  readonly bytes: number;
  readonly #text: string;

  constructor(question: string, data: object, standing: Standing) {
    this.question = question;
    this.standing = standing;
    this.#text = JSON.stringify(data);
    this.bytes = Buffer.byteLength(this.#text);
  }

  /** Itself, where the executor's data would stand. */
  get data(): Record<string, unknown> {
    return this as object as Record<string, unknown>;
  }

  /** The body of the whole answer. */
  body(extensions: object | undefined): Body {
    const end = extensions === undefined ? '}' : `,"extensions":${JSON.stringify(extensions)}}`;
    return {
      text: dataStart + this.#text + end,
      bytes: dataStart.length + this.bytes + Buffer.byteLength(end),
    };
  }

  toJSON(): unknown {
    return JSON.parse(this.#text);
  }
}

/** A text and its length in UTF-8. */
export interface Body {
  readonly text: string;
  readonly bytes: number;
}

const dataStart = '{"data":';
/** What an entry takes besides its text. */
const frameBytes = 1_000;

export function createAnswerCache({
  maxBytes,
  monotonic,
  indexVersion,
}: Omit<AnswerCacheOptions<never>, 'watch'>): AnswerCache | null {
  if (maxBytes === 0) return null;
  const maxSize = Math.ceil(maxBytes / 8);
  const bodies = new LRUCache<string, Asked>({
    maxSize,
    sizeCalculation: ({ question }, body) => body.length + question.length + frameBytes,
  });
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: maxBytes - maxSize,
    // One answer may not push out all others.
    maxEntrySize: maxSize,
    sizeCalculation: ({ bytes }, key) => bytes + key.length + frameBytes,
  });
  const isFresh = ({ until, indexVersion: read }: Standing, { identity }: RequestRecord): boolean =>
    until > monotonic() && (read === null || read === indexVersion(identity!.tenant));
  const find = (question: string, record: RequestRecord): CachedAnswer | undefined => {
    const key = keyOf(question, record);
    const answer = answers.get(key);
    if (answer === undefined || isFresh(answer.standing, record)) return answer;
    answers.delete(key);
    return undefined;
  };
  return {
    bytes: () => bodies.calculatedSize + answers.calculatedSize,
    find,
    keep(question, data, { ms, indexVersion: read }, record) {
      const { requestedCalls } = record;
      const standing = { until: monotonic() + ms, indexVersion: read, requestedCalls };
      const answer = new CachedAnswer(question, data, standing);
      answers.set(keyOf(question, record), answer);
      return answer;
    },
    learn(body, { question }, { document, operation }) {
      if (body.length <= longestKey) bodies.set(body, { question, document, operation });
    },
    repeat(body, record) {
      const asked = body.length > longestKey ? undefined : bodies.get(body);
      const answer = asked && find(asked.question, record);
      if (answer === undefined) return undefined;
      record.document = asked!.document;
      record.operation = asked!.operation;
      record.requestedCalls = answer.standing.requestedCalls;
      return answer;
    },
  };
}

function keyOf(question: string, record: RequestRecord): string {
  return textKey(`${visibilityOf(record)} ${question}`);
}

const visibilities = new WeakMap<Identity, string>();

/** What may be seen differs by tenant and rights. Each client has one identity object, whatever it asks. */
export function visibilityOf({ identity }: RequestRecord): string {
  let text = visibilities.get(identity!);
  if (text === undefined) {
    const { tenant, permissions } = identity!;
    text = `${tenant} ${[...permissions].sort().join()}`;
    visibilities.set(identity!, text);
  }
  return text;
}

/** What the leading request was answered, and what its record says of the question. */
export interface SharedAnswer extends Pick<RequestRecord, 'document' | 'operation'> {
  readonly answer: CachedAnswer;
}

interface Leader {
  /** Those whose viewers see the same, by body. */
  readonly among: Map<string, Leader>;
  readonly body: string;
  readonly answered: Promise<SharedAnswer | null>;
  settle(shared: SharedAnswer | null): void;
  hasFollowers: boolean;
}

export class UnderWay {
  readonly #byVisibility = new Map<string, Map<string, Leader>>();
  readonly #leaders = new Map<RequestRecord, Leader>();

  /**
   * The answer of a request under way that asks the same, null where it can't be shared. Without one
   * the request leads itself, and has to `end`.
   */
  join(body: string, record: RequestRecord): Promise<SharedAnswer | null> | undefined {
    // Who asks how an answer comes about wants to see it come about.
    if (record.calls !== null || body.length > longestKey) return undefined;
    const among = this.#among(visibilityOf(record));
    const leader = among.get(body);
    if (leader !== undefined) {
      leader.hasFollowers = true;
      return leader.answered;
    }
    const { promise, resolve } = Promise.withResolvers<SharedAnswer | null>();
    const own = { among, body, answered: promise, settle: resolve, hasFollowers: false };
    among.set(body, own);
    this.#leaders.set(record, own);
    return undefined;
  }

  /** Tenants and sets of rights are few, so their maps stay. */
  #among(visibility: string): Map<string, Leader> {
    let among = this.#byVisibility.get(visibility);
    if (among === undefined) {
      among = new Map();
      this.#byVisibility.set(visibility, among);
    }
    return among;
  }

  /** Hands the answer of a leading request to those who wait for it. */
  share(record: RequestRecord, data: object): void {
    const leader = this.#leaders.get(record);
    if (leader === undefined) return;
    if (leader.hasFollowers) {
      const { document, operation, requestedCalls } = record;
      const answer =
        data instanceof CachedAnswer
          ? data
          : new CachedAnswer('', data, { until: 0, indexVersion: null, requestedCalls });
      leader.settle({ answer, document, operation });
    }
    this.end(record);
  }

  /** Nobody joins any more; those who wait ask for themselves, where nothing was shared. */
  end(record: RequestRecord): void {
    const leader = this.#leaders.get(record);
    if (leader === undefined) return;
    this.#leaders.delete(record);
    leader.among.delete(leader.body);
    leader.settle(null);
  }
}
