/** Sizes of values as JSON, before they are written. */

/** What takes no more than its length and two quotes: ASCII without quotes, backslashes and control characters. */
const plainText = /^[ !#-[\]-~]*$/;
/** Most bytes of a UTF-16 unit as JSON (`\u0001`); no value takes more than so often what `leastBytes` says. */
export const mostBytesPerUnit = 6;

/**
 * Bytes of a value as `JSON.stringify` writes it in UTF-8.
 * @returns more than `limit` for any larger one: it is not looked through to its end.
 * @example jsonBytes({ name: 'Ana' }) // → 14
 */
export function jsonBytes(root: unknown, limit = Infinity): number {
  let sum = 0;
  const addList = (list: readonly unknown[]): void => {
    sum += Math.max(2, list.length + 1);
    for (let at = 0; at < list.length && sum <= limit; at += 1) if (!add(list[at])) sum += 4;
  };
  const addObject = (object: Readonly<Record<string, unknown>>): void => {
    sum += 2;
    let members = 0;
    for (const key of Object.keys(object)) {
      if (sum > limit) return;
      if (!add(object[key])) continue;
      addText(key);
      // A colon, and a comma before all but the first.
      sum += members === 0 ? 1 : 2;
      members += 1;
    }
  };
  const addText = (text: string): void => {
    sum += plainText.test(text) ? text.length + 2 : Buffer.byteLength(JSON.stringify(text));
  };
  /** False for what is left out of objects, and null in lists. */
  const add = (value: unknown): boolean => {
    if (typeof value === 'string') addText(value);
    else if (value === null) sum += 4;
    else if (typeof value === 'boolean' || Number.isFinite(value)) sum += String(value).length;
    else if (typeof value !== 'object') {
      const text = JSON.stringify(value) as string | undefined;
      if (text === undefined) return false;
      sum += text.length;
    } else if (Array.isArray(value)) addList(value);
    else if (typeof (value as Convertible).toJSON === 'function')
      return add((value as Convertible).toJSON());
    else addObject(value as Record<string, unknown>);
    return true;
  };
  add(root);
  return sum;
}

interface Convertible {
  toJSON(): unknown;
}

/** Bytes of a value as JSON, at least: exact but for escapes and letters of more than one byte. */
export function leastBytes(root: unknown, limit = Infinity): number {
  let sum = 0;
  const add = (value: unknown): void => {
    if (typeof value === 'string') sum += value.length + 2;
    else if (typeof value !== 'object' || value === null) sum += 4;
    else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && sum <= limit; at += 1) add(value[at]);
      sum += value.length + 1;
    } else
      for (const key in value) {
        if (sum > limit) return;
        sum += key.length + 4;
        add((value as Record<string, unknown>)[key]);
      }
  };
  add(root);
  return sum;
}
