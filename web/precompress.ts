import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

/** Files that get smaller; pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(css|html|js|json|map|svg|txt|webmanifest|xml)$/;
/** bytes: a smaller file fits into one packet as it is. */
const MIN_SIZE = 1024;

/** Vite plugin: writes `<file>.br` and `<file>.gz` beside each built file that gets smaller by it, for the server to send. */
export function precompress(): Plugin {
  let folder = "";
  let isWritten = true;
  return {
    name: "precompress",
    apply: "build",
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
      isWritten = build.write;
    },
    async closeBundle() {
      // What lies there is of another build, and perhaps being served.
      if (!isWritten) return;
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((file) => COMPRESSIBLE.test(file)).map((file) => compress(join(folder, file))),
      );
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_SIZE) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const compressed = [
    [".br", await promisify(brotliCompress)(content, { params })],
    [".gz", await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
  ] as const;
  for (const [extension, smaller] of compressed) {
    if (smaller.length < content.length) await writeFile(file + extension, smaller);
  }
}
