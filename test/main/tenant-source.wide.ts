/** What is a tenant's follows from where its data comes from: one cell of the matrix of `test/wide/tenant-source.wide.ts`. */

import { it } from 'vitest';
import { checkCell } from '../support/tenant-source.ts';

it('tenants that all have their own connectors are nobody’s synthetic company, without a connector in the environment', () =>
  checkCell({ environment: 'nothing', tenants: 'all their own', place: 'DATA_DIR' }));
