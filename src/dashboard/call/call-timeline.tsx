/** The timeline of a call: topics, lanes of voices, trackers and comments on a slider that moves the player. */

import type { ResultOf } from '@graphql-typed-document-node/core';
import { useMemo, useRef } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { useWidth } from '../plot/width.ts';
import { durationText } from '../shared/format.ts';
import { usePlayback, usePlaybackValue } from './playback.ts';
import { Slider } from './slider.tsx';
import {
  Lanes,
  laneHeight,
  Marks,
  type Section,
  TimeAxis,
  type TimelineMark,
  Topics,
} from './timeline-rows.tsx';
import type { TranscriptLine } from './transcript-line.ts';
import type { Voice } from './voice.ts';
import { VoiceTable } from './voice-table.tsx';

const fragment = graphql(`
  fragment CallTimeline on Call {
    content {
      outline {
        section
        startSeconds
        durationSeconds
      }
      trackers {
        name
        occurrences {
          startSeconds
        }
      }
    }
    comments {
      startSeconds
      text
      commenter {
        name
      }
    }
  }
`);

export interface CallTimelineProps {
  readonly call: FragmentType<typeof fragment>;
  readonly voices: readonly Voice[];
  /** Null where the transcript is not known. */
  readonly lines: readonly TranscriptLine[] | null;
  /** The transcript is still to come. */
  readonly isLoading: boolean;
}

const topicsHeight = 26;
const marksHeight = 22;
const axisHeight = 18;

export function CallTimeline({ voices, lines, isLoading, ...props }: CallTimelineProps) {
  const call = readFragment(fragment, props.call);
  const { duration } = usePlayback();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const sections = useMemo(() => sectionsOf(call), [call]);
  const marks = useMemo(() => marksOf(call), [call]);
  const lanesTop = sections.length > 0 ? topicsHeight + 6 : 0;
  // Without a transcript nobody knows when who talked: how long is in the table, and no lane is empty.
  const hasLanes = isLoading || (lines !== null && lines.length > 0);
  const marksTop = lanesTop + (hasLanes ? voices.length * laneHeight : 0);
  const axisTop = marksTop + (marks.length > 0 ? marksHeight : 0);
  const height = axisTop + axisHeight;
  const scale = (seconds: number): number => (duration === 0 ? 0 : (seconds / duration) * width);
  return (
    <div className="call-timeline">
      <Slider>
        <div ref={box} className="timeline-box">
          <svg width={width} height={height} aria-hidden="true">
            {/* Rendered once the width is known: before, all marks would be at the left edge. */}
            {width > 0 && (
              <>
                <Topics sections={sections} scale={scale} height={topicsHeight} />
                {hasLanes && (
                  <Lanes voices={voices} lines={lines} top={lanesTop} scale={scale} width={width} />
                )}
                <Marks marks={marks} top={marksTop} scale={scale} />
                <TimeAxis duration={duration} top={axisTop} scale={scale} width={width} />
                <Head scale={scale} height={axisTop} />
              </>
            )}
          </svg>
        </div>
      </Slider>
      <VoiceTable key={String(hasLanes)} voices={voices} isOpen={!hasLanes} />
    </div>
  );
}

/** The position of the player. */
function Head({ scale, height }: { scale: (seconds: number) => number; height: number }) {
  const x = usePlaybackValue(({ time }) => Math.round(scale(time) * 2) / 2);
  return (
    <g className="head-line">
      <line x1={x} x2={x} y1={0} y2={height} />
      <circle cx={x} cy={height} r={5} />
    </g>
  );
}

type Data = ResultOf<typeof fragment>;

function sectionsOf({ content }: Data): readonly Section[] {
  return (content?.outline ?? []).flatMap((section): Section[] =>
    section?.startSeconds == null || section.section === null
      ? []
      : [
          {
            name: section.section,
            start: section.startSeconds,
            duration: section.durationSeconds ?? 0,
          },
        ],
  );
}

function marksOf({ content, comments }: Data): readonly TimelineMark[] {
  const heard = (content?.trackers ?? []).flatMap((tracker) =>
    (tracker?.occurrences ?? []).flatMap((occurrence): TimelineMark[] =>
      occurrence?.startSeconds == null
        ? []
        : [
            {
              kind: 'tracker',
              at: occurrence.startSeconds,
              label: `${tracker?.name} at ${durationText(occurrence.startSeconds)}`,
            },
          ],
    ),
  );
  const said = (comments ?? []).flatMap((comment): TimelineMark[] =>
    comment?.startSeconds == null
      ? []
      : [
          {
            kind: 'comment',
            at: comment.startSeconds,
            label: `${comment.commenter?.name ?? 'Somebody'}: ${comment.text ?? ''}`,
          },
        ],
  );
  return [...heard, ...said];
}
