/** Picklists of the synthetic organisation: codes of countries have a label of their own, and a field that is never null has a default. */

import type { CrmField } from '../../contract/crm/model.ts';

interface PicklistEntry {
  readonly value: string;
  readonly label: string;
  readonly isDefault: boolean;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

export function picklistOf({ name, spec }: CrmField): readonly PicklistEntry[] {
  return (spec.values ?? []).map((value, index) => ({
    value,
    label: /CountryCode$/.test(name) ? (countries.of(value) ?? value) : value,
    isDefault: spec.required === true && index === 0,
  }));
}
