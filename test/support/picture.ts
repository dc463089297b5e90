import { crc32, deflateSync } from "node:zlib";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";

/** Steps of red, green and blue in the palette: 3, 3 and 2 bits. */
const STEPS = [7, 7, 3] as const;

/** How much two colours may differ, from 0 to 1: more than a step of the palette. Smoothed edges may differ more. */
const COLOUR = 0.25;

/** A picture with a palette of 256 colours, as a PNG of a few KB. */
export function packPicture(screenshot: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(screenshot);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf(data, (y * width + x) * 4);
  }
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

/** Returns how much of a packed picture differs from another, from 0 to 1; 1 if their sizes do. */
export function differenceOf(one: Buffer, other: Buffer): number {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  return (
    pixelmatch(a.data, b.data, undefined, a.width, a.height, { threshold: COLOUR }) / (a.width * a.height)
  );
}

/** The colour of the palette that is nearest to a pixel of RGBA data. */
function indexOf(data: Buffer, at: number): number {
  const step = (part: 0 | 1 | 2): number => Math.round(((data[at + part] ?? 0) / 255) * STEPS[part]);
  return (step(0) << 5) | (step(1) << 2) | step(2);
}

const PALETTE = Buffer.from(
  Array.from({ length: 256 }, (_, index) => [index >> 5, (index >> 2) & 7, index & 3]).flatMap((parts) =>
    parts.map((part, i) => Math.round((part / (STEPS[i] ?? 1)) * 255)),
  ),
);

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
