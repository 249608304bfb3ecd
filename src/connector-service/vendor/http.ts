/**
 * HTTP client for vendors over undici: one request bounded in time and size, abortable, timed, its
 * failures in the gateway's terms.
 */

import { Agent, type Dispatcher, errors, request } from 'undici';
import { addressFault } from '../../contract/outside-address.ts';
import { isObject, parseJson } from '../../contract/wire/json.ts';
import { upstreamText } from '../../contract/wire/utf8.ts';
import { BackendError } from '../backend.ts';
import { decoded, withDigits } from './body.ts';

interface VendorRequest {
  readonly method: 'GET' | 'POST';
  /** Absolute; outside the network of `from` it is refused. */
  readonly url: string;
  /** Address that names it: the account's base, or what it was read from. */
  readonly from: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface VendorAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

/** A request and its answer as sent, secrets included: for the redaction of recordings. */
export interface VendorExchange extends VendorAnswer {
  readonly request: Omit<VendorRequest, 'from'>;
}

/** An answer with its body as a stream. Its connection is open until the body was read to its end or is destroyed. */
export interface VendorStream extends Omit<VendorAnswer, 'text'> {
  /** @throws BackendError as send, where the body ends before its last byte. */
  chunks(): AsyncGenerator<Buffer>;
  /** The body, of which an error needs no more than the first 64 kB. @throws BackendError as chunks */
  text(): Promise<string>;
  /** Reads the body past. */
  dump(): Promise<void>;
  /** Ends the body and its connection, wherever its reader stands. */
  destroy(): void;
}

export interface VendorHttp {
  /** @throws AddressRefused; BackendError 502 or 504 where no whole answer came, 503 after `close`, 499 when the signal was aborted. */
  send(request: VendorRequest): Promise<VendorAnswer>;
  /**
   * Opens a stream and follows redirects, each judged by the address that gave it; `authorization`
   * goes to the first origin alone.
   * @throws BackendError as send
   */
  open(request: VendorRequest): Promise<VendorStream>;
  close(): Promise<void>;
}

export interface VendorHttpOptions {
  /** Largest answer that is not a file, bytes. Default 64 MB. */
  readonly answerBytes?: number | undefined;
  /** Receives every exchange except downloads. */
  readonly record?: ((exchange: VendorExchange) => void) | undefined;
}

const mostRedirects = 5;
/** Read of the error that comes in place of a file. */
const errorBytes = 64_000;
/** Until the head of an answer, and between two pieces of its body: the CRM's own limit of a query. */
const answerMs = 120_000;

export function vendorHttp(options: VendorHttpOptions): VendorHttp {
  const { answerBytes = 64_000_000 } = options;
  const limits = { headersTimeout: answerMs, bodyTimeout: answerMs, connect: { timeout: 10_000 } };
  const answers = new Agent({ ...limits, maxResponseSize: answerBytes });
  // Readers of files may be slow; apart, they hold no connection that answers wait for.
  const files = new Agent(limits);

  /** The one place that opens an address. */
  const dispatch = async (
    dispatcher: Dispatcher,
    { url, from, method, headers, body, signal }: VendorRequest,
  ) => {
    const fault = addressFault(url, from);
    if (fault !== null) throw new AddressRefused(fault);
    return request(url, {
      dispatcher,
      method,
      // Ranges and sizes count uncompressed bytes.
      headers: { 'user-agent': 'switchboard', 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal: signal ?? null,
    });
  };

  return {
    async send(request) {
      try {
        const { statusCode: status, headers, body } = await dispatch(answers, request);
        const header = (name: string): string | null => single(headers[name]);
        const bytes = Buffer.from(await body.arrayBuffer());
        const text = decoded(bytes, header('content-encoding'), answerBytes);
        const answer = { status, header, text };
        options.record?.({ request, ...answer });
        return answer;
      } catch (error) {
        throw unanswered(error, request);
      }
    },

    async open(request) {
      let current = request;
      for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
        const response = await dispatch(files, current).catch((error: unknown) => {
          throw unanswered(error, request);
        });
        const stream = streamOf(response, request);
        const location = await orDestroy(stream, async () => {
          const target = stream.header('location');
          if (stream.status < 300 || stream.status >= 400 || target === null) return null;
          await stream.dump();
          return target;
        });
        if (location === null) return stream;
        current = redirected(current, location);
      }
      throw new BackendError(502, 'The vendor redirects in a circle');
    },

    async close() {
      await Promise.all([answers.destroy(), files.destroy()]);
    },
  };
}

/** A location that is no address is refused as one when it is opened. */
function redirected(before: VendorRequest, location: string): VendorRequest {
  const url = URL.canParse(location, before.url) ? new URL(location, before.url).href : location;
  const next = { ...before, url, from: before.url };
  if (URL.parse(url)?.origin === new URL(before.url).origin) return next;
  const { authorization: _left, ...headers } = before.headers ?? {};
  return { ...next, headers };
}

/** Code of an address that is not opened. */
const addressRefused = 'ADDRESS_REFUSED';

/** An address out of a vendor's answer that may not be opened. */
export class AddressRefused extends BackendError {
  constructor(fault: string) {
    super(502, {
      message: `The vendor named an address that is not opened: ${fault}`,
      errorCode: addressRefused,
    });
    this.name = 'AddressRefused';
  }
}

/** Code of a credential that a vendor refuses; in capitals: the gateway then knows that it is not its own bearer that ended. */
export const signInRefused = 'SIGN_IN_REFUSED';

/** Codes of an address whose host has no machine, and of one that answers a sign-in with a page. */
const hostNotFound = 'HOST_NOT_FOUND';
export const noTokenAddressCode = 'NO_TOKEN_ADDRESS';
/** Code of a credential that the call platform does not know: the credential is wrong, or the address is another's. */
export const wrongHostOrKeyCode = 'WRONG_HOST_OR_KEY';

const ourCodes: ReadonlySet<string> = new Set([
  addressRefused,
  signInRefused,
  hostNotFound,
  noTokenAddressCode,
  wrongHostOrKeyCode,
]);

/** Error in the vendor's words: its body may quote the request. */
class VendorRefusal extends BackendError {}

/** Error in this file's words: it holds nothing from the vendor, so any client may see it. */
export function failureReason(error: unknown): string {
  if (!(error instanceof BackendError)) return 'An error of the connector service itself';
  const { status, body } = error;
  if (typeof body === 'string' && !(error instanceof VendorRefusal)) return body;
  const isOurs = isObject(body) && ourCodes.has(String(body.errorCode));
  if (isObject(body) && isOurs) return String(body.message);
  const [first]: readonly unknown[] = Array.isArray(body) ? body : [];
  const code = isObject(first) ? String(first.errorCode) : '';
  return `The vendor answered ${status}${/^[A-Z_]{3,50}$/.test(code) ? ` ${code}` : ''}`;
}

/** Statuses of vendors that the gateway acts on. */
const saysWhoMay: ReadonlySet<number> = new Set([401, 403, 404, 407]);

const notTheVendor = (status: number): BackendError =>
  new BackendError(
    502,
    `What answered ${status} is not the vendor's API: a proxy, or another address`,
  );

/** Error of a vendor: its status, body and Retry-After. */
export function refusal({ status, text, header }: VendorAnswer): BackendError {
  let body: unknown = text;
  // Neither API redirects: a login page or a portal answered. It gets no second request.
  if (status < 400) return notTheVendor(status);
  try {
    body = withDigits(parseJson(text));
  } catch {
    // Vendors refuse in JSON: the page of a proxy must not pass for a missing scope, or for an empty list.
    if (saysWhoMay.has(status)) return notTheVendor(status);
    // HTML, plain text or nothing: forwarded as text.
  }
  const retryAfter = header('retry-after');
  return new VendorRefusal(status, body, retryAfter === null ? {} : { 'retry-after': retryAfter });
}

/** Runs a step over a stream that is open, and destroys it where the step fails. */
export async function orDestroy<T>(stream: VendorStream, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

function streamOf(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  sent: Sent,
): VendorStream {
  const failed = (error: unknown): never => {
    throw unanswered(error, sent);
  };
  return {
    status: statusCode,
    header: (name) => single(headers[name]),
    async *chunks() {
      try {
        yield* body;
      } catch (error) {
        failed(error);
      }
    },
    async text() {
      const chunks: Buffer[] = [];
      let length = 0;
      try {
        // Leaving the loop ends the body: it may have no end of its own.
        for await (const chunk of body as AsyncIterable<Buffer>) {
          chunks.push(chunk);
          length += chunk.length;
          if (length >= errorBytes) break;
        }
      } catch (error) {
        failed(error);
      }
      return upstreamText(Buffer.concat(chunks));
    },
    dump: () => body.dump().catch(failed),
    destroy() {
      body.on('error', () => undefined);
      body.destroy();
    },
  };
}

/** The error in place of undici's, which stay inside this file. */
function unanswered(error: unknown, sent: Sent): BackendError {
  if (error instanceof BackendError) return error;
  const failed = errorOfResponse(error, sent);
  failed.cause = error;
  return failed;
}

type Sent = Pick<VendorRequest, 'url' | 'signal'>;

function errorOfResponse(error: unknown, { url, signal }: Sent): BackendError {
  // No client reads either of them: it has left, or its connection ends with the service.
  if (signal?.aborted) return new BackendError(499, 'The request was given up');
  if (error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError)
    return new BackendError(503, 'The service is being closed');
  const late =
    error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError;
  const name = error instanceof Error && 'code' in error ? String(error.code) : '';
  const code = name === '' ? '' : ` (${name})`;
  if (name === 'ENOTFOUND' || name === 'EAI_AGAIN')
    return new BackendError(503, {
      message: `No machine has the name ${URL.parse(url)?.hostname}${code}`,
      errorCode: hostNotFound,
    });
  // Nothing was sent, so this is no 504, after which the vendor may still be at work.
  if (error instanceof errors.ConnectTimeoutError)
    return new BackendError(503, `The vendor accepted no connection${code}`);
  return late
    ? new BackendError(504, `The vendor did not answer in time${code}`)
    : new BackendError(502, `No whole answer came from the vendor${code}`);
}

function single(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' ? value : (value?.[0] ?? null);
}
