/** The player's controls: play, steps, position, speed, sound with or without picture. */

import { useAddress } from '../data/url-state.ts';
import { durationText } from '../shared/format.ts';
import { usePlayback, usePlaybackValue } from './playback.ts';

const rates = [1, 1.25, 1.5, 2];

export interface ControlsProps {
  readonly canPlay: boolean;
  /** Both sound and picture can be had. */
  readonly hasChoice: boolean;
  readonly isVideo: boolean;
  /** Null where there are none. */
  readonly captions: { readonly isShown: boolean } | null;
}

export function Controls({ canPlay, hasChoice, isVideo, captions }: ControlsProps) {
  const playback = usePlayback();
  const { set } = useAddress();
  const isPlaying = usePlaybackValue((state) => state.isPlaying);
  const rate = usePlaybackValue((state) => state.rate);
  const seconds = usePlaybackValue((state) => Math.floor(state.time));
  return (
    <div className="controls">
      <button
        type="button"
        className="play"
        disabled={!canPlay}
        onClick={playback.toggle}
        aria-keyshortcuts="Space"
      >
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => playback.seek(playback.time - 10)}>
        −10 s
      </button>
      <button type="button" onClick={() => playback.seek(playback.time + 10)}>
        +10 s
      </button>
      <span className="clock">
        {durationText(seconds)} / {durationText(playback.duration)}
      </span>
      <label>
        <span className="visually-hidden">Speed</span>
        <select value={rate} onChange={(event) => playback.setRate(Number(event.target.value))}>
          {rates.map((choice) => (
            <option key={choice} value={choice}>
              {choice} ×
            </option>
          ))}
        </select>
      </label>
      {captions !== null && (
        <button
          type="button"
          aria-pressed={captions.isShown}
          aria-keyshortcuts="c"
          onClick={() => set({ captions: captions.isShown ? null : 'on' })}
        >
          Captions
        </button>
      )}
      {hasChoice && (
        <button type="button" onClick={() => set({ media: isVideo ? 'audio' : null })}>
          {isVideo ? 'Sound only' : 'With picture'}
        </button>
      )}
    </div>
  );
}
