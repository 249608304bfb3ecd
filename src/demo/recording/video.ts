/**
 * Video of a call, as MP4 (ISO 14496-12): its sound, and a still picture that is repeated every six seconds,
 * so that players can begin anywhere. All segments but the last have the same number of bytes.
 */

import { readFileSync } from 'node:fs';
import { frameMs, frameSize, sampleRate, samplesPerFrame } from './audio.ts';

/** Four people: one keyframe of H.264, as an encoder made it, and its decoder's configuration. */
const width = 640;
const height = 360;
const picture = readFileSync(new URL('picture.avc', import.meta.url));
const decoder = Buffer.from(
  '0142c016ffe100136742c0168c8d405017bcb37010d0107844235001000468ce3c80',
  'hex',
);

/** Frames of sound in a segment: six seconds. */
export const framesPerSegment = 250;
const segmentMs = framesPerSegment * frameMs;
export const segmentSize = picture.length + framesPerSegment * frameSize;

type Content = Buffer | readonly number[];

/** A box of other boxes and of 32-bit numbers. */
function box(name: string, ...contents: readonly Content[]): Buffer {
  const parts = contents.map((content) => (Buffer.isBuffer(content) ? content : words(content)));
  const size = parts.reduce((sum, { length }) => sum + length, 8);
  return Buffer.concat([words([size]), Buffer.from(name), ...parts]);
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
  return bytes;
}

function shorts(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [index, number] of numbers.entries()) bytes.writeUInt16BE(number, index * 2);
  return bytes;
}

/** File of a call up to its segments. @param frameCount frames of sound */
export function videoHead(durationMs: number, frameCount: number): Buffer {
  const count = Math.ceil(frameCount / framesPerSegment);
  const dataSize = count * picture.length + frameCount * frameSize;
  const type = box('ftyp', Buffer.from('isom'), [512], Buffer.from('isomavc1mp41'));
  const movieAt = (start: number): Buffer => {
    const starts = Array.from({ length: count }, (_, index) => start + index * segmentSize);
    const sounds = starts.map((at) => at + picture.length);
    const lastMs = durationMs - (count - 1) * segmentMs;
    const inLast = frameCount - (count - 1) * framesPerSegment;
    return box(
      'moov',
      box(
        'mvhd',
        [0, 0, 0, 1000, durationMs, 0x10000],
        shorts(0x100, 0),
        [0, 0],
        unity,
        [0, 0, 0, 0, 0, 0, 3],
      ),
      track(1, 'vide', durationMs, durationMs, 1000, [
        box('stsd', [0, 1], pictureEntry),
        box('stts', [0, ...(count === 1 ? [1] : [2, count - 1, segmentMs]), 1, lastMs]),
        box('stsc', [0, 1, 1, 1, 1]),
        box('stsz', [0, picture.length, count]),
        box('stco', [0, count, ...starts]),
      ]),
      track(2, 'soun', durationMs, frameCount * samplesPerFrame, sampleRate, [
        box('stsd', [0, 1], soundEntry),
        box('stts', [0, 1, frameCount, samplesPerFrame]),
        box('stsc', [0, ...(count === 1 ? [1] : [2, 1, framesPerSegment, 1]), count, inLast, 1]),
        box('stsz', [0, frameSize, frameCount]),
        box('stco', [0, count, ...sounds]),
      ]),
    );
  };
  const start = type.length + movieAt(0).length + 8;
  return Buffer.concat([type, movieAt(start), words([dataSize + 8]), Buffer.from('mdat')]);
}

/** A segment of the file. @param sound its frames, at most `framesPerSegment` */
export const segment = (sound: Buffer): Buffer => Buffer.concat([picture, sound]);

const unity = words([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]);

/** @param ticks length of the track, so many of them a second */
function track(
  id: number,
  kind: 'vide' | 'soun',
  durationMs: number,
  ticks: number,
  ticksPerSecond: number,
  table: readonly Buffer[],
): Buffer {
  const isSound = kind === 'soun';
  const size = isSound ? [0, 0] : [width * 0x10000, height * 0x10000];
  return box(
    'trak',
    box(
      'tkhd',
      [3, 0, 0, id, 0, durationMs, 0, 0],
      shorts(0, 0, isSound ? 0x100 : 0, 0),
      unity,
      size,
    ),
    box(
      'mdia',
      box('mdhd', [0, 0, 0, ticksPerSecond, ticks], shorts(0x55c4, 0)),
      box('hdlr', [0, 0], Buffer.from(kind), [0, 0, 0], Buffer.from('\0')),
      box(
        'minf',
        isSound ? box('smhd', [0, 0]) : box('vmhd', [1, 0, 0]),
        box('dinf', box('dref', [0, 1], box('url ', [1]))),
        box('stbl', ...table),
      ),
    ),
  );
}

/** H.264 with its decoder's configuration. */
const pictureEntry = box(
  'avc1',
  shorts(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height, 0x48, 0, 0x48, 0, 0, 0, 1),
  Buffer.alloc(32),
  shorts(0x18, 0xffff),
  box('avcC', decoder),
);

/** MPEG-2 audio as the parts of a film. */
const bitRate = frameSize * 8 * (1000 / frameMs);
const soundEntry = box(
  'mp4a',
  shorts(0, 0, 0, 1, 0, 0, 0, 0, 1, 16, 0, 0, sampleRate, 0),
  box(
    'esds',
    [0],
    Buffer.from([0x03, 21, 0, 2, 0]), // An elementary stream,
    Buffer.from([0x04, 13, 0x69, 0x15, 0, 0, 0]), // of MPEG-2 audio,
    words([bitRate, bitRate]),
    Buffer.from([0x06, 1, 2]),
  ),
);
