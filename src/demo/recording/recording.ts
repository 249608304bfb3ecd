/**
 * Recordings of calls, as long as their calls: generated while they are read, part by part, from
 * the speakers' turns.
 */

import type { BackendAnswer } from '../../connector-service/backend.ts';
import type { StoredCall } from '../database/call-store.ts';
import { frameMs, frameSize, soundFrame, soundHead } from './audio.ts';
import { type CallSpeech, speakerAt, speechOf } from './speech.ts';
import { framesPerSegment, segment, segmentSize, videoHead } from './video.ts';

type Bytes = Extract<BackendAnswer, { kind: 'bytes' }>;

/** Frames of sound that are made at once. */
const framesPerPart = 800;

export function audioOf(call: StoredCall): Bytes {
  const speech = speechOf(call);
  const count = frameCountOf(speech);
  const head = soundHead(count);
  return {
    kind: 'bytes',
    size: head.length + count * frameSize,
    contentType: 'audio/mpeg',
    fileName: `${call.meta.id}.playback.mp3`,
    open: openParts(head, framesPerPart * frameSize, (index) =>
      sound(speech, index * framesPerPart, framesPerPart),
    ),
  };
}

export function videoOf(call: StoredCall): Bytes {
  const speech = speechOf(call);
  const count = frameCountOf(speech);
  const head = videoHead(speech.durationMs, count);
  const pictures = Math.ceil(count / framesPerSegment) * segment(Buffer.alloc(0)).length;
  return {
    kind: 'bytes',
    size: head.length + pictures + count * frameSize,
    contentType: 'video/mp4',
    fileName: `${call.meta.id}.playback.mp4`,
    open: openParts(head, segmentSize, (index) =>
      segment(sound(speech, index * framesPerSegment, framesPerSegment)),
    ),
  };
}

const frameCountOf = ({ durationMs }: CallSpeech): number =>
  Math.max(1, Math.round(durationMs / frameMs));

function sound(speech: CallSpeech, first: number, count: number): Buffer {
  const speaker = speakerAt(speech);
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      soundFrame(speaker((first + index) * frameMs), first + index),
    ),
  );
}

/** Opens a file of a head and parts of one size, each made when it is read. */
function openParts(head: Buffer, partSize: number, part: (index: number) => Buffer): Bytes['open'] {
  return async function* (first, last) {
    if (first < head.length) yield head.subarray(first, last + 1);
    const from = Math.max(0, first - head.length);
    const to = last + 1 - head.length;
    for (let index = Math.floor(from / partSize); index * partSize < to; index += 1) {
      const start = index * partSize;
      yield part(index).subarray(Math.max(0, from - start), to - start);
    }
  };
}
