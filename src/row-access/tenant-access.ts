/** Row access of a tenant: of each viewer what is read of people and anchors, for all of the viewer's requests. */

import { users } from '../contract/calls/user.ts';
import { accounts, cases, contacts, opportunities } from '../contract/crm/entity.ts';
import { thenMaybe } from '../fetch/maybe-promise.ts';
import { createLru } from '../lru.ts';
import {
  accountTeams,
  anchorsIfNamed,
  anchorsOrError,
  type ReadAnchors,
  readAnchors,
  sameAnchors,
} from './anchors.ts';
import { KeptRead, type KeptSource } from './kept-read.ts';
import { type TeamRule, TenantPeople } from './people.ts';
import { type RowAccess, type RowViewer, rowCondition } from './row-access.ts';

/** Viewers whose people and anchors are kept: those of more are read again, as after a pause. */
const mostViewers = 1_000;

/** Entities whose changes may change somebody's anchors; team rows are of the entity `query`, as users are. */
const anchorEntities = [accounts, opportunities, contacts, cases, accountTeams, users];

/** @returns the access of a viewer; equal viewers share it */
export function createRowAccess(
  source: KeptSource,
  rule: TeamRule,
): (viewer: RowViewer) => RowAccess {
  const people = new TenantPeople(source, rule);
  const accesses = createLru<string, RowAccess>(mostViewers);
  return (viewer) => {
    const key = rowCondition(viewer);
    let access = accesses.get(key);
    if (access === undefined) {
      access = accessOf(source, people, viewer);
      accesses.set(key, access);
    }
    return access;
  };
}

function accessOf(source: KeptSource, tenantPeople: TenantPeople, viewer: RowViewer): RowAccess {
  const people = tenantPeople.of(viewer);
  const anchors = new KeptRead<ReadAnchors>(
    source,
    anchorEntities,
    async (reading) => readAnchors(reading, (await reading.use(people)).crmUserIds),
    sameAnchors,
  );
  return {
    ...viewer,
    people: () => people.get(),
    lastPeople: () => people.last,
    lastAnchors: () => anchorsIfNamed(anchors.last),
    anchors: () => thenMaybe(anchors.get(), anchorsOrError),
    freshUntil: (part) => (part === 'people' ? people : anchors).until,
  };
}
