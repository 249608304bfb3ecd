/** What was promised in a deal's own calls: the items of the platform's next steps, newest first. */

import { dateOf } from '../shared/day.ts';
import type { OwnCall } from './deal-calls.ts';
import { namedDay } from './named-day.ts';

export interface Promised {
  readonly key: string;
  readonly text: string;
  readonly callId: string;
  readonly callTitle: string | null;
  readonly at: Date | null;
  /** Where in the recording; null where the platform does not tell. */
  readonly second: number | null;
  /** The day that its text names, none where it names none. */
  readonly due: Date | null;
}

/** The platform's own groups have titles in its words. */
export const isNextSteps = (title: string | null | undefined): boolean =>
  /next step/i.test(title ?? '');

export function promisesOf(calls: readonly OwnCall[]): readonly Promised[] {
  return calls.flatMap(({ upstreamId, title, startedAt, language, content }) => {
    const at = startedAt === null ? null : dateOf(startedAt);
    const items = (content?.highlights ?? [])
      .filter((group) => isNextSteps(group?.title))
      .flatMap((group) => group?.items ?? []);
    // A sentence that came twice in a call is shown once.
    const texts = new Map(
      items.flatMap((item) => (item?.text == null ? [] : [[item.text, item] as const])).reverse(),
    );
    return [...texts].reverse().map(([text, { startSeconds }]) => ({
      key: `${upstreamId} ${text}`,
      text,
      callId: upstreamId,
      callTitle: title,
      at,
      second: startSeconds?.find((second) => second !== null) ?? null,
      due: at === null ? null : namedDay(text, at, language),
    }));
  });
}
