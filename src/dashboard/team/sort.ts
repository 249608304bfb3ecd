/** By what the team is sorted: the most of it first. */

import type { Member } from './member.ts';

export const sorts = {
  calls: (member: Member) => member.calls,
  talkRatio: (member: Member) => member.talk.talkRatio,
  monologue: (member: Member) => member.talk.monologue,
  questions: (member: Member) => member.talk.questions,
  patience: (member: Member) => member.talk.patience,
  score: (member: Member) => member.score,
  won: (member: Member) => member.won?.amount ?? null,
} as const;

export type Sort = keyof typeof sorts;

export const sortOf = (text: string | null): Sort =>
  text !== null && Object.hasOwn(sorts, text) ? (text as Sort) : 'calls';

/** Who has no value comes last. */
export function sorted(members: readonly Member[], sort: Sort): readonly Member[] {
  const value = sorts[sort];
  return [...members].sort(
    (left, right) =>
      (value(right) ?? Number.NEGATIVE_INFINITY) - (value(left) ?? Number.NEGATIVE_INFINITY),
  );
}
