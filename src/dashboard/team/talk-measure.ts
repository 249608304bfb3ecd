/** The measures of talk: their names, their units, and the team's average of each. */

import { durationText } from '../shared/format.ts';
import { type Measure, type Member, mean, measures } from './member.ts';

export const measureNames: Readonly<Record<Measure, string>> = {
  talkRatio: 'Talk ratio',
  monologue: 'Longest monologue',
  questions: 'Questions an hour',
  patience: 'Patience',
};

export function measureText(measure: Measure, value: number | null): string {
  if (value === null) return '–';
  if (measure === 'talkRatio') return `${Math.round(value * 100)} %`;
  if (measure === 'monologue') return durationText(Math.round(value));
  if (measure === 'patience') return `${value.toFixed(1)} s`;
  return value.toFixed(0);
}

export interface Spread {
  readonly least: number;
  readonly most: number;
  /** Of those with a value, each counted once. */
  readonly average: number;
}

/** Null where no colleague has a value. */
export function spreadOf(members: readonly Member[], measure: Measure): Spread | null {
  const values = members.flatMap(({ talk }) => talk[measure] ?? []);
  const average = mean(values);
  if (average === null) return null;
  return { least: Math.min(...values), most: Math.max(...values), average };
}

export type Spreads = Readonly<Record<Measure, Spread | null>>;

export const spreadsOf = (members: readonly Member[]): Spreads => ({
  talkRatio: spreadOf(members, measures[0]),
  monologue: spreadOf(members, measures[1]),
  questions: spreadOf(members, measures[2]),
  patience: spreadOf(members, measures[3]),
});
