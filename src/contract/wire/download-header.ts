/** Download headers: status, type, length, range and file name of a file's response, checked before a browser receives any of it. */

import { beginningOf, UpstreamError, type UpstreamSite } from '../../errors.ts';

/**
 * The one byte range of a Range header, in the form the interface documents: `bytes=<first>-<last>`, and the
 * open forms `bytes=<first>-` and `bytes=-<count>` that players send. Undefined for other units, several ranges and
 * reversed ones, which a server must or may ignore (RFC 9110, section 14.2).
 */
export function readByteRange(header: string | undefined): string | undefined {
  const [, first, last] = /^bytes=(\d{1,15})?-(\d{1,15})?$/i.exec(header ?? '') ?? [];
  const isSingle = first !== undefined || Number(last ?? 0) > 0;
  const isOrdered = first === undefined || last === undefined || Number(first) <= Number(last);
  return isSingle && isOrdered ? header?.toLowerCase() : undefined;
}

export interface MediaHeaders {
  readonly status: 200 | 206;
  readonly contentType: string;
  readonly contentLength: number | null;
  readonly contentRange: string | null;
  readonly fileName: string | null;
}

type Header = (name: string) => string | null;

/** Types a browser would run or render as a page. */
const active = /html|[/+]xml(-|$)|(java|ecma)script|svg|xslt|multipart/;

/**
 * Reads and validates the headers.
 * @throws UpstreamError UPSTREAM_BAD_RESPONSE when they contradict each other or the requested
 * range
 */
export function readMediaHeaders(
  status: 200 | 206,
  header: Header,
  range: string | undefined,
  site: UpstreamSite,
): MediaHeaders {
  const bad = (what: string): UpstreamError =>
    new UpstreamError('UPSTREAM_BAD_RESPONSE', `${site.entity} download: ${what}.`, site, {
      status,
    });
  if (status === 206 && range === undefined) throw bad('a part came where the whole was asked for');

  const length = header('content-length');
  if (length !== null && !/^\d{1,15}$/.test(length)) throw bad('the content length is no number');
  const contentLength = length === null ? null : Number(length);

  let contentRange: string | null = null;
  if (status === 206) {
    contentRange = header('content-range');
    const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(contentRange ?? '');
    if (!match) throw bad('a part came without saying which');
    const first = Number(match[1]);
    const last = Number(match[2]);
    const size = Number(match[3]);
    const requested = /^bytes=(\d+)-/.exec(range ?? '')?.[1];
    const isWhole = last >= first && !(last >= size);
    const isRequested = requested === undefined || Number(requested) === first;
    const isLong = contentLength === null || contentLength === last - first + 1;
    if (!isWhole || !isRequested || !isLong) throw bad('the part that came is not the one it says');
  }
  return {
    status,
    contentType: mediaType(header('content-type')),
    contentLength,
    contentRange,
    fileName: fileName(header('content-disposition')),
  };
}

/** The type alone, without parameters; bytes of no kind where it is malformed or could run. */
function mediaType(value: string | null): string {
  const type = (value ?? '').replace(/;.*/s, '').trim().toLowerCase();
  return /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/.test(type) && !active.test(type)
    ? type
    : 'application/octet-stream';
}

const longestName = 150;

/** A name without path, control or direction characters; null where there is none. */
function fileName(disposition: string | null): string | null {
  if (disposition === null) return null;
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*([^;"\s]+)/i.exec(disposition)?.[1];
  const raw = (extended && decoded(extended)) ?? quoted?.replace(/\\(.)/g, '$1') ?? plain;
  const name = (raw ?? '')
    .replace(/^.*[/\\]/s, '')
    // Control characters, quotes, and marks that turn the reading direction to disguise an extension.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?;]/gu, '')
    .trim()
    .replace(/^\.+/, '');
  return name ? beginningOf(name, longestName) : null;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
