/** By what the team is sorted: the most of it first. */

import type { Member } from './member.ts';

export const memberSorts = {
  calls: (member: Member) => member.calls,
  talkRatio: (member: Member) => member.talk.talkRatio,
  monologue: (member: Member) => member.talk.monologue,
  questions: (member: Member) => member.talk.questions,
  patience: (member: Member) => member.talk.patience,
  score: (member: Member) => member.reviews?.score,
  won: (member: Member) => member.won?.amount ?? null,
} as const;

export type MemberSort = keyof typeof memberSorts;

export const sortOf = (text: string | null): MemberSort =>
  text !== null && Object.hasOwn(memberSorts, text) ? (text as MemberSort) : 'calls';

/** Who has no value comes last. */
export function sorted(members: readonly Member[], sort: MemberSort): readonly Member[] {
  const value = memberSorts[sort];
  return [...members].sort(
    (left, right) =>
      (value(right) ?? Number.NEGATIVE_INFINITY) - (value(left) ?? Number.NEGATIVE_INFINITY),
  );
}
