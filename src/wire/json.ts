/** JSON from outside, parsed so that no key of it can reach a prototype. */

/** A letter of `__proto__` by its number, which is another way to spell the key. */
const escapedLetter = /\\u00(?:5f|6f|7[024])/i;

/**
 * Parses text from an upstream. A key named `__proto__` is dropped: harmless as long as it stays
 * an own property, it would replace a prototype in the first `Object.assign` that meets it.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const isSuspect =
    text.includes('__proto__') || (text.includes('\\u00') && escapedLetter.test(text));
  return isSuspect
    ? JSON.parse(text, function (this: unknown, key, value: unknown) {
        return key === '__proto__' ? undefined : value;
      })
    : JSON.parse(text);
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
