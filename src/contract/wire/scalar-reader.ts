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
