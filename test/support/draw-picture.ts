/**
 * Draws the pictures of the embedded company's video calls and encodes them in Chromium:
 * `npx node test/support/draw-picture.ts` writes picture.json and picture.avc beside the code that repeats them.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const folder = join(import.meta.dirname, '../../src/demo/recording');
const size = { width: 640, height: 360 };
const frameCount = 6;
const framesPerSecond = 5;

interface Clip {
  readonly tiles: number;
  /** The tile that talks; null for nobody. */
  readonly talking: number | null;
  readonly sizes: readonly number[];
}

/** Runs in the page, so it may use nothing from outside. */
async function encode(options: {
  width: number;
  height: number;
  tiles: number;
  talking: number | null;
  frameCount: number;
  framesPerSecond: number;
}): Promise<{ description: string; samples: string[] }> {
  const { width, height, tiles, talking } = options;
  const places = (
    {
      2: [
        [0, 0.16, 0.5, 0.68],
        [0.5, 0.16, 0.5, 0.68],
      ],
      3: [
        [0, 0, 0.5, 0.5],
        [0.5, 0, 0.5, 0.5],
        [0.25, 0.5, 0.5, 0.5],
      ],
      4: [
        [0, 0, 0.5, 0.5],
        [0.5, 0, 0.5, 0.5],
        [0, 0.5, 0.5, 0.5],
        [0.5, 0.5, 0.5, 0.5],
      ],
    } as Record<number, number[][]>
  )[tiles]!;
  const looks = [
    ['#1d3a5f', '#7fb3f0', '#e8c4a0'],
    ['#4a2f1a', '#f0a860', '#c98f68'],
    ['#16423a', '#62c8a8', '#f0d2b6'],
    ['#43244f', '#cf8fe0', '#9a6b4c'],
  ];
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d')!;
  const draw = (frame: number): void => {
    pen.fillStyle = '#12151b';
    pen.fillRect(0, 0, width, height);
    places.forEach(([x, y, w, h], tile) => {
      const [wall, coat, skin] = looks[tile]!;
      const [left, top, wide, high] = [
        x! * width + 5,
        y! * height + 5,
        w! * width - 10,
        h! * height - 10,
      ];
      const isTalking = tile === talking;
      pen.save();
      pen.beginPath();
      pen.roundRect(left, top, wide, high, 10);
      pen.clip();
      pen.fillStyle = wall!;
      pen.fillRect(left, top, wide, high);
      const middle = left + wide / 2;
      const nod = isTalking ? Math.round(2 * Math.sin((frame / 6) * 2 * Math.PI)) : 0;
      const unit = high / 10;
      pen.fillStyle = coat!;
      pen.beginPath();
      pen.ellipse(middle, top + high + unit * 0.4, unit * 3.6, unit * 3.9, 0, 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = skin!;
      pen.fillRect(middle - unit * 0.6, top + unit * 5.4, unit * 1.2, unit * 1.6);
      pen.beginPath();
      pen.ellipse(middle, top + unit * 4.2 + nod, unit * 1.65, unit * 2.05, 0, 0, 2 * Math.PI);
      pen.fill();
      pen.fillStyle = '#2a2422';
      pen.beginPath();
      pen.ellipse(
        middle,
        top + unit * 3.1 + nod,
        unit * 1.75,
        unit * 1.25,
        0,
        Math.PI,
        2 * Math.PI,
      );
      pen.fill();
      for (const side of [-1, 1]) {
        pen.beginPath();
        pen.arc(middle + side * unit * 0.6, top + unit * 4 + nod, unit * 0.16, 0, 2 * Math.PI);
        pen.fill();
      }
      pen.beginPath();
      const open = isTalking ? [0.12, 0.34, 0.2, 0.4, 0.14, 0.28][frame]! : 0.07;
      pen.ellipse(middle, top + unit * 5.2 + nod, unit * 0.5, unit * open, 0, 0, 2 * Math.PI);
      pen.fill();
      pen.restore();
      if (isTalking) {
        pen.strokeStyle = '#ffffff';
        pen.lineWidth = 4;
        pen.beginPath();
        pen.roundRect(left, top, wide, high, 10);
        pen.stroke();
      }
    });
  };
  const base64 = (bytes: Uint8Array): string =>
    btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  let description = '';
  const samples: string[] = [];
  let failure: unknown = null;
  const encoder = new VideoEncoder({
    output(chunk, meta) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      samples.push(base64(bytes));
      const config = meta?.decoderConfig?.description;
      if (config !== undefined) description = base64(new Uint8Array(config as ArrayBuffer));
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure({
    codec: 'avc1.42001f',
    width,
    height,
    bitrate: 60_000,
    framerate: options.framesPerSecond,
    latencyMode: 'quality',
    avc: { format: 'avc' },
  });
  for (let frame = 0; frame < options.frameCount; frame += 1) {
    draw(frame);
    const picture = new VideoFrame(canvas, { timestamp: (frame * 1e6) / options.framesPerSecond });
    encoder.encode(picture, { keyFrame: frame === 0 });
    picture.close();
  }
  await encoder.flush();
  if (failure !== null) throw failure;
  return { description, samples };
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();
// WebCodecs wants a secure context: a page of localhost, answered here.
await page.route('http://localhost/', (route) =>
  route.fulfill({ body: '', contentType: 'text/html' }),
);
await page.goto('http://localhost/');
const clips: Clip[] = [];
const parts: Buffer[] = [];
const descriptions = new Set<string>();
for (const tiles of [2, 3, 4])
  for (const talking of [null, ...Array.from({ length: tiles }, (_, tile) => tile)]) {
    const { description, samples } = await page.evaluate(encode, {
      ...size,
      tiles,
      talking,
      frameCount,
      framesPerSecond,
    });
    descriptions.add(description);
    const bytes = samples.map((sample) => Buffer.from(sample, 'base64'));
    parts.push(...bytes);
    clips.push({ tiles, talking, sizes: bytes.map(({ length }) => length) });
  }
await browser.close();
if (descriptions.size !== 1)
  throw new Error('Expected all clips to share one decoder configuration.');
const decoder = Buffer.from([...descriptions][0]!, 'base64').toString('hex');
writeFileSync(join(folder, 'picture.avc'), Buffer.concat(parts));
writeFileSync(
  join(folder, 'picture.json'),
  `${JSON.stringify({ ...size, framesPerSecond, frameCount, decoder, clips }, null, 2)}\n`,
);
console.log(`${clips.length} clips, ${Buffer.concat(parts).length} bytes`);
