/** Words the company's people and customers are named from. Every name is invented; every domain is reserved for examples. */

import { z } from 'zod';
import data from './name.json' with { type: 'json' };

export const { givenNames, familyNames, companyStems, companyKinds, companyForms } = data;
export const { externalTitles, industries, streets } = data;

/** Given and family names that break careless code: quotes, backslashes, percent signs, other scripts, right to left, very short. */
export const oddPeople = z.array(z.tuple([z.string(), z.string()])).parse(data.oddPeople);

/** Company names that break careless code. */
export const { oddCompanies } = data;

/** City, state or province, postal code, country, state code, country code. */
export const places = z
  .array(
    z.tuple([
      z.string(),
      z.string().nullable(),
      z.string(),
      z.string(),
      z.string().nullable(),
      z.string(),
    ]),
  )
  .parse(data.places);
