/** A moment of the call, by its time: a click plays it. */

import { durationText } from '../shared/format.ts';
import { usePlayback } from './playback.ts';

export function Moment({ seconds, label }: { seconds: number; label?: string }) {
  const { playFrom } = usePlayback();
  return (
    <button
      type="button"
      className="moment"
      aria-label={label === undefined ? undefined : `${label} at ${durationText(seconds)}`}
      onClick={() => playFrom(seconds)}
    >
      {durationText(seconds)}
    </button>
  );
}
