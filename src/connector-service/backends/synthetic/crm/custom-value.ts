/** Plausible values for fields nobody but the organisation knows. */

import type { CrmField } from '../../../../contract/crm/model.ts';
import type { Random } from '../random.ts';

const dayMs = 86_400_000;

const words = ['Blue', 'Late "night"', 'Größe', 'A_B', '50%', 'back\\slash', 'Ω', 'plain', 'it’s'];

/**
 * @param horizon milliseconds; dates lie up to 18 months before and half a year after it.
 * @param idOf an id of the object, or null where it has no records.
 */
export function customValue(
  { name, spec }: CrmField,
  random: Random,
  horizon: number,
  idOf: (object: string) => string | null,
): unknown {
  if (!spec.required && random.chance(0.15)) return null;
  const instant = (): Date =>
    new Date(horizon - random.between(-180, 540) * dayMs + random.int(dayMs));
  switch (spec.type) {
    case 'boolean':
      return random.chance(0.3);
    case 'int':
      return random.int(/score/i.test(name) ? 101 : 500);
    case 'double':
      return random.int(10_000) / 100;
    case 'percent':
      return random.int(101);
    case 'currency':
      return random.int(400) * 250;
    case 'date': {
      const date = instant().toISOString();
      return /month/i.test(name) ? `${date.slice(0, 7)}-01` : date.slice(0, 10);
    }
    case 'datetime':
      return instant();
    case 'picklist':
      return spec.values && spec.values.length > 0 ? random.pick(spec.values) : null;
    case 'multipicklist':
      return spec.values ? random.sample(spec.values, random.between(1, 3)) : null;
    case 'reference': {
      const [target] = spec.reference?.to ?? [];
      return target === undefined ? null : idOf(target);
    }
    case 'email':
      return `field${random.int(1000)}@example.org`;
    case 'phone':
      return `+1 555 0100 ${random.between(1000, 9999)}`;
    case 'url':
      return `https://www.example.com/${random.int(100_000)}`;
    default:
      return `${random.pick(words)} ${random.int(100)}`.slice(0, spec.length ?? 255);
  }
}
