/** Row decoders of the call platform's entities, from the declarations of their objects. */

import {
  decodeItems,
  decodeObject,
  decodeObjects,
  type MemberDecoders,
  type RowDecoder,
  rowDecoder,
} from '../wire/row-decoder.ts';
import { scalarReaders } from '../wire/scalar-reader.ts';
import { filledTextOf, idOf, numeralOf, type ValueReader } from '../wire/upstream-value-reader.ts';
import type { FieldSpec, ObjectSpec } from './declaration.ts';

/** @param object called when the first row comes: it may be declared after its entity. */
export const declaredDecoder = (object: () => Pick<ObjectSpec, 'fields' | 'further'>): RowDecoder =>
  rowDecoder(() => {
    const { fields, further = {} } = object();
    return memberDecoders([...Object.values(fields), ...Object.values(further)]);
  });

function memberDecoders(fields: readonly FieldSpec[]): MemberDecoders {
  const members = new Map<string, ValueReader<unknown>>();
  for (const field of fields) {
    if (field.base !== undefined) continue;
    const decode = decoderOf(field);
    if (decode !== null) members.set(field.wire, decode);
  }
  for (const [base, inside] of Map.groupBy(fields, ({ base }) => base)) {
    if (base === undefined) continue;
    const below = inside.map(({ base: _base, ...field }) => field);
    members.set(base, decodeObject(rowDecoder(() => memberDecoders(below))));
  }
  return members;
}

/** Null for a value that is read as it came: of a list only the length or one member of its objects, or any JSON. */
function decoderOf({ form, isList }: FieldSpec): ValueReader<unknown> | null {
  switch (form.kind) {
    case 'link':
    case 'voice':
      return idOf;
    case 'object': {
      const decode = declaredDecoder(() => form.object);
      return isList === true ? decodeObjects(decode) : decodeObject(decode);
    }
    case 'scalar': {
      if (form.member !== undefined || form.reading === 'length' || form.scalar === 'JSON')
        return null;
      const read =
        form.reading === 'filled'
          ? filledTextOf
          : form.reading === 'numeral'
            ? numeralOf
            : scalarReaders[form.scalar];
      return isList === true ? decodeItems(read) : read;
    }
  }
}
