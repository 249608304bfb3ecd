/** Value of a key that has to be there: one that is not is a fault of the program, and the error names a key that is a text. */

/** @throws Error where the map lacks the key. */
export function getOrThrow<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`Expected an entry for ${String(key)}; got none`);
  return value;
}
