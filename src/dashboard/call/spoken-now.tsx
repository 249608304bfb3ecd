/** The current sentence in large type, in place of the picture of a call with sound alone. */

import { useMemo } from 'react';
import { usePlaybackValue } from './playback.ts';
import { lineAt, sentenceAt, type TranscriptLine } from './transcript-line.ts';
import type { Voice } from './voice.ts';

export interface SpokenNowProps {
  /** Null where there are none yet, or none for this viewer. */
  readonly lines: readonly TranscriptLine[] | null;
  readonly voices: readonly Voice[];
}

const noLines: readonly TranscriptLine[] = [];

export function SpokenNow({ lines, voices }: SpokenNowProps) {
  const said = lines ?? noLines;
  const voiceOf = useMemo(() => new Map(voices.map((voice) => [voice.id, voice])), [voices]);
  const at = usePlaybackValue(({ time }) => lineAt(said, time));
  const line = said[at];
  const sentenceIndex = usePlaybackValue(({ time }) =>
    line === undefined ? -1 : sentenceAt(line, time),
  );
  const sentence = line?.sentences[sentenceIndex];
  if (line === undefined || sentence === undefined) return <p className="spoken">Sound only</p>;
  const voice = voiceOf.get(line.speakerId ?? '');
  return (
    <p className="spoken">
      <span className={`voice-${voice?.colour ?? 'none'}`}>{voice?.name ?? 'Unknown voice'}</span>
      {sentence.text}
    </p>
  );
}
