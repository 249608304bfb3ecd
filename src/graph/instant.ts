/** Upstream times to DateTime: one instant, whatever offset and fraction the upstream wrote. */

/**
 * `2024-11-01T10:30:00-07:00`, `…37.000+0000`, `….816562+02:00` → the instant, to the millisecond.
 * Text that is no time comes back as it is: the DateTime scalar then reports it at its path.
 */
export function toInstant(text: unknown): Date | string | null {
  if (text === null || text === undefined || text === '') return null;
  const instant = new Date(String(text));
  return Number.isNaN(instant.getTime()) ? String(text) : instant;
}
