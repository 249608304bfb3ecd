/** The transcript: follows the player, moves it at a click, and can be searched. Only the visible part of a long one is rendered. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { Empty, Panel } from '../shared/panel.tsx';
import { usePrinting } from '../shared/printing.ts';
import { Skeleton } from '../shared/skeleton.tsx';
import { Monologue } from './monologue.tsx';
import { usePlayback, usePlaybackValue } from './playback.ts';
import { lineAt, type TranscriptLine } from './transcript-line.ts';
import { TranscriptSearch, useFound } from './transcript-search.tsx';
import type { Voice } from './voice.ts';

export interface TranscriptProps {
  readonly voices: readonly Voice[];
  /** Null where there is none. */
  readonly lines: readonly TranscriptLine[] | null;
  readonly isLoading: boolean;
}

export function Transcript({ voices, lines, isLoading }: TranscriptProps) {
  const { faults } = useMeta();
  const isRefused = faultsAt(faults, 'call.transcript').some(({ code }) => code === 'FORBIDDEN');
  return (
    // What is not shown is said below, once.
    <Panel title="Transcript" paths={isRefused ? [] : ['call.transcript']} className="transcript">
      {isLoading ? (
        <Skeleton rows={14} height="row" />
      ) : isRefused ? (
        <p className="empty">What was said is not shown to you. How long each voice talked is.</p>
      ) : lines === null || lines.length === 0 ? (
        <Empty>
          Nothing of this call was written down: too little was said, or it was not understood.
        </Empty>
      ) : (
        <Words voices={voices} lines={lines} />
      )}
    </Panel>
  );
}

function Words({ voices, lines }: { voices: readonly Voice[]; lines: readonly TranscriptLine[] }) {
  const playback = usePlayback();
  const voiceOf = useMemo(() => new Map(voices.map((voice) => [voice.id, voice])), [voices]);
  const now = usePlaybackValue((state) => lineAt(lines, state.time));
  const [isFollowing, setFollowing] = useState(true);
  const matches = useFound(lines);
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => 34 + 26 * (lines[at]?.sentences.length ?? 0),
    overscan: 6,
    // A guess until it is measured: with it the first drawing has the words already.
    initialRect: { width: 400, height: window.innerHeight - 190 },
  });
  useEffect(() => {
    if (isFollowing && now >= 0) rows.scrollToIndex(now, { align: 'center' });
  }, [now, isFollowing, rows]);
  useEffect(() => {
    if (matches.line === null) return;
    setFollowing(false);
    rows.scrollToIndex(matches.line, { align: 'center' });
  }, [matches.line, rows]);
  const stop = (): void => setFollowing(false);
  const isPrinting = usePrinting();
  const near = rows.getVirtualItems();
  const rendered = isPrinting
    ? [...lines.entries()]
    : near.flatMap(({ index }) => {
        const line = lines[index];
        return line === undefined ? [] : [[index, line] as const];
      });
  const before = isPrinting ? 0 : (near[0]?.start ?? 0);
  const after = isPrinting ? 0 : rows.getTotalSize() - (near.at(-1)?.end ?? 0);
  return (
    <>
      <TranscriptSearch matches={matches} />
      <section
        ref={box}
        className="words"
        aria-label="What was said"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        onWheel={stop}
        onTouchMove={stop}
      >
        {/* Room for what is not drawn, by an attribute: the page allows no styles inline. */}
        <svg className="room" width="1" height={before} aria-hidden="true" />
        {rendered.map(([index, line]) => (
          <div key={index} data-index={index} ref={rows.measureElement}>
            <Monologue
              line={line}
              voice={voiceOf.get(line.speakerId ?? '') ?? null}
              topic={line.topic === lines[index - 1]?.topic ? null : line.topic}
              isNow={index === now}
              term={matches.term}
              onSeek={(seconds) => {
                setFollowing(true);
                playback.playFrom(seconds);
              }}
            />
          </div>
        ))}
        <svg className="room" width="1" height={Math.max(0, after)} aria-hidden="true" />
      </section>
      {!isFollowing && (
        <button type="button" className="follow" onClick={() => setFollowing(true)}>
          Follow the player
        </button>
      )}
    </>
  );
}
