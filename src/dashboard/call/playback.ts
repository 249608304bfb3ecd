/** The position of a recording: one store that the player, the lanes and the transcript read and move. */

import { createContext, useContext, useSyncExternalStore } from 'react';

export class Playback {
  /** Seconds of the call, known before any of its sound is. */
  readonly duration: number;
  /** Seconds from the beginning. */
  time: number;
  isPlaying = false;
  rate = 1;
  #element: HTMLMediaElement | null = null;
  #playsAtOnce: boolean;
  readonly #listeners = new Set<() => void>();

  /** @param playsAtOnce as soon as there is a media element, where the browser lets it */
  constructor(duration: number, start: number, playsAtOnce = false) {
    this.#playsAtOnce = playsAtOnce;
    this.duration = duration;
    this.time = within(start, duration);
  }

  /** Takes over the media element, and moves it to the current position. */
  attach = (element: HTMLMediaElement | null): void => {
    this.#element = element;
    if (element === null) {
      this.#set(this.time, false);
      return;
    }
    if (this.time > 0) element.currentTime = this.time;
    element.playbackRate = this.rate;
    if (this.#playsAtOnce) this.toggle();
    this.#playsAtOnce = false;
  };

  /** For the element's own events. */
  follow = (): void => {
    const element = this.#element;
    if (element !== null) this.#set(element.currentTime, !element.paused);
  };

  seek = (seconds: number): void => {
    const time = within(seconds, this.duration);
    if (this.#element !== null) this.#element.currentTime = time;
    this.#set(time, this.isPlaying);
  };

  /** Of a moment that somebody chose. */
  playFrom = (seconds: number): void => {
    this.seek(seconds);
    if (this.#element !== null) play(this.#element);
  };

  toggle = (): void => {
    const element = this.#element;
    if (element === null) return;
    if (element.paused) play(element);
    else element.pause();
  };

  setRate = (rate: number): void => {
    this.rate = rate;
    if (this.#element !== null) this.#element.playbackRate = rate;
    this.#set(this.time, this.isPlaying);
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(time: number, isPlaying: boolean): void {
    this.time = time;
    this.isPlaying = isPlaying;
    for (const listener of this.#listeners) listener();
  }
}

/** A refusal of the browser to play shows as what it is: it does not play. */
const play = (element: HTMLMediaElement): void => void element.play().catch(() => undefined);

const within = (seconds: number, duration: number): number =>
  Math.min(duration, Math.max(0, Number.isFinite(seconds) ? seconds : 0));

const Current = createContext<Playback | null>(null);
export const PlaybackProvider = Current.Provider;

export function usePlayback(): Playback {
  const playback = useContext(Current);
  if (playback === null) throw new Error('Expected a PlaybackProvider around this component.');
  return playback;
}

/** Something of the playback; the component is drawn anew only when that changes. */
export function usePlaybackValue<Value extends string | number | boolean>(
  read: (playback: Playback) => Value,
): Value {
  const playback = usePlayback();
  return useSyncExternalStore(playback.subscribe, () => read(playback));
}
