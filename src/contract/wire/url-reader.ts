/** Readers of addresses in upstream values: only those leave the graph that lead to the web or to mail. */

import { invalidUpstreamValue, isBlank, textOf } from './upstream-value-reader.ts';

/** Where a link may lead. Others would run what they hold where one is shown (`javascript:`), or open a program. */
const linkSchemes: readonly string[] = ['http:', 'https:', 'mailto:'];

/** URL of http or https, escaped as RFC 3986 has it, or of mailto, which URL parsers leave nearly as it came. */
export function urlOf(value: unknown): string | null {
  if (isBlank(value)) return null;
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !linkSchemes.includes(url.protocol))
    throw invalidUpstreamValue('a URL of http, https or mailto', value);
  return url.href.replaceAll(
    /["'<>\\^`{|}\s]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Scheme as browsers read it: blanks and control characters before it, and line breaks in it, are left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers leave out.
const beforeScheme = /^[\x00-\x20]+|[\t\n\r]/g;
const scheme = /^[a-z][a-z\d+.-]*:/i;
/** The host and port of an address without a scheme: `www.example.com:8080/shop`. */
const hostWithPort = /^[a-z\d-]+(?:\.[a-z\d-]+)+:\d{1,5}(?:[/?#]|$)/i;

/**
 * Address as a person typed it into the CRM, which asks for no scheme: `www.example.com`, `/services/images/photo/…`.
 * One with a scheme is held to the same ones as other URLs.
 */
export function typedUrlOf(value: unknown): string | null {
  const text = textOf(value);
  const address = text?.replaceAll(beforeScheme, '') ?? '';
  const [named] = hostWithPort.test(address) ? [] : (scheme.exec(address) ?? []);
  if (named === undefined || linkSchemes.includes(named.toLowerCase())) return text;
  throw invalidUpstreamValue('a URL of http, https or mailto', value);
}
