/** JSON from outside, parsed so that no key of it can reach a prototype. */

/** Spellings under which a document can carry a `__proto__` key, escapes included. */
const spellings = ['__proto__', '\\u005f', '\\u005F'];

/**
 * Parses text from an upstream. A key named `__proto__` is dropped: harmless as long as it stays
 * an own property, it would replace a prototype in the first `Object.assign` that meets it.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return spellings.some((spelling) => text.includes(spelling))
    ? JSON.parse(text, function (this: unknown, key, value: unknown) {
        return key === '__proto__' ? undefined : value;
      })
    : JSON.parse(text);
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
