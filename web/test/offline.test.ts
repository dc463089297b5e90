import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const PUBLIC = join(import.meta.dirname, "../public");
const read = (file: string) => readFileSync(join(PUBLIC, file));

test("browsers that stored the offline page get a new one when it changes", () => {
  const worker = read("service-worker.js").toString();
  const [, list = ""] = /const FILES = \[(.*)\]/.exec(worker) ?? [];
  const files = list.replace("OFFLINE", "/offline.html").replaceAll(/["\s]/g, "").split(",");
  expect(files).toContain("/icon.svg");
  const hash = createHash("sha256");
  for (const file of files) hash.update(read(file));
  expect(/const VERSION = "(\w+)"/.exec(worker)?.[1]).toBe(hash.digest("hex").slice(0, 8));
});

test("the manifest names icons that exist, in their sizes", () => {
  const manifest: { icons: { src: string; sizes: string; type: string }[] } = JSON.parse(
    read("manifest.webmanifest").toString(),
  );
  for (const { src, sizes, type } of manifest.icons) {
    expect(existsSync(join(PUBLIC, src))).toBe(true);
    if (type !== "image/png") continue;
    const png = read(src);
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});
