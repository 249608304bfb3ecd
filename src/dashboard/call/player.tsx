/** Plays the recording by its signed link: sound, and picture where there is one. */

import { useEffect, useRef, useState } from 'react';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { useAddress } from '../data/url-state.ts';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Faults } from '../shared/panel.tsx';
import { type Captions, useCaptions } from './caption.ts';
import { Controls } from './controls.tsx';
import { usePlayback } from './playback.ts';
import { SpokenNow } from './spoken-now.tsx';
import type { TranscriptLine } from './transcript-line.ts';
import type { Voice } from './voice.ts';

const fragment = graphql(`
  fragment Player on Call {
    isPrivate
    media {
      audioUrl
      videoUrl
    }
  }
`);

/** A link is of this server, whatever name it was reached by. */
const localPath = (url: string): string => new URL(url).pathname;

export interface PlayerProps {
  readonly call: FragmentType<typeof fragment>;
  readonly voices: readonly Voice[];
  readonly lines: readonly TranscriptLine[] | null;
}

export function Player({ call, voices, lines }: PlayerProps) {
  const { media } = readFragment(fragment, call);
  const { faults } = useMeta();
  const { get } = useAddress();
  const refused = faultsAt(faults, 'call.media');
  const isRefused = refused.some(({ code }) => code === 'FORBIDDEN');
  const hasChoice = media?.videoUrl != null && media.audioUrl !== null;
  const isVideo = media?.videoUrl != null && !(hasChoice && get('media') === 'audio');
  const hasCaptions = isVideo && lines !== null && lines.length > 0;
  const isCaptioned = hasCaptions && get('captions') === 'on';
  const url = isVideo ? media?.videoUrl : media?.audioUrl;
  return (
    <section className="player" aria-label="Player">
      {url == null ? (
        <div className="no-media">
          {isRefused ? (
            <p>The recording is not shown to you.</p>
          ) : refused.length > 0 ? (
            <Faults faults={refused} />
          ) : (
            <p>This call was not recorded, or its recording is gone.</p>
          )}
        </div>
      ) : (
        <Media
          key={url}
          path={localPath(url)}
          isVideo={isVideo}
          captions={{ lines, voices, isShown: isCaptioned }}
        />
      )}
      {(url != null || lines?.length) && (
        <Controls
          canPlay={url != null}
          hasChoice={hasChoice}
          isVideo={isVideo}
          captions={hasCaptions ? { isShown: isCaptioned } : null}
        />
      )}
    </section>
  );
}

interface MediaProps {
  readonly path: string;
  readonly isVideo: boolean;
  readonly captions: Captions;
}

function Media({ path, isVideo, captions }: MediaProps) {
  const playback = usePlayback();
  const { reload } = useMeta();
  const element = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  useCaptions(element, captions);
  useEffect(() => {
    playback.attach(element.current);
    return () => playback.attach(null);
  }, [playback]);
  // The element for pictures plays sound alone, too, and one kind is enough.
  return (
    <div className={isVideo ? 'media' : 'media audio-only'}>
      {/* biome-ignore lint/a11y/useMediaCaption: the cues of its captions come with the answer, not as a file */}
      <video
        ref={element}
        src={path}
        preload="metadata"
        playsInline
        hidden={!isVideo}
        width={640}
        height={360}
        onClick={playback.toggle}
        onLoadedMetadata={() => setBroken(false)}
        onTimeUpdate={playback.follow}
        onPlay={playback.follow}
        onPause={playback.follow}
        onEnded={playback.follow}
        onError={() => {
          setBroken(true);
          // A link dies within the hour: the next answer may bring another one, which begins anew.
          reload();
        }}
      />
      {!isVideo && <SpokenNow lines={captions.lines} voices={captions.voices} />}
      {isBroken && (
        <p role="alert" className="broken">
          The recording does not play just now.{' '}
          <button type="button" onClick={() => element.current?.load()}>
            Try again
          </button>
        </p>
      )}
    </div>
  );
}
