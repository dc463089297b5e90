/** Reading backups from a bucket: in parts, and what breaks off is no damaged backup. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createBackupKey, readBackupKey } from "../../src/backups/backup-key.ts";
import { readBackupFile, writeBackupFile } from "../../src/backups/backup-file.ts";
import { S3Store } from "../../src/backups/s3-store.ts";
import { temporaryFolder } from "../support/database.ts";

/** Starts a store whose one object has these bytes. @param send answers a request for some of them */
async function startBucket(content: Buffer, send: (response: ServerResponse, part: Buffer) => void) {
  const server = createServer(({ method, headers, url }, response) => {
    if (url?.startsWith("/none")) return response.writeHead(404).end();
    if (method === "HEAD") return response.setHeader("Content-Length", content.length).end();
    const [, from = "0", to = "0"] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    const part = content.subarray(Number(from), Number(to) + 1);
    send(response.writeHead(206, { "Content-Length": part.length }), part);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { endpoint, region: "r", accessKeyId: "a", secretAccessKey: "b" };
  return { open: (to: string) => new S3Store(to, access) };
}

test("a large backup is read in parts", async () => {
  const content = randomBytes(9 * 1024 * 1024);
  const sent: number[] = [];
  const { open } = await startBucket(content, (response, part) => {
    sent.push(part.length);
    response.end(part);
  });
  const read = await buffer(await open("s3://backups").get("one"));
  expect(read.equals(content)).toBe(true);
  expect(sent).toEqual([8 * 1024 * 1024, 1024 * 1024]);
});

test("a connection that breaks off is an error of the store, whatever was read before", async () => {
  const [keyFile, file] = ["key", "backup"].map((name) => join(temporaryFolder(), name));
  if (!keyFile || !file) throw new Error();
  await createBackupKey(keyFile);
  const key = await readBackupKey(keyFile);
  const header = { format: 1, kind: "sqlite", version: 1, parts: [["0", "a"]], sequences: [] } as const;
  const source = { header, read: async () => randomBytes(9 * 1024 * 1024), close: async () => {} };
  await writeBackupFile(file, { at: 1, base: null }, source, key, new Map());
  for (const whole of [0, 1]) {
    let left = whole;
    const { open } = await startBucket(readFileSync(file), (response, part) => {
      if (left > 0) response.end(part);
      else response.write(part.subarray(0, 1000), () => response.destroy());
      left -= 1;
    });
    const content = await open("s3://backups").get("one");
    await expect(readBackupFile(content, key, async () => {})).rejects.toMatchObject({
      code: "backup-store",
    });
    expect(left).toBe(-1);
  }
});

test("a bucket that is not there is an error", async () => {
  const { open } = await startBucket(Buffer.alloc(0), (response) => response.end());
  await expect(open("s3://none").list()).rejects.toMatchObject({ code: "backup-store" });
});
