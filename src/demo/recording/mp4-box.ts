/** MP4 boxes (ISO 14496-12): a length, a name, and a body. */

type Content = Buffer | readonly number[];

/** A box of other boxes and 32-bit numbers. */
export function box(name: string, ...contents: readonly Content[]): Buffer {
  const parts = contents.map((content) => (Buffer.isBuffer(content) ? content : words(content)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8));
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}

function words(numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 4);
  for (let at = 0; at < numbers.length; at += 1) bytes.writeUInt32BE(numbers[at]!, at * 4);
  return bytes;
}

/** 16-bit numbers. */
export function shorts(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(numbers.length * 2);
  numbers.forEach((number, at) => {
    bytes.writeUInt16BE(number, at * 2);
  });
  return bytes;
}

const unity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

interface Track {
  readonly id: number;
  readonly kind: 'vide' | 'soun';
  /** Ticks a second. */
  readonly timescale: number;
  readonly ticksPerSample: number;
  readonly sampleCount: number;
  readonly width: number;
  readonly height: number;
  /** Format of the samples, as in `stsd`. */
  readonly entry: Buffer;
  /** Bytes of each sample, or of all of them. */
  readonly sizes: number | readonly number[];
  /** Numbers from 1 of the samples where decoding can begin; null: anywhere. */
  readonly keys: readonly number[] | null;
  readonly chunkOffsets: readonly number[];
  /** Of every chunk but the last one. */
  readonly samplesPerChunk: number;
}

/** The movie's header. @param durationMs of the whole. */
export function movieHeader(durationMs: number, tracks: readonly Track[]): Buffer {
  const whole = box('mvhd', [0, 0, 0, 1000, durationMs, 0x10000], shorts(0x100, 0), [
    0,
    0,
    ...unity,
    0,
    0,
    0,
    0,
    0,
    0,
    tracks.length + 1,
  ]);
  return box('moov', whole, ...tracks.map((track) => trackBox(durationMs, track)));
}

function trackBox(durationMs: number, track: Track): Buffer {
  const { id, kind, timescale, ticksPerSample, sampleCount, width, height } = track;
  const isSound = kind === 'soun';
  return box(
    'trak',
    box('tkhd', [3, 0, 0, id, 0, durationMs, 0, 0], shorts(0, 0, isSound ? 0x100 : 0, 0), [
      ...unity,
      width * 0x10000,
      height * 0x10000,
    ]),
    box(
      'mdia',
      box('mdhd', [0, 0, 0, timescale, sampleCount * ticksPerSample], shorts(0x55c4, 0)),
      box('hdlr', [0, 0], Buffer.from(kind), [0, 0, 0], Buffer.from('\0')),
      box(
        'minf',
        isSound ? box('smhd', [0, 0]) : box('vmhd', [1, 0, 0]),
        box('dinf', box('dref', [0, 1], box('url ', [1]))),
        sampleTable(track),
      ),
    ),
  );
}

function sampleTable(track: Track): Buffer {
  const { sampleCount, ticksPerSample, sizes, keys, chunkOffsets, samplesPerChunk } = track;
  const inLast = sampleCount - (chunkOffsets.length - 1) * samplesPerChunk;
  const runs =
    inLast === samplesPerChunk || chunkOffsets.length === 1
      ? [1, 1, inLast, 1]
      : [2, 1, samplesPerChunk, 1, chunkOffsets.length, inLast, 1];
  return box(
    'stbl',
    box('stsd', [0, 1], track.entry),
    box('stts', [0, 1, sampleCount, ticksPerSample]),
    ...(keys === null ? [] : [box('stss', [0, keys.length, ...keys])]),
    box('stsc', [0, ...runs]),
    typeof sizes === 'number'
      ? box('stsz', [0, sizes, sampleCount])
      : box('stsz', [0, 0, sampleCount, ...sizes]),
    box('stco', [0, chunkOffsets.length, ...chunkOffsets]),
  );
}
