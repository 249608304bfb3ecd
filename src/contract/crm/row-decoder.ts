/** Decoders of records: their fields by type, the parents nested in them and the pages of their children by the declarations of these. */

import { isObject, type JsonObject } from '../wire/json.ts';
import {
  decodeObject,
  decodeObjects,
  type MemberDecoders,
  type RowDecoder,
  rowDecoder,
} from '../wire/row-decoder.ts';
import { scalarReaders } from '../wire/scalar-reader.ts';
import { filledTextOf, objectOf, textOf, type ValueReader } from '../wire/upstream-value-reader.ts';
import { typedUrlOf } from '../wire/url-reader.ts';
import type { CrmFieldSpec, FieldType } from './declaration.ts';

/** Scalars of the graph by the CRM's types; all others are text. */
export const scalarByType: Readonly<Partial<Record<FieldType, keyof typeof scalarReaders>>> = {
  boolean: 'Boolean',
  int: 'Int',
  double: 'Float',
  currency: 'Float',
  percent: 'Float',
  date: 'Date',
  datetime: 'DateTime',
  email: 'EmailAddress',
};

/** What of an object says how its records are decoded. */
interface DecodedObject {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly spec: CrmFieldSpec }[];
  readonly relationships: readonly {
    readonly name: string;
    readonly targets: readonly string[];
    readonly polymorphic: boolean;
  }[];
  readonly children: readonly { readonly name: string; readonly object: string }[];
}

/** Decoders of the objects of a model, by name. */
export function recordDecoders(
  objects: () => readonly DecodedObject[],
): (object: string) => RowDecoder | undefined {
  let decoders: ReadonlyMap<string, RowDecoder> | null = null;
  const find = (name: string): RowDecoder | undefined => decoders?.get(name);
  return (name) => {
    decoders ??= new Map(
      objects().map((object) => [object.name, rowDecoder(() => memberDecoders(object, find))]),
    );
    return find(name);
  };
}

function memberDecoders(
  { fields, relationships, children }: DecodedObject,
  find: (object: string) => RowDecoder | undefined,
): MemberDecoders {
  const members = new Map<string, ValueReader<unknown>>();
  for (const { name, spec } of fields) {
    const decode = fieldDecoder(spec.type);
    if (decode !== null) members.set(name, decode);
  }
  for (const { name, targets, polymorphic } of relationships) {
    const [target, ...others] = targets;
    const isSingle = !polymorphic && others.length === 0;
    const decode = isSingle && target !== undefined ? find(target) : undefined;
    if (decode !== undefined) members.set(name, decodeObject(decode));
  }
  for (const { name, object } of children) {
    const decode = find(object);
    if (decode !== undefined) members.set(name, pageDecoder(decode));
  }
  return members;
}

/** Null for an Id, which names the record in errors, and for the address of bytes, which the graph does not show. */
function fieldDecoder(type: FieldType): ValueReader<unknown> | null {
  switch (type) {
    case 'id':
    case 'base64':
      return null;
    case 'reference':
      return filledTextOf;
    case 'url':
      return typedUrlOf;
    case 'address':
      return decodeAddress;
    default:
      return scalarReaders[scalarByType[type] ?? 'String'];
  }
}

const numbers: readonly string[] = ['latitude', 'longitude'];
const decodeParts = rowDecoder(
  () =>
    new Map<string, ValueReader<unknown>>(
      [
        'street',
        'city',
        'state',
        'stateCode',
        'postalCode',
        'country',
        'countryCode',
        'geocodeAccuracy',
        ...numbers,
      ].map((name) => [name, numbers.includes(name) ? scalarReaders.Float : textOf]),
    ),
);

function decodeAddress(value: unknown): JsonObject | null {
  const address = objectOf<JsonObject>(value);
  if (address !== null) decodeParts(address);
  return address;
}

/** A page of children: the records in it. */
function pageDecoder(decode: RowDecoder): ValueReader<unknown> {
  const decodeRecords = decodeObjects(decode);
  return (value) => {
    if (isObject(value)) decodeRecords(value.records);
    return value;
  };
}
