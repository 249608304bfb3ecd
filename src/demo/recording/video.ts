/**
 * Video of a call: segments of 1.2 seconds, each a few pictures of the main speaker and the sound
 * beside them. All segments have the same number of bytes, so that any part of the file is
 * generated without the parts before it.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameMs, frameSize, sampleRate, samplesPerFrame, soundFrame } from './audio.ts';
import { box, movieHeader, shorts } from './mp4-box.ts';
import picture from './picture.json' with { type: 'json' };
import { type CallSpeech, speakerAt } from './speech.ts';

const { width, height, framesPerSecond, frameCount, clips } = picture;
const stretchMs = (frameCount * 1000) / framesPerSecond;
const soundFrames = stretchMs / frameMs;
const clipSize = Math.max(...clips.map(({ sizes }) => sum(sizes)));
const stretchSize = clipSize + soundFrames * frameSize;

interface Movie {
  readonly size: number;
  /** Header of the file, before the segments. */
  readonly head: Buffer;
  readonly stretchSize: number;
  /** Bytes of a segment; only a part of the last one is used. */
  stretch(index: number): Buffer;
}

/** A film without samples can't be: a call lasts 200 ms at least. */
export function movieOf(speech: CallSpeech): Movie {
  const pictureCount = Math.max(1, Math.round((speech.durationMs / 1000) * framesPerSecond));
  const soundCount = Math.max(1, Math.round(speech.durationMs / frameMs));
  const shown = clipsShown(speech, Math.ceil(pictureCount / frameCount));
  const sizes = shown.flatMap((clip) => clips[clip]!.sizes).slice(0, pictureCount);
  const type = box('ftyp', Buffer.from('isom'), [512], Buffer.from('isomavc1mp41'));
  const headerAt = (start: number): Buffer => {
    const starts = shown.map((_, index) => start + index * stretchSize);
    const common = { width: 0, height: 0, keys: null };
    return movieHeader(speech.durationMs, [
      {
        ...common,
        id: 1,
        kind: 'vide',
        timescale: framesPerSecond,
        ticksPerSample: 1,
        sampleCount: pictureCount,
        width,
        height,
        entry: pictureEntry(),
        sizes,
        keys: shown.map((_, index) => index * frameCount + 1),
        chunkOffsets: starts,
        samplesPerChunk: frameCount,
      },
      {
        ...common,
        id: 2,
        kind: 'soun',
        timescale: sampleRate,
        ticksPerSample: samplesPerFrame,
        sampleCount: soundCount,
        entry: soundEntry(),
        sizes: frameSize,
        chunkOffsets: starts
          .slice(0, Math.ceil(soundCount / soundFrames))
          .map((at) => at + clipSize),
        samplesPerChunk: soundFrames,
      },
    ]);
  };
  const dataSize = shown.length * stretchSize;
  const start = type.length + headerAt(0).length + 8;
  const data = Buffer.alloc(8);
  data.writeUInt32BE(dataSize + 8);
  data.write('mdat', 4, 'latin1');
  return {
    size: start + dataSize,
    head: Buffer.concat([type, headerAt(start), data]),
    stretchSize,
    stretch: (index) => stretchBytes(speech, index, shown[index]!),
  };
}

/** Picture of the main speaker of each segment. */
function clipsShown(speech: CallSpeech, stretches: number): number[] {
  const tiles = Math.min(4, Math.max(2, speech.voiceCount));
  const speaker = speakerAt(speech);
  return Array.from({ length: stretches }, (_, index) => {
    const counts = new Map<number, number>();
    for (let part = 0; part < frameCount; part += 1) {
      const voice = speaker(index * stretchMs + (part * 1000) / framesPerSecond + 100);
      if (voice !== null) counts.set(voice % tiles, (counts.get(voice % tiles) ?? 0) + 1);
    }
    const [most] = [...counts].sort((left, right) => right[1] - left[1]);
    const talking = most?.[0] ?? null;
    return clips.findIndex((clip) => clip.tiles === tiles && clip.talking === talking);
  });
}

let pictures: Buffer | null = null;
let clipStarts: readonly number[] = [];

function stretchBytes(speech: CallSpeech, index: number, clip: number): Buffer {
  if (pictures === null) {
    pictures = readFileSync(join(import.meta.dirname, 'picture.avc'));
    clipStarts = clips.map((_, at) => sum(clips.slice(0, at).map(({ sizes }) => sum(sizes))));
  }
  const bytes = Buffer.alloc(stretchSize);
  const start = clipStarts[clip]!;
  pictures.copy(bytes, 0, start, start + sum(clips[clip]!.sizes));
  const speaker = speakerAt(speech);
  for (let frame = 0; frame < soundFrames; frame += 1) {
    const place = index * soundFrames + frame;
    soundFrame(speaker(place * frameMs), place).copy(bytes, clipSize + frame * frameSize);
  }
  return bytes;
}

/** H.264 with its decoder's configuration. */
function pictureEntry(): Buffer {
  return box(
    'avc1',
    shorts(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height, 0x48, 0, 0x48, 0, 0, 0, 1),
    Buffer.alloc(32),
    shorts(0x18, 0xffff),
    box('avcC', Buffer.from(picture.decoder, 'hex')),
  );
}

/** MPEG-2 audio as the parts of a film. */
function soundEntry(): Buffer {
  const rate = frameSize * 8 * (1000 / frameMs);
  const bits = Buffer.alloc(8);
  bits.writeUInt32BE(rate, 0);
  bits.writeUInt32BE(rate, 4);
  const description = Buffer.concat([
    Buffer.from([0x03, 21, 0, 2, 0]), // An elementary stream,
    Buffer.from([0x04, 13, 0x69, 0x15, 0, 0, 0]), // of MPEG-2 audio,
    bits,
    Buffer.from([0x06, 1, 2]),
  ]);
  return box(
    'mp4a',
    shorts(0, 0, 0, 1, 0, 0, 0, 0, 1, 16, 0, 0, sampleRate, 0),
    box('esds', [0], description),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
