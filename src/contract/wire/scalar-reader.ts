/** Readers of upstream values by the scalar that the graph shows them as. */

import {
  booleanOf,
  dateOf,
  emailOf,
  floatOf,
  idOf,
  instantTextOf,
  intOf,
  jsonOf,
  textOf,
  type ValueReader,
} from './upstream-value-reader.ts';
import { urlOf } from './url-reader.ts';

export const scalarReaders = {
  String: textOf,
  ID: idOf,
  Int: intOf,
  Float: floatOf,
  Boolean: booleanOf,
  DateTime: instantTextOf,
  Date: dateOf,
  EmailAddress: emailOf,
  URL: urlOf,
  JSON: jsonOf,
} as const satisfies Readonly<Record<string, ValueReader<unknown>>>;

const isValidDate = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime());

/** Readers of what resolvers return, dates and addresses that they make included. graphql-js' own would turn numbers into booleans. */
export const outputReaders = {
  ...scalarReaders,
  DateTime: (value) => (isValidDate(value) ? value.toISOString() : instantTextOf(value)),
  Date: (value) => (isValidDate(value) ? value.toISOString().slice(0, 10) : dateOf(value)),
  URL: (value) => urlOf(value instanceof URL ? value.href : value),
} as const satisfies Readonly<Record<string, ValueReader<unknown>>>;
