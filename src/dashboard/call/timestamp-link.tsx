/** A moment of the call, by its time: a click leads the player there. */

import { durationText } from '../shared/format.ts';
import { usePlayback } from './playback.ts';

export function Moment({ seconds, label }: { seconds: number; label?: string }) {
  const { seek } = usePlayback();
  return (
    <button
      type="button"
      className="moment"
      aria-label={label === undefined ? undefined : `${label} at ${durationText(seconds)}`}
      onClick={() => seek(seconds)}
    >
      {durationText(seconds)}
    </button>
  );
}
