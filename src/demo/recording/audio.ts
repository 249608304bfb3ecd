/**
 * Audio of a call, frame by frame: every voice has a tone of its own, and silence is silent. MPEG-2
 * layer III at a constant rate without a reservoir: frames are independent and of equal length, so
 * the offset of a frame follows from its number.
 */

import { memberAt } from '../../contract/member-at.ts';

/** Bytes of a frame. */
export const frameSize = 72;
export const samplesPerFrame = 576;
export const sampleRate = 24_000;
/** 24 ms, without a remainder. */
export const frameMs = (samplesPerFrame / sampleRate) * 1000;

// Sync, MPEG-2, layer III, no checksum · 24 kbit/s, 24 kHz, no padding · mono.
const header = [0xff, 0xf3, 0x34, 0xc4] as const;
/** Header and side information of one channel. */
const mainDataAt = 4 + 9;
const silent = Buffer.alloc(frameSize);
silent.set(header);

/** Places in the spectrum, in steps of 20.8 Hz: the tone of a voice and an overtone. */
const tones = [
  [10, 30],
  [15, 45],
  [8, 24],
  [13, 40],
  [17, 50],
  [11, 37],
  [7, 28],
  [16, 33],
] as const;

/** Some loudness far from distortion: the exponent of a line, in quarters of a power of two. */
const gain = 196;

/** One frame of a tone. Its lines turn by a quarter from frame to frame, which makes a steady tone. */
function toneFrame(lines: readonly number[], phase: number): Buffer {
  const bits: string[] = [];
  const quads = Math.floor(Math.max(...lines) / 4) + 1;
  for (let quad = 0; quad < quads; quad += 1) {
    const inside = lines.filter((line) => Math.floor(line / 4) === quad);
    // Table B of the region of ones: four bits, 0 where a line is there, then the signs.
    bits.push(...[0, 1, 2, 3].map((offset) => (inside.includes(quad * 4 + offset) ? '0' : '1')));
    for (const line of inside) {
      const turned = (phase * (2 * line + 1)) % 4;
      bits.push(turned === 1 || turned === 2 ? '1' : '0');
    }
  }
  const fields = [
    [0, 8 + 1], // Main data begin here; a private bit.
    [bits.length, 12],
    [0, 9], // No pairs: everything is in the region of ones.
    [gain, 8],
    [0, 9 + 1 + 15 + 4 + 3 + 1], // No scale factors, one long block, no tables.
    [1, 1], // Table B.
  ] as const;
  const side = fields.map(([value, width]) => value.toString(2).padStart(width, '0'));
  const text = [...side, ...bits].join('');
  const frame = Buffer.from(silent);
  for (let at = 0; at < text.length; at += 8)
    frame[4 + at / 8] = Number.parseInt(text.slice(at, at + 8).padEnd(8, '0'), 2);
  return frame;
}

let voices: readonly (readonly Buffer[])[] | null = null;

/** The frame at a position; `voice` is null in silence. */
export function soundFrame(voice: number | null, index: number): Buffer {
  // Syllables: seven frames of tone, two of silence.
  if (voice === null || index % 9 > 6) return silent;
  voices ??= tones.map((lines) => [0, 1, 2, 3].map((phase) => toneFrame(lines, phase)));
  return memberAt(memberAt(voices, voice % voices.length), index % 4);
}

/** Header before the frames: their number, so that players know the duration at once. */
export function soundHead(frameCount: number): Buffer {
  const head = Buffer.from(silent);
  head.write('Info', mainDataAt, 'latin1');
  head.writeUInt32BE(3, mainDataAt + 4); // Both numbers are there.
  head.writeUInt32BE(frameCount, mainDataAt + 8);
  head.writeUInt32BE((frameCount + 1) * frameSize, mainDataAt + 12);
  return head;
}
