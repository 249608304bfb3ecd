/** How a person was part of calls, as the index knows it from the platform's lists of who was invited and who was there. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../part/format.ts';

const fragment = graphql(`
  fragment Presence on Contact {
    lastCall {
      startedAt
    }
    attended: lastCall(role: [ATTENDEE, HOST]) {
      startedAt
    }
    invited: lastCall(role: [INVITEE]) {
      startedAt
    }
  }
`);

export interface Presence {
  /** `named`: the platform names them on a call, and says neither that they were invited nor that they were there. */
  readonly kind: 'attended' | 'invited' | 'named' | 'never' | 'unknown';
  /** The last such call. */
  readonly at: Date | null;
  /** A later call that they were invited to, and not at. */
  readonly missed: Date | null;
}

export function presenceOf(person: FragmentType<typeof fragment>): Presence {
  const { lastCall, attended, invited } = readFragment(fragment, person);
  const at = (one: { readonly startedAt: string | null } | null | undefined): Date | null =>
    one?.startedAt == null ? null : dateOf(one.startedAt);
  const [last, there, asked] = [at(lastCall), at(attended), at(invited)];
  if (there !== null)
    return {
      kind: 'attended',
      at: there,
      missed: asked !== null && asked > there ? asked : null,
    };
  if (lastCall == null || attended == null || invited == null)
    return { kind: 'unknown', at: last, missed: null };
  if (asked !== null) return { kind: 'invited', at: asked, missed: null };
  return { kind: last === null ? 'never' : 'named', at: last, missed: null };
}
