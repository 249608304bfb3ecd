/**
 * Recordings of calls, as long as their calls: generated while they are read, part by part, from
 * the speakers' turns.
 */

import type { BackendAnswer } from '../../connector-service/backend.ts';
import type { StoredCall } from '../database/call-store.ts';
import { frameMs, frameSize, soundFrame, soundHead } from './audio.ts';
import { speakerAt, speechOf } from './speech.ts';
import { movieOf } from './video.ts';

type Bytes = Extract<BackendAnswer, { kind: 'bytes' }>;

/** Frames of sound that are made at once. */
const framesPerPart = 800;

export function audioOf(call: StoredCall): Bytes {
  const speech = speechOf(call);
  const frameCount = Math.max(1, Math.round(speech.durationMs / frameMs));
  const partSize = framesPerPart * frameSize;
  return {
    kind: 'bytes',
    size: (frameCount + 1) * frameSize,
    contentType: 'audio/mpeg',
    fileName: `${call.meta.id}.playback.mp3`,
    open: (first, last) =>
      parts(first, last, partSize, (index) => {
        const speaker = speakerAt(speech);
        const frames = Array.from({ length: framesPerPart }, (_, place) => {
          // The first frame of a file is its head.
          const frame = index * framesPerPart + place - 1;
          return frame < 0 ? soundHead(frameCount) : soundFrame(speaker(frame * frameMs), frame);
        });
        return Buffer.concat(frames);
      }),
  };
}

export function videoOf(call: StoredCall): Bytes {
  const { head, size, stretchSize, stretch } = movieOf(speechOf(call));
  return {
    kind: 'bytes',
    size,
    contentType: 'video/mp4',
    fileName: `${call.meta.id}.playback.mp4`,
    async *open(first, last) {
      if (first < head.length) yield head.subarray(first, Math.min(head.length, last + 1));
      const from = Math.max(0, first - head.length);
      if (last >= head.length) yield* parts(from, last - head.length, stretchSize, stretch);
    },
  };
}

/** Bytes first..last inclusive of a file whose parts have one size, each made when it is read. */
async function* parts(
  first: number,
  last: number,
  partSize: number,
  part: (index: number) => Buffer,
): AsyncGenerator<Uint8Array> {
  for (let index = Math.floor(first / partSize); index * partSize <= last; index += 1) {
    const start = index * partSize;
    yield part(index).subarray(Math.max(0, first - start), Math.min(partSize, last + 1 - start));
  }
}
