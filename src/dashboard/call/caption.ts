/** Captions of the recording: the sentences of the transcript as cues of the player, for viewers with the right to it. */

import { type RefObject, useEffect } from 'react';
import type { TranscriptLine } from './transcript-line.ts';
import type { Voice } from './voice.ts';

export interface Captions {
  /** Null where there are none yet, or none for this viewer. */
  readonly lines: readonly TranscriptLine[] | null;
  readonly voices: readonly Voice[];
  readonly isShown: boolean;
}

/**
 * The cues come with the answer and its rights, so no file of them has to be fetched. A name stands where the
 * voice changes.
 */
export function useCaptions(
  element: RefObject<HTMLVideoElement | null>,
  { lines, voices, isShown }: Captions,
): void {
  useEffect(() => {
    const video = element.current;
    if (video === null || lines === null) return;
    const track = captionsOf(video);
    for (const cue of [...(track.cues ?? [])]) track.removeCue(cue);
    for (const cue of cuesOf(lines, voices)) track.addCue(cue);
  }, [element, lines, voices]);
  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    if (isShown || video.textTracks.length > 0)
      captionsOf(video).mode = isShown ? 'showing' : 'hidden';
  }, [element, isShown]);
}

/** A track can't be taken away again, so there is one for as long as the element is. */
function captionsOf(video: HTMLVideoElement): TextTrack {
  const [existing] = video.textTracks;
  if (existing !== undefined) return existing;
  const track = video.addTextTrack('captions', 'Transcript');
  // Without a mode it takes no cues.
  track.mode = 'hidden';
  return track;
}

function cuesOf(lines: readonly TranscriptLine[], voices: readonly Voice[]): readonly VTTCue[] {
  const names = new Map(voices.map(({ id, name }) => [id, name]));
  return lines.flatMap(({ speakerId, sentences }) =>
    sentences.map(({ start, end, text }, index) => {
      const name = index === 0 && speakerId !== null ? names.get(speakerId) : undefined;
      // Escaped, since WebVTT has tags of its own.
      const cueText = escaped(name === undefined ? text : `${name}: ${text}`);
      const cue = new VTTCue(start, Math.max(end, start + 0.5), cueText);
      // Off the edge by a line.
      cue.line = -2;
      return cue;
    }),
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
