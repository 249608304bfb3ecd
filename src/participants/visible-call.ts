/** Whether a call is visible to a viewer, decided by the call's own row as the index decides by its keys. */

import { normaliseEmail } from '../contract/email-address.ts';
import type { Row } from '../contract/wire/execute.ts';
import type { ParticipantKeys } from './call-query.ts';
import { keysOfCall } from './indexed-call.ts';
import { type KeyKind, normaliseCrmId, normaliseUserId } from './match-key.ts';

type KeySets = Readonly<Record<KeyKind, ReadonlySet<string | null>>>;

const sets = new WeakMap<ParticipantKeys, KeySets>();

function setsOf(keys: ParticipantKeys): KeySets {
  const existing = sets.get(keys);
  if (existing !== undefined) return existing;
  const { emails = [], crmIds = [], userIds = [] } = keys;
  const made = {
    email: new Set(emails.map(normaliseEmail)),
    crm: new Set(crmIds.map(normaliseCrmId)),
    user: new Set(userIds.map(normaliseUserId)),
  };
  sets.set(keys, made);
  return made;
}

/** @param row with its metadata, parties and context @param visibleBy see `IndexFilter` */
export function isVisibleCall(row: Row, visibleBy: ParticipantKeys): boolean {
  const own = setsOf(visibleBy);
  return keysOfCall(row).some(
    ({ kind, value, parts }) =>
      own[kind].has(value) &&
      // Links are those of the call itself: see `opensCall`.
      (kind !== 'crm' ||
        parts.some(
          ({ partyId, affiliation, roles }) =>
            partyId === null && affiliation === null && roles === 0,
        )),
  );
}
