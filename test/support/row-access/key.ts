/** Keys of people who see some rows, for whoever can send nothing but a key: a browser, a command. */

import { type RowViewer, rowCondition } from '../../../src/row-access/row-access.ts';
import { HttpError } from '../../../src/server/error-response.ts';
import { type Authenticator, openToAll } from '../../../src/server/identity/authentication.ts';
import type { Identity } from '../../../src/server/identity/identity.ts';
import { RowScope } from '../../../src/upstream/row-scope.ts';

/** The key of a person is the address, after the level: `own:ada@example.com`. */
export const keyOf = ({ level, person }: RowViewer): string => `${level}:${person}`;

export const byPersonKey: Authenticator = {
  isOpen: false,
  authenticate(authorization = '') {
    const admitted = openToAll.authenticate(undefined) as Identity;
    const [, level, person] = /^Bearer (own|team|all):(\S*)$/.exec(authorization) ?? [];
    if (level === undefined || person === undefined)
      throw new HttpError(401, 'UNAUTHENTICATED', 'Expected a key; got none.');
    if (level === 'all') return admitted;
    const rows = { level: level as RowViewer['level'], person };
    return { ...admitted, rows, rowScope: RowScope.ofViewer(admitted.tenant, rowCondition(rows)) };
  },
};
