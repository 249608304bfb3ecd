/** Plausible values of declared fields that no generator sets: a new field needs its declaration alone. */

import { crc32 } from 'node:zlib';
import type {
  FieldSpec,
  FieldSpecs,
  ScalarName,
  WireOfFields,
} from '../../contract/calls/declaration.ts';
import { dayMs } from './calendar.ts';
import { purpose, Random } from './random.ts';

/**
 * The row with a plausible value for each declared member it lacks, the same for an id every time.
 * Ids of other objects are null unless the row has them.
 */
export function withPlausibleValues<
  Fields extends FieldSpecs,
  Row extends Partial<WireOfFields<Fields>>,
>(fields: Fields, id: string, row: Row): Row & WireOfFields<Fields> {
  const values: Record<string, unknown> = { ...row };
  for (const spec of Object.values(fields)) {
    if (spec.base !== undefined || spec.wire in values) continue;
    values[spec.wire] = plausible(spec, new Random(crc32(id), purpose.declared, crc32(spec.wire)));
  }
  return values as Row & WireOfFields<Fields>;
}

/** Plausible values of the members whose flag is set; none without a flag. */
export function withPlausibleParts<Block extends object>(
  fields: FieldSpecs,
  id: string,
  flags: Readonly<Record<string, unknown>>,
  make: () => Block,
): Block | undefined {
  if (!Object.values(flags).includes(true)) return undefined;
  const isSet = ({ part = '' }: FieldSpec): boolean =>
    flags[part.slice(part.indexOf('.') + 1)] === true;
  const chosen = Object.entries(fields).filter(([, spec]) => isSet(spec));
  return withPlausibleValues(Object.fromEntries(chosen), id, make());
}

function plausible({ form, isList, orNull }: FieldSpec, random: Random): unknown {
  if (orNull && random.chance(0.3)) return null;
  const element = (): unknown => {
    if (form.kind === 'object')
      return withPlausibleValues(form.object.fields, String(random.word()), {});
    if (form.kind !== 'scalar') return null;
    const { reading, member } = form;
    if (reading === 'length') return Array.from({ length: random.int(4) }, () => ({}));
    const value = scalars[reading === 'numeral' ? 'ID' : form.scalar](random);
    return member === undefined ? value : { [member]: value };
  };
  return isList ? Array.from({ length: random.int(4) }, element) : element();
}

const words = ['Blue', 'Late "night"', 'Größe', 'A_B', '50%', 'Ω', 'plain', 'it’s'];

const scalars: Readonly<Record<ScalarName, (random: Random) => unknown>> = {
  Boolean: (random) => random.chance(0.5),
  Int: (random) => random.between(1, 100),
  Float: (random) => random.between(10, 50) / 10,
  ID: (random) => String(random.word()),
  String: (random) => `${random.pick(words)} ${random.int(100)}`,
  DateTime: (random) => new Date(Date.UTC(2025, 0, 1) + random.int(365) * dayMs).toISOString(),
  EmailAddress: (random) => `field${random.int(1000)}@example.org`,
  URL: (random) => `https://www.example.com/${random.int(100_000)}`,
  JSON: (random) => ({ value: random.int(100) }),
};
