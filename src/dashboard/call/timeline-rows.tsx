/** Rows of a call's timeline, from its top to its foot: topics, a lane for each voice, marks of single moments, times. */

import { useMemo } from 'react';
import { durationText } from '../shared/format.ts';
import type { TranscriptLine } from './transcript-line.ts';
import { stretchesOf, type Voice } from './voice.ts';

export interface Section {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
}

export interface TopicsProps {
  readonly sections: readonly Section[];
  readonly scale: (seconds: number) => number;
  readonly height: number;
}

/** Of a letter, about: a name that would be cut in half is better left out. */
const letterWidth = 7.2;

/** The strip of topics: what was talked about when, named where there is room, each playing from its first moment. */
export function Topics({ sections, scale, height }: TopicsProps) {
  const names = [...new Set(sections.map(({ name }) => name))];
  return sections.map(({ name, start, duration }) => {
    const x = scale(start);
    const width = Math.max(1, scale(start + duration) - x - 1);
    const letters = Math.floor((width - 10) / letterWidth);
    return (
      <g key={start} className={`section topic-${names.indexOf(name) % 8}`} data-plays-from={start}>
        <title>{`${name}, from ${durationText(start)}`}</title>
        <rect x={x} y={0} width={width} height={height} rx={4} />
        {letters >= 4 && (
          <text x={x + 6} y={height / 2 + 4}>
            {name.length <= letters ? name : `${[...name].slice(0, letters - 1).join('')}…`}
          </text>
        )}
      </g>
    );
  });
}

export interface LanesProps {
  readonly voices: readonly Voice[];
  readonly lines: readonly TranscriptLine[] | null;
  readonly top: number;
  readonly width: number;
  readonly scale: (seconds: number) => number;
}

export const laneHeight = 34;
const barHeight = 12;

/** A lane for each voice: its name, its share of the talk, and when it talks. */
export function Lanes({ voices, lines, top, width, scale }: LanesProps) {
  return voices.map((voice, index) => (
    <g key={voice.id} transform={`translate(0 ${top + index * laneHeight})`}>
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

export interface TimelineMark {
  readonly kind: 'tracker' | 'comment';
  readonly at: number;
  readonly label: string;
}

export interface MarksProps {
  readonly marks: readonly TimelineMark[];
  readonly top: number;
  readonly scale: (seconds: number) => number;
}

/** Marks of single moments: where a tracker heard something, and where a colleague commented. */
export function Marks({ marks, top, scale }: MarksProps) {
  return marks.map(({ kind, at, label }) => {
    const x = scale(at);
    const shape = kind === 'tracker' ? 'l4 8h-8z' : 'm-4 0h8v8h-8z';
    return (
      <path
        key={`${kind} ${label} ${at}`}
        className={`sign ${kind}`}
        d={`M${x.toFixed(1)} ${top + 4}${shape}`}
      >
        <title>{label}</title>
      </path>
    );
  });
}

export interface TimeAxisProps {
  readonly duration: number;
  readonly top: number;
  readonly width: number;
  readonly scale: (seconds: number) => number;
}

const steps = [5, 10, 30, 60, 120, 300, 600, 900, 1800];
/** Between two times, at least. */
const leastGap = 70;

/** Times along the foot of the timeline. */
export function TimeAxis({ duration, top, width, scale }: TimeAxisProps) {
  const step = steps.find((seconds) => scale(seconds) >= leastGap) ?? 3600;
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
