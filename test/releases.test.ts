import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LiveServer, startLiveServer } from "../client-sdk/test/support/live-server.ts";
import { UserProject } from "./support/user-project.ts";

/** By version: the tarballs of that release, and a program that its users could have written. */
const RELEASES = join(import.meta.dirname, "releases");

let server: LiveServer;
beforeAll(async () => {
  server = await startLiveServer();
});
afterAll(() => server.stop());

describe("a released client at today's server", () => {
  test("0.2.0 sits down, lists the open tables, plays, and reads refusals", { timeout: 120_000 }, async ({
    skip,
  }) => {
    const folder = join(RELEASES, "0.2.0");
    const tarballs = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
    expect(tarballs).toHaveLength(3);
    const project = await UserProject.create();
    try {
      const offline = await project.install(...tarballs.map((name) => join(folder, name)));
      if (offline !== null) skip(offline);
      await cp(join(folder, "play.mjs"), join(project.folder, "play.mjs"));
      expect(JSON.parse(await project.runProgram("play.mjs", server.url))).toMatchObject({
        seat: "east",
        listed: { game: "flower-war", status: "gathering", seats: 4, open: 3, host: "Stranger" },
        roll: { type: "roll" },
        n: 1,
        refused: "malformed",
      });
    } finally {
      await project.remove();
    }
  });
});
