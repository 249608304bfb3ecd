/** Linked files: what is known of the file of a media link, for the link's life, and the upstream calls that the link may cost. */

import { hash } from 'node:crypto';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { type MediaHeaders, readByteRange } from '../contract/wire/download-header.ts';
import { FileMissingError, OutsideFileError } from '../contract/wire/failure.ts';
import { type ErrorCode, type SwitchboardError, UpstreamError } from '../errors.ts';
import { createLru } from '../lru.ts';
import type { Download } from '../upstream/transport.ts';
import { HttpError } from './error-response.ts';

/** Opens the file, whole or a range of it. @throws SwitchboardError */
export type OpenFile = (range: string | undefined, signal?: AbortSignal) => Promise<Download>;

/** Head of the whole file. */
type FileHead = Pick<MediaHeaders, 'contentType' | 'fileName'> & {
  /** Bytes; null where the upstream does not say. */
  readonly size: number | null;
};

export interface LinkShare {
  /** Most upstream calls of one link. */
  readonly calls: number;
  /** Counts the calls where several processes share it. Default: each process counts its own. */
  readonly counter?: RateLimiterAbstract | undefined;
}

/** Links that are remembered at once, each in some hundred bytes; the least recently used goes first. */
const mostLinks = 10_000;

/** Files by link. A link is forgotten with its end, which is in its path. */
export class LinkedFiles {
  readonly #share: LinkShare;
  readonly #files = createLru<string, LinkedFile>(mostLinks);

  constructor(share: LinkShare) {
    this.#share = share;
  }

  /** The file of a link that is good. @param path of the link */
  at(path: string): LinkedFile {
    const remembered = this.#files.get(path);
    if (remembered !== undefined) return remembered;
    const file = new LinkedFile(path, this.#share);
    this.#files.set(path, file);
    return file;
  }
}

class LinkedFile {
  readonly #path: string;
  readonly #share: LinkShare;
  #calls = 0;
  #head: FileHead | null = null;
  #size: number | null = null;
  /** Why there is no file, where that is for good. */
  #refusal: HttpError | null = null;
  #learning: Promise<FileHead> | null = null;

  constructor(path: string, share: LinkShare) {
    this.#path = path;
    this.#share = share;
  }

  /** The head of the file, which costs one upstream call of all that ask for it. @throws HttpError */
  async head(open: OpenFile): Promise<FileHead> {
    if (this.#refusal !== null) throw this.#refusal;
    if (this.#head !== null) return this.#head;
    // Goes on without the client that asked: others may wait for it, too.
    this.#learning ??= this.#learn(open).finally(() => {
      this.#learning = null;
    });
    return this.#learning;
  }

  /**
   * Opens the file, which costs an upstream call.
   * @throws HttpError for a file or range that there is not, without a call where that is known.
   */
  async download(
    open: OpenFile,
    range: string | undefined,
    signal: AbortSignal,
  ): Promise<Download> {
    if (this.#refusal !== null) throw this.#refusal;
    this.#checkRange(range);
    return this.#fetch(open, range, signal);
  }

  /** @throws HttpError 416 for a range that is known to lie outside the file. */
  #checkRange(range: string | undefined): void {
    const first = /^bytes=(\d+)-/.exec(readByteRange(range) ?? '')?.[1];
    if (this.#size === null || first === undefined || Number(first) < this.#size) return;
    throw outside(this.#size, 'The file does not have the range asked for.');
  }

  async #learn(open: OpenFile): Promise<FileHead> {
    const fetchWhole = (): Promise<Download> => this.#fetch(open, undefined);
    // A byte tells the size, too; an empty file has none.
    const download = await (this.#size === 0
      ? fetchWhole()
      : this.#fetch(open, 'bytes=0-0').catch((error: unknown) => {
          if (this.#size === 0) return fetchWhole();
          throw error;
        }));
    download.body.destroy();
    return this.#head ?? headOf(download);
  }

  async #fetch(open: OpenFile, range: string | undefined, signal?: AbortSignal): Promise<Download> {
    await this.#spend(1);
    let download: Download | null = null;
    try {
      download = await open(range, signal);
      this.#head ??= headOf(download);
      this.#size = this.#head.size;
      return download;
    } catch (error) {
      download?.body.destroy();
      // The upstream counts every attempt, and none of a call that was not sent.
      if (error instanceof UpstreamError && error.attempts !== 1)
        await this.#spend(error.attempts - 1).catch(() => {});
      if (error instanceof OutsideFileError) this.#size = error.size;
      const refusal = mediaErrorOf(error);
      if (refusal instanceof HttpError && isLasting(error)) this.#refusal = refusal;
      throw refusal;
    }
  }

  /** @param calls fewer than 0 are given back. @throws HttpError 429 once the share of the link is spent. */
  async #spend(calls: number): Promise<void> {
    this.#calls += calls;
    const { calls: most, counter } = this.#share;
    const sum = counter === undefined ? this.#calls : await countShared(counter, this.#path, calls);
    if (sum <= most) return;
    throw new HttpError(
      429,
      'RATE_LIMITED',
      `Expected at most ${most} upstream calls for one link; it has had them. The graph gives another link.`,
    );
  }
}

/** @returns the calls of the link so far, of all processes. */
async function countShared(
  counter: RateLimiterAbstract,
  path: string,
  calls: number,
): Promise<number> {
  // The path is the whole credential, which nobody else needs to know.
  const key = hash('sha256', path, 'base64url');
  const count = calls < 0 ? counter.reward(key, -calls) : counter.penalty(key, calls);
  return (await count).consumedPoints;
}

function headOf({ contentType, contentLength, contentRange, fileName }: MediaHeaders): FileHead {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  const size = contentRange === null ? contentLength : total === undefined ? null : Number(total);
  return { contentType, fileName, size };
}

/** Errors that another call of the same link can't cure. */
function isLasting(error: unknown): boolean {
  if (error instanceof OutsideFileError) return false;
  return (
    error instanceof FileMissingError ||
    (error instanceof UpstreamError &&
      (error.code === 'UPSTREAM_BAD_REQUEST' || error.code === 'UPSTREAM_FORBIDDEN'))
  );
}

const statuses: Partial<Record<ErrorCode, number>> = {
  RATE_LIMITED: 503,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_FORBIDDEN: 403,
  UPSTREAM_BAD_REQUEST: 404,
};

/** Maps an upstream failure to a status for players; 416 stays 416, with the file's size, by which they know its end. */
function mediaErrorOf(error: unknown): unknown {
  const switchboardError = error as SwitchboardError;
  if (switchboardError.code === undefined) return error;
  if (error instanceof OutsideFileError) return outside(error.size, switchboardError.message);
  const isMissing = error instanceof UpstreamError && error.status === 404;
  const status = isMissing ? 404 : (statuses[switchboardError.code] ?? 502);
  return new HttpError(status, switchboardError.code, switchboardError.message, {
    ...(switchboardError.retryAfterMs !== undefined && {
      retryAfterMs: switchboardError.retryAfterMs,
    }),
  });
}

function outside(size: number | null, message: string): HttpError {
  return new HttpError(416, 'UPSTREAM_BAD_REQUEST', message, {
    ...(size !== null && { headers: { 'content-range': `bytes */${size}` } }),
  });
}
