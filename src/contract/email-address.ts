/** E-mail addresses in the one form in which those of both systems meet. */

/** Addresses that match: one @, no character that would need quoting. */
const address = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@"(),:;<>[\\\]/]{1,253}$/u;

/**
 * Normalises an address: trimmed, in lower case, NFC; null for text that is no address.
 * @example
 * normaliseEmail(' Ana.Díaz@Example.COM ') // → 'ana.díaz@example.com'
 * normaliseEmail('ana at example.com') // → null
 */
export function normaliseEmail(value: unknown): string | null {
  const text = cleanText(value)?.normalize('NFC').toLowerCase();
  if (text === undefined || !address.test(text)) return null;
  const domain = text.slice(text.indexOf('@') + 1);
  return domain.split('.').some((label) => label === '') ? null : text;
}

/** Text without what a database refuses (NUL, lone surrogates) and without outer space; undefined when nothing is left. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? undefined : text;
}
