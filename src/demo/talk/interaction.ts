/** Interaction measures of a conversation: talk time, patience, questions. */

import type { NamedValue } from '../../contract/calls/call-content.ts';
import { memberAt } from '../../contract/member-at.ts';
import type { Turn, Voice } from './timeline.ts';

export interface Interaction {
  /** Share of the talk that is the company's, 0 to 1. */
  readonly talkRatio: number;
  /** Seconds. */
  readonly longestMonologue: number;
  /** Seconds. */
  readonly longestStory: number;
  /** 0 to 10. */
  readonly interactivity: number;
  /** Seconds the company's people wait before they answer, on average. */
  readonly patience: number;
  readonly companyQuestions: number;
  readonly customerQuestions: number;
  /** Seconds of speech by voice. */
  readonly talkTimes: readonly number[];
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Speech of a turn in milliseconds, pauses between its sentences included. */
export function spanOf(turn: Turn): number {
  return memberAt(turn.utterances, -1).end - memberAt(turn.utterances, 0).start;
}

/** @param duration seconds of the call. */
export function interactionOf(
  turns: readonly Turn[],
  voices: readonly Voice[],
  duration: number,
): Interaction {
  const talk = voices.map(() => 0);
  let monologue = 0;
  let story = 0;
  let waited = 0;
  let answers = 0;
  let switches = 0;
  let ours = 0;
  let theirs = 0;
  let previous: Turn | null = null;
  for (const turn of turns) {
    const { internal } = memberAt(voices, turn.voice);
    const span = spanOf(turn);
    talk[turn.voice] = memberAt(talk, turn.voice) + span;
    if (internal) monologue = Math.max(monologue, span);
    else story = Math.max(story, span);
    for (const utterance of turn.utterances) {
      if (!utterance.question) continue;
      if (internal) ours += 1;
      else theirs += 1;
    }
    if (previous && previous.voice !== turn.voice) {
      switches += 1;
      if (internal && !memberAt(voices, previous.voice).internal) {
        waited += memberAt(turn.utterances, 0).start - memberAt(previous.utterances, -1).end;
        answers += 1;
      }
    }
    previous = turn;
  }
  const all = talk.reduce((sum, ms) => sum + ms, 0);
  const company = talk.reduce(
    (sum, ms, index) => (memberAt(voices, index).internal ? sum + ms : sum),
    0,
  );
  return {
    talkRatio: all === 0 ? 0 : round(company / all, 2),
    longestMonologue: round(monologue / 1000, 0),
    longestStory: round(story / 1000, 0),
    interactivity: duration === 0 ? 0 : round(Math.min(10, (switches / duration) * 150), 2),
    patience: answers === 0 ? 0 : round(waited / answers / 1000, 2),
    companyQuestions: ours,
    customerQuestions: theirs,
    talkTimes: talk.map((ms) => ms / 1000),
  };
}

/** As `calls_extensive` lists them. */
export function interactionStats(interaction: Interaction): NamedValue[] {
  return [
    { name: 'Talk Ratio', value: interaction.talkRatio },
    { name: 'Longest Monologue', value: interaction.longestMonologue },
    { name: 'Longest Customer Story', value: interaction.longestStory },
    { name: 'Interactivity', value: interaction.interactivity },
    { name: 'Patience', value: interaction.patience },
  ];
}
