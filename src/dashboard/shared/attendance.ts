/** Presence of a person on calls: attended, invited, or only named, by the roles that the index has of them. */

import { type CoverageFields, knowsCalls } from './coverage.ts';
import { dateOf } from './day.ts';

export interface Presence {
  /** `unread`: on no call that is read so far. `named`: the platform lists them as a party of a call, neither as an invitee nor as an attendee. */
  readonly kind: 'attended' | 'invited' | 'named' | 'never' | 'unread' | 'unknown';
  /** The last such call. */
  readonly at: Date | null;
  /** A later call that they were invited to, and not at. */
  readonly missed: Date | null;
}

interface Found {
  readonly startedAt: string | null;
}

/** The last call of a person in any role, as an attendee or host, and as an invitee. */
export interface PresenceFields {
  readonly lastCall?: (Found & { readonly coverage: CoverageFields }) | null;
  readonly attended?: Found | null;
  readonly invited?: Found | null;
}

/** @param unread whether the index is still being filled */
export function presenceOf(
  { lastCall, attended, invited }: PresenceFields,
  unread: boolean,
): Presence {
  const at = (call: Found | null | undefined): Date | null =>
    call?.startedAt == null ? null : dateOf(call.startedAt);
  const last = at(lastCall);
  const there = at(attended);
  const invitedAt = at(invited);
  if (there !== null)
    return {
      kind: 'attended',
      at: there,
      missed: invitedAt !== null && invitedAt > there ? invitedAt : null,
    };
  if (!knowsCalls(lastCall?.coverage) || attended == null || invited == null)
    return { kind: 'unknown', at: last, missed: null };
  if (invitedAt !== null) return { kind: 'invited', at: invitedAt, missed: null };
  if (last !== null) return { kind: 'named', at: last, missed: null };
  return { kind: unread ? 'unread' : 'never', at: null, missed: null };
}
