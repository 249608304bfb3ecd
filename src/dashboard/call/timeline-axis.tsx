/** Times along the foot of the timeline. */

import { durationText } from '../shared/format.ts';

export interface TimeAxisProps {
  readonly duration: number;
  readonly top: number;
  readonly width: number;
  readonly scale: (seconds: number) => number;
}

const steps = [5, 10, 30, 60, 120, 300, 600, 900, 1800];
/** Between two times, at least. */
const leastGap = 70;

export function TimeAxis({ duration, top, width, scale }: TimeAxisProps) {
  const step = steps.find((one) => scale(one) >= leastGap) ?? 3600;
  const times = Array.from({ length: Math.floor(duration / step) + 1 }, (_, at) => at * step);
  return times
    .filter((time) => scale(time) < width - 24)
    .map((time) => (
      <text
        key={time}
        x={scale(time)}
        y={top + 15}
        className="axis"
        textAnchor={time === 0 ? 'start' : 'middle'}
      >
        {durationText(time)}
      </text>
    ));
}
