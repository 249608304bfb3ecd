/** A lane for each voice: its name, its share of the talk, and when it talks. */

import { useMemo } from 'react';
import type { TranscriptLine } from './transcript-line.ts';
import { stretchesOf, type Voice } from './voice.ts';

export interface LanesProps {
  readonly voices: readonly Voice[];
  readonly lines: readonly TranscriptLine[] | null;
  readonly top: number;
  readonly width: number;
  readonly scale: (seconds: number) => number;
}

export const laneHeight = 34;
const barHeight = 12;

export function Lanes({ voices, lines, top, width, scale }: LanesProps) {
  return voices.map((voice, place) => (
    <g key={voice.id} transform={`translate(0 ${top + place * laneHeight})`}>
      <text x={0} y={13} className="lane-name">
        {voice.name}
      </text>
      <text x={width} y={13} className="lane-share" textAnchor="end">
        {Math.round(voice.share * 100)} %
      </text>
      <rect className="lane" x={0} y={18} width={width} height={barHeight} rx={3} />
      {lines === null ? null : <Lane voice={voice} lines={lines} scale={scale} />}
    </g>
  ));
}

interface LaneProps {
  readonly voice: Voice;
  readonly lines: readonly TranscriptLine[];
  readonly scale: (seconds: number) => number;
}

/** One path for all stretches: a long call has hundreds. */
function Lane({ voice, lines, scale }: LaneProps) {
  const stretches = useMemo(() => stretchesOf(lines, voice.id), [lines, voice.id]);
  const path = stretches
    .map(([from, to]) => {
      const x = scale(from);
      return `M${x.toFixed(1)} 18h${Math.max(0.8, scale(to) - x).toFixed(1)}v${barHeight}H${x.toFixed(1)}z`;
    })
    .join('');
  return <path className={`talk voice-${voice.colour}`} d={path} />;
}
