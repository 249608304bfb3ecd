/** Rows with a value for every field their object declares: what the generator does not set follows from the field's form. */

import { hash } from 'node:crypto';
import type {
  FieldSpec,
  FieldSpecs,
  ObjectSpec,
  Scalar,
  WireOfFields,
} from '../../../../contract/calls/declaration.ts';

/** @param row what is special about the row. @param key tells rows apart: another one gets other values. */
export function declaredRow<
  Fields extends FieldSpecs,
  Own extends Partial<WireOfFields<Fields>> & object,
>({ fields }: ObjectSpec<Fields>, row: Own, key: string): WireOfFields<Fields> & Own {
  const set = new Set(Object.keys(row));
  const others = Object.values<FieldSpec>(fields).filter(
    // A voice is no member of its own; what may be missing or null is.
    ({ wire, orNull, form }) => !set.has(wire) && orNull !== true && form.kind !== 'voice',
  );
  const values = others.map((field) => [field.wire, memberOf(field, `${key} ${field.wire}`)]);
  return { ...row, ...Object.fromEntries(values) } as WireOfFields<Fields> & Own;
}

function memberOf({ form, isList, description }: FieldSpec, key: string): unknown {
  if (isList) return [];
  if (form.kind === 'object') return declaredRow(form.object, {}, key);
  // The platform itself, which is no user.
  if (form.kind !== 'scalar') return '-1';
  const number = Number.parseInt(hash('sha256', key).slice(0, 2), 16);
  if (form.reading === 'numeral') return String(number);
  if (form.reading === 'length') return [];
  const value = scalars[form.scalar](number, description);
  return form.member === undefined ? value : { [form.member]: value };
}

const dayMs = 86_400_000;

const scalars: Readonly<Record<Scalar, (number: number, description: string) => unknown>> = {
  Boolean: (number) => number % 2 === 0,
  DateTime: (number) => new Date(Date.UTC(2026, 0, 1) + number * dayMs).toISOString(),
  EmailAddress: (number) => `someone.${number}@example.com`,
  Float: (number) => number / 10,
  ID: (number) => String(number),
  Int: (number) => number,
  JSON: (number) => ({ value: number }),
  String: (number, description) => `${description.replace(/[.,:;].*$/s, '')} ${number}`,
  URL: (number) => `https://example.com/${number}`,
};
