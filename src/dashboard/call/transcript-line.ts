/** Lines of the transcript for lists and lanes: in seconds, without nulls. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';

export const transcriptFragment = graphql(`
  fragment CallTranscript on Call {
    transcript {
      monologues {
        topic
        speakerId
        sentences {
          startMs
          endMs
          text
        }
      }
    }
  }
`);

export interface Sentence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The sentences of one voice without a break. */
export interface TranscriptLine {
  readonly speakerId: string | null;
  readonly topic: string | null;
  readonly sentences: readonly Sentence[];
}

/** Null where the platform has no transcript, or shows none to this viewer. */
export function linesOf(
  call: FragmentType<typeof transcriptFragment>,
): readonly TranscriptLine[] | null {
  const { transcript } = readFragment(transcriptFragment, call);
  if (transcript == null) return null;
  return (transcript.monologues ?? []).flatMap((monologue) => {
    const sentences = (monologue?.sentences ?? []).flatMap((sentence): Sentence[] => {
      if (sentence?.startMs == null || sentence.text === null) return [];
      const { startMs, endMs, text } = sentence;
      return [{ start: startMs / 1000, end: (endMs ?? startMs) / 1000, text }];
    });
    if (monologue === null || sentences.length === 0) return [];
    return [{ speakerId: monologue.speakerId, topic: monologue.topic, sentences }];
  });
}

/** Index of the current sentence of a line, or of the last one before; 0 before the first. */
export function sentenceAt({ sentences }: TranscriptLine, seconds: number): number {
  return Math.max(
    0,
    sentences.findLastIndex(({ start }) => start <= seconds),
  );
}

/** Index of the line at an instant, or of the last one before; -1 before the first word. */
export function lineAt(lines: readonly TranscriptLine[], seconds: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = lines[middle]?.sentences[0]?.start ?? Number.POSITIVE_INFINITY;
    if (start <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
