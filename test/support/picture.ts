import { crc32, deflateSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** Steps of red, green and blue in the palette: 3, 3 and 2 bits. */
const STEPS = [7, 7, 3] as const;

/** How much two colours may differ, from 0 to 1: more than a step of the palette. Smoothed edges may differ more. */
const COLOUR = 0.25;

/** A picture with a palette of 256 colours: for each pixel its index. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly indices: Uint8Array;
}

/** Reads a screenshot, a PNG. */
export function readScreenshot(screenshot: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(screenshot);
  const indices = new Uint8Array(width * height);
  for (let i = 0; i < indices.length; i += 1) indices[i] = indexOf(data, i * 4);
  return { width, height, indices };
}

/** Returns it as a PNG of a few KB. */
export function packPicture({ width, height, indices }: Picture): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits for each pixel, which are an index into the palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", PALETTE),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Returns how much of a picture differs from a packed one, from 0 to 1; 1 if their sizes do. */
export function differenceOf(packed: Buffer, { width, height, indices }: Picture): number {
  const known = PNG.sync.read(packed);
  if (known.width !== width || known.height !== height) return 1;
  const data = new Uint8Array(4 * indices.length);
  for (const [i, index] of indices.entries()) data.set(COLOURS[index] ?? [], 4 * i);
  return pixelmatch(known.data, data, undefined, width, height, { threshold: COLOUR }) / (width * height);
}

/** The colour of the palette that is nearest to a pixel of RGBA data. */
function indexOf(data: Buffer, at: number): number {
  const step = (part: 0 | 1 | 2): number => Math.round(((data[at + part] ?? 0) / 255) * STEPS[part]);
  return (step(0) << 5) | (step(1) << 2) | step(2);
}

/** The red, green, blue and opacity of each index. */
const COLOURS = Array.from({ length: 256 }, (_, index) => {
  const parts = [index >> 5, (index >> 2) & 7, index & 3];
  return [...parts.map((part, i) => Math.round((part / (STEPS[i] ?? 1)) * 255)), 255];
});

const PALETTE = Buffer.from(COLOURS.flatMap((colour) => colour.slice(0, 3)));

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
