/** Plays the recording by its signed link: sound, and picture where there is one. */

import { useEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { durationText } from '../part/format.ts';
import { Faults } from '../part/panel.tsx';
import { usePlayback, usePlaybackValue } from './playback.ts';

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

export function Player(props: { call: FragmentType<typeof fragment> }) {
  const { media } = readFragment(fragment, props.call);
  const { faults } = useMeta();
  const { get } = useAddress();
  const refused = faultsAt(faults, 'call.media');
  const hasChoice = media?.videoUrl != null && media.audioUrl !== null;
  const isVideo = media?.videoUrl != null && !(hasChoice && get('media') === 'audio');
  const url = isVideo ? media?.videoUrl : media?.audioUrl;
  return (
    <section className="player" aria-label="Player">
      {url == null ? (
        <div className="no-media">
          {refused.length > 0 ? (
            <>
              <p>The recording is not shown to you.</p>
              <Faults faults={refused} />
            </>
          ) : (
            <p>This call was not recorded, or its recording is gone.</p>
          )}
        </div>
      ) : (
        <Media key={url} path={localPath(url)} isVideo={isVideo} />
      )}
      <Controls canPlay={url != null} hasChoice={hasChoice} isVideo={isVideo} />
    </section>
  );
}

function Media({ path, isVideo }: { path: string; isVideo: boolean }) {
  const playback = usePlayback();
  const { reload } = useMeta();
  const element = useRef<HTMLMediaElement>(null);
  useEffect(() => {
    playback.attach(element.current);
    return () => playback.attach(null);
  }, [playback]);
  const events = {
    src: path,
    preload: 'metadata',
    onTimeUpdate: playback.follow,
    onPlay: playback.follow,
    onPause: playback.follow,
    onEnded: playback.follow,
    // A link dies within the hour: the next answer brings another one.
    onError: reload,
  } as const;
  if (!isVideo)
    return (
      <div className="audio-only">
        <audio ref={element as React.RefObject<HTMLAudioElement>} {...events} />
        <span aria-hidden="true">Sound only</span>
      </div>
    );
  return (
    <video
      ref={element as React.RefObject<HTMLVideoElement>}
      {...events}
      playsInline
      onClick={playback.toggle}
      width={640}
      height={360}
    />
  );
}

const rates = [1, 1.25, 1.5, 2];

function Controls(props: { canPlay: boolean; hasChoice: boolean; isVideo: boolean }) {
  const { canPlay, hasChoice, isVideo } = props;
  const playback = usePlayback();
  const { set } = useAddress();
  const isPlaying = usePlaybackValue((one) => one.isPlaying);
  const rate = usePlaybackValue((one) => one.rate);
  const seconds = usePlaybackValue((one) => Math.floor(one.time));
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
          {rates.map((one) => (
            <option key={one} value={one}>
              {one} ×
            </option>
          ))}
        </select>
      </label>
      {hasChoice && (
        <button type="button" onClick={() => set({ media: isVideo ? 'audio' : null })}>
          {isVideo ? 'Sound only' : 'With picture'}
        </button>
      )}
    </div>
  );
}
