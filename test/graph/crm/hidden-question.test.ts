/** A slice of the matrix of hidden parts, which the wide run walks whole. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HiddenMatrix, openHiddenMatrix } from '../../support/hidden-matrix.ts';

let matrix: HiddenMatrix;
beforeAll(async () => {
  matrix = await openHiddenMatrix(['account-files.graphql', 'search-everything.graphql']);
});
afterAll(() => matrix.close());

it.each(['Account.Name', 'Case.Status', 'ContentDocumentLink', 'ContentVersion', 'Lead'])(
  '%s costs itself, and says its name',
  async (part) => {
    expect(matrix.parts).toContain(part);
    expect(await matrix.faultsUnder([part])).toEqual([]);
  },
);
