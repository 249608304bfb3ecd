/** Measures of conversations as they are stored: one row for each call, of a talk time, patience and questions. */

import type { DatabaseSync } from 'node:sqlite';
import { interactionOf } from '../talk/interaction.ts';
import { turnTimeline } from '../talk/timeline.ts';
import { type SpokenSource, spokenCall } from './call-store.ts';

/** Call as far as its measures follow from it. */
interface MeasuredCall extends SpokenSource {
  readonly seq: number;
  readonly host: string;
  /** Microseconds. */
  readonly at: number;
}

/** @returns a prepared insert of a call's measures; null throughout where nothing was transcribed. */
export function measureInserter(db: DatabaseSync): (call: MeasuredCall) => void {
  const statement = db.prepare('INSERT INTO interaction VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (call) => {
    const spoken = spokenCall(call);
    const turns = turnTimeline(spoken);
    const measures = turns.length > 0 ? interactionOf(turns, spoken.voices, spoken.duration) : null;
    statement.run(
      call.seq,
      call.host,
      call.at,
      measures?.talkRatio ?? null,
      measures?.longestMonologue ?? null,
      measures?.longestStory ?? null,
      measures?.interactivity ?? null,
      measures?.patience ?? null,
      measures?.companyQuestions ?? null,
    );
  };
}
