/** Row decoding: each value of a row becomes, once, what the graph shows of it. A value of another form becomes the error that its readers throw. */

import { isObject, type JsonObject } from './json.ts';
import { type ValueReader, valueOrError } from './upstream-value-reader.ts';

/** Decodes the members of an object in place: it was parsed for this, and nobody else has it yet. */
export type RowDecoder = (row: JsonObject) => void;

/** How members of an object are decoded, by their name on the wire; others stay as they are. */
export type MemberDecoders = ReadonlyMap<string, ValueReader<unknown>>;

/** @param members looked up when the first row comes, since objects refer to each other. */
export function rowDecoder(members: () => MemberDecoders): RowDecoder {
  let decoders: MemberDecoders | null = null;
  return (row) => {
    decoders ??= members();
    const values = row as Record<string, unknown>;
    for (const name in values) {
      const decode = decoders.get(name);
      const value = values[name];
      if (decode === undefined || value === null) continue;
      const decoded = valueOrError(decode, value);
      if (decoded !== value) values[name] = decoded;
    }
  };
}

/** The object in a member, decoded in place. What is no object is left to those who look for one there. */
export const decodeObject =
  (decode: RowDecoder): ValueReader<unknown> =>
  (value) => {
    if (isObject(value)) decode(value);
    return value;
  };

/** The same for each object of a list. */
export const decodeObjects =
  (decode: RowDecoder): ValueReader<unknown> =>
  (value) => {
    if (Array.isArray(value)) for (const item of value) if (isObject(item)) decode(item);
    return value;
  };

/** Each value of a list; a wrong one is an error in its own place. What is no list is left to those who look for one. */
export const decodeItems =
  (decode: ValueReader<unknown>): ValueReader<unknown> =>
  (value) =>
    Array.isArray(value)
      ? value.map((item: unknown) => (item === null ? item : valueOrError(decode, item)))
      : value;
