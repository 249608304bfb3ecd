/** Subjects of a call: which are talked about when, by the stage of its deal. */

import { memberAt } from '../../contract/member-at.ts';
import { getOrThrow } from '../../get-or-throw.ts';
import type { Random } from '../company/random.ts';
import { stageTalk, subjects } from '../text/company-data.ts';

/** Positions among the subjects. */
interface StageSubjects {
  readonly opening: readonly number[];
  readonly middle: readonly (readonly [subject: number, weight: number])[];
  readonly closing: readonly number[];
}

const byStage = new Map(
  Object.entries(stageTalk).map(([stage, { subjects: weights }]): [string, StageSubjects] => {
    const at = (place: string): number[] =>
      subjects.flatMap((subject, index) =>
        subject.place === place && (subject.stages?.includes(stage) ?? true) ? [index] : [],
      );
    const middle = at('middle').flatMap((index) => {
      const weight = weights[memberAt(subjects, index).name];
      return weight === undefined ? [] : [[index, weight] as const];
    });
    return [stage, { opening: at('opening'), middle, closing: at('closing') }];
  }),
);

/** No frame takes more of a call than this. */
const mostOfCall = 0.15;
const mostSubjects = 9;

interface SubjectPlan {
  /** Position of the subject that is talked about. */
  at(ms: number): number;
}

/**
 * Draws as many numbers whatever the stage, so that the times of turns don't depend on it.
 * @param duration seconds
 */
export function planOf(random: Random, duration: number, stage: string): SubjectPlan {
  const { opening, middle, closing } = getOrThrow(byStage, stage);
  const isShort = duration < 120;
  const count = isShort ? 1 : Math.min(mostSubjects, 2 + Math.floor(duration / 700));
  const draws = Array.from({ length: count }, () => random.float());
  const chosen = chosenBy(draws, middle);
  const shares = draws.map(() => 2 + random.float() * 4).slice(0, chosen.length);
  const framed = (frame: readonly number[]) =>
    frame.map((subject) => {
      const [least, most] = memberAt(subjects, subject).seconds as [number, number];
      const length = Math.min(least + random.float() * (most - least), duration * mostOfCall);
      return { subject, length };
    });
  const before = framed(isShort ? opening.slice(0, 1) : opening);
  const after = framed(isShort ? closing.slice(-1) : closing);
  const frames = [...before, ...after].reduce((sum, { length }) => sum + length, 0);
  const total = shares.reduce((sum, share) => sum + share, 0);
  const between = chosen.map((subject, index) => ({
    subject,
    length: (memberAt(shares, index) / total) * (duration - frames),
  }));
  let reached = 0;
  const parts = [...before, ...between, ...after].map(({ subject, length }) => {
    reached += length * 1000;
    return { subject, end: reached };
  });
  return { at: (ms) => (parts.find(({ end }) => ms < end) ?? memberAt(parts, -1)).subject };
}

/** Weighted choice without replacement, a draw each, in the order of the subjects. */
function chosenBy(draws: readonly number[], choices: StageSubjects['middle']): readonly number[] {
  const left = [...choices];
  const chosen: number[] = [];
  for (const draw of draws.slice(0, choices.length)) {
    let weight = draw * left.reduce((sum, [, each]) => sum + each, 0);
    const at = left.findIndex(([, each]) => {
      weight -= each;
      return weight < 0;
    });
    for (const [subject] of left.splice(at, 1)) chosen.push(subject);
  }
  return chosen.sort((left, right) => left - right);
}
