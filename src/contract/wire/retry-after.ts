/** Retry-After header: the pause that an upstream demands, in milliseconds. */

/** Longest wait. Upstreams do demand pauses of hours; after so much of a longer one, a call tries again. */
const longestWaitMs = 3 * 3_600_000;

/**
 * Milliseconds to wait, or null when the header is absent or means nothing.
 *
 *     retryAfterMs('2', null, now)                                → 2000
 *     retryAfterMs('Wed, 21 Oct 2026 07:28:00 GMT', date, now)    → until then
 *     retryAfterMs('-5', null, now)                               → null
 *
 * A date is measured from the answer's own Date header where there is one, so that neither a
 * skewed nor a jumping clock on this side shortens the wait.
 */
export function retryAfterMs(
  header: string | null,
  dateHeader: string | null,
  now: number,
): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(Math.ceil(Number(text) * 1000), longestWaitMs);
  // Date.parse takes "-5" for a year; only the HTTP date forms begin with a weekday.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/i.test(text)) return null;
  const until = Date.parse(text);
  if (Number.isNaN(until)) return null;
  const answeredAt = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  return Math.min(
    Math.max(until - (Number.isNaN(answeredAt) ? now : answeredAt), 0),
    longestWaitMs,
  );
}
