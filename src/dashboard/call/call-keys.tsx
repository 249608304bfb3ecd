/** The keys of the player, and the address that follows it. */

import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { isTyping } from '../shared/typing.ts';
import { usePlayback } from './playback.ts';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -5, ArrowRight: 5 };

export function CallKeys() {
  const playback = usePlayback();
  const [, setParams] = useSearchParams();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      const step = steps[event.key];
      const isButton =
        event.target instanceof Element && event.target.closest('button, a, summary');
      if (event.key === ' ' && isButton === null) playback.toggle();
      else if (event.key === 'c') setParams(withCaptionsFlipped);
      else if (step !== undefined) playback.seek(playback.time + step * (event.shiftKey ? 6 : 1));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [playback, setParams]);
  useEffect(() => {
    // Whoever comes back to this address finds the recording standing.
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('play');
        return next;
      },
      { replace: true },
    );
  }, [setParams]);
  useEffect(() => {
    let noted = Math.floor(playback.time);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      const second = Math.floor(playback.time);
      if (second === noted) return;
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (second === 0) next.delete('t');
          else next.set('t', String(second));
          return next;
        },
        { replace: true },
      );
      noted = second;
    };
    const stop = playback.subscribe(() => {
      // The address changes when the player is moved or stopped, not while it plays.
      clearTimeout(timer);
      if (!playback.isPlaying) timer = setTimeout(note, 300);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [playback, setParams]);
  return null;
}

function withCaptionsFlipped(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  if (next.has('captions')) next.delete('captions');
  else next.set('captions', 'on');
  return next;
}
