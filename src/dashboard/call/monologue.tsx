/** A monologue: the sentences of one voice without a break. */

import { durationText } from '../shared/format.ts';
import { usePlaybackValue } from './playback.ts';
import type { TranscriptLine } from './transcript-line.ts';
import type { Voice } from './voice.ts';

export interface MonologueProps {
  readonly line: TranscriptLine;
  /** Null where no party of the call has this voice. */
  readonly voice: Voice | null;
  /** Where another topic begins here. */
  readonly topic: string | null;
  readonly isNow: boolean;
  /** Searched for; empty for nothing. */
  readonly term: string;
  readonly onSeek: (seconds: number) => void;
}

export function Monologue({ line, voice, topic, isNow, term, onSeek }: MonologueProps) {
  const start = line.sentences[0]?.start ?? 0;
  const now = usePlaybackValue(({ time }) => (isNow ? soundingAt(line, time) : -1));
  return (
    <>
      {topic !== null && <h3 className="topic">{topic}</h3>}
      <div className={isNow ? 'monologue now' : 'monologue'}>
        <p className={`speaker voice-${voice?.colour ?? 'none'}`}>
          <strong>{voice?.name ?? 'Unknown voice'}</strong>
          <button type="button" className="moment" onClick={() => onSeek(start)}>
            {durationText(start)}
          </button>
        </p>
        {line.sentences.map((sentence, index) => (
          <button
            key={sentence.start}
            type="button"
            // The moment above is the way by keyboard; a stop at each sentence would be hundreds.
            tabIndex={-1}
            className="sentence"
            aria-current={index === now ? 'true' : undefined}
            onClick={() => onSeek(sentence.start)}
          >
            {marked(sentence.text, term)}
          </button>
        ))}
      </div>
    </>
  );
}

/** The place of the sentence that sounds; -1 in a pause. */
function soundingAt({ sentences }: TranscriptLine, time: number): number {
  return sentences.findIndex(({ start, end }) => start <= time && time < end + 0.5);
}

/** The text with each place of the term marked. */
function marked(text: string, term: string) {
  if (term === '') return text;
  const parts = text.split(new RegExp(`(${RegExp.escape(term)})`, 'iu'));
  return parts.map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  );
}
