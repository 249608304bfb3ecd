/** The place in the call as a slider: dragged by a pointer, moved by arrows; what has a first moment of its own (`data-plays-from`) plays from there. */

import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { durationText } from '../shared/format.ts';
import { usePlayback, usePlaybackValue } from './playback.ts';

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -60,
  PageUp: 60,
};

/** Null beside what plays from a moment of its own. */
const firstMoment = ({ target }: { readonly target: EventTarget }): number | null => {
  const moment = (target as Element).closest('[data-plays-from]');
  return moment === null ? null : Number(moment.getAttribute('data-plays-from'));
};

export function Slider({ children }: { children: ReactNode }) {
  const playback = usePlayback();
  const seconds = usePlaybackValue(({ time }) => Math.floor(time));
  const toPointer = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    playback.seek(((event.clientX - left) / width) * playback.duration);
  };
  const press = (event: KeyboardEvent): void => {
    const step = keySteps[event.key];
    if (step !== undefined) playback.seek(playback.time + step * (event.shiftKey ? 6 : 1));
    else if (event.key === 'Home') playback.seek(0);
    else if (event.key === 'End') playback.seek(playback.duration);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className="slider"
      aria-label="Place in the call"
      aria-valuemin={0}
      aria-valuemax={Math.floor(playback.duration)}
      aria-valuenow={seconds}
      aria-valuetext={`${durationText(seconds)} of ${durationText(playback.duration)}`}
      onKeyDown={press}
      onClick={(event) => {
        const moment = firstMoment(event);
        if (moment !== null) playback.playFrom(moment);
      }}
      onPointerDown={(event) => {
        if (firstMoment(event) !== null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        toPointer(event);
      }}
      onPointerMove={(event) =>
        event.buttons === 1 && firstMoment(event) === null && toPointer(event)
      }
    >
      {children}
    </div>
  );
}
